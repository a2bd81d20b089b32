"""The words of a course's gradebook, the same on the terminal and on the web."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from judge.model.classroom import Course, CourseCell, CourseRow, Homework
from judge.model.overview import Reason
from judge.reports.units import number


def points(cell: CourseCell) -> str:
    """Return the points of a student in a homework: ? where they wait, - where nothing counts."""
    return number(cell.points) or ("?" if cell.waits else "-")


def percent(value: float | None) -> str:
    """Return a total; ? where something waits."""
    return "?" if value is None else f"{value:.1f} %"


def medians(course: Course, rows: Sequence[CourseRow]) -> list[str]:
    """Return the middle of the known points of each homework, then that of the totals."""
    columns = [[row.cells[at].points for row in rows] for at in range(len(course.homeworks))]
    return [*(number(_median(column)) for column in columns), percent(_median([row.total for row in rows]))]


def counts_for_nobody(homework: Homework) -> str:
    """Return why a homework counts for nobody yet."""
    missing = homework.handed_in
    why = "nothing was handed in on the web" if missing is None else f"{missing} is not there"
    return f"{homework.title} counts for nobody yet: {why}"


def lost(homework: Homework, reason: Reason) -> str:
    """Return what was decided by hand in a homework and counts for nobody."""
    return f"{homework.title}: {reason.what}: {'; '.join(f'{who}: {said}' for who, said in reason.about)}"


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
