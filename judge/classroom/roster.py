"""A class list as CSV: one's own, or as Canvas, Moodle and Gradescope export it. JudgeError E462 when it can't be read.

id,name,email                                              one's own; id or name at least
Student,ID,SIS User ID,SIS Login ID,Section,...            Canvas: Grades > Export; its row Points Possible is no one
Identifier,Full name,ID number,Email address,Status,...    Moodle: Download grading worksheet
Name or First Name,Last Name,SID,Email,...                 Gradescope: Roster > Download
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judge.classroom.lateness import checked
from judge.errors import JudgeError, Place
from judge.model.classroom import Student

if TYPE_CHECKING:
    import _csv

LIMIT, MOST = 16 << 20, 20_000  # bytes and rows
# The columns of a field, by their header in small letters; the first that is there and holds something counts.
_COLUMNS = {
    "id": ("sis user id", "id number", "sid", "student id", "id"),
    "lms_id": ("identifier", "id"),
    "name": ("student", "full name", "name"),
    "email": ("email address", "email"),
    "login": ("sis login id", "login", "username"),
    "section": ("section", "sections", "group"),
    "extension": ("extension",),
    "handed_in": ("handed_in", "handed in", "last modified (submission)"),
}
_NOBODY = ("points possible", "student, test", "test student")  # Canvas's own rows


class Roster:
    """Who is in the class, found by what the shapes of an export tell of them."""

    def __init__(self, students: Iterable[Student]) -> None:
        self.students = tuple(students)
        self._by: dict[str, dict[str, list[Student]]] = {}
        for how in ("lms_id", "id", "email", "login", "name"):
            found = self._by.setdefault(how, {})
            for student in self.students:
                if key := squeezed(getattr(student, how)):
                    found.setdefault(key, []).append(student)

    def find(self, words: Mapping[str, str]) -> tuple[str, tuple[Student, ...]]:
        """Return what was looked up, and who it is: nobody, one, or several who share the name. `words` holds fields of
        a Student in the order in which they are believed; one that names nobody gives way to the next."""
        for how, word in words.items():
            if found := self._by[how].get(squeezed(word)):
                return how.replace("lms_id", "id"), tuple(found)
        return "", ()


def squeezed(word: str) -> str:
    """Return a name without what tools change in it: case, blanks at the ends and doubled, the form of its accents."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


def read_roster(path: Path) -> Roster:
    """Read the students in `path`; the same person twice is an error, and so is a row that names nobody."""
    rows = _rows(path)
    head = [squeezed(cell) for cell in next(rows, (0, []))[1]]
    columns = {field: [head.index(name) for name in names if name in head] for field, names in _COLUMNS.items()}
    if "sis user id" not in head and "identifier" not in head:
        columns["lms_id"] = []
    split = [head.index(name) for name in ("first name", "last name") if name in head]
    if not columns["id"] and not columns["name"] and len(split) < 2:
        raise _refused(path, 1, f"its first line names no column id or name, but {', '.join(head[:6]) or 'nothing'}")
    students: dict[str, Student] = {}
    for line, row in rows:
        student = _student(row, columns, split)
        if any(squeezed(student.name).endswith(nobody) for nobody in _NOBODY) or not any(row):
            continue
        if not student.id:
            raise _refused(path, line, "the row has neither an id nor a name")
        if student.id in students:
            raise _refused(path, line, f"{student.id!r} is in the roster twice")
        checked(student.extension, path, line)
        students[student.id] = student
    if not students:
        raise _refused(path, 0, "there is no student in it")
    return Roster(students.values())


def _student(row: list[str], columns: dict[str, list[int]], split: list[int]) -> Student:
    def cell(field: str) -> str:
        cells = (row[index].strip() for index in columns[field] if index < len(row))
        return next((text for text in cells if text), "")

    name = cell("name") or " ".join(row[index].strip() for index in split if index < len(row))
    lms_id = re.sub(r"^\D+ ", "", cell("lms_id"))  # Moodle: Participant 1234567
    return Student(
        cell("id") or lms_id or cell("email") or name,
        name,
        cell("email"),
        cell("login"),
        cell("section"),
        lms_id,
        extension=cell("extension"),
        handed_in=cell("handed_in"),
    )


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Return line numbers and cells. A semicolon or a tab separates where the first line has more of it than of
    commas."""
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise JudgeError("E435", f"{path} can't be opened: {error.strerror}", help="name a CSV file") from error
    if len(data) > LIMIT:
        raise _refused(path, 0, f"it is longer than {LIMIT >> 20} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refused(path, data[: error.start].count(b"\n") + 1, "it is not UTF-8") from error
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    return _bounded(reader, path)


def _bounded(reader: _csv.Reader, path: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        for number, row in enumerate(reader):
            if number > MOST:
                raise _refused(path, reader.line_num, f"it has more than {MOST:,} rows")
            yield reader.line_num, row
    except csv.Error as error:
        raise _refused(path, reader.line_num, f"it is no CSV: {error}") from error


def _refused(path: Path, line: int, what: str) -> JudgeError:
    repair = "write the columns id,name,email, or export the class list of Canvas, Moodle or Gradescope as UTF-8 CSV"
    return JudgeError("E462", f"{path.name} can't be read as a roster: {what}", Place(str(path), line), help=repair)


def moved(student: Student, lms_id: str) -> Student:
    """Return the student with the number of this export, where the roster has none."""
    return student if student.lms_id else msgspec.structs.replace(student, lms_id=lms_id)
