"""The words of a gradebook, the same on the terminal and on the web: what it may lack, and what a student has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from judge.model.classroom import Graded
from judge.reports.views.submission import points_words

Kind = Literal["unjudged", "cases", "scheme", "limits"]


def lacks(rows: Sequence[Graded], outdated: tuple[int, int, int]) -> list[tuple[Kind, str]]:
    """Return how many are not judged yet, or on other cases, by another scheme or under other limits; `outdated` counts
    these three. What nobody lacks is left out."""
    unjudged = sum(bool(row.sha256) and row.judgement is None for row in rows)
    counts: list[tuple[int, Kind, str]] = [
        (unjudged, "unjudged", "not judged yet"),
        (outdated[0], "cases", "judged on other cases or rules than the package has now"),
        (outdated[1], "scheme", "with points of another scheme"),
        (outdated[2], "limits", "judged under other limits than the package has now"),
    ]
    return [(kind, f"{count} {what}") for count, kind, what in counts if count]


def standing(row: Graded) -> str:
    """Return the points of a student in words."""
    if row.excused:
        return "excused, no points"
    if row.points is None:
        return "no points"
    return points_words(row.points, row.max_points)
