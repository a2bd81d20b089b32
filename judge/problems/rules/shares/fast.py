"""Check shares at the speed of the machine: two passes over the cells, whatever numbers the parts have."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.problems.rules.plain import PIECE
from judge.problems.rules.shares.plain import Share


def fast_share(
    board: np.ndarray[Any, np.dtype[np.int8]], parts: np.ndarray[Any, np.dtype[np.int64]], each: int
) -> Share | None:
    """Return what `plain_share` does: numpy's loops are as quick here as our own would be."""
    numbers, at = np.unique(parts, return_inverse=True)
    counted = np.bincount(at.reshape(-1)[board.reshape(-1) == PIECE], minlength=len(numbers))
    wrong = np.flatnonzero(counted != each)
    return (int(numbers[wrong[0]]), int(counted[wrong[0]])) if len(wrong) else None
