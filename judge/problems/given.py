"""What of an answer is kept with its result: little enough that thousands of them are nothing."""

from __future__ import annotations

from judge.model import Answer
from judge.model.given import MOST_SIDE, Given, is_board, packed
from judge.problems.check import drawing
from judge.problems.formats.size import Size, shape_of


def given_of(answer: Answer, size: Size) -> Given | None:
    """Return what a submission answered to a case of this size: FAIL, a number, or one board.

    None for a text, and for what is no board of that size. Of a board that is too large, only that there is one.
    """
    if answer.fail:
        return Given(fail=True)
    if answer.count is not None:
        return Given(count=answer.count)
    if answer.columns is not None and len(answer.columns) != 1:
        return Given(count=len(answer.columns))
    board, (rows, columns) = drawing(answer, size), shape_of(size)
    if board is None or board.shape != (rows, columns) or rows == 0:
        return None
    if max(rows, columns) > MOST_SIDE:
        return Given()
    if not is_board(board):
        return None
    return Given(rows=rows, cells=packed(board), columns=0 if columns == rows else columns)
