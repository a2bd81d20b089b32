"""The gradebooks of the homeworks of a course: out of a folder or zip, or out of what was handed in on the web."""

from __future__ import annotations

from collections.abc import Callable

from judge.classroom.gradebook.course_rows import course_rows
from judge.classroom.gradebook.gradebook import read_gradebook
from judge.classroom.gradebook.terms import with_homework
from judge.classroom.homework.assignment import Assignment
from judge.classroom.intake import read_roll
from judge.classroom.people.groups import read_groups
from judge.classroom.people.match import read_match
from judge.classroom.people.roster import Roster, read_roster
from judge.classroom.web_class import web_class
from judge.model import Problem
from judge.model.classroom import Graded
from judge.model.course import Course, CourseRow, Homework
from judge.store import Store

_Reader = Callable[[str], Problem]  # of a package, by the words that name it


def read_course_rows(course: Course, read: _Reader, store: Store) -> tuple[list[CourseRow], list[Homework]]:
    """Return a row for each student of the course, and the homeworks that count for nobody yet."""
    roster = read_roster(course.roster) if course.roster else None
    roster = read_groups(course.groups, roster) if course.groups else roster
    gradebooks = [homework_rows(one, read, roster, store) for one in course.homeworks]
    rows = course_rows(course.homeworks, gradebooks, roster.students if roster else ())
    return rows, [one for one, book in zip(course.homeworks, gradebooks, strict=True) if not book]


def homework_rows(homework: Homework, read: _Reader, roster: Roster | None, store: Store) -> list[Graded]:
    """Return what counts now for each student, with what was decided by hand. Nothing where nobody has handed in yet;
    JudgeError where what was handed in, or a date, can't be read."""
    if homework.handed_in and not homework.handed_in.exists():
        return []  # nor need its package be there
    problem = with_homework(read(homework.problem), homework)
    if homework.handed_in:
        settled = read_match(homework.match) if homework.match else None
        roll = read_roll(homework.handed_in, roster, settled, assignment=Assignment.of(problem))
    elif jobs := store.queue.handed_in(problem.name):
        found = web_class(store, problem, jobs, roster.students if roster else None)
        problem, roll = found.problem, found.roll
    else:
        return []
    return read_gradebook(store, roll, problem).rows
