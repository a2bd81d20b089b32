"""Check whether three of any set of pieces stand on one straight line: the specification of `fast.py`."""

from __future__ import annotations

from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

from judge.problems.rules.plain import Cell

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def plain_in_line_by_slope(points: Sequence[Cell]) -> Three | None:
    """Return what `plain_in_line` does, in k^2 steps: from each point the slopes to all behind it, in lowest terms."""
    for i, (row, column) in enumerate(points):
        first: dict[Cell, int] = {}  # the first point of each slope
        found: list[Three] = []
        for k in range(i + 1, len(points)):
            down, right = points[k][0] - row, points[k][1] - column
            common = gcd(down, right) * (-1 if (down, right) < (0, 0) else 1)
            j = first.setdefault((down // common, right // common), k)
            if j != k:
                found.append((i, j, k))
        if found:
            return min(found)
    return None
