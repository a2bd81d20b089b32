"""The shipped solutions of scooters: the maximum as proven, and greed never more."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from judge.problems.package import read_package
from tests.shipped import ROOT

PROBLEM = "scooters"
NAMES = ["champion", "greedy", "backtracking"]
CASES = {case.group + "/" + case.name: case for case in read_package(ROOT / "testcases" / PROBLEM).cases}


@pytest.mark.slow  # its kernels take long to compile
@pytest.mark.parametrize("name", CASES)
def test_shipped_answers(solutions: dict[str, ModuleType], name: str) -> None:
    case = CASES[name]
    assert case.answer is not None
    most = solutions["champion"].solve(case.board.n, case.board.pieces, case.board.layer)
    assert most == case.answer.count
    greedy = solutions["greedy"].solve(case.board.n, case.board.pieces, case.board.layer)
    assert greedy is None or greedy <= most


@pytest.mark.slow  # its kernels take long to compile
def test_search_and_bounds_agree(solutions: dict[str, ModuleType]) -> None:
    rng = np.random.default_rng(18)
    for n in (1, 2, 3, 4, 5, 6) * 8:
        officers, points = int(rng.integers(1, n + 1)), rng.integers(0, 4, (n, n))
        most = solutions["champion"].solve(n, officers, points)
        assert most == solutions["backtracking"].solve(n, officers, points)
        greedy = solutions["greedy"].solve(n, officers, points)
        assert greedy is None or (most is not None and greedy <= most)
