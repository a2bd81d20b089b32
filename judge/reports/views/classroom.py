"""The words of a class: its overview, what its gradebook may lack, what a student has; and of a course."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from judge.model import Course, Overview
from judge.reports.verdict_words import Kind, Sign, legend
from judge.text import clean_line, counted, number, seconds


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


def signs(lines: Sequence[Overview.Line]) -> tuple[Kind | Sign, ...]:
    """Return the signs in the rows of these students."""
    tried = (Kind.of(one) for line in lines for one in line.tried if one)
    return legend((*tried, *(Sign("*") for line in lines if line.by_hand)))


def points_of(line: Overview.Line) -> str:
    """Return the points of a student; a star says that they were given by hand."""
    if line.excused:
        return "excused"
    return number(line.points) + "*" * line.by_hand


def solved(case: Overview.CaseFacts) -> str:
    """Return `12 of 40`, of those on whom it was tried."""
    return f"{case.solved} of {case.tried}"


def median(case: Overview.CaseFacts) -> str:
    """Return the middle time of those who solved it."""
    return "" if case.median_s is None else seconds(case.median_s)


def span(one: Overview.Bin) -> str:
    """Return which points a bar is about."""
    if one.low == one.high:
        return number(one.low)
    return f"{number(one.low)} to {'' if one.last else 'below '}{number(one.high)}"


def near(one: Overview.Near) -> str:
    """Return how near a run came to a limit: `ada on secret/four: 97 % of the time limit`."""
    late = " (too late)" if one.share > 1 else ""
    return clean_line(f"{one.student.id} on {one.case}: {100 * one.share:.0f} % of the {one.limit} limit{late}")


# --- a course ---------------------------------------------------------------------------------------------------------
def points(cell: Course.Cell) -> str:
    """Return the points of a student in a homework: ? where they wait, - where nothing counts."""
    return number(cell.points) or ("?" if cell.waits else "-")


def percent(value: float | None) -> str:
    """Return a total; ? where something waits."""
    return "?" if value is None else f"{value:.1f} %"


def medians(course: Course, rows: Sequence[Course.Row]) -> list[str]:
    """Return the middle of the known points of each homework, then that of the totals."""
    columns = [[row.cells[at].points for row in rows] for at in range(len(course.homeworks))]
    return [*(number(_median(column)) for column in columns), percent(_median([row.total for row in rows]))]


def counts_for_nobody(homework: Course.Homework) -> str:
    """Return why a homework counts for nobody yet."""
    missing = homework.handed_in
    why = "nothing was handed in on the web" if missing is None else f"{missing} is not there"
    return f"{homework.title} counts for nobody yet: {why}"


def lost(homework: Course.Homework, reason: Overview.Reason) -> str:
    """Return what was decided by hand in a homework and counts for nobody."""
    return f"{homework.title}: {reason.what}: {'; '.join(f'{who}: {said}' for who, said in reason.about)}"


def said_missing(course: Course, row: Course.Row) -> str:
    """Return which homeworks the student has no points in, and why."""
    pairs = zip(course.homeworks, row.cells, strict=True)
    return "; ".join(f"{one.title}: {held.why}" for one, held in pairs if held.points is None and held.why)


def said(course: Course, row: Course.Row) -> str:
    """Return the same, and where late days were spent."""
    pairs = zip(course.homeworks, row.cells, strict=True)
    words = [(one.title, held.why if held.points is None else _spent_in(held)) for one, held in pairs]
    return "; ".join(f"{title}: {why}" for title, why in words if why)


def spent(course: Course, row: Course.Row) -> list[str]:
    """Return how many late days a student has spent, of how many: `3 of 5`; nothing where the course has none."""
    return [f"{row.late_days} of {course.late_days}"] if course.late_days else []


def _spent_in(held: Course.Cell) -> str:
    return counted(held.late_days, "late day") if held.late_days else ""


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
