"""A class that was uploaded, as its page shows it: who is who, what is not clear, and what may be handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from judge.model.classroom import Doubt, Member, Roll
from judge.reports.class_words import runs
from judge.reports.export.match import rows_of
from judge.reports.moments import moment
from judge.reports.words import other_name, who

LISTED: Final = 1500  # lines of a table


class Line(msgspec.Struct, frozen=True):
    """A student of the class: who, by what they are known, what is run of which submission, and how it stands."""

    id: str
    name: str
    known_by: str
    folder: str
    runs: str
    at: str
    mark: str


class Handed(msgspec.Struct, frozen=True):
    """How what a student handed in stands, such as "ready", and when it was handed in, in words."""

    mark: str
    at: str


class UploadPage(msgspec.Struct, frozen=True):
    """All that the page says of a class; `unclear` is what a match file has to settle."""

    shape: str
    lines: tuple[Line, ...]
    unclear: tuple[Doubt, ...]
    strays: tuple[Doubt, ...]
    notes: tuple[str, ...]
    absent: tuple[str, ...]
    twins: tuple[str, ...]


def upload_page(roll: Roll, handed: Mapping[str, Handed]) -> UploadPage:
    """Return what is said of a class. `handed` is by student's id."""
    why = {row[0]: row[4] for row in rows_of(roll) if row[4]}
    noted = [f"{one.student.id}: {text}" for one in roll.members for text in one.remarks]
    return UploadPage(
        roll.shape,
        tuple(_line(one, handed.get(one.student.id)) for one in roll.members[:LISTED]),
        tuple(Doubt(folder, what) for folder, what in why.items()),
        roll.strays[:LISTED],
        tuple([*roll.remarks, *noted][:LISTED]),
        tuple(map(who, roll.absent[:LISTED])),
        tuple(", ".join(one.student.id for one in group) for group in roll.twins[:LISTED]),
    )


def _line(member: Member, handed: Handed | None) -> Line:
    student = member.student
    mark, at = (handed.mark, handed.at) if handed else ("", moment(member.handed_in_s))
    if member.doubt:
        mark = "the judge failed on it" if member.doubt.ours else "not clear"
    return Line(student.id, other_name(student), member.matched, member.folder, runs(member), at, mark)
