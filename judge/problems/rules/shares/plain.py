"""Check how many pieces each row, column or region has: the specification of `fast.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from judge.problems.rules.plain import PIECE

if TYPE_CHECKING:
    import numpy as np

Share = tuple[int, int]  # the number of a part, and how many pieces it has


def plain_share(
    board: np.ndarray[Any, np.dtype[np.int8]], parts: np.ndarray[Any, np.dtype[np.int64]], each: int
) -> Share | None:
    """Return the lowest part that does not have `each` pieces, and how many it has; None where all have.

    `parts` (of the shape of `board`) says for each cell of which part it is.
    """
    counted: dict[int, int] = {}
    for cells, numbers in zip(board.tolist(), parts.tolist()):  # noqa: B905 - an exported package may run on Python 3.9
        for cell, number in zip(cells, numbers):  # noqa: B905
            counted[number] = counted.get(number, 0) + (cell == PIECE)
    return next(((number, counted[number]) for number in sorted(counted) if counted[number] != each), None)
