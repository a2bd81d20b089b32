"""The solutions of `completion` against each other."""

from __future__ import annotations

from itertools import permutations
from random import Random
from types import ModuleType

import numpy as np
import pytest

from tests.solutions.one_a_row import are_queens

PROBLEM = "completion"
NAMES = ["champion", "counted", "row_by_row"]


def completions(n: int, given: list[tuple[int, int]]) -> set[tuple[int, ...]]:
    """All completions, as columns from 0, by looking at every permutation."""
    every = filter(are_queens, permutations(range(n)))
    return {columns for columns in every if all(columns[row] == column for row, column in given)}


@pytest.mark.slow
def test_each_solution_finds_a_completion_where_there_is_one(solutions: dict[str, ModuleType]) -> None:
    dice = Random(17)
    for _ in range(150):
        n = dice.randint(1, 7)
        given = [(dice.randrange(n), dice.randrange(n)) for _ in range(dice.randint(0, n // 2))]
        grid = np.zeros((n, n), np.int8)
        for cell in given:
            grid[cell] = 1
        right = completions(n, given)
        for name, module in solutions.items():
            board = module.solve(n, grid.copy())
            found = None if board is None else tuple(board.argmax(axis=1).tolist())
            assert (found in right) if right else found is None, (name, n, given)
            assert board is None or board.sum() == n
