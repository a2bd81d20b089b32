"""Read a course file. JudgeError E435 when it can't be opened, E492 where it is wrong: with its line, and a repair.

title = "CSCI 561"
roster = "roster.csv"
groups = "groups.csv"   # which student is in which group
late_days = 5           # how many each student may spend in all; 0 where nothing is said

[[homework]]
problem = "lizards"     # a package, by name or by folder
class = "hw1.zip"       # what was handed in: a folder or a zip; without it, what was handed in on the web
weight = 2              # how much it counts; 1 where nothing is said
title = "Homework 1"    # of the column; the package's name where nothing is said
groups = "g1.csv"       # which student was in which group then, in place of `groups` above
match = "hw1-match.csv" # whose each unclear submission is
main = "hw1.py"         # the file that is run, as --main says it
deadline = 2026-11-20T23:59:59+01:00    # instead of the package's; grace and late_penalty as well, each by itself
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from judge.classroom.from_site import web_class
from judge.classroom.gradebook import Gradebook
from judge.classroom.intake import EXPORT, read_roll
from judge.classroom.lateness import with_term
from judge.classroom.match import Match
from judge.classroom.overview import NOT_JUDGED
from judge.classroom.roster import Roster
from judge.classroom.toml_file import TomlFile
from judge.errors import JudgeError, ValueFault
from judge.model import Course, Deadline, Graded, Mark, Overview, Problem, Roll, Student
from judge.problems import read_deadline
from judge.store import Store

_TEMPLATE = 'write for each homework:  [[homework]]  problem = "lizards"  class = "hw1.zip"'
_HANDED_IN = "name a folder or a zip with class, or delete the key: then it is what was handed in on the web"
_LATE_DAYS = "write a whole number from 0 up, such as late_days = 5"
_ANY = Deadline(datetime(2000, 1, 1))
_TABLE = "[homework]"


class _Top(msgspec.Struct, forbid_unknown_fields=True):
    """The keys above the tables, and these as they are."""

    title: str | None = None
    roster: str | None = None
    groups: str | None = None
    late_days: Any = 0
    homework: Any = []


class _Homework(msgspec.Struct, forbid_unknown_fields=True):
    problem: str = ""
    handed_in: str | None = msgspec.field(default=None, name="class")
    title: str = ""
    weight: float = 1.0
    groups: str | None = None
    match: str | None = None
    main: str | None = None
    deadline: Any = None
    grace: Any = None
    late_penalty: Any = None


def read_course(path: Path) -> Course:
    """Return the course. What its paths name need not be there yet."""
    source = TomlFile.read(path, "E492", "course file", _TEMPLATE)
    top = source.convert(source.keys(), _Top)
    _check_within(top.homework, source)
    tables = source.tables("homework", top.homework, _Homework)
    if not tables:
        raise source.wrong("", "", "the course has no homework", _TEMPLATE)
    homeworks: dict[str, Course.Homework] = {}
    for one, words in tables:
        made = _homework(words, one)
        if homeworks.setdefault(made.title, made) is not made:
            what, repair = f"two homeworks are called {made.title!r}", "give each a title of its own"
            raise one.wrong(_TABLE, "title", what, repair)
    roster, groups = (path.parent / name if name is not None else None for name in (top.roster, top.groups))
    title = path.stem if top.title is None else top.title
    return Course(title, tuple(homeworks.values()), roster, groups, _late_days(top.late_days, source))


def _check_within(raw: object, source: TomlFile) -> None:
    """Refuse late days below a [[homework]], where TOML takes them for those of that homework."""
    for number, table in enumerate(raw if isinstance(raw, list) else (), 1):
        if isinstance(table, dict) and "late_days" in table:
            within = msgspec.structs.replace(source, number=number)
            repair = "write it above the first [[homework]]"
            raise within.wrong(_TABLE, "late_days", "the key 'late_days' is of the course, not of a homework", repair)


def _late_days(value: object, source: TomlFile) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    place, what = source.place_of_value("late_days"), "the key 'late_days' must be a whole number from 0 up"
    raise JudgeError(source.code, what, place, help=_LATE_DAYS)


def _homework(words: _Homework, source: TomlFile) -> Course.Homework:
    if not words.problem:
        raise source.missing(_TABLE, "problem")
    if words.handed_in == "":
        raise source.wrong(_TABLE, "class", "the key 'class' names nothing", _HANDED_IN)
    for key in ("groups", "match", "main"):
        if getattr(words, key) is not None and words.handed_in is None:
            raise source.wrong(_TABLE, key, f"the key '{key}' needs the key 'class'", _HANDED_IN)
    if not (math.isfinite(words.weight) and words.weight >= 0):
        raise source.wrong(_TABLE, "weight", f"the weight is {words.weight}", "write a number from 0 up")
    folder = source.folder
    near = (folder / words.problem / "problem.toml").is_file()
    return Course.Homework(
        words.title or Path(words.problem).name,
        str(folder / words.problem) if near else words.problem,
        None if words.handed_in is None else folder / words.handed_in,
        words.weight,
        None if words.match is None else folder / words.match,
        _term(words, source),
        words.main or "",
        None if words.groups is None else folder / words.groups,
    )


def _term(words: _Homework, source: TomlFile) -> Deadline.Term:
    """Return the dates, checked. What they don't say, the package does, which need not be there yet."""
    said = {key: value for key in Deadline.KEYS if (value := getattr(words, key)) is not None}
    try:
        read_deadline(said, _ANY)
    except ValueFault as fault:
        raise source.wrong(_TABLE, fault.key, fault.what, fault.help) from None
    return Deadline.Term(
        **{key: f"{one:%Y-%m-%d %H:%M:%S%z}" if isinstance(one, datetime) else str(one) for key, one in said.items()}
    )


# --- the gradebooks of the homeworks, put together: a row for each student, in percent of what the weights give -------
_Reader = Callable[[str], Problem]  # of a package, by the words that name it
_Work = tuple[Roll, Problem]


class CourseBook(msgspec.Struct, frozen=True):
    """A row for each student of a course, the homeworks that count for nobody yet, and of each what counts for nobody,
    or for somebody who can't be told from another homework's."""

    rows: list[Course.Row]
    without: list[Course.Homework]
    lost: list[tuple[Course.Homework, Overview.Reason]]

    @classmethod
    def read(cls, course: Course, read: _Reader, store: Store) -> CourseBook:
        """Return what counts now in a course."""
        roster = Roster.listed(course.roster, course.groups)
        works = [
            _handed_in(one, read, Roster.listed(course.roster, one.groups) if one.groups else roster, store)
            for one in course.homeworks
        ]
        books = in_turn(
            works, course.late_days, lambda roll, problem, left: Gradebook.read(store, roll, problem, left=left)
        )
        return cls.of(course, books, roster.students if roster else ())

    @classmethod
    def of(cls, course: Course, books: Sequence[Gradebook | None], students: Iterable[Student] = ()) -> CourseBook:
        """Return what the gradebooks of the homeworks come to; of one without rows nothing counts yet."""
        pairs = [*zip(course.homeworks, books, strict=True)]
        return cls(
            _course_rows(course.homeworks, books, students),
            [one for one, book in pairs if not (book and book.rows)],
            [
                (one, reason)
                for one, book in pairs
                if book
                for reason in (*_strays(book.roll), *_numbered_anew(book.roll, len(pairs)), *book.lost)
            ],
        )


def _strays(roll: Roll) -> Iterator[Overview.Reason]:
    """Yield who has handed in on the web and has no row: somebody who came by an invitation, say."""
    if roll.place == Roll.WEB and roll.strays:
        what = "in no row, as the class list of the course does not name who handed it in"
        yield Overview.Reason(what, "", tuple((one.where, "") for one in roll.strays))


def _numbered_anew(roll: Roll, homeworks: int) -> Iterator[Overview.Reason]:
    """Yield who is known by a participant's number alone, which is another one in each assignment of Moodle."""
    alone = [one for one in roll.members if one.matched == EXPORT]
    if roll.shape == "Moodle" and alone and homeworks > 1:
        what = "Moodle numbers people anew in each assignment, so these need the course's roster to have one row in all"
        yield Overview.Reason(what, "", tuple((one.student.who, "") for one in alone))


def _handed_in(homework: Course.Homework, read: _Reader, roster: Roster | None, store: Store) -> _Work | None:
    """Return what was handed in for a homework, None where nobody has yet. JudgeError where that, or a date, can't be
    read."""
    if homework.handed_in and not homework.handed_in.exists():
        return None  # nor need its package be there
    problem = with_term(read(homework.problem), homework)
    if homework.handed_in:
        settled = Match.read(homework.match) if homework.match else None
        return read_roll(homework.handed_in, roster, settled, problem, homework.main), problem
    problem, roll = web_class(store, problem, roster.students if roster else None)
    begun = roll.members or roll.strays or Mark.Decided.give_points(store.marks.of(problem.name, Roll.WEB))
    return (roll, problem) if begun else None


def in_turn(
    works: Sequence[_Work | None], late_days: int, read: Callable[[Roll, Problem, Mapping[str, int]], Gradebook]
) -> list[Gradebook | None]:
    """Return what counts now in each homework. They are read in the order in which they are due, at the same moment in
    that of the file: each student has the late days that the homeworks before have left."""
    left = defaultdict[str, int](lambda: late_days)
    found: dict[int, Gradebook] = {}
    names = _names_in(work[0] if work else None for work in works)
    there = ((at, *work) for at, work in enumerate(works) if work)
    for at, roll, problem in sorted(there, key=lambda one: _due_s(one[2])):
        owners = [one.student.owner for one in roll.members]
        found[at] = read(roll, problem, {owner: left[names[at].get(owner, owner)] for owner in owners})
        for row in found[at].rows:
            left[names[at].get(row.student.owner, row.student.owner)] -= row.late_days
    return [found.get(at) for at in range(len(works))]


def _due_s(problem: Problem) -> float:
    return problem.deadline.at_s if problem.deadline else math.inf


def _names_in(rolls: Iterable[Roll | None]) -> list[dict[str, str]]:
    """Return for each homework what a course calls students in place of their ids. Without a class list, a number that
    two platforms have is two people; what a match file says is an id."""
    numbers = [{*_numbers(roll)} if roll else set[tuple[str, str]]() for roll in rolls]
    shapes = Counter(number for number, _ in set[tuple[str, str]]().union(*numbers))
    return [{number: f"{number} on {shape}" for number, shape in own if shapes[number] > 1} for own in numbers]


def _numbers(roll: Roll) -> Iterator[tuple[str, str]]:
    """Return the ids that are numbers of a platform, and whose: the export says it, or the account that it has made."""
    told = [(one.student, roll.shape if one.matched == EXPORT else "") for one in roll.members]
    for student, shape in (*told, *((one, "") for one in roll.absent)):
        if student.id == student.lms_id and (platform := student.lms or shape):
            yield student.id, platform


def _course_rows(
    homeworks: Sequence[Course.Homework], books: Sequence[Gradebook | None], roster: Iterable[Student] = ()
) -> list[Course.Row]:
    """Return a row for each student of the roster, then for all others in the order in which they come up. A homework
    with an empty gradebook counts for nobody."""
    students = {student.id: student for student in roster}
    names = _names_in(book.roll if book else None for book in books)
    by_name = [
        {own.get(row.student.id, row.student.id): row for row in (book.rows if book else ())}
        for own, book in zip(names, books, strict=True)
    ]
    for rows in by_name:
        for name, row in rows.items():
            students.setdefault(name, row.student)
    most = [max((row.max_points for row in rows.values()), default=0.0) for rows in by_name]
    found = []
    for name, student in students.items():
        cells = tuple(
            _cell(rows.get(name), points) if rows else Course.Cell(excused=True)
            for rows, points in zip(by_name, most, strict=True)
        )
        found.append(Course.Row(student, cells, _total(cells, homeworks)))
    return found


def _cell(row: Graded | None, most: float) -> Course.Cell:
    """Return what counts of a row. What the judge or the instructor still has to decide waits."""
    if row is None:
        return Course.Cell(max_points=most, why=Graded.NOTHING)
    if row.points is not None:
        return Course.Cell(row.points, most, late_days=row.late_days)
    if row.excused:
        return Course.Cell(max_points=most, why=str(row.mark), excused=True)
    waits = row.waits or row.unclear or row.unjudged
    why = NOT_JUDGED if row.unjudged else row.note or Graded.NOTHING
    return Course.Cell(max_points=most, why=why, waits=waits, late_days=row.late_days)


def _total(cells: Sequence[Course.Cell], homeworks: Sequence[Course.Homework]) -> float | None:
    """Return the total in percent: what is missing counts as 0, what is excused not at all. None where something
    waits, or nothing counts."""
    counted = [
        (cell, one.weight) for cell, one in zip(cells, homeworks, strict=True) if not cell.excused and cell.max_points
    ]
    weights = sum(weight for _, weight in counted)
    if any(cell.waits for cell, _ in counted) or not weights:
        return None
    return 100 * sum(weight * (cell.points or 0.0) / cell.max_points for cell, weight in counted) / weights
