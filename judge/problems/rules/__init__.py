"""Check the rules: the door to both ways of checking each.

Views, and one piece a row on straight lines, are in `plain.py` and `fast.py`. Leaps, points on straight lines and
shares of rows, columns and regions have a folder each, with the same two files. The plain form is the specification
and serves small boards, so that a check of one need not import numba (0.4 s); the fast form serves the rest. Both name
the same pieces for every board; tests hold them against each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules.plain import (
    BACKWARDS,
    Cell,
    Pair,
    Triple,
    plain_attack,
    plain_attack_in_columns,
    plain_collinear,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

SMALL = 32  # up to this n the plain rules take at most about a millisecond


def find_attack(board: np.ndarray[Any, np.dtype[np.int8]], steps: Sequence[Cell] = BACKWARDS) -> Pair | None:
    """Return two pieces that attack each other on `board`, or None: as queens, or as `steps` says, rooks or bishops.

    `board` is int8 (n, m): 0 free, 1 piece, 2 tree, 3 closed. Cells are (row, column) from 0; no piece and no tree
    stands between the two. Reading row by row, the second is the first piece that sees one read before it; the first
    is the one it sees along the first of the steps: to the left, above, up-left, up-right.
    """
    if board.size <= SMALL * SMALL:
        return plain_attack(board, steps)
    from judge.problems.rules.fast import fast_attack

    return fast_attack(board, steps)


def find_attack_in_columns(columns: np.ndarray[Any, np.dtype[np.int64]]) -> Pair | None:
    """Return what `find_attack` does, for one piece a row and no trees; n steps.

    `columns` holds the 0-based column of each row's piece.
    """
    return plain_attack_in_columns(columns)


def find_collinear(columns: np.ndarray[Any, np.dtype[np.int64]]) -> Triple | None:
    """Return the lexicographically first three rows (from 0) whose pieces stand on one line of any slope, or None.

    `columns` (int64 (n,)) holds the 0-based column of each row's piece. Exact for n and columns below 2^26,
    above that ValueError.
    """
    if len(columns) <= SMALL:
        return plain_collinear(columns)
    from judge.problems.rules.fast import fast_collinear

    return fast_collinear(columns)
