"""The CSV that Brightspace takes at Grades > Enter Grades > Import.

It finds a student by OrgDefinedId or Username, which begin with # so that no spreadsheet takes them for numbers, and a
grade item by `<its name> Points Grade`; every line ends in #. Points above the item's are cut there, unless it says Can
Exceed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.files import write_whole
from judge.model import Graded, Roll, Student
from judge.reports.export.cells import about_students, cell, csv_text
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.export.lms import column_of, found_by, has_number, known_id, known_login
from judge.text import counted, number

LAST = "End-of-Line Indicator"
_MARK = "#"


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write the points of who has some, by the ids that are known."""
    found, unknown = found_by(judge_errors_first(rows), lambda student: _ids(student, sheet.shape))
    names = ("OrgDefinedId", "Username")
    kept = [place for place in range(2) if any(who[place] for who, _ in found)] or [0]
    table = [[*(names[place] for place in kept), cell(_header(sheet)), LAST]]
    for who, row in found:
        ids = [cell(f"{_MARK}{who[place]}") if who[place] else "" for place in kept]
        table.append([*ids, number(row.points), _MARK])
    write_whole(path, csv_text(table))
    said = f"the grades of {counted(len(found), 'student')}, for Brightspace > Grades > Enter Grades > Import"
    lost = about_students(unknown, "without an id or a username of their own left out", "give a roster with them")
    return Exported(said, warnings=(lost,) if unknown else ())


def _header(sheet: Sheet) -> str:
    found, _ = column_of(sheet, "Brightspace")
    if found:
        return found.header
    name = sheet.column or sheet.title
    return name if has_number(name, "Brightspace") else f"{name} Points Grade"


def _ids(student: Student, shape: Roll.Shape) -> tuple[str, str]:
    """Return the id of the institution and the username. An address in the place of an id is a username."""
    known, login = known_id(student, shape), known_login(student, shape)
    return ("", login or known) if "@" in known else (known, login)
