"""The gradebook of a course as graders see it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model.course import Course, CourseRow
from judge.reports.course_words import medians, percent, points
from judge.reports.export.course import said_missing
from judge.reports.units import number
from judge.reports.words import who


class StudentRow(msgspec.Struct, frozen=True):
    """A student, their points in each homework, the total, and what is missing and why."""

    id: str
    who: str
    points: tuple[str, ...]
    total: str
    missing: str


class CourseView(msgspec.Struct, frozen=True):
    """The table. `most` are the points that a homework gives, `medians` end with that of the totals."""

    titles: tuple[str, ...]
    most: tuple[str, ...]
    rows: tuple[StudentRow, ...]
    medians: tuple[str, ...]


def course_view(course: Course, rows: Sequence[CourseRow]) -> CourseView:
    """Return the table of a course."""
    titles = tuple(one.title for one in course.homeworks)
    most = [max((row.cells[at].max_points for row in rows), default=0.0) for at in range(len(titles))]
    shown = tuple(_row(course, row) for row in rows)
    return CourseView(titles, tuple(map(number, most)), shown, tuple(medians(course, rows)))


def _row(course: Course, row: CourseRow) -> StudentRow:
    student, cells = row.student, tuple(map(points, row.cells))
    return StudentRow(student.id, who(student), cells, percent(row.total), said_missing(course, row))
