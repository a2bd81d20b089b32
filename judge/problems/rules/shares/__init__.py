"""Check how many pieces each row, column or region has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules import SMALL
from judge.problems.rules.shares.plain import Share, plain_share

if TYPE_CHECKING:
    import numpy as np


def find_share(
    board: np.ndarray[Any, np.dtype[np.int8]], parts: np.ndarray[Any, np.dtype[np.int64]], each: int
) -> Share | None:
    """Return the lowest part that does not have `each` pieces, and how many it has; None where all have."""
    if board.size <= SMALL * SMALL:
        return plain_share(board, parts, each)
    from judge.problems.rules.shares.fast import fast_share

    return fast_share(board, parts, each)
