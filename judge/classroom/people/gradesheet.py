"""Moodle's grading worksheet, recognised in any language by where its columns are and what they hold.

Its headers are words of the site's language. The order of its columns is the same everywhere (Moodle's
mod/assign/gradingtable.php): Identifier, full name unless the assignment is blind, fields of the person, status, group,
grade, maximum grade, whether the grade can be changed, last modified (submission), online text, last modified (grade),
feedback comments. Whose a row is, `worksheet` finds, as it does for the roster; an export writes the rows back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from judge.classroom.people.worksheet import POINTS, columns_of, is_maximum, participant_of
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
        if match := participant_of(row[places.identifier :]):
            prefix, found[match["number"]] = match["word"], row
    points = [_cell(row, place) for row in people for place in (places.grade, places.maximum) if place is not None]
    comma = any("," in cell for cell in points if POINTS.fullmatch(cell))
    return Worksheet(tuple(head), found, places, prefix, comma) if found else None


def places_of(head: Row, people: Sequence[Row]) -> Places | None:
    """Return where the columns of a worksheet are; None where it is none, or where that is not clear."""
    words = [cell.strip().casefold() for cell in head]
    named = {field: words.index(word) for field, word in _ENGLISH.items() if word in words}
    if all(field in named for field in _NEEDED):
        return Places(**named)
    who = columns_of(people)
    alone = len({row[0] for row in people}) == len(people)
    return _by_content(len(head), people, who) if who and alone else None


def _by_content(width: int, people: Sequence[Row], who: Mapping[str, Sequence[int]]) -> Places | None:
    columns = [[_cell(row, place) for row in people] for place in range(width)]
    times = [place for place in range(1, width) if all(map(_is_time, columns[place]))]
    graded = [place for place in range(2, max(times, default=0)) if is_maximum(columns[place - 1], columns[place])]
    if not graded:
        return None
    maximum, modified = graded[-1], times[-1]
    return Places(
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
