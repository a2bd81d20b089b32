"""Arrange pieces in one pass, without a step back: quick on any board, and enough where there is room."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.model import Answer, Instance
from judge.problems.rules.plain import PIECE, TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]


def first_descent(board: Instance) -> Grid | None:
    """Put a piece on every cell that none sees, column by column, until all are placed; None if some are left."""
    grid = descended(board)
    return grid if np.count_nonzero(grid == PIECE) == board.pieces else None


def descend(board: Instance) -> Answer | None:
    """Return the same as an answer."""
    grid = first_descent(board)
    return None if grid is None else Answer(board=grid)


def descended(board: Instance) -> Grid:
    """Return the board with the pieces that this places, at most as many as are asked for."""
    grid, n, left = board.grid.copy(), board.n, board.pieces
    rows, falling, rising = bytearray(n), bytearray(2 * n), bytearray(2 * n)
    for c, column in enumerate(board.grid.T.tolist()):
        seen = 0  # whether the nearest thing above, in this column, is a piece
        for r, cell in enumerate(column):
            if cell == TREE:
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 0
            elif left and not (seen or rows[r] or falling[n + r - c] or rising[r + c]):
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 1
                grid[r, c] = PIECE
                left -= 1
    return grid


def fitting(grid: Grid) -> int:
    """Return how many pieces that places where as many as possible are asked for."""
    return int(np.count_nonzero(descended(Instance("ANY", len(grid), grid.size, grid)) == PIECE))
