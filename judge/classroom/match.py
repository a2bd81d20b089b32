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
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.classroom import csv_file
from judge.classroom.names import exact, squeezed, visible
from judge.classroom.roster import Roster
from judge.classroom.shapes import Pile
from judge.errors import JudgeError, Place, Todo
from judge.model import Student

NOBODY = "-"  # in the column student
_FILE, _STUDENT = ("file", "folder"), ("student", "id")
_COLOUR = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
KIND = csv_file.Kind(
    "E472", "a match file", ("write the columns file,student,main", "judge grade --dry-run  writes it")
)


class Row(NamedTuple):
    """What the instructor says of one submission: whose it is, and which file is run; empty where nothing is said."""

    line: int
    student: str
    main: str


class Match:
    """What the instructor has settled, by the name of a submission in the export."""

    def __init__(self, path: Path, rows: dict[str, list[Row]]) -> None:
        self.path, self._rows = path, rows

    @classmethod
    def read(cls, path: Path) -> Match:
        """Read what the instructor has settled; a row whose student and main are both empty settles nothing."""
        lines = csv_file.rows(path, KIND)
        head = [squeezed(cell) for cell in next(lines, (0, []))[1]]
        file, student = (
            next((head.index(name) for name in names if name in head), None) for names in (_FILE, _STUDENT)
        )
        if file is None or student is None:
            raise KIND.refused(path, 1, "its first line does not name the columns file and student")
        main = head.index("main") if "main" in head else len(head)
        rows: dict[str, list[Row]] = {}
        for line, cells in lines:
            if what := csv_file.surplus(cells, head):
                raise KIND.refused(path, line, what, csv_file.QUOTES)
            name, whose, run = (cells[at] if at < len(cells) else "" for at in (file, student, main))
            if name.strip():
                rows.setdefault(name, []).append(Row(line, csv_file.unguarded(whose.strip()), run.strip()))
        return cls(path, rows)

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """Return its rows: the name of a submission, whose it is, and which file is run."""
        return [(name, row.student, row.main) for name, rows in self._rows.items() for row in rows]

    def settle(self, piles: Sequence[Pile], roster: Roster | None) -> None:
        """Write into these submissions what is said of them. JudgeError E473 for a row that is about none of them, or
        about two: it would settle nothing, without a word."""
        found: dict[str, list[Row]] = {}
        indexes = [_index(piles, form) for form in (str, exact, _in_a_cell)]
        for name, rows in self._rows.items():
            folders: set[str] = next(filter(None, (index.get(form(name)) for form, index in indexes)), set())
            said = [row for row in rows if row.student or row.main]
            if len(folders) != 1 and said:
                what = "two submissions" if folders else "no submission"
                repair = "write it as the class has it, or take the row out", "judge grade --dry-run  writes such rows"
                raise self._refused(said[0], f"{name!r} is {what} of this class", repair)
            for folder in folders:
                found.setdefault(folder, []).extend(rows)
        students = {
            folder: [self._student(row, roster) for row in rows if row.student not in ("", NOBODY)]
            for folder, rows in found.items()
        }
        for pile in piles:
            rows = found.get(pile.folder, [])
            pile.main = next((row.main for row in rows if row.main), "")
            pile.settled = list({student.id: student for student in students.get(pile.folder, ())}.values())
            pile.left_out = any(row.student == NOBODY for row in rows)

    def _student(self, row: Row, roster: Roster | None) -> Student:
        if roster is None:
            return Student(row.student)
        found = roster.find(row.student)
        if len(found) == 1:
            return found[0]
        what = f"{row.student!r} is nobody in the roster"
        if found:
            what = f"{row.student!r} is {len(found)} students of the roster: {', '.join(one.id for one in found)}"
        raise self._refused(row, what, "write the student's id as the roster has it")

    def _refused(self, row: Row, what: str, repair: Todo) -> JudgeError:
        return JudgeError("E473", f"{self.path.name}: {what}", Place(str(self.path), row.line), help=repair)


def _index(piles: Iterable[Pile], form: Callable[[str], str]) -> tuple[Callable[[str], str], dict[str, set[str]]]:
    """Return the folders of the submissions that have a name, each name in one form; a file of theirs names them,
    too."""
    found: dict[str, set[str]] = {}
    for pile in piles:
        for name in (pile.folder, *pile.tops.values()):
            found.setdefault(form(name), set()).add(pile.folder)
    return form, found


def _in_a_cell(name: str) -> str:
    """Return a name as our own cells and spreadsheets leave it: without apostrophes, and with marks that can't be seen
    as their escapes."""
    text = visible(_COLOUR.sub("", name)).replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    return "".join(one if one.isprintable() else _escaped(ord(one)) for one in exact(text) if one != "'")


def _escaped(number: int) -> str:
    """Return the escape of a mark; a byte that is no UTF-8 stands in a name as a number from 0xDC80 on."""
    return ascii(chr(number - 0xDC00 if 0xDC80 <= number <= 0xDCFF else number))[1:-1]
