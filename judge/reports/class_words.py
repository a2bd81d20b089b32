"""The words of a class, the same on the terminal and on the page: its overview, what its gradebook may lack, and what a
student has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from judge.model.classroom import Graded, Member
from judge.model.overview import Bin, CaseFacts, Line, Near, Overview
from judge.reports.sanitize import clean_line
from judge.reports.units import number, seconds
from judge.reports.views.submission import points_words
from judge.text import counted


def summary(whole: Overview) -> list[str]:
    """Return how many got which verdict, and the range of points."""
    counts = ", ".join(f"{count} {what}" for what, count in whole.verdicts)
    said = [f"{counted(len(whole.lines), 'student')}: {counts}"]
    if whole.points:
        low, high = number(whole.points[0]), number(whole.points[-1])
        said.append(f"points from {low} to {high}, median {number(whole.median)}, of {number(whole.most)}")
    late, by_hand = (sum(getattr(line, what) for line in whole.lines) for what in ("late", "by_hand"))
    said += [f"{late} handed in late"] if late else []
    return said + ([f"{by_hand} with points by hand"] if by_hand else [])


def points_of(line: Line) -> str:
    """Return the points of a student; a star says that they were given by hand."""
    if line.excused:
        return "excused"
    return number(line.points) + "*" * line.by_hand


def solved(case: CaseFacts) -> str:
    """Return `12 of 40`, of those on whom it was tried."""
    return f"{case.solved} of {case.tried}"


def median(case: CaseFacts) -> str:
    """Return the middle time of those who solved it."""
    return "" if case.median_s is None else seconds(case.median_s)


def span(one: Bin) -> str:
    """Return which points a bar is about."""
    if one.low == one.high:
        return number(one.low)
    return f"{number(one.low)} to {'' if one.last else 'below '}{number(one.high)}"


def near(one: Near) -> str:
    """Return how near a run came to a limit: `ada on secret/four: 97 % of the time limit`."""
    late = " (too late)" if one.share > 1 else ""
    return clean_line(f"{one.student.id} on {one.case}: {100 * one.share:.0f} % of the {one.limit} limit{late}")


def runs(member: Member) -> str:
    """Return which file of a submission is run, and how many there are beside it."""
    more = len(member.files) - 1
    return member.main + (f" and {more} more" if more > 0 else "")


# --- a gradebook ------------------------------------------------------------------------------------------------------
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
