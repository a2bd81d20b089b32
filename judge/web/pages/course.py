"""The gradebook of the course over all homeworks: `judge course` on the web."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.classroom.course import CourseBook, read_course_book
from judge.model import Problem
from judge.model.classroom import Course, CourseRow, Homework
from judge.problems.places import package_folder
from judge.reports.course_words import counts_for_nobody, lost, medians, percent, points
from judge.reports.export.course import course_csv, said_missing
from judge.reports.units import number
from judge.reports.words import who
from judge.web.ask import Ask
from judge.web.reply import Download, Page
from judge.web.site import Site


def show_course(ask: Ask) -> Page:
    """Show each student's points in all homeworks, and the total."""
    course, book = _read(ask)
    return ask.page(
        "grading/course.html",
        title=course.title,
        problems=[_name(ask.site, one) for one in course.homeworks],
        table=course_view(course, book.rows),
        without=[*map(counts_for_nobody, book.without), *(lost(*one) for one in book.lost)],
    )


def download_course(ask: Ask) -> Download:
    """Return it as the CSV that `judge course --gradebook` writes."""
    course, book = _read(ask)
    ask.write_down("exported", words="course")
    return Download("course.csv", course_csv(course, book.rows).encode(), "text/csv; charset=utf-8")


def _read(ask: Ask) -> tuple[Course, CourseBook]:
    def read(words: str) -> Problem:
        return ask.site.problem(package_folder(words).name if ask.site.course else words)

    course = ask.site.course
    if course is None:  # all problems, each of the same weight
        homeworks = (Homework(one.title or one.name, one.name, None) for one in ask.site.problems)
        course = Course("All problems", tuple(homeworks))
    return course, read_course_book(course, read, ask.store)


def _name(site: Site, homework: Homework) -> str:
    """Return the problem whose pages show the same work; "" where it came in a folder or zip."""
    if homework.handed_in:
        return ""
    return package_folder(homework.problem).name if site.course else homework.problem


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
    shown = tuple(
        StudentRow(
            row.student.id,
            who(row.student),
            tuple(map(points, row.cells)),
            percent(row.total),
            said_missing(course, row),
        )
        for row in rows
    )
    return CourseView(titles, tuple(map(number, most)), shown, tuple(medians(course, rows)))
