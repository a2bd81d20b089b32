"""The gradebook of a course on the terminal: a row for each student, and below it who has what missing."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model.classroom import Course, CourseRow
from judge.reports.course_words import medians, percent, points
from judge.reports.export.course import said_missing
from judge.reports.terminal.console import WideTable
from judge.reports.words import who
from judge.text import counted


def course_lines(course: Course, rows: Sequence[CourseRow]) -> RenderableType:
    """Return the table, medians below it, and for each student with less than all homeworks which are missing."""
    table = WideTable()
    table.add_column("student", no_wrap=True)
    for one in course.homeworks:
        table.add_column(Text(one.title), justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True)
    for row in rows:
        table.add_row(Text(who(row.student)), *map(points, row.cells), percent(row.total))
    table.add_row("median", *medians(course, rows), style="bold")
    said = [(row, said_missing(course, row)) for row in rows]
    lines = [Text(f"{who(row.student)}: {words}") for row, words in said if words]
    head = Text(f"{course.title}: {counted(len(rows), 'student')}, {counted(len(course.homeworks), 'homework')}")
    return Group(head, Text(""), table, *([Text(""), *lines] if lines else ()))
