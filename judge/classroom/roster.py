"""A class list as CSV: one's own, or as a platform exports it. JudgeError E462 when it can't be read.

id,name,email,group,main                                   one's own; id or name at least
Student,ID,SIS User ID,SIS Login ID,Section,...            Canvas: Grades > Export; its row Points Possible is no one
Identifier,Full name,ID number,Email address,Status,...    Moodle: Download grading worksheet, in any language
Name or First Name,Last Name,SID,Email,...                 Gradescope: Roster > Download
OrgDefinedId,Username,Last Name,First Name,Email,...       Brightspace: Grades > Export, or its class list
identifier,github_username,github_id,name                  GitHub Classroom: Students > Download"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, product
from pathlib import Path

import msgspec

from judge.classroom import csv_file
from judge.classroom.columns import cell_of, columns_named, columns_of, keys, numbered_by, student_of
from judge.classroom.lateness import checked_extension
from judge.classroom.lms_list import worksheet_columns
from judge.classroom.names import Near, exact, orders, squeezed
from judge.errors import JudgeError
from judge.model import Student
from judge.text import counted

_FIELDS = ("id", "email", "login")
_KNOWN_BY = (*_FIELDS, "name")


class Roster:
    """Who is in the class. An id, an address or a user name is looked up as it was typed first; a name never is. Of an
    id that is a number, a spreadsheet may have lost the zeros."""

    def __init__(
        self, students: Iterable[Student], mains: Mapping[str, str] | None = None, remarks: tuple[str, ...] = ()
    ) -> None:
        self.students, self.remarks = tuple(students), remarks
        self.mains = mains or {}  # by id: which file is run, where the instructor has said so
        self.near = Near(self.students)
        self._rows: dict[tuple[str, str, str], list[Student]] = {}  # by field, form and word
        for student in self.students:
            known = [("name", "squeezed", name) for name in orders(student.name)]
            known.append(("id", "bare", without_zeros(student.id)))
            for field in _FIELDS:
                word = getattr(student, field)
                known += [(field, "typed", exact(word)), (field, "squeezed", squeezed(word))]
            for key in known:
                if key[2]:
                    self._rows.setdefault(key, []).append(student)

    @classmethod
    def read(cls, path: Path, data: bytes | None = None) -> Roster:
        """Read the students in `path`, or in these bytes, which errors call so. Two rows that contradict each other are
        an error, and so is a list that names nobody. Several rows of one person, of a section each, are one student."""
        data = csv_file.read(path) if data is None else data
        rows, at, columns = _headed(path, data)
        body = [one for one in rows[at + 1 :] if one[1] != rows[at][1]]  # lists that were put together have it again
        head = keys(rows[at][1]) if rows else []
        foreign = {}
        if not (columns and (columns["name"] or columns["first"])):  # a worksheet in another language may say ID
            foreign = worksheet_columns([row for _, row in body])
        if foreign:
            foreign["group"] = columns_named(head)["group"]
        columns = foreign or columns
        if not columns:
            cells = [squeezed(cell) for cell in rows[0][1][:6]] if rows else []
            what = f"its first line names no column id or name, but {', '.join(cells) or 'nothing'}"
            unsaid = csv_file.remarks(data, path)  # then its words may be others
            raise _HEADLESS.refused(path, 1, what, _SAVE_AS_UTF_8 if unsaid else "")
        lms = "Moodle" if foreign else numbered_by(head)
        staff = _staff(body, columns.get("role", ()))
        students: dict[str, Student] = {}
        mains: dict[str, str] = {}
        for line, row in _below_assignments(body, columns):
            student = student_of(row, columns)
            if _is_nobody(row, student) or line in staff:
                continue
            if what := _displaced(row, rows[at][1], columns):
                raise KIND.refused(path, line, what, csv_file.QUOTES)
            if _SHORTENED.fullmatch(student.id):
                raise KIND.refused(path, line, f"a spreadsheet has shortened the id to {student.id}", _LENGTHEN)
            if not student.id:
                raise KIND.refused(path, line, "the row has neither an id nor a name")
            checked_extension(student.extension, path, line)
            one = msgspec.structs.replace(student, lms=lms) if student.lms_id else student
            main = cell_of(row, columns["main"])
            if student.id in students:
                one = _as_one(students[student.id], one, path, line)
            if main and mains.setdefault(student.id, main) != main:
                raise KIND.refused(path, line, f"{one.id!r} is in the roster twice, with another main")
            students[student.id] = one
        if not students:
            raise KIND.refused(path, 0, "there is no student in it")
        left_out = (f"{counted(len(staff), 'row')} of {path.name} left out: the role is no student's",) if staff else ()
        return cls(students.values(), mains, (*csv_file.remarks(data, path), *left_out))

    @classmethod
    def listed(cls, roster: Path | None, groups: Path | None = None) -> Roster | None:
        """Return who is in a class list, with the groups that another file names. Without a list that file is one;
        without both nobody says who is in the class."""
        found = cls.read(roster) if roster else None
        if groups is None:
            return found
        return found.with_groups(groups) if found else cls.read(groups)

    def with_groups(self, path: Path) -> Roster:
        """Return the roster with the groups that a file names. JudgeError E474 where it can't be read."""
        rows = [*csv_file.rows(path, _GROUPS)] or [(0, [])]
        heads = ((at, row) for at, (_, row) in enumerate(rows[:_BEFORE]) if len(row) > 1)
        at, head = next((one for one in heads if columns_named(keys(one[1]))["group"]), (0, rows[0][1]))
        columns = columns_named(keys(head))
        if not columns["group"]:
            cells = ", ".join(map(squeezed, head[:6]))
            raise _GROUPS.refused(path, 1, f"its first line names no column group, but {cells or 'nothing'}")
        columns["id"] = [index for index in columns["id"] if index not in columns["group"]]
        groups: dict[str, list[str]] = {}
        for line, row in rows[at + 1 :]:
            if what := _displaced(row, head, columns):
                raise _GROUPS.refused(path, line, what, f"{csv_file.QUOTES}; write a row for each student")
            group, told = cell_of(row, columns["group"]), student_of(row, columns)
            found = self.first({field: getattr(told, field) for field in _KNOWN_BY})
            if not told.id or (len(found) != 1 and not group):
                continue  # nobody, or somebody of another class who is in no group
            if len(found) != 1:
                who = f"{told.id!r} is {f'{len(found)} students' if found else 'nobody'} in the roster"
                raise _GROUPS.refused(path, line, who)
            groups.setdefault(found[0].id, []).append(group)  # an empty one takes the roster's away
        if not groups:
            raise _GROUPS.refused(path, rows[at][0], "no row of it names a student of the roster")
        named = (
            msgspec.structs.replace(one, group=", ".join(filter(None, groups[one.id]))) if one.id in groups else one
            for one in self.students
        )
        return Roster(named, self.mains, self.remarks)

    def find(self, word: str) -> tuple[Student, ...]:
        """Return whom this word names: nobody, one, or several who share the name. An id is believed before an address,
        a user name and a name."""
        return self.first(dict.fromkeys(_KNOWN_BY, word))

    def first(self, words: Mapping[str, str]) -> tuple[Student, ...]:
        """Return whom the first of these fields of a student names that names anybody."""
        return next((found for how, word in words.items() if word and (found := self.by(how, word))), ())

    def by(self, field: str, word: str) -> tuple[Student, ...]:
        """Return the students of whom a field is this word."""
        if field == "name":
            return each_once(one for form in orders(word) for one in self._rows.get(("name", "squeezed", form), ()))
        return self.by_any((field,), word)[1]

    def by_any(self, fields: Iterable[str], word: str) -> tuple[str, tuple[Student, ...]]:
        """Return the students of whom any of these fields is this word, and the first such field."""
        for form, key in (("typed", exact(word)), ("squeezed", squeezed(word)), ("bare", without_zeros(word))):
            found = {field: rows for field in fields if (rows := self._rows.get((field, form, key)))}
            if found:
                return next(iter(found)), each_once(one for rows in found.values() for one in rows)
        return "", ()


def without_zeros(word: str) -> str:
    """Return a number without zeros before it, and nothing for all other words."""
    text = squeezed(word)
    return text.lstrip("0") if text.isascii() and text.isdigit() else ""


def group_names(text: str) -> list[str]:
    """Return the groups that a cell names: Moodle writes several with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    return [name for name in dict.fromkeys([text.strip(), *parts]) if name]


def each_once(rows: Iterable[Student]) -> tuple[Student, ...]:
    """Return the students, each once, by their ids."""
    return tuple({row.id: row for row in rows}.values())


_Lines = list[tuple[int, list[str]]]


def _headed(path: Path, data: bytes) -> tuple[_Lines, int, dict[str, list[int]]]:
    """Return the rows of a class list, which of them names the columns, and these; none where no row does. A title
    above them may have commas where the rows have semicolons, but what separates nothing in a row is no such mark.
    `Name;Algorithms` may be a title, too: a row that names two columns comes before one that names one."""
    for least, mark in product((2, 1), ("", *csv_file.MARKS)):
        with contextlib.suppress(JudgeError):
            rows = list(csv_file.rows(path, KIND, data, mark))
            heads = ((at, row) for at, (_, row) in enumerate(rows[:_BEFORE]) if len(row) > 1 or not mark)
            named = ((at, columns_of(keys(row))) for at, row in heads)
            if found := next((one for one in named if sum(map(bool, one[1].values())) >= least), None):
                return rows, *found
    return list(csv_file.rows(path, KIND, data)), 0, {}


_TEST_STUDENTS = ("student, test", "test student")  # the names of Canvas's and Moodle's own
_HIDDEN = re.compile(r"\s*(?:muted|manual posting.*)?\s*", re.IGNORECASE)  # Canvas's row about posting
_END = "endhissheet"  # the line below a list of HISinOne
_BEFORE = 10  # lines that may stand before the names of the columns, such as a title
_JOINED = ("section", "group")
KIND = csv_file.Kind(
    "E462",
    "a roster",
    "write the columns id,name,email, or export the class list of Canvas, Moodle or Gradescope as UTF-8 CSV",
)
HEADERS = (
    "ID, Student ID, SID, Matrikelnummer, Emplid or Banner ID; Name, or First Name and Last Name, or Vorname and "
    "Nachname; Email or E-Mail; Username or Benutzername"
)
_SAVE_AS_UTF_8 = "save it as CSV UTF-8 first: it is not UTF-8, and is read as Windows-1252"
_HEADLESS = csv_file.Kind(KIND.code, KIND.name, f"call its columns for example {HEADERS}")


def _is_nobody(row: Sequence[str], student: Student) -> bool:
    """Say whether a row is about no student: it is blank, or Canvas's or HISinOne's own."""
    first = squeezed(row[0]) if row else ""
    own = first.startswith("points possible") or first == _END or squeezed(student.name) in _TEST_STUDENTS
    return own or all(_HIDDEN.fullmatch(cell) for cell in row)


_STAFF = {"instructor", "ta", "teaching assistant", "reader", "grader", "teacher"}  # roles of Gradescope and others


def _staff(body: _Lines, column: Iterable[int]) -> set[int]:
    """Return the lines of those who teach, in a list that calls others students."""
    roles = {line: squeezed(cell_of(row, column)) for line, row in body}
    return {line for line, role in roles.items() if role in _STAFF} if "student" in roles.values() else set()


def _below_assignments(body: _Lines, columns: dict[str, list[int]]) -> _Lines:
    """Return the rows without those that Google Classroom writes above them, of the dates and points of assignments: a
    word in the place of a last name, where whoever is below has an address."""
    if columns["id"] or not all(columns.get(field) for field in ("first", "last", "email")):
        return body
    people = {at for found in columns.values() for at in found}

    def is_assignments(line: tuple[int, list[str]]) -> bool:
        known = cell_of(line[1], [*columns["first"], *columns["email"]])
        return not known and any(cell.strip() for at, cell in enumerate(line[1]) if at not in people)

    return [*dropwhile(is_assignments, body)] or body


_SHORTENED = re.compile(r"\d(?:[.,]\d+)?E\+\d{2,3}")
_LENGTHEN = "format the columns of numbers as text there, and export the list once more"
_ADDRESSES = ("email", "login", "id", "lms_id")  # fields that may be an address
_ADDRESS = re.compile(r"\s*[^@\s]+@[^@\s]+\s*")


def _displaced(row: list[str], head: list[str], columns: dict[str, list[int]]) -> str:
    """Return in words why the cells of a row are not those of their columns: there are too many, or its address is in
    the place of a name or a group, and a word in that of the address."""
    if csv_file.surplus(row, head) and (more := csv_file.surplus(row, head, _behind_address(row, head))):
        return more
    said = cell_of(row, columns["email"])
    if "@" in said or not any(map(str.isalpha, said)):  # a dash says that there is none
        return ""
    places = {at for field, found in columns.items() if field not in _ADDRESSES for at in found}
    places |= {at for at, name in enumerate(head) if not name.strip()}
    stray = next((cell.strip() for at, cell in enumerate(row) if at in places and _ADDRESS.fullmatch(cell)), "")
    return f"{said!r} is in the column of the address, and {stray!r} in another one" if stray else ""


def _behind_address(row: list[str], head: list[str]) -> int:
    """Return the first place behind the address, where that is below its name: then all before it are in theirs."""
    filled = [at for at in columns_named(keys(head))["email"] if row[at].strip()]
    return max(filled, default=0) + 1 if all("@" in row[at] for at in filled) else 1


def _as_one(old: Student, new: Student, path: Path, line: int) -> Student:
    """Return the student of two rows with one id. JudgeError E462 where they contradict each other, or where the name
    alone is the id: then these may be two people."""
    alone = old.id == old.name and not (old.lms_id or old.email or old.login)
    if alone:
        raise KIND.refused(path, line, f"{new.id!r} is in the roster twice, and nothing but the name says who it is")
    held = msgspec.structs.asdict(old)
    for field, was in held.items():
        now = getattr(new, field)
        if field in _JOINED:
            held[field] = ", ".join(dict.fromkeys(filter(None, (*was.split(", "), now))))
        elif was and now and squeezed(was) != squeezed(now):
            raise KIND.refused(path, line, f"{new.id!r} is in the roster twice, with the {field} {was} and {now}")
        else:
            held[field] = was or now
    return msgspec.structs.replace(old, **held)


def turned(roster: Roster, told: Iterable[str]) -> Roster:
    """Return the roster with its names the other way round where the export has all of them so. A name that fits both
    ways, as of Martin Thomas and Thomas Martin, is turned with the others. Ids stay."""
    told_names = {squeezed(name.replace("_", " ")) for name in told} - {""}
    known = told_names & {squeezed(one.name) for one in roster.students}
    parts = [one.name.split() for one in roster.students]
    ways = [[" ".join(words[by:] + words[:by]) for words in parts] for by in (-1, 1)]
    fits, names = max(((told_names & set(map(squeezed, names)), names) for names in ways), key=lambda one: len(one[0]))
    if len(fits) < max(2, len(told_names) / 2) or not known < fits:
        return roster
    students = [msgspec.structs.replace(one, name=name) for one, name in zip(roster.students, names, strict=True)]
    said = f"the roster's names are read the other way round: {len(fits)} of {len(told_names)} are in the class so"
    return Roster(students, roster.mains, (*roster.remarks, said))


def moved(student: Student, lms_id: str, login: str = "") -> Student:
    """Return the student with the number of this export: where the roster has another, beside it. Then Moodle's
    worksheet is of another assignment, and so is its time. A login that the export tells counts more than the roster's.
    """
    student = msgspec.structs.replace(student, login=login or student.login)
    if not student.lms_id:
        return msgspec.structs.replace(student, lms_id=lms_id)
    if lms_id in ("", student.lms_id):
        return student
    handed_in = "" if student.lms == "Moodle" else student.handed_in
    return msgspec.structs.replace(student, export_id=lms_id, handed_in=handed_in)


_GROUPS = csv_file.Kind(
    "E474", "a list of groups", "write the columns group,id or group,email, with a row for each student"
)


def near_group(roster: Roster, word: str) -> tuple[Student, ...]:
    """Return the members of groups called so, but for zeros, blanks and marks: 0429 for 429."""
    wanted = _bare(word)
    return tuple(one for one in roster.students if wanted and wanted in map(_bare, group_names(one.group)))


def _bare(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)|[\W_]", "", squeezed(name))
