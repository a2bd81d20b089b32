"""What was decided by hand, a line each, and what a student has by it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model.classroom import Graded, Mark
from judge.reports.gradebook_words import standing
from judge.reports.sanitize import clean_line
from judge.reports.units import number
from judge.reports.words import who


def mark_lines(row: Graded, marks: Sequence[Mark]) -> Group:
    """Return every decision about a student, the last one last, and the points that count now."""
    lines = [Text(clean_line(str(one), 1000)) for one in marks]
    student = who(row.student)
    if not marks:
        lines = [Text("nothing was decided by hand")]
    return Group(*lines, Text(f"{student}: {standing(row)}", "bold"))


def above_most(row: Graded) -> Text:
    """Return the warning that these points are more than there are."""
    said = f"that is more than the {number(row.max_points)} points of the problem"
    return Text(said, "yellow").append("\n  = help: Moodle leaves out what is above its maximum grade", "dim")
