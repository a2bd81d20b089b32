"""The solutions of `star-battle` against each other."""

from __future__ import annotations

from itertools import pairwise, permutations
from types import ModuleType

import numpy as np
import pytest

PROBLEM = "star-battle"
NAMES = ["champion", "counted", "row_by_row"]


def arrangements(regions: np.ndarray) -> set[tuple[int, ...]]:
    """All arrangements of one star a row, as columns from 0, by looking at every permutation."""
    n = len(regions)
    return {
        columns
        for columns in permutations(range(n))
        if all(abs(one - other) > 1 for one, other in pairwise(columns))
        and len({int(regions[row, column]) for row, column in enumerate(columns)}) == n
    }


@pytest.mark.slow
def test_each_solution_finds_an_arrangement_where_there_is_one(solutions: dict[str, ModuleType]) -> None:
    dice = np.random.default_rng(17)
    for _ in range(200):
        n = int(dice.integers(1, 7))
        regions = dice.permutation(np.arange(n * n) % n + 1).reshape(n, n)
        right = arrangements(regions)
        for name, module in solutions.items():
            board = module.solve(n, 1, regions.copy())
            found = None if board is None else tuple(board.argmax(axis=1).tolist())
            assert (found in right) if right else found is None, (name, regions)
            assert board is None or board.sum() == n
