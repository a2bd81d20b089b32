"""Check the rules: the door to both ways of checking each.

The plain form (`plain.py`) is the specification and serves small boards, so that a check of one need not import numba
(0.4 s); the fast form (`fast.py`) serves the rest. Both name the same pieces for every board; tests hold them against
each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules.plain import (
    BACKWARDS,
    SLANTING,
    STRAIGHT,
    Cell,
    Pair,
    Three,
    plain_attack,
    plain_in_line,
    plain_leap,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

SMALL = 32  # up to this n the plain rules take at most about a millisecond


def find_attack(
    board: np.ndarray[Any, np.dtype[np.int8]], steps: Sequence[Cell] = BACKWARDS, torus: bool = False
) -> Pair | None:
    """Return two pieces that attack each other on `board`, or None: as queens, or along the lines of `steps`.

    `board` is int8 (n, m): 0 free, 1 piece, 2 tree, 3 closed. Cells are (row, column) from 0; no piece and no tree
    stands between the two. Reading row by row, the second is the first piece that sees one along a step; the first is
    the one it sees along the first of the steps: to the left, above, up-left, up-right. The fast form knows the
    steps of queens, rooks and bishops.
    """
    if torus or board.size <= SMALL * SMALL or set(steps) not in (set(BACKWARDS), set(STRAIGHT), set(SLANTING)):
        return plain_attack(board, steps, torus)
    from judge.problems.rules.fast import fast_attack

    return fast_attack(board, steps)


def find_leap(board: np.ndarray[Any, np.dtype[np.int8]], leaps: Sequence[Cell], torus: bool = False) -> Pair | None:
    """Return two pieces that are one of the leaps apart, or None: the one read first in reading order, and the one
    that a leap leads to."""
    if torus or board.size <= SMALL * SMALL:
        return plain_leap(board, leaps, torus)
    from judge.problems.rules.fast import fast_leap

    return fast_leap(board, leaps)


def find_in_line(points: Sequence[Cell]) -> Three | None:
    """Return the numbers of the first three points on one line of any slope, or None. The points come in reading
    order."""
    if len(points) <= SMALL:
        return plain_in_line(points)
    from judge.problems.rules.fast import fast_in_line

    return fast_in_line(points)
