"""How many of a class were late, what that cost them, and of whom it is not known."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model.classroom import Graded
from judge.reports.sanitize import clean_line
from judge.reports.units import counted, number


def late_lines(rows: Sequence[Graded]) -> Group:
    """Return nothing where nobody was late."""
    late = [row for row in rows if row.late]
    if not late:
        return Group()
    off = [row.lateness.off for row in late if row.lateness.off]
    cost = f": {number(sum(off))} points taken off of {len(off)} of them" if off else ", which costs nothing"
    lines = [Text(f"{counted(len(late), 'student')} late{cost}")]
    unknown = [row.student.id for row in late if row.lateness.late_s is None]
    if unknown and any(map(_costs, rows)):
        who = clean_line(", ".join(unknown[:5]) + (f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""), 400)
        lines.append(Text(f"nobody knows how late {who} handed in, so nothing is taken off for it", "yellow"))
    return Group(*lines)


def _costs(row: Graded) -> bool:
    deadline = row.judgement.problem.deadline if row.judgement else None
    return deadline is not None and deadline.penalty is not None
