"""The solutions of `queens`, `all-queens` and `spies`, which have one piece in each row: against the oracle, and
against their rules once more for boards that it takes too long on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import PUZZLES, Board, conflict, every_queens, grid, of_columns
from tests.shipped import plain
from tests.solutions.conftest import EITHER, Load, compiled

A000170 = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712]  # n = 0, 1, ... 13
LARGEST = {"bitmask": (8, 13), "champion": (8, 13), "odometer": (5, 8)}  # n that takes less than a second, plain or not
CHAMPION = plain("queens", "champion")


def answer_to(module: ModuleType, n: int) -> list[int] | None:
    """The columns of an answer to an empty board, of one piece in each row; None for FAIL."""
    board = module.solve("ANY", n, n, np.zeros((n, n), np.int8))
    if board is None:
        return None
    assert (board.dtype, board.shape) == (np.int8, (n, n))
    assert (np.sort(board, axis=1) == [*[0] * (n - 1), 1]).all(), "one piece in each row, and nothing else"
    columns: list[int] = board.argmax(axis=1).tolist()
    return columns


# --- queens -----------------------------------------------------------------------------------------------------------
def are_queens(columns: Sequence[int] | None) -> bool:
    """Whether the columns hold one queen each and no two queens share a diagonal."""
    assert columns is not None
    n, rows = len(columns), range(len(columns))
    diagonals = [{row + side * columns[row] for row in rows} for side in (1, -1)]
    return sorted(columns) == list(rows) and all(len(one) == n for one in diagonals)


@EITHER
@pytest.mark.parametrize("name", ["backjumping", "bitmask", "champion", "min_conflicts"])
def test_solutions_place_queens_on_small_boards(load: Load, name: str) -> None:
    module = load("queens", name)
    for n in range(1, 13 if load is plain else 25):
        columns = answer_to(module, n)
        assert columns is None if n in (2, 3) else are_queens(columns), n


@settings(max_examples=60, deadline=None)
@given(n=st.integers(4, 1200))
def test_champion_of_queens_on_any_board(n: int) -> None:
    assert are_queens(CHAMPION.arrange(n).tolist())


@pytest.mark.parametrize("remainder", range(6))
def test_champion_of_queens_on_large_boards(remainder: int) -> None:
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
def test_solutions_list_or_count_all_queens(load: Load, name: str) -> None:
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


# --- spies ------------------------------------------------------------------------------------------------------------
IMPOSSIBLE = (2, 3, 5, 6, 7)
FIRSTS = {  # in lexicographic order, columns from 1
    11: "2 4 7 1 8 11 5 3 9 6 10",
    17: "1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14",
    23: "1 3 6 2 10 14 22 19 8 16 23 21 15 7 9 20 5 13 11 17 4 18 12",
    25: "1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20",
}
REACHED = {"brute_force": 11, "pruned": 17, "incremental": 23, "cached": 25}  # the largest n that is tested


def are_spies(columns: np.ndarray | Sequence[int] | None) -> bool:
    """Whether no column is taken twice and each spy sees those below it in as many directions, none a diagonal."""
    assert columns is not None
    columns, n = np.asarray(columns), len(columns)
    if np.unique(columns).size < n:
        return False
    for row in range(n - 1):
        aside, down = columns[row + 1 :] - columns[row], np.arange(1, n - row)
        steps = np.gcd(down, aside)
        if np.unique(down // steps * 2 * n + aside // steps).size < down.size or (np.abs(aside) == down).any():
            return False
    return True


def all_of(n: int) -> list[tuple[int, ...]]:
    """All arrangements, as the oracle says, in lexicographic order."""
    boards = {columns: of_columns(Board(grid(n, n), n), columns) for columns in every_queens(n)}
    return [columns for columns, one in boards.items() if conflict(PUZZLES["spies"], Board(one, n), one) is None]


def test_the_rule_here_is_that_of_the_oracle() -> None:
    assert [len(all_of(n)) for n in range(1, 9)] == [1, 0, 0, 2, 0, 0, 0, 8]
    assert [columns for n in range(1, 7) for columns in permutations(range(n)) if are_spies(columns)] == [
        columns for n in range(1, 7) for columns in all_of(n)
    ]
    assert [columns for columns in every_queens(8) if are_spies(columns)] == all_of(8)


@EITHER
@pytest.mark.parametrize("name", REACHED)
def test_the_first_in_lexicographic_order(load: Load, name: str) -> None:
    firsts = {n: next(map(list, all_of(n)), None) for n in range(1, 9)}
    if load is not plain:
        firsts |= {n: [int(one) - 1 for one in said.split()] for n, said in FIRSTS.items() if n <= REACHED[name]}
    module = load("spies", name)
    assert {n: answer_to(module, n) for n in firsts} == firsts


@pytest.mark.slow  # its kernels take long to compile
def test_champion_of_spies() -> None:
    for n in (*range(1, 31), 60, 99):
        columns = answer_to(compiled("spies", "champion"), n)
        assert columns is None if n in IMPOSSIBLE else are_spies(columns), n


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(n=st.integers(8, 130))
def test_champion_of_spies_on_any_board_and_the_same_each_time(n: int) -> None:
    columns = answer_to(compiled("spies", "champion"), n)
    assert are_spies(columns)
    assert answer_to(compiled("spies", "champion"), n) == columns


EVERY_SIZE = [
    *(range(n, 500, 12) for n in range(8, 20)),
    *(range(n, 1000, 24) for n in range(501, 525, 2)),
    [2000, 5001],
]


@pytest.mark.nightly(sample=4)
@pytest.mark.parametrize("sizes", EVERY_SIZE)
def test_champion_of_spies_on_every_size(sizes: Sequence[int]) -> None:
    for n in sizes:
        assert are_spies(compiled("spies", "champion").arrange(n, n)), n


@pytest.mark.slow
def test_champion_of_spies_from_any_seed() -> None:
    assert all(are_spies(compiled("spies", "champion").arrange(199, seed)) for seed in range(41))
