"""Three of any points on one line: known sets, and that the fast and the plain form always agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from judge.problems.rules.fast import MAX_N
from judge.problems.rules.plain import plain_collinear
from judge.problems.rules.points import FEW, find_in_line
from judge.problems.rules.points.fast import fast_in_line
from judge.problems.rules.points.plain import plain_in_line, plain_in_line_by_slope
from tests.problems.rules.boards import SMALL_BOARDS, turned

# Ten on 5 x 5, two in each row and column: no three in line.
TEN = ["00110", "10001", "10001", "00110", "01100"]


def points_of(board: np.ndarray) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in np.argwhere(board == 1)]


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
    assert plain_in_line_by_slope(points) == three


def test_points_of_a_parabola_are_never_in_line_until_one_is_added() -> None:
    points = parabola(FEW + 5)
    assert find_in_line(points) is None
    points = sorted({*points, (FEW + 1, (points[0][1] + points[1][1]) // 2)})
    assert fast_in_line(points) == plain_in_line(points) == find_in_line(points)


@given(SMALL_BOARDS)
@settings(max_examples=120, deadline=None)
def test_fast_is_plain_and_turns_change_nothing(board: np.ndarray) -> None:
    points = points_of(board)
    three = plain_in_line(points)
    assert fast_in_line(points) == three == find_in_line(points) == plain_in_line_by_slope(points)
    assert {plain_in_line(points_of(image)) is None for image in turned(board)} == {three is None}


@given(SMALL_BOARDS)
@settings(max_examples=60, deadline=None)
def test_one_piece_a_row_is_a_case_of_it(board: np.ndarray) -> None:
    columns = board.argmax(axis=1).astype(np.int64)
    points = [(row, int(column)) for row, column in enumerate(columns)]
    assert plain_in_line(points) == plain_collinear(columns)


def test_slopes_that_nearly_agree_are_exact() -> None:
    far = MAX_N - 2
    assert fast_in_line([(0, 0), (far // 2, far // 2 - 1), (far, far - 1)]) is None
    assert fast_in_line([(0, 0), (far // 2, far // 2), (far, far)]) == (0, 1, 2)


@pytest.mark.parametrize("points", [[(0, MAX_N)], [(-1, 0)], [(0, 1), (0, 0)], [(2, 3), (2, 3)]])
def test_what_it_cannot_do_exactly_is_refused(points: Any) -> None:
    with pytest.raises(ValueError, match=r"exact only|reading order"):
        fast_in_line(points)
