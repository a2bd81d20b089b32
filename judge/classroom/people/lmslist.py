"""What the class list of an LMS tells of its gradebook. Each of them writes people and grades into one file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from judge.classroom.people import csv_file
from judge.classroom.people.gradesheet import worksheet_of
from judge.model.lms import GradeColumn, LmsList, is_total

_KIND = csv_file.Kind("E462", "a roster", "export the class list of the LMS as UTF-8 CSV")
_CANVAS = re.compile(r".*\s\(\d+\)", re.DOTALL)
_BLACKBOARD = re.compile(r".*\[[^\]]*?(?P<points>[0-9.]+)[^\]]*\]\s*\|\d+", re.DOTALL)
_BRIGHTSPACE = re.compile(r".* Points Grade(?: <.*)?", re.DOTALL)


def read_lms_list(path: Path) -> LmsList:
    """Read a class list for its columns of grades. JudgeError E462 when it can't be read as CSV."""
    rows = [row for _, row in csv_file.rows(path, _KIND)]
    return LmsList(_columns(rows), worksheet_of(rows))


def _columns(rows: Sequence[Sequence[str]]) -> tuple[GradeColumn, ...]:
    head = rows[0] if rows else []
    words = {cell.strip() for cell in head}
    if {"SIS User ID", "SIS Login ID"} & words or {"Student", "ID", "Section"} <= words:
        return _canvas(head, rows)
    if "Username" in words and any(map(_BLACKBOARD.fullmatch, head)):
        found = ((cell, _BLACKBOARD.fullmatch(cell)) for cell in head)
        return tuple(GradeColumn("Blackboard", cell, _number(match["points"])) for cell, match in found if match)
    return tuple(GradeColumn("Brightspace", cell) for cell in head if _BRIGHTSPACE.fullmatch(cell))


def _canvas(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[GradeColumn, ...]:
    """Return the assignments of a Canvas gradebook. Below its head stands what is possible, in a row of its own, and
    perhaps which are not posted."""
    possible = next((row for row in rows[1:] if row and "Points Possible" in row[0]), [])
    points = [*possible, *([""] * (len(head) - len(possible)))]
    return tuple(
        GradeColumn("Canvas", cell, _number(points[place]), "read only" in points[place])
        for place, cell in enumerate(head)
        if _CANVAS.fullmatch(cell) and not is_total(cell)
    )


def _number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
