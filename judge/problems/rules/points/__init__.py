"""Check whether three of any set of pieces stand on one straight line, of whatever slope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.problems.rules.points.plain import Three, plain_in_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.rules.plain import Cell

FEW = 32  # up to so many points the plain rule takes at most about a millisecond


def find_in_line(points: Sequence[Cell]) -> Three | None:
    """Return the numbers of the first three points on one line, or None. The points come in reading order."""
    if len(points) <= FEW:
        return plain_in_line(points)
    from judge.problems.rules.points.fast import fast_in_line

    return fast_in_line(points)
