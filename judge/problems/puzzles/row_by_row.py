"""Every way to put one queen into each row of a board with closed cells and given queens: what is counted or listed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from judge.model import Instance
from judge.problems.rules.plain import PIECE, every_queens


def queens_on(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of n queens on the free cells of n x n, the given queens among them.

    Trees are none of these boards: a queen sees over a cell that is closed.
    """
    return every_queens(board.n, [_free(row) for row in board.grid])


def _free(row: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> int:
    """Return a bit for each column in which the queen of a row may stand: where one is given, in no other."""
    given = np.flatnonzero(row == PIECE)
    if len(given) > 1:
        return 0
    return sum(1 << int(column) for column in (given if len(given) else np.flatnonzero(row == 0)))
