"""A gradebook: how many have which verdict and points, what it may lack, who was late; and what is decided by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from judge.model import Graded, Judgement, Mark, Overview, Problem, Verdict
from judge.reports.blocks import Block, Para, Report, Shown, para
from judge.reports.export.gradebook import judge_errors_first, solved_of
from judge.reports.lines import Span, line
from judge.reports.scheme import scheme_words
from judge.reports.verdict_words import Kind
from judge.reports.views.classroom import LONGEST, Lack, counts, reasons
from judge.reports.views.leaderboard import points_words
from judge.reports.views.run import disturbed
from judge.schemas import Part, parts
from judge.text import clean_line, counted, listed, number


class GradebookReport(msgspec.Struct, frozen=True, eq=False):
    """A gradebook: its counts, what it may lack, and as JSON. `outdated` counts who was judged on other cases, by
    another scheme, and under other limits; what is `lost` was decided by hand for nobody."""

    rows: Sequence[Graded]
    problem: Problem
    outdated: tuple[int, int, int] = (0, 0, 0)
    lost: Sequence[Overview.Reason] = ()

    @property
    def lacks(self) -> list[Lack]:
        """Return how many are not judged yet, or are outdated. What nobody lacks is left out."""
        cases, scheme, limits = self.outdated
        found = (
            (sum(row.unjudged for row in self.rows), "unjudged", "not judged yet"),
            (cases, "cases", "judged on other cases or rules than the package has now"),
            (scheme, "scheme", "with points of another scheme"),
            (limits, "limits", "judged under other limits than the package has now"),
        )
        return [(kind, f"{count} {what}") for count, kind, what in found if count]

    def warnings(self, words: str, *, web: bool = False) -> Shown:
        """Return what it lacks, what was disturbed, who was late, and what is lost. `words` name the problem on a
        command line. What came on the `web` is judged by judge serve."""
        judged = f"judge grade FOLDER|ZIP {words}   (with the same --roster)"
        anew = f"judge grade FOLDER|ZIP {words}   gives them anew and runs nothing"
        regraded = f"judge regrade {words} --reason TEXT"
        repairs = {"unjudged": "judge serve   judges it while it runs" if web else judged}
        repairs |= {"cases": regraded, "scheme": regraded if web else anew, "limits": regraded}
        again = f"judge regrade {words} --disturbed  judges them again"
        found = [*disturbed((row.judgement for row in self.rows if row.judgement), again)]
        for kind, what in self.lacks:
            found += [para(what, "warn"), para(f"  = help: {repairs[kind]}", "soft")]
        return Shown((*found, *_late(self.rows), *reasons("Unmatched", self.lost)))

    def summary(self, more: Iterable[str] = ()) -> Shown:
        """Return judge errors first, but for wrong answer keys, which have lines of their own. Then come the verdicts,
        the range of points, the scheme in words and `more`, who was late, and what is lost."""
        judged = [row.judgement for row in self.rows if row.judgement]
        again = f"judge regrade --problem {self.problem.path} --disturbed  judges them again"
        first, *points = counts(self.rows)
        scheme = (para(clean_line(said, LONGEST), "soft") for said in (*scheme_words(self.problem), *more))
        found = (*_failed(self.rows), *disturbed(judged, again), para(first, "strong"), *map(para, points), *scheme)
        return Shown((*found, *_late(self.rows), *reasons("Unmatched", self.lost)))

    def document(self) -> Part:
        """Return it as judge.gradebook/1."""
        made = parts("judge.gradebook/1")
        students = [
            made["students[]"].of(
                row, row.student, solved=solved_of(row), cases=len(self.problem.cases), identical_to=row.twins
            )
            for row in judge_errors_first(self.rows)
        ]
        return made[""](problem=self.problem.name, scheme=scheme_words(self.problem), students=students)


def _failed(rows: Iterable[Graded]) -> Iterator[Para]:
    """Yield on whom the judge failed, and at what first."""
    for row in rows:
        if row.verdict is Verdict.JE and not row.excused and not (row.judgement and row.judgement.refutes_key):
            who = Span(f"  {clean_line(row.student.id)}", "strong")
            yield Para(line(Kind(Verdict.JE), who, f"  {_fault(row.judgement)}" if row.judgement else ""))


def _fault(judgement: Judgement) -> str:
    """Return what the judge failed at first."""
    if judgement.prepare.verdict is Verdict.JE:
        return clean_line(f"while compiling: {judgement.prepare.message}", LONGEST)
    failed = (run for run in judgement.runs if run.verdict is Verdict.JE)
    return clean_line(next((f"{run.path}: {run.message} ({run.code})" for run in failed), ""), LONGEST)


# --- lateness ---------------------------------------------------------------------------------------------------------
def _late(rows: Sequence[Graded]) -> Iterator[Para]:
    """Yield nothing where nobody was late, and all is known that decides it."""
    deadline = next((row.judgement.problem.deadline for row in rows if row.judgement), None)
    late = [row for row in rows if row.late]
    if late:
        off = [row.lateness.off for row in late if row.lateness.off]
        some = f", from {len(off)} of them" if len(off) < len(late) else ""
        cost = f": {_points(sum(off))} taken off{some}" if off else ", which costs nothing"
        yield para(f"{counted(len(late), 'student')} late ({_some(row.student.id for row in late)}){cost}")
    unknown = [row.student.id for row in late if row.lateness.late_s is None]
    if unknown and deadline and deadline.penalty:
        yield para(f"nobody knows how late {_some(unknown)} handed in, so nothing is taken off for it", "warn")
    if deadline:
        yield from _untold(rows)


def _points(points: float) -> str:
    """Return `1 point`, `3.5 points`."""
    shown = number(points)
    return f"{shown} {'point' if shown == '1' else 'points'}"


def _untold(rows: Sequence[Graded]) -> Iterator[Para]:
    """Yield who counts as on time because nobody knows when they handed in, where it is known of others."""
    present = [row for row in rows if row.sha256]
    untold = [row for row in present if row.lateness.handed_in_s is None and not row.late]
    unread = [f"{row.student.id} ({row.student.handed_in})" for row in untold if row.student.handed_in.strip(" -")]
    if unread:
        what = f"{counted(len(unread), 'cell')} of the roster's column handed_in can't be read: {_some(unread)}"
        yield para(f"{what}; that counts as on time. Write it as 2026-11-20 23:59", "warn")
    others = [row.student.id for row in untold if not row.student.handed_in.strip(" -")]
    if others and len(untold) < len(present):
        yield para(f"nobody knows when {_some(others)} handed in: that counts as on time", "warn")


def _some(names: Iterable[str]) -> str:
    return clean_line(listed([*names]), LONGEST)


# --- by hand ----------------------------------------------------------------------------------------------------------
class MarkReport(Report, frozen=True, eq=False):
    """Every decision about a student, the last one last, the points that count now, and what is lost."""

    row: Graded
    marks: Sequence[Mark] = ()
    lost: Sequence[Overview.Reason] = ()

    def blocks(self) -> Iterator[Block]:
        said = [clean_line(str(one), 1000) for one in self.marks] or ["nothing was decided by hand"]
        yield from map(para, said)
        yield para(f"{self.row.student.who}: {self.standing}", "strong")
        yield from reasons("Unmatched", self.lost)

    @property
    def standing(self) -> str:
        """Return the points in words."""
        row = self.row
        if row.excused:
            return "excused, no points"
        return "no points" if row.points is None else points_words(row.points, row.max_points)

    @property
    def above_most(self) -> Shown:
        """Return the warning that these points are more than there are."""
        said = f"that is more than the {number(self.row.max_points)} points of the problem"
        repair = "  = help: Moodle leaves out what is above its maximum grade"
        return Shown((para(said, "warn"), para(repair, "soft")))
