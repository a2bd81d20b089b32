"""The solutions of `completion` and `star-battle`, against every permutation."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.shipped import solution
from tests.solutions.one_a_row import are_queens

NAMES = ("champion", "counted", "row_by_row")
loaded = cache(solution)


def hold(problem: str, right: set[tuple[int, ...]], n: int, *words: Any) -> None:
    """See that each solution finds one of these arrangements, as columns from 0, or that there is none."""
    for name in NAMES:
        given = (word.copy() if isinstance(word, np.ndarray) else word for word in words)
        board = loaded(problem, name).solve(*given)
        found = None if board is None else tuple(board.argmax(axis=1).tolist())
        assert (found in right) if right else found is None, (name, words)
        assert board is None or board.sum() == n


@pytest.mark.slow
def test_completion() -> None:
    dice = Random(17)
    for _ in range(150):
        n = dice.randint(1, 7)
        given = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, n // 2))]
        grid = np.zeros((n, n), np.int8)
        for cell in given:
            grid[cell] = 1
        every = (columns for columns in permutations(range(n)) if are_queens(columns))
        hold("completion", {one for one in every if all(one[row] == column for row, column in given)}, n, n, grid)


@pytest.mark.slow
def test_star_battle() -> None:
    dice = np.random.default_rng(17)
    for _ in range(200):
        n = int(dice.integers(1, 7))
        regions = dice.permutation(np.arange(n * n) % n + 1).reshape(n, n)
        right = {
            columns
            for columns in permutations(range(n))
            if all(abs(one - other) > 1 for one, other in pairwise(columns))
            and len({int(regions[row, column]) for row, column in enumerate(columns)}) == n
        }
        hold("star-battle", right, n, n, 1, regions)
