"""Bound how many queens fit beside trees: above by segments that hold one each, below by one pass that places some."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from judge.model import Answer, Instance
from judge.problems.constraints import PIECE, TREE
from judge.text import counted

Grid = np.ndarray[Any, np.dtype[np.int8]]

# From the cell in which a segment without a tree begins to the next one: rows down, columns right.
_SEGMENTS: Final = {
    "row segment": (0, 1),
    "column segment": (1, 0),
    "falling diagonal segment": (1, 1),
    "rising diagonal segment": (1, -1),
}


def segments(grid: Grid) -> dict[str, int]:
    """Return how many segments of n x n are free of trees, by what they are called; each holds one piece at most."""
    n = len(grid)
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free = grid != TREE
    heads = ((word, free & ~framed[1 - i : 1 - i + n, 1 - j : 1 - j + n]) for word, (i, j) in _SEGMENTS.items())
    return {word: int(np.count_nonzero(first)) for word, first in heads}


def count_bound(board: Instance) -> tuple[int, str]:
    """Count free cells and segments, which hold one piece each.

    Return the fewest of them, and a line that proves FAIL by counting; "" where no count is below the pieces.
    """
    counts = {"free cell": int(np.count_nonzero(board.grid != TREE)), **segments(board.grid)}
    word, count = next(((word, count) for word, count in counts.items() if count < board.pieces), ("", 0))
    pieces, there = counted(board.pieces, "piece", ",d"), counted(count, word, ",d")
    line = f"{pieces}, but only {there} can hold one each" if word else ""
    if word == "free cell":
        line = f"{pieces}, but only {there}" if count else f"{pieces}, but no free cell"
    return min(counts.values()), line


def descended(board: Instance) -> Grid:
    """Return the board with a queen on every cell that none sees, column by column, at most as many as asked for."""
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


def descend(board: Instance) -> Answer | None:
    """Return the arrangement that one pass finds, without a step back; None where pieces are left."""
    grid = descended(board)
    return Answer(board=grid) if np.count_nonzero(grid == PIECE) == board.pieces else None


def fitting(grid: Grid) -> int:
    """Return how many pieces one pass places where as many as possible are asked for."""
    return int(np.count_nonzero(descended(Instance("ANY", len(grid), grid.size, grid)) == PIECE))
