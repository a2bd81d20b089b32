"""The tests' own search is right where it can be looked up."""

from __future__ import annotations

import pytest

from tests.problems.prove.independent import fit


@pytest.mark.parametrize(("n", "most"), [(1, 1), (2, 1), (3, 2), (4, 4), (5, 5), (6, 6), (8, 8)])
def test_queens_of_an_empty_board(n: int, most: int) -> None:
    rows = ["0" * n] * n
    assert [count for count in range(1, n + 2) if fit(rows, count)] == list(range(1, most + 1))


def test_trees_block_the_view() -> None:
    assert [fit(["020", "222", "020"], count) for count in (4, 5)] == [True, False]
    assert [fit(["00", "20"], count) for count in (1, 2)] == [True, False]
    assert not fit(["22", "22"], 1)
