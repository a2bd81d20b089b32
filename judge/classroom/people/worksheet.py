"""Moodle's grading worksheet in a language that is not known here: its columns of people by place and by what they
hold. `gradesheet` finds those of grades beside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

POINTS = re.compile(r"[0-9]+(?:[.,][0-9]+)?")
_LEAST = 6  # columns of a worksheet: whose it is, status, grade, maximum, whether it can change, when
_PARTICIPANT = re.compile(r"(?P<word>\D{3,})(?P<number>\d{1,18})")  # S0123 is an institution's


def columns_of(rows: Sequence[Sequence[str]]) -> dict[str, list[int]]:
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
