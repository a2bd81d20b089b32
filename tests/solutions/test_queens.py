"""The solutions of `queens` and `all-queens`, against the oracle, the rule written out in plain Python, and A000170."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import every_queens
from tests.shipped import plain
from tests.solutions.conftest import EITHER, Load, answer_to, compiled

A000170 = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]  # n = 0, 1, ... 13
LARGEST = {"bitmask": (8, 13), "champion": (8, 13), "odometer": (5, 8)}  # n that takes less than a second, plain or not
CHAMPION = plain("queens", "champion")


def are_queens(columns: Sequence[int] | None) -> bool:
    """Whether the columns hold one queen each and no two queens share a diagonal."""
    assert columns is not None
    n, rows = len(columns), range(len(columns))
    diagonals = [{row + side * columns[row] for row in rows} for side in (1, -1)]
    return sorted(columns) == list(rows) and all(len(one) == n for one in diagonals)


@EITHER
@pytest.mark.parametrize("name", ["backjumping", "bitmask", "champion", "min_conflicts"])
def test_small_boards(load: Load, name: str) -> None:
    module = load("queens", name)
    for n in range(1, 13 if load is plain else 25):
        columns = answer_to(module, n)
        assert columns is None if n in (2, 3) else are_queens(columns), n


@settings(max_examples=60, deadline=None)
@given(n=st.integers(4, 1200))
def test_champion_on_any_board(n: int) -> None:
    assert are_queens(CHAMPION.arrange(n).tolist())


@pytest.mark.parametrize("remainder", range(6))
def test_champion_on_large_boards(remainder: int) -> None:
    assert are_queens(CHAMPION.arrange(60_000 + remainder).tolist())


@pytest.mark.slow
def test_backjumping_counts_as_it_says() -> None:
    search = compiled("queens", "backjumping").search
    counted = {n: search(n, np.zeros(n, np.int64)) for n in (6, 8, 30)}
    assert counted == {6: (True, 31, 20), 8: (True, 96, 65), 30: (True, 2_470_669, 1_481_240)}


@EITHER
def test_bitmask_finds_the_first_in_order(load: Load) -> None:
    known = {10: [0, 2, 5, 7, 9, 4, 8, 1, 3, 6], 12: [0, 2, 4, 7, 9, 11, 5, 10, 1, 6, 8, 3]}
    firsts = {n: list(every_queens(n)[0]) for n in range(4, 9)}
    module = load("queens", "bitmask")
    assert {n: answer_to(module, n) for n in (*firsts, *known)} == firsts | known


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(n=st.integers(4, 400))
def test_min_conflicts_on_any_board_and_the_same_each_time(n: int) -> None:
    columns = answer_to(compiled("queens", "min_conflicts"), n)
    assert are_queens(columns)
    assert answer_to(compiled("queens", "min_conflicts"), n) == columns


@pytest.mark.parametrize(
    ("load", "name"),
    [  # the champion needs numbers of 64 bits
        *((plain, name) for name in ("bitmask", "odometer")),
        *(pytest.param(compiled, name, marks=pytest.mark.slow) for name in LARGEST),
    ],
)
def test_all_queens(load: Load, name: str) -> None:
    """Up to ten rows they are listed, above they are counted."""
    module = load("all-queens", name)
    for n in range(1, LARGEST[name][load is not plain] + 1):
        answer = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
        if n > 10:
            assert (type(answer), answer) == (int, A000170[n])
            continue
        assert (answer.dtype, answer.shape) == (np.int8, (A000170[n], n))
        listed = {tuple(columns) for columns in answer.tolist()}
        assert len(listed) == len(answer)
        assert listed == {*every_queens(n)} if n < 9 else all(map(are_queens, listed)), n
