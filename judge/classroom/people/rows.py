"""One row for each student, however many submissions are theirs. To choose among them is the instructor's."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.classroom.people.owners import SETTLED
from judge.model.classroom import Doubt, Member


def one_row_each(members: Sequence[Member]) -> tuple[list[Member], list[Doubt]]:
    """Return a row for each student, and what the match file leaves out by giving them another submission. A row of
    several submissions says so, has them as `others`, and is not judged."""
    theirs: dict[str, list[Member]] = {}
    for member in members:
        theirs.setdefault(member.student.id, []).append(member)
    rows, left = [], []
    for several in theirs.values():
        settled = [one for one in several if one.matched == SETTLED] or several
        if len(settled) < len(several):
            what = f"the match file gives {settled[0].student.id} {settled[0].folder} instead"
            left += [Doubt(one.folder, what) for one in several if one.matched != SETTLED]
        rows.append(settled[0] if len(settled) == 1 else _unclear(settled))
    return rows, left


def _unclear(several: Sequence[Member]) -> Member:
    first, count = several[0], {2: "two"}.get(len(several), str(len(several)))
    folders = " and ".join(one.folder for one in several)
    repair = "leave the one that counts in the class, or name it in the match file (--match)"
    repair = f"nothing says which is the newest: {repair}"
    doubt = Doubt(folders, f"{first.student.id} has {count} submissions", repair)
    return msgspec.structs.replace(first, main="", files=(), folder=folders, doubt=doubt, others=tuple(several))
