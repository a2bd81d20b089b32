"""Three in line by slopes: the same three as by looking at every three."""

from __future__ import annotations

import numpy as np
import pytest

from judge.problems.rules.plain import plain_collinear, plain_collinear_by_slope


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 8, 13, 20])
def test_the_same_three_are_named(n: int) -> None:
    draw = np.random.default_rng(n)
    found = 0
    for _ in range(60):
        columns = np.argsort(draw.random(n)) if n % 2 else draw.integers(0, max(1, n * n), n)
        three = plain_collinear(columns)
        assert plain_collinear_by_slope(columns) == three
        found += three is not None
    assert found or n < 3


def test_the_first_row_counts_before_the_first_pair() -> None:
    assert plain_collinear_by_slope(np.array([0, 5, 1, 9, 2])) == (0, 2, 4)
    assert plain_collinear_by_slope(np.array([0, 3, 1, 7, 3])) is None
