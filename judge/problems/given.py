"""What of an answer is kept with its result: little enough that thousands of them are nothing."""

from __future__ import annotations

from judge.model import Answer
from judge.model.board_text import is_board
from judge.model.given import MOST_SIDE, Given, packed
from judge.problems.check import drawing


def given_of(answer: Answer, n: int) -> Given | None:
    """Return what a submission answered to a case of `n`: FAIL, a number of arrangements, or one board.

    None for a text, and for what is no board of that size. Of a board that is too large, only that there is one.
    """
    if answer.fail:
        return Given(fail=True)
    if answer.count is not None:
        return Given(count=answer.count)
    if answer.columns is not None and len(answer.columns) != 1:
        return Given(count=len(answer.columns))
    board = drawing(answer, n)
    if board is None or board.shape != (n, n) or n == 0:
        return None
    if n > MOST_SIDE:
        return Given()
    return Given(side=n, cells=packed(board)) if is_board(board) else None
