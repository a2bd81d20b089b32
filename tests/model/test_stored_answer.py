"""What of an answer is drawn and kept: boards of n x m, and squares as older judges wrote them."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Given

LARGE = Given.MOST_SIDE


def listed(*rows: list[int]) -> Answer:
    return Answer(columns=np.array(rows, np.int64))


def filled(cell: int, *shape: int) -> Answer:
    return Answer(board=np.full(shape or (4, 4), cell, np.int8))


@pytest.mark.parametrize(
    ("answer", "drawn"),
    [
        (listed([0, 1]), [[1, 0], [0, 1]]),
        (listed([1, 0]), [[0, 1], [1, 0]]),
        *((listed(row), None) for row in ([0, 2], [-1, 0], [2, -1], [0, 3])),
        *((one, None) for one in (listed([0, 1], [1, 0]), Answer(columns=np.array([0, 1])))),
    ],
)
def test_columns_are_drawn_where_they_are_on_the_board(answer: Answer, drawn: Any) -> None:
    board = answer.drawn((2, 2))
    assert (None if board is None else board.tolist()) == drawn


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Answer(fail=True), Given(fail=True)),
        (Answer(count=92), Given(count=92)),
        (Answer(count=-(10**399)), Given(count=-(10**399))),
        (listed([1, 3, 0, 2], [2, 0, 3, 1]), Given(count=2)),
        (Answer(columns=np.zeros((0, 4), int)), Given(count=0)),
        *((one, None) for one in (listed([1, 3, 0, 4]), Answer(text=b"yes"), filled(0, 4, 5), filled(0, 3, 3))),
        *((filled(cell), None) for cell in (7, -1)),
    ],
)
def test_what_else_is_said(answer: Answer, kept: Given | None) -> None:
    assert Given.of(answer, (4, 4)) == kept


@pytest.mark.parametrize(
    ("answer", "shape", "kept"),
    [
        (Answer(board=np.array([[1, 0, 2], [0, 2, 1], [0, 0, 0]], np.int8)), (3, 3), [[1, 0, 2], [0, 2, 1], [0, 0, 0]]),
        (Answer(board=np.array([[1, 0, 2]], np.int8)), (1, 3), [[1, 0, 2]]),
        (filled(2, 5, 1), (5, 1), [[2]] * 5),
        (listed([1, 3, 0, 2]), (4, 4), [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]),
        (filled(0, LARGE, LARGE), (LARGE, LARGE), [[0] * LARGE] * LARGE),
        (filled(0, LARGE + 1, LARGE + 1), (LARGE + 1, LARGE + 1), None),
    ],
)
def test_a_board_comes_back_cell_by_cell_unless_it_is_large(answer: Answer, shape: tuple[int, int], kept: Any) -> None:
    text = msgspec.json.encode(Given.of(answer, shape))
    given = msgspec.json.decode(text, type=Given)
    board = given.board()
    assert (given.rows, None if board is None else board.tolist()) == (shape[0] if kept else 0, kept)
    assert (b'"columns"' in text) == (shape[0] != shape[1])


def test_a_square_of_an_older_judge_is_read() -> None:
    cells = Given.Packed.of(np.eye(2, dtype=np.int8)).cells
    found = msgspec.json.decode(b'{"side":2,"cells":"%s"}' % cells.encode(), type=Given).board()
    assert found is not None
    assert np.array_equal(found, np.eye(2))
    with pytest.raises(ValueError, match="cells instead of 2 x 3"):
        Given.Packed(2, 3, cells).board()
