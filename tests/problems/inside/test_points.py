"""Three of any points on one line: known sets, and that the fast and the plain form always agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.problems.rules import SMALL, find_in_line
from judge.problems.rules.fast import MAX_N, fast_in_line
from judge.problems.rules.plain import plain_crowded, plain_in_line
from tests.problems.inside.boards import SMALL_BOARDS, turned

PRIMES = (7, 11, 13, 31, 37, 61, 67, 71)
BOARDS = 500
# Ten on 5 x 5, two in each row and column: no three in line.
TEN = ["00110", "10001", "10001", "00110", "01100"]


def points_of(board: np.ndarray) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in np.argwhere(board == 1)]


def points_in(columns: np.ndarray) -> list[tuple[int, int]]:
    return list(enumerate(columns.tolist()))


def parabola(prime: int) -> list[tuple[int, int]]:
    return [(row, row * row % prime) for row in range(prime)]


@pytest.mark.parametrize(
    ("points", "three"),
    [
        ([], None),
        ([(0, 0), (5, 5)], None),
        ([(0, 0), (0, 3), (0, 9)], (0, 1, 2)),
        ([(0, 4), (1, 0), (2, 4), (7, 4)], (0, 2, 3)),
        ([(0, 5), (2, 4), (3, 3), (4, 3)], (0, 1, 3)),
        ([(0, 0), (0, 1), (1, 0), (1, 1)], None),
        ([(0, 0), (1, 1), (1, 2), (2, 2), (2, 4)], (0, 1, 3)),
    ],
)
def test_known_sets(points: Any, three: Any) -> None:
    assert plain_in_line(points) == fast_in_line(points) == find_in_line(points) == three


def test_points_of_a_parabola_are_never_in_line_until_one_is_added() -> None:
    points = parabola(SMALL + 5)
    assert find_in_line(points) is None
    points = sorted({*points, (SMALL + 1, (points[0][1] + points[1][1]) // 2)})
    assert fast_in_line(points) == plain_in_line(points) == find_in_line(points)


@given(SMALL_BOARDS)
@settings(max_examples=120, deadline=None)
def test_fast_is_plain_and_turns_change_nothing(board: np.ndarray) -> None:
    points = points_of(board)
    three = plain_in_line(points)
    assert fast_in_line(points) == three == find_in_line(points)
    assert plain_crowded(points, 2) == (three and [points[at] for at in three])
    assert {plain_in_line(points_of(image)) is None for image in turned(board)} == {three is None}


def test_one_a_row_agrees_on_random_and_mutated_arrangements() -> None:
    rng = np.random.default_rng(3)
    lines = 0
    for case in range(BOARDS):
        p = int(rng.choice(PRIMES[4:] if case % 20 == 0 else PRIMES[:4]))
        n = int(rng.integers(max(1, p - 6), p + 1))
        a, b, c = (int(rng.integers(least, p)) for least in (1, 0, 0))
        rows = np.arange(n, dtype=np.int64)
        columns = (a * rows * rows + b * rows + c) % p  # has no three in line, not even modulo p
        assert plain_in_line(points_in(columns)) is None
        assert fast_in_line(points_in(columns)) is None
        columns[rng.integers(0, n)] = rng.integers(0, p)
        three = plain_in_line(points_in(columns))
        assert fast_in_line(points_in(columns)) == three
        lines += three is not None
    assert BOARDS < 10 * lines < 9 * BOARDS, "the mutations must make both kinds"


@given(st.integers(0, 1 << 20), st.lists(st.integers(0, 2), min_size=3, max_size=60))
@settings(max_examples=100, deadline=None)
def test_it_is_exact_where_slopes_nearly_agree(slope: int, noise: list[int]) -> None:
    """Columns up to the bound of the proof, one cell off a steep line."""
    points = [(row, row * slope + off) for row, off in enumerate(noise)]
    assert fast_in_line(points) == plain_in_line(points)


def test_it_is_exact_near_the_bound_of_the_proof() -> None:
    """A parabola modulo a prime has no three in line; a shear keeps lines and brings the slopes together."""
    rows = np.arange(2001, dtype=np.int64)
    columns = rows * rows % 2003 + 33_000 * rows
    assert 0.96 * MAX_N < columns.max() < MAX_N
    assert fast_in_line(points_in(columns)) is None
    columns[1600] = 2 * columns[1200] - columns[800]
    assert fast_in_line(points_in(columns)) == (800, 1200, 1600)
    columns[1600] += 1
    assert fast_in_line(points_in(columns)) != (800, 1200, 1600)


def test_slopes_that_nearly_agree_are_exact() -> None:
    far = MAX_N - 2
    assert fast_in_line([(0, 0), (far // 2, far // 2 - 1), (far, far - 1)]) is None
    assert fast_in_line([(0, 0), (far // 2, far // 2), (far, far)]) == (0, 1, 2)


@pytest.mark.parametrize("points", [[(0, MAX_N)], [(-1, 0)], [(0, 1), (0, 0)], [(2, 3), (2, 3)]])
def test_what_it_cannot_do_exactly_is_refused(points: Any) -> None:
    with pytest.raises(ValueError, match=r"exact only|reading order"):
        fast_in_line(points)


# Printed as solutions by a program that tested y == a * x + b in floating point; the rows that stand in line.
INVALID_SPIES = {
    "4 7 1 6 2 10 8 3 5 9 11": (1, 4, 7),
    "1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15": (2, 8, 14),
    "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16": (9, 19, 24),
}


def spies(numbers: str) -> list[tuple[int, int]]:
    return [(row, int(number) - 1) for row, number in enumerate(numbers.split())]


@pytest.mark.parametrize(("numbers", "rows"), INVALID_SPIES.items())
def test_invalid_arrangements_are_refused_with_their_three_rows(numbers: str, rows: Any) -> None:
    points = spies(numbers)
    for found in (plain_in_line(points), fast_in_line(points), find_in_line(points)):
        assert found is not None
        assert tuple(row + 1 for row in found) == rows
