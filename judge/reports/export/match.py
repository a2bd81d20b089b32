"""The match file that a dry run writes: a row for each doubt, for the instructor to fill in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from judge.model.classroom import Doubt, Member, Roll, Student
from judge.reports.export.atomic import write_whole
from judge.reports.export.cells import cell

HEAD = ("file", "student", "main", "nearest", "why")


def write_match(path: Path, roll: Roll) -> int:
    """Write a row for each submission of which something is not clear; return how many. It writes nothing where all is
    clear."""
    rows = list(_rows(roll))
    if rows:
        file = io.StringIO(newline="")
        csv.writer(file).writerows([HEAD, *(map(cell, row) for row in rows)])
        write_whole(path, "\ufeff" + file.getvalue())
    return len(rows)


def _rows(roll: Roll) -> Iterator[tuple[str, ...]]:
    shared = {one.folder for one in roll.unmatched}
    for one in roll.unmatched:
        yield one.folder, "", "", "; ".join(map(_called, one.nearest)), one.doubt.what
    for member in roll.members:
        if member.doubt and not member.doubt.ours:
            yield from _of_a_member(member, member.doubt)
        elif member.folder in shared:  # a row for one of its students is a row for all
            yield member.folder, member.student.id, "", "", ""


def _of_a_member(member: Member, doubt: Doubt) -> Iterator[tuple[str, ...]]:
    """Return a row of one's submission; of several a row each, so that the one that counts can be named."""
    if member.main or not doubt.what.endswith("submissions") or not member.others:
        yield member.folder, member.student.id, "", "", doubt.what
        return
    for one in member.others:
        yield one.folder, "", "", _called(member.student), doubt.what


def _called(student: Student) -> str:
    return " ".join(dict.fromkeys(word for word in (student.id, student.name) if word))
