"""Check which pieces stand a given leap apart: the specification of `fast.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules.plain import BACKWARDS, PIECE, Cell, Pair

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

# The leaps back to cells that were read before, in the order in which a conflict is named.
KNIGHT = ((-1, -2), (-1, 2), (-2, -1), (-2, 1))
KING = BACKWARDS  # one step of each


def plain_leap(board: np.ndarray[Any, np.dtype[np.int8]], leaps: Sequence[Cell]) -> Pair | None:
    """Return two pieces that are one of the leaps apart on `board` (int8 (n, m)), or None. Nothing blocks a leap.

    Cells count from 0. Reading row by row, the second is the first piece with such a piece read before it; the first
    is the one at the first of its leaps.
    """
    rows: list[list[int]] = board.tolist()
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell == PIECE:
                for down, right in leaps:
                    there = row + down, column + right
                    if there[0] >= 0 and 0 <= there[1] < len(cells) and rows[there[0]][there[1]] == PIECE:
                        return there, (row, column)
    return None
