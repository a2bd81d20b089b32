"""Check leaps at the speed of the machine, piece for piece as `plain.py` does: one pass over the cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from judge.problems.rules.compiled import njit
from judge.problems.rules.plain import Cell, Pair

_BOARD = "Array(int8, 2, 'C', readonly=True)"
_LEAPS = "Array(int64, 2, 'C', readonly=True)"


def fast_leap(board: np.ndarray[Any, np.dtype[np.int8]], leaps: Sequence[Cell]) -> Pair | None:
    """Return what `plain_leap` does."""
    row, column, leap = _first_leap(np.ascontiguousarray(board), np.array(leaps, np.int64).reshape(-1, 2))
    return None if row < 0 else ((row + leaps[leap][0], column + leaps[leap][1]), (row, column))


@njit(f"UniTuple(int64, 3)({_BOARD}, {_LEAPS})", cache=True, nogil=True)
def _first_leap(board: Any, leaps: Any) -> tuple[int, int, int]:
    """Return the first piece with one behind it, and the number of the leap; else (-1, -1, -1)."""
    rows, columns = board.shape
    for row in range(rows):
        for column in range(columns):
            if board[row, column] == 1:
                for leap in range(len(leaps)):
                    up, side = row + leaps[leap, 0], column + leaps[leap, 1]
                    if up >= 0 and 0 <= side < columns and board[up, side] == 1:
                        return row, column, leap
    return -1, -1, -1
