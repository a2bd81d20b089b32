"""The shipped solutions of most-queens: valid, as many as proven, and greed never more."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from judge.model import Case, Instance
from judge.problems.package import read_package
from judge.problems.rules.plain import plain_attack
from tests.shipped import ROOT

PROBLEM = "most-queens"
NAMES = ["champion", "greedy", "stretches"]
CASES = {case.group + "/" + case.name: case for case in read_package(ROOT / "testcases" / PROBLEM).cases}


def queens(module: ModuleType, board: Instance) -> int:
    """Return how many queens a solution places; none of them may be wrong."""
    placed = module.solve(board.n, board.columns, board.grid.copy())
    assert placed.dtype == np.int8
    assert plain_attack(placed) is None
    assert np.array_equal(placed == 2, board.grid == 2)
    return int(np.count_nonzero(placed == 1))


def known(case: Case) -> int:
    assert case.answer is not None
    assert case.answer.board is not None
    return int(np.count_nonzero(case.answer.board == 1))


@pytest.mark.slow  # its kernels take long to compile
@pytest.mark.parametrize("name", [name for name in CASES if not name.startswith("hard")])
def test_shipped_answers(solutions: dict[str, ModuleType], name: str) -> None:
    most = known(CASES[name])
    assert queens(solutions["champion"], CASES[name].board) == most
    assert queens(solutions["greedy"], CASES[name].board) <= most


@pytest.mark.slow  # its kernels take long to compile
def test_search_and_prices_agree(solutions: dict[str, ModuleType]) -> None:
    rng = np.random.default_rng(17)
    for share in (0.0, 0.05, 0.1, 0.3, 0.7, 1.0) * 8:
        trees = rng.random(rng.integers(1, 7, 2)) < share
        board = Instance("ANY", len(trees), 1, np.where(trees, np.int8(2), np.int8(0)))
        most = queens(solutions["stretches"], board)
        assert queens(solutions["champion"], board) == most
        assert queens(solutions["greedy"], board) <= most
