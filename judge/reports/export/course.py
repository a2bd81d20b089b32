"""The gradebook of a course as CSV, for people: a row for each student, a column for each homework."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model.classroom import Course, CourseRow
from judge.reports.export.cells import cell, csv_text
from judge.reports.units import number


def course_csv(course: Course, rows: Sequence[CourseRow]) -> str:
    """Return the CSV, with a byte order mark, without which Excel reads no UTF-8. Lines end in CRLF."""
    titles = [one.title for one in course.homeworks]
    most = [max((row.cells[at].max_points for row in rows), default=0.0) for at in range(len(titles))]
    heads = [
        cell(f"{title} ({number(points)})" if points else title) for title, points in zip(titles, most, strict=True)
    ]
    head = ["id", "name", "email", "section", *heads, "total", "missing"]
    return "\ufeff" + csv_text([head, *(_row(course, row) for row in rows)])


def _row(course: Course, row: CourseRow) -> list[str]:
    who = (row.student.id, row.student.name, row.student.email, row.student.section)
    points = [number(one.points) for one in row.cells]
    return [*map(cell, who), *points, number(row.total), cell(said_missing(course, row))]


def said_missing(course: Course, row: CourseRow) -> str:
    """Return which homeworks the student has no points in, and why."""
    pairs = zip(course.homeworks, row.cells, strict=True)
    return "; ".join(f"{one.title}: {held.why}" for one, held in pairs if held.points is None and held.why)
