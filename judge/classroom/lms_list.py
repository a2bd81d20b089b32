"""Class lists of learning platforms: the columns of their gradebooks, and Moodle's grading worksheet in any language.

The worksheet's headers are words of the site's language. The order of its columns is the same everywhere (Moodle's
mod/assign/gradingtable.php): Identifier, full name unless the assignment is blind, fields of the person, status, group,
grade, maximum grade, whether the grade can be changed, last modified (submission), online text, last modified (grade),
feedback comments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from judge.classroom import csv_file
from judge.model import LmsList

POINTS = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_LEAST = 6  # columns of a worksheet: whose it is, status, grade, maximum, whether it can change, when
_PARTICIPANT = re.compile(r"(?P<word>\D{3,})(?P<number>\d{1,18})")  # S0123 is an institution's


def worksheet_columns(rows: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Return which column holds which field; nothing where the rows are no worksheet's.

    Moodle begins each row with `Participant 1234567` in the site's language, and then has the name, the fields that
    the site shows of a user, and the status. A blind worksheet has no name.
    """
    told = [row for row in rows if any(row)]
    words = {match["word"] if (match := participant_of(row)) else "" for row in told}
    if not told or len(words) != 1 or words == {""} or min(map(len, told)) < _LEAST:
        return {}
    found = {"lms_id": [0], "id": [], "name": [], "email": [], "login": [], "section": [], "group": [], "main": []}
    email = next((index for index in range(2, 6) if 2 * sum("@" in row[index] for row in told) > len(told)), 0)
    grades, highest = ([row[place].strip() for row in told] for place in (2, 3))
    blind = is_maximum(grades, highest)  # then the status is where a name would be, and each may be late otherwise
    if email or (not blind and len({row[1] for row in told}) > max(1, len(told) // 2)):
        found["name"] = [1]
    if email:
        found["email"], found["id"] = [email], list(range(2, email))[:1]
    return found


def participant_of(row: Sequence[str]) -> re.Match[str] | None:
    """Return the `word` and the `number` that a row of a worksheet begins with; None where it is no such row."""
    return _PARTICIPANT.fullmatch(row[0].strip()[:100]) if row else None


def is_maximum(grades: Sequence[str], column: Sequence[str]) -> bool:
    """Say whether a column is the highest grade: one number for all, behind a column of numbers or nothing."""
    return (
        len(set(column)) == 1
        and bool(POINTS.fullmatch(column[0]))
        and all(not cell or POINTS.fullmatch(cell) for cell in grades)
    )


Row = Sequence[str]
_ENGLISH = {
    "identifier": "identifier",
    "grade": "grade",
    "modified": "last modified (grade)",
    "name": "full name",
    "email": "email address",
    "maximum": "maximum grade",
    "comment": "feedback comments",
}
_NEEDED = ("identifier", "grade", "modified")
_CLOCK = re.compile(r"\d{1,2}\s?[:.h]\s?\d{2}")
_YEAR = re.compile(r"\d{4}")


def worksheet_of(rows: Sequence[Row]) -> LmsList.Worksheet | None:
    """Return the worksheet in the rows of a CSV file, the head first; None where they are something else."""
    head, body = (rows[0], rows[1:]) if rows else ((), ())
    people = [tuple(row) for row in body if any(row)]
    places = places_of(head, people)
    if places is None:
        return None
    found = {}
    prefix = ""
    for row in people:
        if match := participant_of(row[places.identifier :]):
            prefix, found[match["number"]] = match["word"], row
    points = [_cell(row, place) for row in people for place in (places.grade, places.maximum) if place is not None]
    comma = any("," in cell for cell in points if POINTS.fullmatch(cell))
    return LmsList.Worksheet(tuple(head), found, places, prefix, comma) if found else None


def places_of(head: Row, people: Sequence[Row]) -> LmsList.Worksheet.Places | None:
    """Return where the columns of a worksheet are; None where it is none, or where that is not clear."""
    words = [cell.strip().casefold() for cell in head]
    named = {field: words.index(word) for field, word in _ENGLISH.items() if word in words}
    if all(field in named for field in _NEEDED):
        return LmsList.Worksheet.Places(**named)
    who, width = worksheet_columns(people), len(head)
    if not who or len({row[0] for row in people}) < len(people):
        return None
    columns = [[_cell(row, place) for row in people] for place in range(width)]
    times = [place for place in range(1, width) if all(map(_is_time, columns[place]))]
    graded = [place for place in range(2, max(times, default=0)) if is_maximum(columns[place - 1], columns[place])]
    if not graded:
        return None
    maximum, modified = graded[-1], times[-1]
    return LmsList.Worksheet.Places(
        identifier=0,
        grade=maximum - 1,
        modified=modified,
        name=next(iter(who["name"]), None),
        email=next(iter(who["email"]), None),
        maximum=maximum,
        comment=modified + 1 if modified + 1 < width else None,
    )


def _is_time(cell: str) -> bool:
    return cell == "-" or bool(_CLOCK.search(cell) and _YEAR.search(cell))


def _cell(row: Row, place: int) -> str:
    return row[place].strip() if place < len(row) else ""


_KIND = csv_file.Kind("E462", "a roster", "export the class list of the LMS as UTF-8 CSV")
_CANVAS = re.compile(r".*\s\(\d+\)", re.DOTALL)
_BLACKBOARD = re.compile(r".*\[[^\]]*?(?P<points>[0-9.]+)[^\]]*\]\s*\|\d+", re.DOTALL)
_BRIGHTSPACE = re.compile(r".* Points Grade(?: <.*)?", re.DOTALL)


def read_lms_list(path: Path, data: bytes | None = None) -> LmsList:
    """Read a class list in `path`, or in these bytes, for its columns of grades. JudgeError E462 when it can't be read
    as CSV."""
    rows = [row for _, row in csv_file.rows(path, _KIND, data)]
    return LmsList(_columns(rows), worksheet_of(rows))


def _columns(rows: Sequence[Sequence[str]]) -> tuple[LmsList.Column, ...]:
    head = rows[0] if rows else []
    words = {cell.strip() for cell in head}
    if {"SIS User ID", "SIS Login ID"} & words or {"Student", "ID", "Section"} <= words:
        return _canvas(head, rows)
    if "Username" in words and any(map(_BLACKBOARD.fullmatch, head)):
        found = ((cell, _BLACKBOARD.fullmatch(cell)) for cell in head)
        return tuple(LmsList.Column("Blackboard", cell, _number(match["points"])) for cell, match in found if match)
    return tuple(LmsList.Column("Brightspace", cell) for cell in head if _BRIGHTSPACE.fullmatch(cell))


def _canvas(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[LmsList.Column, ...]:
    """Return the assignments of a Canvas gradebook. Below its head stands what is possible, in a row of its own, and
    perhaps which are not posted."""
    possible = next((row for row in rows[1:] if row and "Points Possible" in row[0]), [])
    points = [*possible, *([""] * (len(head) - len(possible)))]
    return tuple(
        LmsList.Column("Canvas", cell, _number(points[place]), "read only" in points[place])
        for place, cell in enumerate(head)
        if _CANVAS.fullmatch(cell) and not LmsList.Column.is_total(cell)
    )


def _number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
