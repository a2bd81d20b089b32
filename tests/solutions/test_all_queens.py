"""The solutions of `all-queens` and its shipped answers, against all permutations and OEIS A000170."""

from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.shipped import few_first
from tests.solutions.test_queens import are_arrangement

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "testcases/all-queens").glob("*/*/input.txt"))
PROBLEM = "all-queens"
NAMES = ["bitmask", "champion", "odometer"]
A000170 = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512]  # n = 0, 1, ... 16
LARGEST = {"bitmask": 13, "champion": 13, "odometer": 8}  # the largest n that takes less than a second


def answer_to(module: ModuleType, n: int) -> Any:
    """The list of arrangements as a set of tuples, or the number alone."""
    answer = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if n > 10:
        assert type(answer) is int
        return answer
    assert answer.dtype == np.int8
    assert answer.shape[1:] == (n,)
    listed = [tuple(columns) for columns in answer.tolist()]
    assert len(set(listed)) == len(listed)
    return set(listed)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_shipped_case(case: Path) -> None:
    n = int(case.parent.name.removeprefix("n-"))
    assert case.read_text() == f"ANY\n{n}\n{n}\n" + ("0" * n + "\n") * n
    first, *lines = (case.parent / "answer.txt").read_text().splitlines()
    assert int(first) == A000170[n]
    if n > 10:
        assert not lines
    else:
        assert len(set(lines)) == len(lines) == A000170[n]
        assert all(are_arrangement([int(column) - 1 for column in line.split()]) for line in lines)
        assert all(len(line.split()) == n for line in lines)


def test_the_shipped_sizes() -> None:
    """Of each group: n^n candidates are few, the most to look at, out of reach, and none of them is right."""
    groups: dict[str, set[int]] = {}
    for case in CASES:
        groups.setdefault(case.parts[-3], set()).add(int(case.parent.name.removeprefix("n-")))
    assert groups == {
        "sample": {4, 6},
        "easy": {1, 5, 7},
        "medium": {8, 9},
        "hard": {10, 11, 12, 14},
        "infeasible": {2, 3},
    }


@pytest.mark.parametrize("name", few_first(NAMES, ("champion", "odometer")))
def test_every_arrangement_of_a_small_board(solutions: dict[str, ModuleType], name: str) -> None:
    for n in range(1, 8):
        right = {columns for columns in permutations(range(n)) if are_arrangement(columns)}
        assert answer_to(solutions[name], n) == right, n


@pytest.mark.parametrize("name", few_first(NAMES, ("champion", "odometer")))
def test_every_arrangement_of_a_larger_board(solutions: dict[str, ModuleType], name: str) -> None:
    for n in range(8, LARGEST[name] + 1):
        answer = answer_to(solutions[name], n)
        if n > 10:
            assert answer == A000170[n], n
        else:
            assert len(answer) == A000170[n], n
            assert all(map(are_arrangement, answer)), n


@pytest.mark.parametrize("n", [*range(1, 14), *(pytest.param(n, marks=pytest.mark.slow) for n in range(14, 17))])
def test_the_champion_counts_as_oeis_a000170(solutions: dict[str, ModuleType], n: int) -> None:
    assert solutions["champion"].count(n) == A000170[n]
