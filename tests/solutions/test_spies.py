"""The solutions of `spies`, against the oracle, and against its rule once more for boards that it takes too long on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import PUZZLES, Board, conflict, every_queens, grid, of_columns
from tests.shipped import plain
from tests.solutions.conftest import EITHER, Load, answer_to, compiled

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
def test_champion() -> None:
    for n in (*range(1, 31), 60, 99):
        columns = answer_to(compiled("spies", "champion"), n)
        assert columns is None if n in IMPOSSIBLE else are_spies(columns), n


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(n=st.integers(8, 130))
def test_champion_on_any_board_and_the_same_each_time(n: int) -> None:
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
def test_champion_on_every_size(sizes: Sequence[int]) -> None:
    for n in sizes:
        assert are_spies(compiled("spies", "champion").arrange(n, n)), n


@pytest.mark.slow
def test_champion_from_any_seed() -> None:
    assert all(are_spies(compiled("spies", "champion").arrange(199, seed)) for seed in range(41))
