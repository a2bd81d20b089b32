"""Moodle's grading worksheet in a language that is not known here: its columns by their place and by what they hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEAST = 6  # columns of a worksheet: whose it is, status, grade, maximum, whether it can change, when
_PARTICIPANT = re.compile(r"(?P<word>\D{3,})\d{1,18}")  # S0123 is an institution's


def columns_of(rows: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Return which column holds which field; nothing where the rows are no worksheet's.

    Moodle begins each row with `Participant 1234567` in the site's language, and then has the name, the fields that
    the site shows of a user, and the status. A blind worksheet has no name.
    """
    told = [row for row in rows if any(row)]
    first = [_PARTICIPANT.fullmatch(row[0].strip()[:100]) for row in told]
    words = {match["word"] if match else "" for match in first}
    if not told or len(words) != 1 or words == {""} or min(map(len, told)) < _LEAST:
        return {}
    found = {"lms_id": [0], "id": [], "name": [], "email": [], "login": [], "section": [], "group": [], "main": []}
    email = next((index for index in range(2, 6) if 2 * sum("@" in row[index] for row in told) > len(told)), 0)
    if email or len({row[1] for row in told}) > max(1, len(told) // 2):
        found["name"] = [1]
    if email:
        found["email"], found["id"] = [email], list(range(2, email))[:1]
    return found
