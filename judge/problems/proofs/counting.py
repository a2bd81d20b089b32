"""Count what can hold one piece each: the proofs of FAIL that fit on one line."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from judge.model import Instance
from judge.problems.proofs.proof import Bound, Proof
from judge.problems.rules.plain import TREE

Grid = np.ndarray[Any, np.dtype[np.int8]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Direction = Literal["row", "column", "falling", "rising"]

# From the cell in which a segment begins to the next one: rows down, columns right.
STEPS: dict[Direction, tuple[int, int]] = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}


def segment_heads(grid: Grid, direction: Direction) -> Mask:
    """Return the first cell of each tree-free segment of a direction, as a bool grid."""
    down, right = STEPS[direction]
    n = len(grid)
    free = grid != TREE
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free
    before = framed[1 - down : 1 - down + n, 1 - right : 1 - right + n]
    heads: Mask = free & ~before
    return heads


def count_bound(board: Instance) -> Bound:
    """Count the free cells, and the segments of each direction, which hold one piece each.

    The proof is a line that can be checked by counting; there is none where no count is below the number of pieces.
    """
    counts: dict[Direction | Literal["cell"], int] = {"cell": int(np.count_nonzero(board.grid != TREE))}
    for direction in STEPS:
        counts[direction] = int(np.count_nonzero(segment_heads(board.grid, direction)))
    lines = [_line(board, of, count) for of, count in counts.items() if count < board.pieces]
    return Bound(min(counts.values()), Proof(lines[0]) if lines else None)


def closed_proof(board: Instance) -> str:
    """Return why the board is impossible, in one line that can be checked by counting; "" if none is known."""
    proof = count_bound(board).proof
    return proof.line if proof else ""


def segments_word(direction: Direction) -> str:
    """Return what a segment of this direction is called."""
    return f"{direction} segment" if direction in ("row", "column") else f"{direction} diagonal segment"


def _line(board: Instance, of: Direction | Literal["cell"], count: int) -> str:
    pieces = counted(board.pieces, "piece")
    if of != "cell":
        return f"{pieces}, but only {counted(count, segments_word(of))} can hold one each"
    return f"{pieces}, but only {counted(count, 'free cell')}" if count else f"{pieces}, but no free cell"


def counted(number: int, word: str) -> str:
    """Return a number with its word."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
