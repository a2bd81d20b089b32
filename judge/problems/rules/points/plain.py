"""Check whether three of any set of pieces stand on one straight line: the specification of `fast.py`."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.rules.plain import Cell

Three = tuple[int, int, int]  # numbers of points, from 0


def plain_in_line(points: Sequence[Cell]) -> Three | None:
    """Return the lexicographically first three of the points (row, column) on one straight line of any slope, or None.

    The points are different. Whole numbers only: the area between the three is 0. k^3 / 6 steps for k points.
    """
    for i, j, k in combinations(range(len(points)), 3):
        (row, column), (row2, column2), (row3, column3) = points[i], points[j], points[k]
        if (column2 - column) * (row3 - row) == (column3 - column) * (row2 - row):
            return i, j, k
    return None
