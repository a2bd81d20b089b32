"""The gradebooks of the homeworks of a course: out of a folder or zip, or out of what was handed in on the web."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from judge.classroom.gradebook.course_rows import course_rows
from judge.classroom.gradebook.gradebook import Gradebook, read_gradebook
from judge.classroom.gradebook.terms import with_homework
from judge.classroom.homework.assignment import Assignment
from judge.classroom.intake import read_roll
from judge.classroom.people.groups import read_groups
from judge.classroom.people.match import read_match
from judge.classroom.people.roster import Roster, read_roster
from judge.classroom.web_class import web_class
from judge.model import Problem
from judge.model.course import Course, CourseRow, Homework
from judge.model.overview import Reason
from judge.store import Store

_Reader = Callable[[str], Problem]  # of a package, by the words that name it


class CourseBook(msgspec.Struct, frozen=True):
    """A row for each student of a course, the homeworks that count for nobody yet, and what was decided by hand in
    each and counts for nobody."""

    rows: list[CourseRow]
    without: list[Homework]
    lost: list[tuple[Homework, Reason]]


def read_course_book(course: Course, read: _Reader, store: Store) -> CourseBook:
    """Return what counts now in a course."""
    roster = read_roster(course.roster) if course.roster else None
    roster = read_groups(course.groups, roster) if course.groups else roster
    books = [(one, homework_book(one, read, roster, store)) for one in course.homeworks]
    gradebooks = [book.rows if book else [] for _, book in books]
    return CourseBook(
        course_rows(course.homeworks, gradebooks, roster.students if roster else ()),
        [one for (one, _), rows in zip(books, gradebooks, strict=True) if not rows],
        [(one, reason) for one, book in books if book for reason in book.lost],
    )


def homework_book(homework: Homework, read: _Reader, roster: Roster | None, store: Store) -> Gradebook | None:
    """Return what counts now for each student, with what was decided by hand. None where nobody has handed in yet;
    JudgeError where what was handed in, or a date, can't be read."""
    if homework.handed_in and not homework.handed_in.exists():
        return None  # nor need its package be there
    problem = with_homework(read(homework.problem), homework)
    if homework.handed_in:
        settled = read_match(homework.match) if homework.match else None
        roll = read_roll(homework.handed_in, roster, settled, assignment=Assignment.of(problem, homework.main))
    elif jobs := store.queue.handed_in(problem.name):
        found = web_class(store, problem, jobs, roster.students if roster else None)
        problem, roll = found.problem, found.roll
    else:
        return None
    return read_gradebook(store, roll, problem)
