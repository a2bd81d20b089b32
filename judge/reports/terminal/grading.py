"""A class while it is judged, and what came of it: progress on a terminal or in a pipe, and the counts in the end."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Graded, Judgement, Mark, Problem, Verdict
from judge.reports.blocks import Shown
from judge.reports.documents import gradebook_document
from judge.reports.export.gradebook import judge_errors_first
from judge.reports.palette import LOOKS
from judge.reports.scheme import scheme_words
from judge.reports.terminal.console import with_help
from judge.reports.views.run import disturbed
from judge.reports.views.submission import points_words
from judge.schemas import Part
from judge.text import clean_line, counted, listed, number

Kind = Literal["unjudged", "cases", "scheme", "limits"]


class GradebookReport(msgspec.Struct, frozen=True, eq=False):
    """A gradebook: its counts, what it may lack, and as JSON. `outdated` counts who was judged on other cases, by
    another scheme, and under other limits."""

    rows: Sequence[Graded]
    problem: Problem
    outdated: tuple[int, int, int] = (0, 0, 0)

    @property
    def lacks(self) -> list[tuple[Kind, str]]:
        """Return how many are not judged yet, or are outdated. What nobody lacks is left out."""
        unjudged = sum(row.unjudged for row in self.rows)
        counts: list[tuple[int, Kind, str]] = [
            (unjudged, "unjudged", "not judged yet"),
            (self.outdated[0], "cases", "judged on other cases or rules than the package has now"),
            (self.outdated[1], "scheme", "with points of another scheme"),
            (self.outdated[2], "limits", "judged under other limits than the package has now"),
        ]
        return [(kind, f"{count} {what}") for count, kind, what in counts if count]

    def warnings(self, words: str, *, web: bool = False) -> Group:
        """Return what it may lack, what was disturbed, and who was late. `words` name the problem on a command line.
        What came on the `web` is judged by judge serve."""
        anew = f"judge grade FOLDER|ZIP {words}   gives them anew and runs nothing"
        judged = f"judge grade FOLDER|ZIP {words}   (with the same --roster)"
        regraded = f"judge regrade {words} --reason TEXT"
        unjudged = "judge serve   judges it while it runs" if web else judged
        repairs = {"unjudged": unjudged, "cases": regraded, "scheme": regraded if web else anew, "limits": regraded}
        again = f"judge regrade {words} --disturbed  judges them again"
        return Group(
            Shown(disturbed((row.judgement for row in self.rows if row.judgement), again)),
            *(with_help(what, "yellow", repairs[kind]) for kind, what in self.lacks),
            late_lines(self.rows),
        )

    def summary(self, more: Sequence[str] = ()) -> Group:
        """Return judge errors first, but for wrong answer keys, which have lines of their own. Then come the verdicts,
        the range of points, the scheme in words and `more`, and who was late."""
        rows = self.rows
        parts: list[RenderableType] = []
        for row in judge_errors_first(rows):
            if row.verdict is Verdict.JE and not row.excused and not (row.judgement and row.judgement.refutes_key):
                line = Text("JE", LOOKS[Verdict.JE].style).append(f"  {clean_line(row.student.id)}", "bold")
                parts.append(line.append(f"  {_fault(row.judgement)}", "default"))
        judged = [row.judgement for row in rows if row.judgement]
        if judged:
            again = f"judge regrade --problem {judged[0].problem.path} --disturbed  judges them again"
            parts.append(Shown(disturbed(judged, again)))
        excused = sum(row.excused for row in rows)
        counts = Counter(row.verdict for row in rows if not row.excused)
        shares = [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]]
        shares += [f"{counts[None]} not graded"] if counts[None] else []
        shares += [f"{excused} excused"] if excused else []
        parts.append(Text(f"{counted(len(rows), 'student')}: {', '.join(shares)}", "bold"))
        points = sorted(row.points for row in rows if row.points is not None)
        if points:
            span = (
                f"points from {number(points[0])} to {number(points[-1])}, median {number(statistics.median(points))}"
            )
            parts.append(Text(f"{span}, of {number(max(row.max_points for row in rows))}"))
        return Group(
            *parts,
            *(Text(clean_line(sentence, 400), "dim") for sentence in (*scheme_words(self.problem), *more)),
            late_lines(rows),
        )

    def document(self) -> Part:
        """Return it as judge.gradebook/1."""
        return gradebook_document(self.rows, self.problem)


def _fault(judgement: Judgement | None) -> str:
    """Return what the judge failed at first."""
    if judgement is None:
        return ""
    if judgement.prepare.verdict is Verdict.JE:
        return clean_line(f"while compiling: {judgement.prepare.message}", 400)
    said = (
        f"{run.group}/{run.case}: {run.message} ({run.code})" for run in judgement.runs if run.verdict is Verdict.JE
    )
    return clean_line(next(said, ""), 400)


def late_lines(rows: Sequence[Graded]) -> Group:
    """Return nothing where nobody was late, and all is known that decides it."""
    deadline = next((row.judgement.problem.deadline for row in rows if row.judgement), None)
    late = [row for row in rows if row.late]
    lines = []
    if late:
        off = [row.lateness.off for row in late if row.lateness.off]
        cost = f": {number(sum(off))} points taken off of {len(off)} of them" if off else ", which costs nothing"
        lines.append(Text(f"{counted(len(late), 'student')} late ({_some([row.student.id for row in late])}){cost}"))
    unknown = [row.student.id for row in late if row.lateness.late_s is None]
    if unknown and deadline and deadline.penalty:
        what = f"nobody knows how late {_some(unknown)} handed in, so nothing is taken off for it"
        lines.append(Text(what, "yellow"))
    return Group(*lines, *(_untold(rows) if deadline else ()))


def _untold(rows: Sequence[Graded]) -> Iterable[Text]:
    """Return who counts as on time because nobody knows when they handed in, where it is known of others."""
    present = [row for row in rows if row.sha256]
    untold = [row for row in present if row.lateness.handed_in_s is None and not row.late]
    unread = [f"{row.student.id} ({row.student.handed_in})" for row in untold if row.student.handed_in.strip(" -")]
    if unread:
        what = f"{counted(len(unread), 'cell')} of the roster's column handed_in can't be read: {_some(unread)}"
        yield Text(f"{what}; that counts as on time. Write it as 2026-11-20 23:59", "yellow")
    others = [row.student.id for row in untold if not row.student.handed_in.strip(" -")]
    if others and len(untold) < len(present):
        yield Text(f"nobody knows when {_some(others)} handed in: that counts as on time", "yellow")


def _some(names: Sequence[str]) -> str:
    return clean_line(listed(names), 400)


# --- by hand ----------------------------------------------------------------------------------------------------------
class MarkReport(msgspec.Struct, frozen=True):
    """Every decision about a student, the last one last, and the points that count now."""

    row: Graded
    marks: Sequence[Mark] = ()

    def __rich__(self) -> Group:
        lines = [clean_line(str(one), 1000) for one in self.marks] or ["nothing was decided by hand"]
        return Group(*map(Text, lines), Text(f"{self.row.student.who}: {self.standing}", "bold"))

    @property
    def standing(self) -> str:
        """Return the points in words."""
        row = self.row
        if row.excused:
            return "excused, no points"
        return "no points" if row.points is None else points_words(row.points, row.max_points)

    @property
    def above_most(self) -> Text:
        """Return the warning that these points are more than there are."""
        said = f"that is more than the {number(self.row.max_points)} points of the problem"
        return with_help(said, "yellow", "Moodle leaves out what is above its maximum grade")
