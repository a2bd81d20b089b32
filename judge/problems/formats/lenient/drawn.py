"""Keep a board that a reader has put together: as columns where it is a permutation, else as cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.problems.formats.lenient.found import Finds, Found

if TYPE_CHECKING:
    from judge.problems.formats.page import Cells

PIECE = 1


def keep_board(finds: Finds, name: str, line: int, board: Cells, free: bool) -> None:
    """Keep it as what the text says. Only if `free` the pieces need not be one a row and a column: else it is kept for
    its fault to be told."""
    pieces = board == PIECE
    if free:
        finds.keep(Found(name, line, board=board))
    elif pieces.shape[0] == pieces.shape[1] and (pieces.sum(axis=0) == 1).all() and (pieces.sum(axis=1) == 1).all():
        finds.keep(Found(name, line, tuple(pieces.argmax(axis=1).tolist())))
    elif finds.stray is None:
        finds.stray = Found(name, line, board=board)
