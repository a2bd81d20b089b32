"""The solutions of `star-battle` against each other, and its cases against the script that makes them."""

from __future__ import annotations

from itertools import pairwise, permutations
from pathlib import Path
from runpy import run_path
from types import ModuleType

import numpy as np
import pytest

PACKAGE = Path(__file__).parents[2] / "testcases/star-battle"
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
def test_the_cases_are_those_that_make_py_makes() -> None:
    make = run_path(str(PACKAGE / "make.py"))  # which leaves no __pycache__ in the package
    made = {name: make["text"](n, stars, regions) for name, (n, stars, regions) in make["cases"]().items()}
    there = {str(path.parent.relative_to(PACKAGE)): path.read_text() for path in PACKAGE.glob("*/*/input.txt")}
    assert made == there


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
