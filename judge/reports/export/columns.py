"""The name of our column in an LMS's gradebook: as it was asked for, or as the class list of that LMS has it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.model.lms import GradeColumn, Lms
from judge.reports.export.exporter import Sheet

_TAIL = {
    "Canvas": re.compile(r"\s\(\d+\)$"),
    "Blackboard": re.compile(r"\s*\[[^\]]*\]\s*\|\d+$"),
    "Brightspace": re.compile(r" Points Grade(?: <.*)?$"),
}


def column_of(sheet: Sheet, lms: Lms) -> tuple[GradeColumn | None, tuple[GradeColumn, ...]]:
    """Return the column that the sheet means in the gradebook of an LMS, and all that it could mean.

    What was asked for counts, whole or without its number; else the title of the problem; else the only column.
    """
    columns = tuple(column for column in sheet.lms.columns if column.lms == lms)
    asked = sheet.column.strip()
    found = _called(asked or sheet.title, columns)
    if not found and not asked:
        found = tuple(column for column in columns if not column.read_only)
    return (found[0] if len(found) == 1 else None), columns


def has_number(title: str, lms: Lms) -> bool:
    """Say whether a title ends as the LMS ends the name of a column that it knows."""
    return bool(_TAIL[lms].search(title))


def _called(name: str, columns: Sequence[GradeColumn]) -> tuple[GradeColumn, ...]:
    whole = tuple(column for column in columns if column.header.strip() == name)
    return whole or tuple(column for column in columns if _squeezed(_bare(column)) == _squeezed(name))


def _bare(column: GradeColumn) -> str:
    return _TAIL[column.lms].sub("", column.header)


def _squeezed(name: str) -> str:
    return " ".join(name.casefold().split())
