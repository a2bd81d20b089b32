"""How many of a class were late, what that cost them, and of whom it is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group
from rich.text import Text

from judge.model.classroom import Graded
from judge.reports.sanitize import clean_line
from judge.reports.units import number
from judge.text import counted, listed


def late_lines(rows: Sequence[Graded]) -> Group:
    """Return nothing where nobody was late, and all is known that decides it."""
    deadline = next((row.judgement.problem.deadline for row in rows if row.judgement), None)
    late = [row for row in rows if row.late]
    lines = []
    if late:
        off = [row.lateness.off for row in late if row.lateness.off]
        cost = f": {number(sum(off))} points taken off of {len(off)} of them" if off else ", which costs nothing"
        lines.append(Text(f"{counted(len(late), 'student')} late{cost}"))
    unknown = [row.student.id for row in late if row.lateness.late_s is None]
    if unknown and deadline and deadline.penalty:
        what = f"nobody knows how late {_named(unknown)} handed in, so nothing is taken off for it"
        lines.append(Text(what, "yellow"))
    return Group(*lines, *(_untold(rows) if deadline else ()))


def _untold(rows: Sequence[Graded]) -> Iterable[Text]:
    """Return who counts as on time because nobody knows when they handed in, where it is known of others."""
    present = [row for row in rows if row.sha256]
    untold = [row for row in present if row.lateness.handed_in_s is None and not row.late]
    unread = [f"{row.student.id} ({row.student.handed_in})" for row in untold if row.student.handed_in.strip(" -")]
    if unread:
        what = f"{counted(len(unread), 'cell')} of the roster's column handed_in can't be read: {_named(unread)}"
        yield Text(f"{what}; that counts as on time. Write it as 2026-11-20 23:59", "yellow")
    others = [row.student.id for row in untold if not row.student.handed_in.strip(" -")]
    if others and len(untold) < len(present):
        yield Text(f"nobody knows when {_named(others)} handed in: that counts as on time", "yellow")


def _named(names: Sequence[str]) -> str:
    return clean_line(listed(names), 400)
