"""What is kept of an answer: enough to draw it, and nothing of what can't be read."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer
from judge.model.given import MOST_SIDE, Given
from judge.problems.check import given_of


def facts(given: Given | None) -> object:
    board = given.board() if given else None
    return None if board is None else board.tolist()


def test_a_board_is_kept_cell_by_cell() -> None:
    board = np.array([[1, 0, 2], [0, 2, 1], [0, 0, 0]], dtype=np.int8)
    given = given_of(Answer(board=board), 3)
    assert facts(given) == board.tolist()


def test_columns_are_drawn_as_a_board() -> None:
    given = given_of(Answer(columns=np.array([[1, 3, 0, 2]])), 4)
    assert facts(given) == [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Answer(fail=True), Given(fail=True)),
        (Answer(count=92), Given(count=92)),
        (Answer(count=-(10**399)), Given(count=-(10**399))),
        (Answer(columns=np.array([[1, 3, 0, 2], [2, 0, 3, 1]])), Given(count=2)),
        (Answer(columns=np.zeros((0, 4), int)), Given(count=0)),
        (Answer(columns=np.array([[1, 3, 0, 4]])), None),
        (Answer(text=b"yes"), None),
        (Answer(board=np.zeros((4, 5), np.int8)), None),
        (Answer(board=np.zeros((3, 3), np.int8)), None),
        (Answer(board=np.full((4, 4), 7, np.int8)), None),
        (Answer(board=np.full((4, 4), -1, np.int8)), None),
    ],
)
def test_what_else_is_said(answer: Answer, kept: Given | None) -> None:
    assert given_of(answer, 4) == kept


@pytest.mark.parametrize(("n", "side"), [(MOST_SIDE, MOST_SIDE), (MOST_SIDE + 1, 0)])
def test_a_large_board_is_not_kept(n: int, side: int) -> None:
    given = given_of(Answer(board=np.eye(n, dtype=np.int8)), n)
    assert given is not None
    assert (given.rows, given.board() is None) == (side, not side)
