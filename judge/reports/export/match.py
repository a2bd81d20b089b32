"""The match file that a dry run writes: a row for each doubt, for the instructor to fill in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

import msgspec

from judge.model import Roll
from judge.reports.export.cells import cell, excel_text

HEAD = ("file", "student", "main", "nearest", "why")


class MatchFile(msgspec.Struct, frozen=True):
    """Rows of a match file. As text each cell is one that no spreadsheet runs; a dash alone, nobody's, is none."""

    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, roll: Roll) -> Self:
        """Return a row for each submission of which something is not clear."""
        unclear = roll.unmatched or any(member.doubt for member in roll.members)
        return cls(tuple(_rows(roll)) if unclear else ())

    def __str__(self) -> str:
        cells = ([text if text == "-" else cell(text) for text in row] for row in self.rows)
        return excel_text([HEAD, *cells])


def _rows(roll: Roll) -> Iterator[tuple[str, ...]]:
    shared = {one.folder for one in roll.unmatched}
    shared |= {one.folder for member in roll.members if member.doubt for one in member.others}
    for one in roll.unmatched:
        yield one.folder, "", "", "; ".join(map(str, one.nearest)), one.doubt.what
    for member in roll.members:
        if member.doubt and not member.doubt.ours:
            yield from _of_a_member(member, member.doubt)
        elif member.folder in shared:  # a row for one of its students is a row for all
            yield member.folder, member.student.id, "", "", ""


def _of_a_member(member: Roll.Member, doubt: Roll.Doubt) -> Iterator[tuple[str, ...]]:
    """Return a row of one's submission; of several a row each, so that the one that counts can be named."""
    if member.main or not doubt.what.endswith("submissions") or not member.others:
        yield member.folder, member.student.id, "", "", doubt.what
        return
    for one in member.others:
        yield one.folder, "", "", str(member.student), doubt.what
