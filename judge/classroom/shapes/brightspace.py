"""Brightspace's folders, one for each attempt: `1234-5678 - First Last - Sep 24, 2024 926 PM/`; or files, whose names
follow after one more dash. Some sites have the institution's id in the place of both numbers.

What the two numbers are is not documented, and some exports have the same pair for everybody: they name nobody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from judge.classroom.file import File
from judge.classroom.shapes import times
from judge.classroom.shapes.pile import Pile, Place, Sorted, Told, sort_by
from judge.model.classroom import Student

LISTING = "index.html"  # Brightspace's own
_NUMBERS = re.compile(r"(?P<user>\d{1,18})-\d{1,18}|(?P<sid>[A-Za-z]?\d{4,18})")
_MOST = 20  # parts of a name with dashes between them


class Attempt(NamedTuple):
    """What the name of an attempt says."""

    user: str
    name: str
    at: datetime | None
    rest: str  # of a file without a folder
    sid: str = ""


def told(text: str) -> Attempt | None:
    """Return what a name says; None where it is not Brightspace's."""
    first, *parts = text.split(" - ", _MOST)
    numbers = _NUMBERS.fullmatch(first)
    if not numbers or len(parts) < 2:
        return None
    sid = numbers["sid"] or ""
    user = numbers["user"] or sid
    for at in range(1, len(parts)):
        if (shown := times.spoken(parts[at])) is not None:
            return Attempt(user, " - ".join(parts[:at]), shown, " - ".join(parts[at + 1 :]), sid)
    return None if sid else Attempt(user, " - ".join(parts[:-1]), None, "")


def sort(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    said = {name: attempt for name in {file.path.partition("/")[0] for file in files} if (attempt := told(name))}
    names: dict[str, set[str]] = {}
    for attempt in said.values():
        names.setdefault(attempt.user, set()).add(attempt.name)

    def place(file: File) -> Place | None:
        name, slash, inside = file.path.partition("/")
        one = said.get(name)
        if one is None or not (slash or one.rest):
            return None
        own = len(names[one.user]) == 1  # else the number is not a student's
        student = Student(one.user, one.name, lms_id=one.user) if own else Student(one.name, one.name)
        pile = Pile(name, [Told(student, one.name, sid=one.sid)], flat=not slash)
        pile.handed_in, pile.user = one.at, f"{one.user} {one.name}"
        return Place(name if slash else name.removesuffix(f" - {one.rest}"), pile, inside or one.rest, name)

    return sort_by("Brightspace", [file for file in files if file.path != LISTING], place)
