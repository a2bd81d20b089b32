"""What the page of one student says; student_html.py shows it.

Only what the student may see gets into it. Where a public case fails with the same code as one that is not shown
whole, the page points to that one: it says in its own words what is wrong.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable
from typing import Final

import msgspec
import numpy as np

from judge.errors import verdicts
from judge.model import Judgement, Run, Verdict
from judge.model.classroom import Graded, shown_whole
from judge.reports.export.exporter import Sheet
from judge.reports.picture.scene import TREE
from judge.reports.reader import cut
from judge.reports.sanitize import clean
from judge.reports.units import moment, number
from judge.reports.views.submission import (
    Detail,
    Drawing,
    Fact,
    Meaning,
    board_of,
    details,
    drawings,
    meanings_of,
    points_words,
    prepare_lines,
    sentence,
    times,
    title_words,
    version_words,
)
from judge.reports.words import names
from judge.scoring.points import points_by_group
from judge.scoring.times import time_of

FEWEST: Final = 5  # who solved a case, before a median of theirs is shown: it must not be one student's time
_NOTHING_TO_DO: Final = "There is nothing that you have to do: it was handed in, and waits to be judged."
_HAND_IN: Final = (
    "Put right what the note above says and hand it in again, if that is still possible.",
    "What can be judged is one source file, or a folder of them in which it is clear which one is run: call that one"
    " homework or main.",
    "If you can't hand in again, or did hand something in, write to your instructor: say which file, and when.",
)
_JUDGED_AGAIN: Final = "There is nothing that you have to do: your instructor has it judged again."


class Timing(msgspec.Struct, frozen=True):
    """How long a case took, of how long it may, and the median of those in the class who solved it."""

    words: str
    time_s: float
    limit_s: float
    median_s: float | None = None
    solvers: int = 0


class CasePage(msgspec.Struct, frozen=True, eq=False):
    """What is shown of one case. `like` names the smallest public case with the same fault."""

    name: str
    verdict: Verdict
    not_run: bool
    title: str  # the verdict in words
    why: str = ""
    about: str = ""  # of a public case: what it is
    timing: Timing | None = None
    details: tuple[Detail, ...] = ()  # of a public case
    drawings: tuple[Drawing, ...] = ()
    like: str = ""
    code: str = ""


class GroupPage(msgspec.Struct, frozen=True, eq=False):
    """A group of cases, and what it gave; `earned` is None where points do not go by group, or wait."""

    name: str
    cases: tuple[CasePage, ...]
    earned: float | None
    most: float

    @property
    def solved(self) -> int:
        """Count the cases that are right."""
        return sum(case.verdict is Verdict.AC for case in self.cases)


class Shared(msgspec.Struct, frozen=True):
    """A fault of several cases, in the words of the smallest public one that has it."""

    case: str
    count: int  # of the cases that are not public
    words: str


class StudentPage(msgspec.Struct, frozen=True, eq=False):
    """The whole page."""

    title: str
    who: tuple[str, ...]  # the name, and the id
    verdict: Verdict | None
    headline: str
    why: str
    points: str
    share: tuple[float, float] | None  # points, and the most there are
    remarks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    prepare: tuple[str, ...] = ()
    shared: tuple[Shared, ...] = ()
    groups: tuple[GroupPage, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    facts: tuple[Fact, ...] = ()


def student_page(row: Graded, sheet: Sheet) -> StudentPage:
    """Return all that the page of one student says."""
    made = cut(row.judgement, "student") if row.judgement else None
    headline, why = _result(row)
    groups = tuple(_groups(made, sheet)) if made else ()
    return StudentPage(
        title=sheet.title or "Feedback",
        who=names(row.student),
        verdict=None if row.excused else row.verdict,
        headline=headline,
        why=why,
        points=_points(row),
        share=None if row.points is None or row.max_points <= 0 else (row.points, row.max_points),
        remarks=tuple(filter(None, _remarks(row))),
        steps=_next_steps(row),
        prepare=tuple(prepare_lines(made)) if made and made.prepare.verdict is not Verdict.AC else (),
        shared=tuple(_shared(made)) if made else (),
        groups=groups,
        meanings=meanings_of(made, judge_errors=False) if made else (),
        facts=tuple(fact for fact in _facts(row, sheet) if fact[1]),
    )


def _result(row: Graded) -> tuple[str, str]:
    """Return the verdict in words, and what it means."""
    if row.excused:
        return "Excused", "No points are given for it, and none are lost."
    if row.waits:
        said = "The judge itself failed on this submission. That costs no points: they wait until it is judged again."
        return "Not judged to the end", said
    if row.verdict is None:
        return "Nothing was judged", ""
    return title_words(row.verdict), verdicts()[row.verdict].why


def _points(row: Graded) -> str:
    if row.points is None:
        return "" if row.waits or row.excused or row.judgement is None else "no points yet"
    off = f", {number(row.lateness.off)} taken off for lateness" if row.lateness.off else ""
    return f"{points_words(row.points, row.max_points)}{off}"


def _remarks(row: Graded) -> Iterable[str]:
    note = row.note
    if row.mark:  # of which the note tells first
        yield from (str(one) for one in (row.mark.grade, row.mark.comment) if one)
        note = note.removeprefix(str(row.mark)).removeprefix("; ")
    yield note
    if row.late:
        yield "Handed in late."


def _next_steps(row: Graded) -> tuple[str, ...]:
    """Return what to do about the verdict, or to get one."""
    if row.excused:
        return ()
    if row.waits:
        return (_JUDGED_AGAIN,)
    if row.verdict is not None:
        return (verdicts()[row.verdict].mend,)
    if row.points is not None:
        return ()
    return (_NOTHING_TO_DO,) if row.sha256 else _HAND_IN


def _facts(row: Graded, sheet: Sheet) -> Iterable[Fact]:
    """Yield what was judged: which file in which version, when, and under which limits."""
    made = row.judgement
    if made:
        yield "file", made.submission.path.name
    yield "version", version_words(row.sha256)
    yield "handed in", moment(row.lateness.handed_in_s)
    yield "judged", moment(row.judged_s)
    if made:
        language = f", as {made.prepare.language}" if made.prepare.language else ""
        yield "run as", f"a {made.submission.contract}{language}"
        limits = made.limits
        clock = "CPU time" if sheet.clock == "cpu" else "time"
        yield "limits", f"{limits.time_limit:g} s of {clock} and {limits.memory} MiB of memory for each case"
        yield "try it", f"judge run {shlex.quote(made.submission.path.name)} --problem {shlex.quote(made.problem.name)}"
    yield "points", sheet.scheme


# --- cases ---------------------------------------------------------------------------------------------------------
def _groups(made: Judgement, sheet: Sheet) -> Iterable[GroupPage]:
    earned = points_by_group(made.problem, made.runs) if made.points is not None else {}
    for name, group in made.problem.groups.items():
        runs = [run for run in made.runs if run.group == name]
        if runs:
            cases = tuple(_case(made, run, sheet) for run in runs)
            yield GroupPage(name, cases, earned.get(name), group.points)


def _case(made: Judgement, run: Run, sheet: Sheet) -> CasePage:
    public = shown_whole(made.problem, run.group)
    like = None if public else _twin(made, run)
    return CasePage(
        name=run.case,
        verdict=run.verdict,
        not_run=run.not_run,
        title="not run" if run.not_run else verdicts()[run.verdict].title,
        why=sentence(run),
        about=_about(made, run) if public else "",
        timing=_timing(made, run, sheet) if run.samples else None,
        details=(*_details(run), *_notices(run)),
        drawings=tuple(_drawings(made, run)),
        like=_name(like) if like else "",
        code=run.code if _missed(run) else "",
    )


def _timing(made: Judgement, run: Run, sheet: Sheet) -> Timing:
    figures = sheet.cohort.of(run.group, run.case)
    median = figures.median_s if figures.solved >= FEWEST else None
    return Timing(times(made, run), time_of(run, sheet.clock), made.limits.time_limit, median, figures.solved)


def _about(made: Judgement, run: Run) -> str:
    board = board_of(made, run)
    if made.problem.validator:
        return ""
    return f"{board.algorithm}, {board.n} x {board.columns}, p = {board.pieces}" if board else run.algorithm


def _details(run: Run) -> list[Detail]:
    return details(run.finding) if run.finding and _missed(run) else []


def _notices(run: Run) -> list[Detail]:
    """Return how the answer was read, where it was not as it should be written."""
    return [(f"read tolerantly [{one.code}]", clean(one.message).strip()) for one in run.notices]


def _drawings(made: Judgement, run: Run) -> list[Drawing]:
    """Return the answer, and behind it the board as it was given where the answer does not show that too."""
    found = drawings(made, run)
    if len(found) == 2 and np.array_equal(found[0].board == TREE, found[1].board == TREE):
        return found[1:]
    return found[::-1]


def _missed(run: Run) -> bool:
    return run.verdict not in (Verdict.AC, Verdict.JE)


def _name(run: Run) -> str:
    return f"{run.group}/{run.case}"


# --- what public cases say for the others --------------------------------------------------------------------------
def _shared(made: Judgement) -> Iterable[Shared]:
    """Return each fault that a public case and others have alike. Its words are those of the public one alone."""
    hidden = [run for run in made.runs if _missed(run) and run.code and not shown_whole(made.problem, run.group)]
    for code in dict.fromkeys(run.code for run in hidden):
        alike = [run for run in hidden if run.code == code]
        if (twin := _twin(made, alike[0])) is not None:
            yield Shared(_name(twin), len(alike), sentence(twin))


def _twin(made: Judgement, run: Run) -> Run | None:
    """Return the smallest public case with the fault of this one."""
    if not _missed(run) or not run.code:
        return None
    public = [name for name in made.problem.groups if shown_whole(made.problem, name)]
    alike = [one for one in made.runs if one.code == run.code and _missed(one) and one.group in public]
    return min(alike, key=lambda one: _size(made, one), default=None)


def _size(made: Judgement, run: Run) -> float:
    board = board_of(made, run)
    return board.n if board else math.inf
