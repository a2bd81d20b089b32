"""The solutions of `queens` and `all-queens`, against the rule written out in plain Python and OEIS A000170."""

from __future__ import annotations

from itertools import permutations
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shipped import few_first, solution
from tests.solutions.one_a_row import answer_to, are_queens

PROBLEM = "queens"
NAMES = ["backjumping", "bitmask", "champion", "min_conflicts"]
A000170 = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]  # n = 0, 1, ... 13
LARGEST = {"bitmask": 13, "champion": 13, "odometer": 8}  # the largest n that takes less than a second


@pytest.mark.parametrize("name", few_first(NAMES, ("bitmask", "champion")))
def test_small_boards(solutions: dict[str, ModuleType], name: str) -> None:
    for n in range(1, 25):
        columns = answer_to(solutions[name], n)
        assert columns is None if n in (2, 3) else are_queens(columns), n


@settings(max_examples=60, deadline=None)
@given(n=st.integers(4, 1200))
def test_champion_on_any_board(solutions: dict[str, ModuleType], n: int) -> None:
    assert are_queens(solutions["champion"].arrange(n).tolist())


@pytest.mark.parametrize("remainder", range(6))
def test_champion_on_large_boards(solutions: dict[str, ModuleType], remainder: int) -> None:
    assert are_queens(solutions["champion"].arrange(60_000 + remainder).tolist())


@pytest.mark.slow
def test_backjumping_counts_as_it_says(solutions: dict[str, ModuleType]) -> None:
    counted = {n: solutions["backjumping"].search(n, np.zeros(n, np.int64)) for n in (6, 8, 30)}
    assert counted == {6: (True, 31, 20), 8: (True, 96, 65), 30: (True, 2_470_669, 1_481_240)}


def test_bitmask_finds_the_first_in_order(solutions: dict[str, ModuleType]) -> None:
    known = {10: [0, 2, 5, 7, 9, 4, 8, 1, 3, 6], 12: [0, 2, 4, 7, 9, 11, 5, 10, 1, 6, 8, 3]}
    firsts = {n: list(next(one for one in permutations(range(n)) if are_queens(one))) for n in range(4, 9)}
    assert {n: answer_to(solutions["bitmask"], n) for n in (*firsts, *known)} == firsts | known


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(n=st.integers(4, 400))
def test_min_conflicts_on_any_board_and_the_same_each_time(solutions: dict[str, ModuleType], n: int) -> None:
    columns = answer_to(solutions["min_conflicts"], n)
    assert are_queens(columns)
    assert answer_to(solutions["min_conflicts"], n) == columns


def all_of(module: ModuleType, n: int) -> Any:
    """The list of arrangements as a set of tuples, or the number alone."""
    answer = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if n > 10:
        assert type(answer) is int
        return answer
    assert (answer.dtype, answer.shape[1:]) == (np.int8, (n,))
    listed = {tuple(columns) for columns in answer.tolist()}
    assert len(listed) == len(answer)
    return listed


@pytest.mark.parametrize("name", few_first(LARGEST, ("champion", "odometer")))
def test_all_queens(name: str) -> None:
    module = solution("all-queens", name)
    for n in range(1, LARGEST[name] + 1):
        answer = all_of(module, n)
        if n < 8:
            assert answer == {one for one in permutations(range(n)) if are_queens(one)}, n
        assert (answer if n > 10 else len(answer)) == A000170[n], n
        assert n > 10 or all(map(are_queens, answer)), n
