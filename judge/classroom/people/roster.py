"""A class list as CSV: one's own, or as a platform exports it. JudgeError E462 when it can't be read.

id,name,email,group,main                                   one's own; id or name at least
Student,ID,SIS User ID,SIS Login ID,Section,...            Canvas: Grades > Export; its row Points Possible is no one
Identifier,Full name,ID number,Email address,Status,...    Moodle: Download grading worksheet, in any language
Name or First Name,Last Name,SID,Email,...                 Gradescope: Roster > Download
OrgDefinedId,Username,Last Name,First Name,Email,...       Brightspace: Grades > Export, or its class list
identifier,github_username,github_id,name                  GitHub Classroom: Students > Download
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import msgspec

from judge.classroom.gradebook.lateness import checked
from judge.classroom.people import csv_file, worksheet
from judge.classroom.people.names import squeezed
from judge.classroom.people.people import Roster
from judge.model.classroom import Student

__all__ = ["Roster", "moved", "read_roster", "roster_in", "squeezed"]

# The columns of a field, by their header in small letters; the first that is there and holds something counts.
_COLUMNS = {
    "id": ("sis user id", "id number", "sid", "student id", "orgdefinedid", "user id", "id"),
    "lms_id": ("identifier", "canvas user id", "id"),
    "name": ("student", "full name", "name"),
    "email": ("email address", "email"),
    "login": ("sis login id", "login id", "login", "github username", "username"),
    "section": ("section", "sections", "group"),
    "extension": ("extension",),
    "group": ("group", "group name", "groups", "team", "gruppe", "groupe", "grupo", "gruppo", "groep", "группа", "组"),
    "main": ("main",),
    "handed_in": ("handed in", "last modified (submission)"),
}
_NOBODY = ("points possible", "student, test", "test student")  # Canvas's own rows
KIND = csv_file.Kind(
    "E462",
    "a roster",
    "write the columns id,name,email, or export the class list of Canvas, Moodle or Gradescope as UTF-8 CSV",
)


def read_roster(path: Path) -> Roster:
    """Read the students in `path`; the same person twice is an error, and so is a row that names nobody."""
    return roster_in(csv_file.read(path), path)


def roster_in(data: bytes, path: Path) -> Roster:
    """Read the students in these bytes, which errors call `path`."""
    rows = list(csv_file.rows_in(data, path, KIND))
    head = [squeezed(cell.replace("_", " ")) for cell in rows[0][1]] if rows else []
    columns = _columns(head)
    foreign = {}
    if not (columns and (columns["name"] or columns["split"])):  # a worksheet in another language may say ID
        foreign = worksheet.columns_of([row for _, row in rows[1:]])
    if foreign:
        foreign["group"] = columns_named(head)["group"]
    columns = foreign or columns
    if not columns:
        what = f"its first line names no column id or name, but {', '.join(head[:6]) or 'nothing'}"
        raise KIND.refused(path, 1, what)
    lms = "Moodle" if foreign else _numbered_by(head)
    students: dict[str, Student] = {}
    mains: dict[str, str] = {}
    for line, row in rows[1:]:
        student = student_of(row, columns)
        if any(squeezed(student.name).endswith(nobody) for nobody in _NOBODY) or not any(row):
            continue
        if not student.id:
            raise KIND.refused(path, line, "the row has neither an id nor a name")
        if student.id in students:
            raise KIND.refused(path, line, f"{student.id!r} is in the roster twice")
        checked(student.extension, path, line)
        students[student.id] = msgspec.structs.replace(student, lms=lms) if student.lms_id else student
        if main := cell_of(row, columns["main"]):
            mains[student.id] = main
    if not students:
        raise KIND.refused(path, 0, "there is no student in it")
    return Roster(students.values(), mains)


def _numbered_by(head: list[str]) -> Literal["", "Canvas", "Moodle"]:
    """Return whose numbers the column lms_id holds."""
    if "identifier" in head and "github username" not in head:
        return "Moodle"
    return "Canvas" if {"sis user id", "canvas user id"} & set(head) else ""


def _columns(head: list[str]) -> dict[str, list[int]]:
    """Return which column holds which field, by the first line; nothing where it names nobody."""
    columns = columns_named(head)
    if "github username" in head:
        columns["id"], columns["lms_id"] = columns["lms_id"], []
    elif not {"sis user id", "identifier", "canvas user id"} & set(head):
        columns["lms_id"] = []
    columns["split"] = [head.index(name) for name in ("first name", "last name") if name in head]
    return columns if columns["id"] or columns["name"] or len(columns["split"]) > 1 else {}


def columns_named(head: list[str]) -> dict[str, list[int]]:
    """Return the columns of each field, by the names in a first line."""
    return {field: [head.index(name) for name in names if name in head] for field, names in _COLUMNS.items()}


def cell_of(row: list[str], columns: Iterable[int]) -> str:
    """Return the first of these cells that holds something. Brightspace begins numbers with #, so that they stay."""
    cells = (row[index].strip().removeprefix("#") for index in columns if index < len(row))
    return next((text for text in cells if text), "")


def student_of(row: list[str], columns: dict[str, list[int]]) -> Student:
    """Return whom a row names."""
    split = (row[index].strip() for index in columns.get("split", ()) if index < len(row))
    name = cell_of(row, columns["name"]) or " ".join(split)
    lms_id = re.sub(r"^\D+(?=\d+$)", "", cell_of(row, columns["lms_id"]))  # Moodle: Participant 1234567
    email, login, section = (cell_of(row, columns[field]) for field in ("email", "login", "section"))
    known = cell_of(row, columns["id"]) or lms_id or email or login or name
    found = Student(known, name, email, login, section, lms_id, cell_of(row, columns["group"]))
    times = {field: cell_of(row, columns.get(field, ())) for field in ("extension", "handed_in")}
    return msgspec.structs.replace(found, **times)


def moved(student: Student, lms_id: str, login: str = "") -> Student:
    """Return the student with the number of this export: where the roster has another, beside it. A login that the
    export tells counts more than the roster's."""
    student = msgspec.structs.replace(student, login=login or student.login)
    if not student.lms_id:
        return msgspec.structs.replace(student, lms_id=lms_id)
    return msgspec.structs.replace(student, export_id=lms_id) if lms_id != student.lms_id else student
