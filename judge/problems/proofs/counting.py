"""Count what can hold one piece each: the proofs of FAIL that fit on one line."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.model import Instance
from judge.problems.rules.plain import TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]

# Per direction the step to the next cell. The cells of a tree-free segment all see each other.
STEPS = {"row": (0, 1), "column": (1, 0), "falling diagonal": (1, 1), "rising diagonal": (1, -1)}


def segment_heads(grid: Grid, direction: str) -> Mask:
    """Return the first cell of each tree-free segment of a direction, as a bool grid."""
    down, right = STEPS[direction]
    n = len(grid)
    free = grid != TREE
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free
    before = framed[1 - down : 1 - down + n, 1 - right : 1 - right + n]
    heads: Mask = free & ~before
    return heads


def closed_proof(board: Instance) -> str:
    """Return why the board is impossible, in one line that can be checked by counting; "" if none is known.

    Each tree-free segment of a row, column or diagonal holds at most one piece.
    """
    pieces = counted(board.pieces, "piece")
    free = int(np.count_nonzero(board.grid != TREE))
    if free == 0:
        return f"{pieces}, but no free cell"
    if board.pieces > free:
        return f"{pieces}, but only {counted(free, 'free cell')}"
    for direction in STEPS:
        segments = int(np.count_nonzero(segment_heads(board.grid, direction)))
        if board.pieces > segments:
            return f"{pieces}, but only {counted(segments, f'{direction} segment')} can hold one each"
    return ""


def counted(number: int, word: str) -> str:
    """Return a number with its word."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
