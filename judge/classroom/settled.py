"""What an instructor has settled about an uploaded class: whose a submission is, and which of its files is run. It is
the match file of `judge grade`, filled in on a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from judge.classroom.people.match import NOBODY, Match, Row
from judge.classroom.people.roster import Roster

_FORM: Final = Path("this page")  # what errors call it


class Settled(msgspec.Struct, frozen=True):
    """About one submission: whose it is by id, none where that was clear, or `nobodys`; and which file is run, "" where
    that was clear."""

    students: tuple[str, ...] = ()
    main: str = ""
    nobodys: bool = False


def match_of(settled: Mapping[str, Settled], roster: Roster | None) -> Match:
    """Return what was settled as a match file, by the folder in the export. Who is not in the class any more is passed
    over."""
    known = {one.id for one in roster.students} if roster else None
    rows = {folder: _rows(one, known) for folder, one in settled.items()}
    return Match(_FORM, {folder: found for folder, found in rows.items() if found}, lasting=True)


def _rows(one: Settled, known: Iterable[str] | None) -> list[Row]:
    if one.nobodys:
        return [Row(1, NOBODY, "")]
    students = [name for name in one.students if known is None or name in known]
    if not students and one.students:
        return []
    return [Row(1, name, one.main) for name in students or [""]]
