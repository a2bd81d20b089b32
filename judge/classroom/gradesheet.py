"""Moodle's grading worksheet, recognised in any language by where its columns are and what they hold.

Its headers are words of the site's language. The order of its columns is the same everywhere (Moodle's
mod/assign/gradingtable.php): Identifier, full name unless the assignment is blind, fields of the person, status, group,
grade, maximum grade, whether the grade can be changed, last modified (submission), online text, last modified (grade),
feedback comments. The roster may find people by `places_of`; an export writes the rows back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.model.lms import Places, Worksheet

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
_NUMBERED = re.compile(r"(?P<prefix>[^0-9]+)(?P<number>[0-9]+)")
_POINTS = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_CLOCK = re.compile(r"\d{1,2}\s?[:.h]\s?\d{2}")
_YEAR = re.compile(r"\d{4}")


def worksheet_of(rows: Sequence[Row]) -> Worksheet | None:
    """Return the worksheet in the rows of a CSV file, the head first; None where they are something else."""
    head, body = (rows[0], rows[1:]) if rows else ((), ())
    people = [tuple(row) for row in body if any(row)]
    places = places_of(head, people)
    if places is None:
        return None
    found = {}
    prefix = ""
    for row in people:
        if match := _NUMBERED.fullmatch(_cell(row, places.identifier)):
            prefix, found[match["number"]] = match["prefix"], row
    points = [_cell(row, place) for row in people for place in (places.grade, places.maximum) if place is not None]
    comma = any("," in cell for cell in points if _POINTS.fullmatch(cell))
    return Worksheet(tuple(head), found, places, prefix, comma) if found else None


def places_of(head: Row, people: Sequence[Row]) -> Places | None:
    """Return where the columns of a worksheet are; None where it is none, or where that is not clear."""
    words = [cell.strip().casefold() for cell in head]
    named = {field: words.index(word) for field, word in _ENGLISH.items() if word in words}
    if all(field in named for field in _NEEDED):
        return Places(**named)
    return _by_content(len(head), people) if people and _is_numbered(people) else None


def _is_numbered(people: Sequence[Row]) -> bool:
    """Say whether the first column holds `Participant 17`, each with the same words and another number."""
    matches = [_NUMBERED.fullmatch(_cell(row, 0)) for row in people]
    found = [match for match in matches if match]
    alike = len({match["prefix"] for match in found}) == 1
    return alike and len(found) == len(matches) == len({match["number"] for match in found})


def _by_content(width: int, people: Sequence[Row]) -> Places | None:
    columns = [[_cell(row, place) for row in people] for place in range(width)]
    times = [place for place in range(1, width) if all(map(_is_time, columns[place]))]
    graded = [place for place in range(2, max(times, default=0)) if _is_maximum(columns[place - 1], columns[place])]
    if not graded:
        return None
    maximum, modified = graded[-1], times[-1]
    return Places(
        identifier=0,
        grade=maximum - 1,
        modified=modified,
        name=1 if 2 * len(set(columns[1])) > len(people) and maximum > 2 else None,
        email=next((place for place in range(1, maximum) if all("@" in cell for cell in columns[place])), None),
        maximum=maximum,
        comment=modified + 1 if modified + 1 < width else None,
    )


def _is_time(cell: str) -> bool:
    return cell == "-" or bool(_CLOCK.search(cell) and _YEAR.search(cell))


def _is_maximum(grades: Row, column: Row) -> bool:
    """Say whether a column is the highest grade: one number for all, behind a column of numbers or nothing."""
    return (
        len(set(column)) == 1
        and bool(_POINTS.fullmatch(column[0]))
        and all(not cell or _POINTS.fullmatch(cell) for cell in grades)
    )


def _cell(row: Row, place: int) -> str:
    return row[place].strip() if place < len(row) else ""
