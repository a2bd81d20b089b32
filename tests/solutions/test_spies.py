"""The solutions of `spies`, against the rule written out in plain Python integers."""

from collections.abc import Sequence
from itertools import permutations
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shipped import few_first
from tests.solutions.one_a_row import answer_to, are_spies

IMPOSSIBLE = (2, 3, 5, 6, 7)
PROBLEM = "spies"
NAMES = ["brute_force", "cached", "champion", "incremental", "pruned"]
FIRSTS = {  # in lexicographic order, columns from 1
    8: "3 5 8 4 1 7 2 6",
    11: "2 4 7 1 8 11 5 3 9 6 10",
    17: "1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14",
    23: "1 3 6 2 10 14 22 19 8 16 23 21 15 7 9 20 5 13 11 17 4 18 12",
    25: "1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20",
}
REACHED = {"brute_force": 11, "pruned": 17, "incremental": 23, "cached": 25}  # the largest n that is tested


@pytest.fixture(scope="module")
def champion(solutions: dict[str, ModuleType]) -> ModuleType:
    return solutions["champion"]


def test_the_rule_here_counts_right() -> None:
    counts = [sum(are_spies(columns) for columns in permutations(range(n))) for n in range(1, 9)]
    assert counts == [1, 0, 0, 2, 0, 0, 0, 8]


@pytest.mark.parametrize("name", few_first(REACHED, ("pruned",)))
def test_the_first_in_lexicographic_order(solutions: dict[str, ModuleType], name: str) -> None:
    for n in filter(REACHED[name].__ge__, FIRSTS):
        assert answer_to(solutions[name], n) == [int(column) - 1 for column in FIRSTS[n].split()], n


@pytest.mark.parametrize("name", few_first(REACHED, ("pruned",)))
def test_small_boards_against_all_permutations(solutions: dict[str, ModuleType], name: str) -> None:
    for n in range(1, 9):
        first = next(filter(are_spies, permutations(range(n))), None)
        assert answer_to(solutions[name], n) == (None if first is None else list(first)), n


def test_champion(champion: ModuleType) -> None:
    for n in (*range(1, 31), 60, 99):
        columns = answer_to(champion, n)
        assert columns is None if n in IMPOSSIBLE else are_spies(columns), n


@settings(max_examples=40, deadline=None)
@given(n=st.integers(8, 130))
def test_champion_on_any_board_and_the_same_each_time(champion: ModuleType, n: int) -> None:
    columns = answer_to(champion, n)
    assert are_spies(columns)
    assert answer_to(champion, n) == columns


EVERY_SIZE = [
    *(range(n, 500, 12) for n in range(8, 20)),
    *(range(n, 1000, 24) for n in range(501, 525, 2)),
    [2000, 5001],
]


@pytest.mark.parametrize("sizes", [pytest.param(sizes, marks=pytest.mark.nightly(sample=4)) for sizes in EVERY_SIZE])
def test_champion_on_every_size(champion: ModuleType, sizes: Sequence[int]) -> None:
    for n in sizes:
        assert all_directions_differ(champion.arrange(n, n)), n


def test_the_quick_rule_is_the_plain_one() -> None:
    assert all(all_directions_differ(np.array(word)) == are_spies(word) for word in permutations(range(7)))


@pytest.mark.parametrize("seed", range(41))
def test_champion_from_any_seed(champion: ModuleType, seed: int) -> None:
    assert all_directions_differ(champion.arrange(199, seed))


def all_directions_differ(columns: np.ndarray) -> bool:
    """Whether no column is taken twice and each spy sees those below it in as many directions, none a diagonal."""
    n = columns.size
    if np.unique(columns).size < n:
        return False
    for row in range(n - 1):
        aside, down = columns[row + 1 :] - columns[row], np.arange(1, n - row)
        steps = np.gcd(down, aside)
        if np.unique(down // steps * 2 * n + aside // steps).size < down.size or (np.abs(aside) == down).any():
            return False
    return True
