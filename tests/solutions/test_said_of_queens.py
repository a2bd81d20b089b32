"""The shipped solutions of count-queens and verify-queens: cases as made, answers as counted twice, faults as told."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from judge.model import Answer
from judge.problems.package import read_package
from judge.problems.places import SHIPPED
from judge.problems.puzzles import named
from tests.shipped import solution
from tests.solutions.drawn_cases import cases


@pytest.fixture(scope="module")
def counting() -> dict[str, ModuleType]:
    return {name: solution("count-queens", name) for name in ("champion", "row_by_row", "doubled")}


@pytest.fixture(scope="module")
def deciding() -> dict[str, ModuleType]:
    return {name: solution("verify-queens", name) for name in ("champion", "pairs", "uncounted")}


@pytest.mark.parametrize("problem", ["count-queens", "verify-queens"])
def test_the_cases_can_be_made_again(problem: str) -> None:
    paths = (SHIPPED / problem).glob("*/*/input.txt")
    assert cases()[problem] == {f"{path.parts[-3]}/{path.parts[-2]}": path.read_text() for path in paths}


@pytest.mark.slow  # its kernels take long to compile
def test_each_number_is_counted_twice(counting: dict[str, ModuleType]) -> None:
    for case in read_package(SHIPPED / "count-queens").cases:
        assert case.answer is not None
        for name in ("champion", "row_by_row"):
            assert counting[name].solve(case.board.n, case.board.grid) == case.answer.count, (name, case.name)


@pytest.mark.slow  # its kernels take long to compile
def test_the_counts_agree_on_any_board(counting: dict[str, ModuleType]) -> None:
    rng = np.random.default_rng(26)
    wrong = 0
    for n in (1, 2, 3, 4, 5, 6, 7) * 6:
        grid = (rng.random((n, n)) < rng.choice([0.0, 0.1, 0.4])).astype(np.int8) * np.int8(3)
        right = counting["row_by_row"].solve(n, grid)
        assert counting["champion"].solve(n, grid) == right
        wrong += counting["doubled"].solve(n, grid) != right
        assert grid.any() or counting["doubled"].solve(n, grid) == right, "an empty board is its own mirrored image"
    assert wrong > 5


@pytest.mark.slow  # its kernels take long to compile
def test_the_decisions_are_those_of_the_judge(deciding: dict[str, ModuleType]) -> None:
    puzzle = named("verify-queens")
    found: dict[str, list[bool]] = {name: [] for name in ("right", *deciding)}
    for case in read_package(SHIPPED / "verify-queens").cases:
        found["right"].append(puzzle.goal.judge(puzzle, case, Answer(count=1)) is None)
        for name, module in deciding.items():
            found[name].append(module.solve(case.board.n, case.board.grid))
    assert found["champion"] == found["pairs"] == found["right"]
    assert found["right"].count(True) == 3
    assert sum(one != other for one, other in zip(found["uncounted"], found["right"], strict=True)) == 3
