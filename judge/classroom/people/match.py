"""The match file: a CSV in which the instructor settles what a dry run finds not clear.

JudgeError E472 where it can't be read, E473 where a row names nothing that is there.

file,student,main
team7_5_801_hw.py,ada,
team7_5_801_hw.py,bob,          two rows: a group's
Default group_assignsubmission_file,-,    nobody's: it is left out
eve,eve,board.py                which of its files is run
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from judge.classroom.exports import Pile
from judge.classroom.people import csv_file
from judge.classroom.people.names import squeezed
from judge.classroom.people.roster import Roster
from judge.errors import JudgeError, Place
from judge.model.classroom import Student

NOBODY = "-"  # in the column student
_FILE, _STUDENT = ("file", "folder"), ("student", "id")
_ESCAPED = re.compile(r"['\x00-\x1f\x7f]+")  # what our own cells, and spreadsheets, add to a name or take out of it
KIND = csv_file.Kind(
    "E472", "a match file", "write the columns file,student,main, or let  judge grade --dry-run  write it"
)


class Row(msgspec.Struct, frozen=True):
    """What the instructor says of one submission: whose it is, and which file is run; empty where nothing is said."""

    line: int
    student: str
    main: str


class Match:
    """What the instructor has settled, by the name of a submission in the export. With `lasting` it was settled for
    several exports of a class, so a row may be about a submission that is not in this one."""

    def __init__(self, path: Path, rows: dict[str, list[Row]], *, lasting: bool = False) -> None:
        self.path, self._rows, self._lasting = path, rows, lasting
        self._names = {_ESCAPED.sub("", name): name for name in rows}

    def of(self, pile: Pile) -> list[Row]:
        """Return what is said of a submission, by its folder or by one of its files."""
        names = dict.fromkeys((pile.folder, *pile.tops.values()))
        found = (self._rows.get(name) or self._rows.get(self._names.get(_ESCAPED.sub("", name), "")) for name in names)
        return [row for rows in found for row in rows or ()]

    def check(self, piles: Iterable[Pile]) -> None:
        """Refuse a row about a submission that is not in the class: it would settle nothing, without a word."""
        if self._lasting:
            return
        used = Counter(row.line for pile in piles for row in self.of(pile))
        for name, rows in self._rows.items():
            for row in rows:
                if used[row.line] != 1 and (row.student or row.main):
                    what = "two submissions" if used[row.line] else "no submission"
                    repair = "write it as the dry run does, or take the row out"
                    raise self._refused(row, f"{name!r} is {what} of this class", repair)

    def students(self, rows: Sequence[Row], roster: Roster | None) -> list[Student]:
        """Return the students whom these rows name, each once."""
        named = (self._student(row, roster) for row in rows if row.student not in ("", NOBODY))
        return list({student.id: student for student in named}.values())

    def _student(self, row: Row, roster: Roster | None) -> Student:
        if roster is None:
            return Student(row.student)
        found = roster.find(dict.fromkeys(("id", "email", "login", "name"), row.student))[1]
        if len(found) == 1:
            return found[0]
        what = f"{row.student!r} is nobody in the roster"
        if found:
            what = f"{row.student!r} is {len(found)} students of the roster: {', '.join(one.id for one in found)}"
        raise self._refused(row, what, "write the student's id as the roster has it")

    def _refused(self, row: Row, what: str, repair: str) -> JudgeError:
        return JudgeError("E473", f"{self.path.name}: {what}", Place(str(self.path), row.line), help=repair)


def read_match(path: Path) -> Match:
    """Read what the instructor has settled; a row whose student and main are both empty settles nothing."""
    lines = csv_file.rows(path, KIND)
    head = [squeezed(cell) for cell in next(lines, (0, []))[1]]
    file, student = (next((head.index(name) for name in names if name in head), None) for names in (_FILE, _STUDENT))
    if file is None or student is None:
        raise KIND.refused(path, 1, "its first line does not name the columns file and student")
    main = head.index("main") if "main" in head else len(head)
    rows: dict[str, list[Row]] = {}
    for line, cells in lines:
        name, whose, run = (cells[at].strip() if at < len(cells) else "" for at in (file, student, main))
        if name:
            rows.setdefault(name, []).append(Row(line, whose, run))
    return Match(path, rows)
