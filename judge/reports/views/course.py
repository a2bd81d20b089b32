"""The gradebook of a course: what each student has in each homework and in all, what is missing, and what counts for
nobody."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from judge.model import Course, Overview, Student
from judge.reports.blocks import Head, Page, Para, Row, Table, para
from judge.reports.export.gradebook import course_csv, missing
from judge.reports.lines import Line, Link, Place, Span, line
from judge.text import clean_line, counted, number

_HOW: Final = (
    "What counts now, in points; the total is in percent, by the weights. A ? waits: for the judge, or until it is "
    "clear what is judged."
)
Lost = Sequence[tuple[Course.Homework, Overview.Reason]]  # what counts for nobody in a homework


class CourseReport(msgspec.Struct, frozen=True, eq=False):
    """The gradebook of a course, the homeworks that count for nobody yet, and what was decided by hand in each and
    counts for nobody: to print, and as CSV."""

    course: Course
    rows: Sequence[Course.Row]
    without: Sequence[Course.Homework] = ()
    lost: Lost = ()

    def __rich__(self) -> Page:
        return self.view()

    def view(self, page: Callable[[Course.Homework], str] = lambda _: "") -> Page:
        """Return what counts now; `page` names the problem whose pages show the work on a homework, if there is
        one."""
        said = [*map(_counts_for_nobody, self.without), *(_lost(*one) for one in self.lost)]
        count = f"{counted(len(self.rows), 'student')}, {counted(len(self.course.homeworks), 'homework')}."
        return Page(
            f"Gradebook: {clean_line(self.course.title)}",
            about=para(f"{count} {_HOW}"),
            notes=[Para(line(Span(clean_line(words, 1000), "warn")), "wrong") for words in said],
            table=_table(self.course, self.rows, [page(one) for one in self.course.homeworks]) if self.rows else None,
            nobody=None if self.rows else para("Nobody has handed in anything yet."),
        )

    def csv(self) -> str:
        """Return it as CSV."""
        return course_csv(self.course, self.rows)


def _table(course: Course, rows: Sequence[Course.Row], pages: Sequence[str]) -> Table:
    """Return each student's points, total and, in a course that has them, late days and where they were spent; and
    what is missing and why."""
    most = [max(row.cells[at].max_points for row in rows) for at in range(len(course.homeworks))]
    titles = [
        f"{one.title} ({number(top)})" if top else one.title for one, top in zip(course.homeworks, most, strict=True)
    ]
    spent = Head("spent", "spent on", priority=2, least=16, folds=True)
    days = (Head("days", "late days", "right"), spent) if course.late_days else ()
    heads = (
        Head("student", "student", least=20, folds=True),
        *(
            Head(title, title, "right", least=8, folds=True, line=line(Link(title, to=Place("problem", page))))
            for title, page in zip(titles, pages, strict=True)
        ),
        *(Head("total", "total", "right"), *days, Head("missing", "missing", priority=1, least=24, folds=True)),
    )
    columns = [[row.cells[at].points for row in rows] for at in range(len(course.homeworks))]
    middle = [*(number(_median(column)) for column in columns), _percent(_median([row.total for row in rows]))]
    last = (line(Span("median", "strong")), *(line(Span(one, "strong")) for one in middle), *((),) * (len(days) + 1))
    return Table(heads, (*(_row(course, row, pages) for row in rows), Row(last)), "Gradebook of the course", grid=True)


def _row(course: Course, row: Course.Row, pages: Sequence[str]) -> Row:
    spent = line(Span(_spent(course, row), "name"))
    days = (line(f"{row.late_days} of {course.late_days}"), spent) if course.late_days else ()
    cells = (_cell(row.student, cell, page) for cell, page in zip(row.cells, pages, strict=True))
    why = line(Span(missing(course, row), "name"))
    return Row((line(Span(row.student.who, "name")), *cells, line(_percent(row.total)), *days, why))


def _cell(student: Student, cell: Course.Cell, page: str) -> Line:
    """Return the points of a student in a homework: ? where they wait, - where nothing counts."""
    said = number(cell.points) or ("?" if cell.waits else "-")
    return line(Link(said, to=Place("student", f"{page}/{student.id}" if page else "")))


def _percent(value: float | None) -> str:
    """Return a total; ? where something waits."""
    return "?" if value is None else f"{value:.1f} %"


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None


def _counts_for_nobody(homework: Course.Homework) -> str:
    """Return why a homework counts for nobody yet."""
    place = homework.handed_in
    why = "nothing was handed in on the web" if place is None else f"{place} is not there"
    return f"{homework.title} counts for nobody yet: {why}"


def _lost(homework: Course.Homework, reason: Overview.Reason) -> str:
    """Return what was handed in or decided by hand in a homework and counts for nobody."""
    about = "; ".join(": ".join(filter(None, one)) for one in reason.about)
    return f"{homework.title}: {reason.what}: {about}"


def _spent(course: Course, row: Course.Row) -> str:
    """Return in which homeworks late days were spent, and how many in each."""
    pairs = zip(course.homeworks, row.cells, strict=True)
    return "; ".join(f"{one.title}: {held.late_days}" for one, held in pairs if held.late_days)
