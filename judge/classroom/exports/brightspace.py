"""Brightspace's folders, one for each attempt: `1234-5678 - First Last - Sep 24, 2024 926 PM/`; or files, whose names
follow after one more dash."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from judge.classroom.exports import times
from judge.classroom.exports.pile import Pile, Sorted
from judge.classroom.files.file import File
from judge.model.classroom import Student

LISTING = "index.html"  # Brightspace's own
_NUMBERS = re.compile(r"(?P<user>\d{1,18})-\d{1,18}")
_MOST = 20  # parts of a name with dashes between them


class Told(NamedTuple):
    """What the name of an attempt says."""

    user: str
    name: str
    at: datetime | None
    rest: str  # of a file without a folder


def told(text: str) -> Told | None:
    """Return what a name says; None where it is not Brightspace's."""
    first, *parts = text.split(" - ", _MOST)
    numbers = _NUMBERS.fullmatch(first)
    if not numbers or len(parts) < 2:
        return None
    for at in range(1, len(parts)):
        if (shown := times.spoken(parts[at])) is not None:
            return Told(numbers["user"], " - ".join(parts[:at]), shown, " - ".join(parts[at + 1 :]))
    return Told(numbers["user"], " - ".join(parts[:-1]), None, "")


def sort(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt. The number is Brightspace's own, which no class list has: the name is believed."""
    found: dict[str, Pile] = {}
    strays = []
    for file in files:
        name, slash, inside = file.path.partition("/")
        said = told(name)
        if said is None or not (slash or said.rest):
            if file.path != LISTING:
                strays.append(file)
            continue
        attempt = name if slash else name.removesuffix(f" - {said.rest}")
        pile = found.get(attempt)
        if pile is None:
            student = Student(said.user, said.name, lms_id=said.user)
            pile = Pile(name, [student], [{"name": said.name}], flat=not slash)
            pile.handed_in, pile.user = said.at, f"{said.user} {said.name}"
            found[attempt] = pile
        pile.add(inside or said.rest, file, name)
    return Sorted("Brightspace", list(found.values()), strays)
