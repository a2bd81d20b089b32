"""Check straight lines through any points at the speed of the machine: k^2 log k steps for k points.

From each point the slopes to all later ones, sorted; two that are equal make a line. Points come in reading order, so
a later one is never above: its slope is a quotient of columns by rows, or endless in the same row. Equal and different
slopes stay so as doubles below 2^26 rows and columns: `rules/fast.py` proves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from judge.problems.rules.compiled import njit
from judge.problems.rules.fast import MAX_N
from judge.problems.rules.plain import Cell
from judge.problems.rules.points.plain import Three

_POINTS = "Array(int64, 2, 'C', readonly=True)"


def fast_in_line(points: Sequence[Cell]) -> Three | None:
    """Return what `plain_in_line` does, for points in reading order. ValueError for others, and from 2^26 on."""
    at = np.array(points, np.int64).reshape(-1, 2)
    if at.size and (at.min() < 0 or at.max() >= MAX_N):
        raise ValueError(f"the rule is exact only below {MAX_N} rows and columns")
    order = at[:, 0] * MAX_N + at[:, 1]
    if (np.diff(order) <= 0).any():
        raise ValueError("the points are not different, or not in reading order")
    first = int(_first_on_a_line(at))
    return None if first < 0 else _line_from(at, first)


@njit(f"int64({_POINTS})", cache=True, nogil=True, error_model="numpy")
def _first_on_a_line(at: Any) -> int:
    """Return the first point from which two later ones lie in one direction, or -1."""
    count = len(at)
    for i in range(count - 2):
        slopes = np.empty(count - i - 1, np.float64)
        for d in range(len(slopes)):
            down = at[i + 1 + d, 0] - at[i, 0]
            slopes[d] = float(at[i + 1 + d, 1] - at[i, 1]) / float(down) if down else np.inf
        slopes.sort()
        for d in range(len(slopes) - 1):
            if slopes[d] == slopes[d + 1]:
                return i
    return -1


@njit(f"UniTuple(int64, 3)({_POINTS}, int64)", cache=True, nogil=True)
def _line_from(at: Any, i: int) -> tuple[int, int, int]:
    """Return the first line through point `i`, found again in whole numbers; there is one, else (-1, -1, -1)."""
    for j in range(i + 1, len(at)):
        for k in range(j + 1, len(at)):
            if (at[j, 1] - at[i, 1]) * (at[k, 0] - at[i, 0]) == (at[k, 1] - at[i, 1]) * (at[j, 0] - at[i, 0]):
                return i, j, k
    return -1, -1, -1
