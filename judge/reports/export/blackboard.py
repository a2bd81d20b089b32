"""The file that Blackboard takes at Grade Center > Work Offline > Upload (Ultra: Gradebook > Upload).

It finds a student by Username and a column by the number at the end of its header, `Homework 1 [Total Pts: 100 Score]
|118854`; a header without one becomes a new column of text, for 0 points. Blackboard itself writes tabs and UTF-16; a
name that ends in .csv gets commas and UTF-8, every cell in quotes as its manual asks.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.errors import Todo
from judge.files import write_bytes
from judge.model import Graded
from judge.reports.export.cells import about_students, cell, csv_text
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.export.lms import TITLED, column_of, found_by, has_number, known_login
from judge.text import counted, number


def export(rows: Sequence[Graded], sheet: Sheet, path: Path) -> Exported:
    """Write Username and points of who has some: what a blank cell does there is not documented."""
    header = _header(sheet)
    found, unknown = found_by(judge_errors_first(rows), lambda student: (known_login(student, sheet.shape),))
    commas = path.suffix.lower() == ".csv"
    table = [("Username", cell(header)), *((cell(login), number(row.points)) for (login,), row in found)]
    text = csv_text(table, "," if commas else "\t", quoted=True)
    write_bytes(path, text.encode() if commas else codecs.BOM_UTF16_LE + text.encode("utf-16-le"))
    said = f"the grades of {counted(len(found), 'student')}, for Blackboard > Grade Center > Work Offline > Upload"
    return Exported(said, warnings=tuple(_warnings(header, unknown)))


def _header(sheet: Sheet) -> str:
    found, _ = column_of(sheet, "Blackboard")
    return found.header if found else sheet.column or sheet.title


def _warnings(header: str, unknown: Sequence[str]) -> Iterator[Todo]:
    if not has_number(header, "Blackboard"):
        yield (
            f"Blackboard makes a new column of text of {header!r}; name it as the file that it downloads has it, "
            "such as 'Homework 1 [Total Pts: 100 Score] |118854'",
            TITLED,
        )
    if unknown:
        yield about_students(unknown, "without a username of their own left out", "add a column username to the roster")
