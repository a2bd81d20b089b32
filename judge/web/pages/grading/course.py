"""The gradebook of the course over all homeworks: `judge course` on the web."""

from __future__ import annotations

from judge.classroom.gradebook.homework_rows import CourseBook, read_course_book
from judge.model import Problem
from judge.model.course import Course, Homework
from judge.problems.places import package_folder
from judge.reports.course_words import counts_for_nobody, lost
from judge.reports.export.course import course_csv
from judge.reports.web.course_view import course_view
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

    course = ask.site.course or _of_all(ask.site)
    return course, read_course_book(course, read, ask.store)


def _of_all(site: Site) -> Course:
    """Return a course of all problems of a site that has none, each of the same weight."""
    return Course("All problems", tuple(Homework(one.title or one.name, one.name, None) for one in site.problems))


def _name(site: Site, homework: Homework) -> str:
    """Return the problem whose pages show the same work; "" where it came in a folder or zip."""
    if homework.handed_in:
        return ""
    return package_folder(homework.problem).name if site.course else homework.problem
