"""Check which pieces stand a given leap apart, as knights do and pieces that touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules import SMALL
from judge.problems.rules.leaps.plain import plain_leap

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from judge.problems.rules.plain import Cell, Pair


def find_leap(board: np.ndarray[Any, np.dtype[np.int8]], leaps: Sequence[Cell]) -> Pair | None:
    """Return two pieces that are one of the leaps apart, or None: the one read first in reading order, and the one
    before it."""
    if board.size <= SMALL * SMALL:
        return plain_leap(board, leaps)
    from judge.problems.rules.leaps.fast import fast_leap

    return fast_leap(board, leaps)
