"""The gradebooks of the homeworks of a course, out of a folder or zip, or out of what was handed in on the web; and put
together: a row for each student, in percent of what the weights give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from judge.classroom.content import Assignment
from judge.classroom.gradebook import Gradebook, read_gradebook
from judge.classroom.intake import read_roll
from judge.classroom.lateness import with_homework
from judge.classroom.match import read_match
from judge.classroom.roster import Roster, read_groups, read_roster
from judge.classroom.web_class import web_class
from judge.model import Problem
from judge.model.classroom import NOTHING, Course, CourseCell, CourseRow, Graded, Homework, Student
from judge.model.overview import Reason
from judge.store import Store

NOT_JUDGED = "not judged yet"
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


def course_rows(
    homeworks: Sequence[Homework], gradebooks: Sequence[Sequence[Graded]], roster: Iterable[Student] = ()
) -> list[CourseRow]:
    """Return a row for each student of the roster, then for all others in the order in which they come up. A homework
    with an empty gradebook counts for nobody."""
    students = {student.id: student for student in roster}
    for rows in gradebooks:
        for row in rows:
            students.setdefault(row.student.id, row.student)
    by_id = [{row.student.id: row for row in rows} for rows in gradebooks]
    most = [max((row.max_points for row in rows), default=0.0) for rows in gradebooks]
    found = []
    for student in students.values():
        cells = tuple(
            _cell(rows.get(student.id), points) if rows else CourseCell(excused=True)
            for rows, points in zip(by_id, most, strict=True)
        )
        found.append(CourseRow(student, cells, _total(cells, homeworks)))
    return found


def _cell(row: Graded | None, most: float) -> CourseCell:
    """Return what counts of a row. What the judge or the instructor still has to decide waits."""
    if row is None:
        return CourseCell(max_points=most, why=NOTHING)
    if row.points is not None:
        return CourseCell(row.points, most)
    if row.excused:
        return CourseCell(max_points=most, why=str(row.mark), excused=True)
    unjudged = bool(row.sha256) and not row.waits
    waits = row.waits or row.unclear or unjudged
    return CourseCell(max_points=most, why=NOT_JUDGED if unjudged else row.note or NOTHING, waits=waits)


def _total(cells: Sequence[CourseCell], homeworks: Sequence[Homework]) -> float | None:
    """Return the total in percent: what is missing counts as 0, what is excused not at all. None where something
    waits, or nothing counts."""
    counted = [
        (cell, one.weight) for cell, one in zip(cells, homeworks, strict=True) if not cell.excused and cell.max_points
    ]
    weights = sum(weight for _, weight in counted)
    if any(cell.waits for cell, _ in counted) or not weights:
        return None
    return 100 * sum(weight * (cell.points or 0.0) / cell.max_points for cell, weight in counted) / weights
