"""How an LMS knows a student, by a number, and our column in its gradebook.

A number of one LMS is never given to another. A column is called as it was asked for, or as the class list has it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from judge.model import Graded, LmsList, Roll, Student
from judge.reports.export.exporter import Sheet

LISTED, TITLED = "--roster FILE  is the class list", "--title TEXT  names it"  # what helps in a terminal


def moodle_number(student: Student, shape: Roll.Shape) -> str:
    """Return the participant's number: that of this export, and only where it has none that of the worksheet."""
    own = _exported(student) if shape == "Moodle" else ""
    number = own or (student.lms_id if student.lms == "Moodle" else "")
    return number if is_number(number) else ""


def moodle_numbers(rows: Sequence[Graded], shape: Roll.Shape) -> dict[str, str]:
    """Return the participant's number of each student, by the ids. Where the worksheet is of another assignment, its
    numbers are other people's here: then those of the export alone count."""
    found = {row.student.id: moodle_number(row.student, shape) for row in rows}
    if not is_of_another(rows, shape):
        return found
    own = {row.student.id for row in rows if row.student.export_id or f"_{row.student.lms_id}_assign" in row.folder}
    return {who: number if who in own else "" for who, number in found.items()}


def is_of_another(rows: Sequence[Graded], shape: Roll.Shape) -> bool:
    """Say whether the worksheet is of another assignment than Moodle's export."""
    return shape == "Moodle" and any(row.student.lms == "Moodle" and row.student.export_id for row in rows)


def canvas_number(student: Student, shape: Roll.Shape) -> str:
    """Return Canvas's user: of the gradebook, as a group's export names one for all; else of the export, unless it is
    anonymous."""
    own = _exported(student) if shape == "Canvas" else ""
    number = student.lms_id if student.lms == "Canvas" else own
    return number if is_number(number) else ""


def known_id(student: Student, shape: Roll.Shape) -> str:
    """Return the institution's id: no number of an LMS, no name and no user of GitHub."""
    others = student.lms_id, student.export_id, student.login if shape == "GitHub Classroom" else ""
    name = sorted(student.id.split()) == sorted(student.name.split())  # perhaps the other way round
    return "" if name or student.id in others else student.id


def known_login(student: Student, shape: Roll.Shape) -> str:
    """Return the name by which the student signs in at the LMS: not that at GitHub."""
    return "" if shape == "GitHub Classroom" else student.login


def _exported(student: Student) -> str:
    return student.export_id or ("" if student.lms else student.lms_id)


def found_by(
    rows: Sequence[Graded], words_of: Callable[[Student], tuple[str, ...]]
) -> tuple[list[tuple[tuple[str, ...], Graded]], list[str]]:
    """Return the rows that have points, each with the words by which an LMS finds its student, and the ids of students
    whom it can't find. A word that another student has in the same column finds neither, so it is empty here."""
    known = [words_of(row.student) for row in rows]
    count = Counter(cell for words in known for cell in enumerate(words))
    own = [tuple("" if count[cell] > 1 else cell[1] for cell in enumerate(words)) for words in known]
    graded = [(words, row) for words, row in zip(own, rows, strict=True) if row.points is not None]
    return [one for one in graded if any(one[0])], [row.student.id for words, row in graded if not any(words)]


def is_number(text: str) -> bool:
    """Say whether it is digits alone."""
    return text.isascii() and text.isdigit()


_TAIL = {
    "Canvas": re.compile(r"\s\(\d+\)$"),
    "Blackboard": re.compile(r"\s*\[[^\]]*\]\s*\|\d+$"),
    "Brightspace": re.compile(r" Points Grade(?: <.*)?$"),
}


def column_of(sheet: Sheet, lms: str) -> tuple[LmsList.Column | None, tuple[LmsList.Column, ...]]:
    """Return the column that the sheet means in the gradebook of an LMS, and all that it could mean.

    What was asked for counts, whole or without its number; else the title of the problem; else the only column.
    """
    columns = tuple(column for column in sheet.lms.columns if column.lms == lms)
    asked = sheet.column.strip()
    found = _called(asked or sheet.title, columns)
    if not found and not asked:
        found = tuple(column for column in columns if not column.read_only)
    return (found[0] if len(found) == 1 else None), columns


def has_number(title: str, lms: str) -> bool:
    """Say whether a title ends as the LMS ends the name of a column that it knows."""
    return bool(_TAIL[lms].search(title))


def _called(name: str, columns: Sequence[LmsList.Column]) -> tuple[LmsList.Column, ...]:
    whole = tuple(column for column in columns if column.header.strip() == name)
    bare = ((column, _TAIL[column.lms].sub("", column.header)) for column in columns)
    return whole or tuple(column for column, header in bare if _squeezed(header) == _squeezed(name))


def _squeezed(name: str) -> str:
    return " ".join(name.casefold().split())
