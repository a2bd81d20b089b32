"""What an instructor decides about a student by hand: points, an excuse, a comment; each with who, when and why."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

MarkKind = Literal["points", "excuse", "comment", "clear"]


class Mark(msgspec.Struct, frozen=True):
    """One decision about the student `owner`. `text` is why it was made or, of a comment, what it says. `clear` takes
    back all that came before it."""

    owner: str
    kind: MarkKind
    text: str
    author: str
    at_s: float  # since 1970, UTC
    points: float | None = None

    def __str__(self) -> str:
        """Return it as one sentence: `15 points by hand (smith, 2026-11-22): handed in by mail`."""
        what = {"points": f"{self.points:.6g} points by hand" if self.points is not None else "", "excuse": "excused"}
        said = f"{what.get(self.kind, 'comment' if self.kind == 'comment' else 'cleared')} ({self.author}, {self.day})"
        return f"{said}: {self.text}" if self.text else said

    @property
    def day(self) -> str:
        """Return the date on which it was made, where the reader is."""
        return datetime.fromtimestamp(self.at_s).astimezone().strftime("%Y-%m-%d")


class Decided(msgspec.Struct, frozen=True):
    """What counts of a student's marks: the last points or excuse, and the last comment, since they were cleared.
    `judged` are the points that the judge gave."""

    grade: Mark | None = None
    comment: Mark | None = None
    judged: float | None = None

    @property
    def excused(self) -> bool:
        """Say whether the student has no points, and is in no figure of the class."""
        return self.grade is not None and self.grade.kind == "excuse"

    def __str__(self) -> str:
        """Return the sentences that a note shows."""
        return "; ".join(str(mark) for mark in (self.grade, self.comment) if mark)


def decided(marks: Iterable[Mark]) -> dict[str, Decided]:
    """Return what counts now for each student. `marks` are in the order in which they were made."""
    found: dict[str, Decided] = {}
    for mark in marks:
        before = found.pop(mark.owner, Decided())
        if mark.kind == "comment":
            found[mark.owner] = msgspec.structs.replace(before, comment=mark)
        elif mark.kind != "clear":
            found[mark.owner] = msgspec.structs.replace(before, grade=mark)
    return found
