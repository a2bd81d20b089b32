"""The page of a submission, for its host, its student and whoever grades: what came of it, why, and every case.

A case may be shown to a student in part alone: then a public one with the same code, if there is one, says in its own
words what is wrong, and the page points to it.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from judge.errors import codes, verdicts
from judge.model import Clock, Finding, Judgement, Run, Standing, Verdict
from judge.model.classroom import Graded, shown_whole
from judge.reports.export.exporter import Sheet
from judge.reports.measuring_words import family_label, law_words
from judge.reports.page.html import Html
from judge.reports.page.marks import strip
from judge.reports.picture.scene import TREE
from judge.reports.plots.kinds import growth_of
from judge.reports.plots.plot import Plot
from judge.reports.reader import cut
from judge.reports.sanitize import clean
from judge.reports.units import mebibytes, moment, number, seconds
from judge.reports.verdict_words import Kind
from judge.reports.views.leaderboard import submission_facts
from judge.reports.views.submission import (
    Detail,
    Drawing,
    Fact,
    Meaning,
    alike,
    board_of,
    details,
    drawings,
    finding_of,
    meanings_of,
    message_of,
    missed,
    notices,
    points_words,
    prepare_sentence,
    repeated,
    rerun,
    sentence,
    times,
    title_words,
    uncompiled,
    version_words,
)
from judge.reports.words import names
from judge.scoring.points import most_points, points_by_group
from judge.scoring.scaling import Scaling, scalings
from judge.scoring.times import time_of
from judge.scoring.verdict import as_expected
from judge.text import counted

FEWEST: Final = 5  # who solved a case, before a median of theirs is shown: it must not be one student's time
OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_DRAWN: Final = 40  # faults with a picture
_NOTHING_TO_DO: Final = "There is nothing that you have to do: it was handed in, and waits to be judged."
_HAND_IN: Final = (
    "Put right what the note above says and hand it in again, if that is still possible.",
    "What can be judged is one source file, or a folder of them in which it is clear which one is run: call that one"
    " homework or main.",
    "If you can't hand in again, or did hand something in, write to your instructor: say which file, and when.",
)
_JUDGED_AGAIN: Final = "There is nothing that you have to do: your instructor has it judged again."


class Case(msgspec.Struct, frozen=True, eq=False):
    """A case: its place on the page, and what came of it. `why` is the anchor of its fault; `tries` is empty for one
    repetition, `median` is that of those in the class who solved it."""

    path: str
    anchor: str
    verdict: Verdict
    not_run: bool
    said: str
    about: str = ""
    time: str = ""
    dots: Html = Html()
    median: str = ""
    memory: str = ""
    tries: str = ""
    code: str = ""
    why: str = ""


class Group(msgspec.Struct, frozen=True, eq=False):
    """A group of cases, and what it gave; `earned` is None where points do not go by group, or wait."""

    name: str
    cases: tuple[Case, ...]
    earned: float | None
    most: float

    @property
    def solved(self) -> int:
        """Count the cases that are right."""
        return sum(case.verdict is Verdict.AC for case in self.cases)

    @property
    def score(self) -> str:
        """Return how much is solved, and which points that gave."""
        said = f"{self.solved} of {len(self.cases)} solved"
        if not self.most:
            return f"{said}, no points"
        return said if self.earned is None else f"{said}, {points_words(self.earned, self.most)}"

    @property
    def share(self) -> tuple[float, float]:
        """Return what a bar shows: the points where they go by group, else the cases."""
        return (self.solved, len(self.cases)) if self.earned is None or not self.most else (self.earned, self.most)


class Fault(msgspec.Struct, frozen=True, eq=False):
    """A reason for which cases were missed, with the path of the first of them; `same` are alike, `like` is the
    smallest public one with the same code. Where nothing was run there is no path."""

    verdict: Verdict
    message: str
    code: str = ""
    details: tuple[Detail, ...] = ()
    anchor: str = "fault-1"
    path: str = ""
    took: str = ""
    rerun: str = ""
    drawings: tuple[Drawing, ...] = ()
    like: str = ""
    same: tuple[str, ...] = ()
    opened: bool = True

    @property
    def said(self) -> str:
        """Return the verdict in words."""
        return Kind(self.verdict).words


class Shared(msgspec.Struct, frozen=True):
    """A fault of several cases, in the words of the smallest public one that has it."""

    path: str
    count: int  # of the cases that are not public
    words: str


class Growth(msgspec.Struct, frozen=True):
    """A family of cases: its law in a sentence, and its plot; None where no size has a time."""

    label: str
    words: str
    plot: Plot | None


class Warned(msgspec.Struct, frozen=True):
    """What was read tolerantly, with the first of so many cases."""

    code: str
    message: str
    path: str
    more: str


class SubmissionPage(msgspec.Struct, frozen=True, eq=False):
    """All that the page says, in its order."""

    title: str
    verdict: Verdict | None
    headline: str
    why: str = ""  # what the verdict means
    missed: str = ""  # how many cases
    points: str = ""
    share: tuple[float, float] | None = None  # points, and the most there are
    remarks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    uncompiled: Fault | None = None
    shared: tuple[Shared, ...] = ()
    groups: tuple[Group, ...] = ()
    faults: tuple[Fault, ...] = ()
    left_out: tuple[str, ...] = ()
    not_judged: str = ""
    time: str = ""
    limit: str = ""
    growths: tuple[Growth, ...] = ()
    warnings: tuple[Warned, ...] = ()
    meanings: tuple[Meaning, ...] = ()
    facts: tuple[Fact, ...] = ()
    who: tuple[str, ...] = ()  # the name and the id of a student

    @property
    def cases(self) -> list[Case]:
        """Return the cases of all groups."""
        return [case for group in self.groups for case in group.cases]

    @property
    def places(self) -> dict[str, str]:
        """Return where the page says why a case is not right, or else its row."""
        return {case.path: case.why or case.anchor for case in self.cases}


Anchors = dict[tuple[str, str], str]


def submission_page(standing: Standing, clock: Clock, anchors: Anchors, style: int = 0) -> SubmissionPage:
    """Return what the page of a row of a run says. `anchors` has the place of each case, `style` numbers its look in
    plots."""
    made = standing.judgement
    most = most_points(made.problem)
    counts = made.points is not None and most > 0
    page = SubmissionPage(
        title=made.submission.name,
        verdict=made.verdict,
        headline=title_words(made.verdict),
        points=points_words(made.points or 0.0, most) if counts else "",
        share=(made.points or 0.0, most) if counts else None,
        missed=_missed_words(made),
        remarks=tuple(filter(None, (_points_wait(made), _expected(made)))),
        growths=tuple(_growth(made, scaling, clock, style) for scaling in scalings(made, clock)),
        facts=(*submission_facts(standing).items(), *_file_facts(made, made.submission.sha256)),
    )
    return _filled(page, _Told(made, clock, anchors))


def student_page(row: Graded, sheet: Sheet) -> SubmissionPage:
    """Return all that the page of one student says."""
    made = cut(row.judgement, "student") if row.judgement else None
    headline, why = _result(row)
    page = SubmissionPage(
        title=sheet.title or "Feedback",
        who=names(row.student),
        verdict=None if row.excused else row.verdict,
        headline=headline,
        points=_points(row),
        share=None if row.points is None or row.max_points <= 0 else (row.points, row.max_points),
        why=why,
        missed=_missed_words(made) if made else "",
        remarks=tuple(filter(None, _remarks(row))),
        steps=_next_steps(row),
        shared=tuple(_shared(made)) if made else (),
        facts=tuple(_student_facts(made, row, sheet)),
    )
    if made is None:
        return page
    anchors = {(run.group, run.case): f"case-{number:03}" for number, run in enumerate(made.runs, 1)}
    return _filled(page, _Told(made, sheet.clock, anchors, sheet))


class _Told(msgspec.Struct, frozen=True, eq=False):
    """A judgement, where its cases stand on the page, and, for its student, the class."""

    made: Judgement
    clock: Clock
    anchors: Anchors
    sheet: Sheet | None = None


def _filled(page: SubmissionPage, told: _Told) -> SubmissionPage:
    """Return the page with what all readers are told in the same way."""
    made, host = told.made, told.sheet is None
    reasons, broken = alike(missed(made)), uncompiled(made)
    why = {(run.group, run.case): f"fault-{number}" for number, same in enumerate(reasons, 1) for run in same}
    return msgspec.structs.replace(
        page,
        uncompiled=_broken(made, broken, host=host) if broken else None,
        groups=tuple(_groups(told, why)),
        faults=tuple(_fault(told, number, same) for number, same in enumerate(reasons, 1)),
        left_out=tuple(_path(run) for run in made.runs if run.not_run),
        not_judged=_not_judged(len(told.anchors) - len(made.runs), broken) if host else "",
        time="" if not made.runs else "CPU time" if told.clock == "cpu" else "wall time",
        limit=f"{made.limits.time_limit:g} s" if made.runs else "",
        warnings=tuple(_warnings(made)),
        meanings=meanings_of(made, judge_errors=host),
    )


# --- the head ------------------------------------------------------------------------------------------------------
def _missed_words(made: Judgement) -> str:
    lost = sum(run.verdict is not Verdict.AC for run in made.runs)
    return f"{lost} of {counted(len(made.runs), 'case')} {'is' if lost == 1 else 'are'} missed." if lost else ""


def _points_wait(made: Judgement) -> str:
    return "Its points wait until the judge's own failure is judged again." if made.points is None else ""


def _expected(made: Judgement) -> str:
    """Return what its author declares, where that is worth a sentence: another verdict, or not this one."""
    declared = " or ".join(map(str, made.submission.expected))
    found = dict.fromkeys((made.verdict, *(run.verdict for run in made.runs)))
    odd = [str(one) for one in found if one not in (Verdict.AC, *made.submission.expected)]
    if odd:
        return f"Its author declares {declared}, and not {' or '.join(odd)}."
    if not as_expected(made):
        return f"Its author declares {declared}, which did not happen."
    return "" if made.verdict is Verdict.AC else f"Its author declares {declared}: that is as expected."


def _result(row: Graded) -> tuple[str, str]:
    """Return the verdict of a student in words, and what it means."""
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


def _student_facts(made: Judgement | None, row: Graded, sheet: Sheet) -> Iterator[Fact]:
    """Yield what was judged: which file in which version, when, and under which limits."""
    found = [*_file_facts(made, row.sha256), ("handed in", moment(row.lateness.handed_in_s))]
    found.append(("judged", moment(row.judged_s)))
    if made:
        language = f", as {made.prepare.language}" if made.prepare.language else ""
        clock, limits = "CPU time" if sheet.clock == "cpu" else "time", made.limits
        file, problem = shlex.quote(made.submission.path.name), shlex.quote(made.problem.name)
        found += [
            ("run as", f"a {made.submission.contract}{language}"),
            ("limits", f"{limits.time_limit:g} s of {clock} and {limits.memory} MiB of memory for each case"),
            ("try it", f"judge run {file} --problem {problem}"),
        ]
    yield from ((name, text) for name, text in (*found, ("points", sheet.scheme)) if text)


def _file_facts(made: Judgement | None, sha256: str) -> Iterator[Fact]:
    found = (("file", made.submission.path.name if made else ""), ("version", version_words(sha256)))
    return ((name, text) for name, text in found if text)


# --- what went wrong -----------------------------------------------------------------------------------------------
def _broken(made: Judgement, found: Finding, *, host: bool) -> Fault:
    """Return why nothing was run. It is about the submission's own text alone, so it is shown whole."""
    if not host and (made.prepare.starved or found.verdict is Verdict.JE):
        return Fault(found.verdict, prepare_sentence(made))
    return Fault(found.verdict, message_of(found), _known(found.code), tuple(details(found)))


def _fault(told: _Told, number: int, same: Sequence[Run]) -> Fault:
    run, made, host = same[0], told.made, told.sheet is None
    found, own = finding_of(run), host or run.verdict is not Verdict.JE
    twin = None if host or shown_whole(made.problem, run.group) else _twin(made, run)
    return Fault(
        run.verdict,
        message_of(found) if own else sentence(run),
        _known(run.code) if own else "",
        tuple(details(found)) if own else (),
        f"fault-{number}",
        _path(run),
        ", ".join(filter(None, (times(made, run), repeated(run)))),
        rerun(made, run) if host else "",
        tuple(_drawings(made, run, host=host)) if number <= _DRAWN else (),
        _path(twin) if twin else "",
        tuple(map(_path, same[1:])),
        number <= OPEN,
    )


def _drawings(made: Judgement, run: Run, *, host: bool) -> list[Drawing]:
    """Return the answer, and behind it the board as it was given where the answer does not show that too. A host has
    the boards on the pages of the cases."""
    if host:
        return [one for one in drawings(made, run, "the answer") if one.cells]
    found = drawings(made, run)
    if len(found) == 2 and np.array_equal(found[0].board == TREE, found[1].board == TREE):
        return found[1:]
    return found[::-1]


def _warnings(made: Judgement) -> Iterator[Warned]:
    for run, notice, more in notices(made.runs):
        yield Warned(_known(notice.code), clean(notice.message, 1000).strip(), _path(run), more)


def _not_judged(count: int, broken: Finding | None) -> str:
    if count <= 0 or broken:
        return "No case was run." if broken and count > 0 else ""
    return f"{counted(count, 'case')} of the others' {'was' if count == 1 else 'were'} not run."


def _known(code: str) -> str:
    """Return a code that the page explains; nothing for another, such as of another version of the judge."""
    return code if code in codes() else ""


def _path(run: Run) -> str:
    return f"{run.group}/{run.case}"


# --- cases ---------------------------------------------------------------------------------------------------------
def _groups(told: _Told, why: Anchors) -> Iterator[Group]:
    made = told.made
    earned = points_by_group(made.problem, made.runs) if made.points is not None else {}
    for name in dict.fromkeys([*made.problem.groups, *(run.group for run in made.runs)]):
        cases = tuple(_case(told, run, why) for run in made.runs if run.group == name)
        if cases:
            group = made.problem.groups.get(name)
            yield Group(name, cases, earned.get(name), group.points if group else 0.0)


def _case(told: _Told, run: Run, why: Anchors) -> Case:
    made, clock, key = told.made, told.clock, (run.group, run.case)
    timed = bool(run.samples) and run.verdict is not Verdict.JE
    figures = told.sheet.cohort.of(*key) if told.sheet else None
    median_s = figures.median_s if figures and figures.solved >= FEWEST else None
    times_s = [time_of(sample, clock) for sample in run.samples]
    return Case(
        path=_path(run),
        anchor=told.anchors[key],
        verdict=run.verdict,
        not_run=run.not_run,
        said=Kind(run.verdict, run.not_run).said,
        about=_about(made, run),
        time=seconds(time_of(run, clock)) if timed else "",
        dots=strip(times_s, made.limits.time_limit, median_s) if timed else Html(),
        median=f"{seconds(median_s)} ({figures.solved} solved it)" if figures and median_s is not None else "",
        memory=mebibytes(run.memory_bytes),
        tries=repeated(run) or (str(len(run.samples)) if len(run.samples) > 1 else ""),
        code=_known(run.code),
        why=why.get(key, ""),
    )


def _about(made: Judgement, run: Run) -> str:
    board = board_of(made, run)
    if made.problem.validator or (board and not board.columns):
        return ""
    return f"{board.algorithm}, {board.n} x {board.columns}, p = {board.pieces}" if board else run.algorithm


def _growth(judgement: Judgement, scaling: Scaling, clock: Clock, style: int) -> Growth:
    label, law = family_label(scaling.family), law_words(scaling)
    said = (
        f"time grows like {law}" if law else "no law says how time grows: too few sizes take long enough, or they vary"
    )
    if scaling.solved_to is None:
        said += "; the smallest size is not solved"
    else:
        said += f"; solved up to n = {scaling.solved_to}"
    if scaling.reach:
        said += f", and by the law up to n = {float(f'{scaling.reach:.1e}'):.0f} within the limit"
    plot = growth_of([(judgement, scaling, style)], clock) if scaling.points else None
    return Growth(label, f"{said}.", plot)


# --- what public cases say for the others --------------------------------------------------------------------------
def _shared(made: Judgement) -> Iterator[Shared]:
    """Yield each fault that a public case and others have alike. Its words are those of the public one alone."""
    hidden = [run for run in made.runs if _is_own(run) and run.code and not shown_whole(made.problem, run.group)]
    for code in dict.fromkeys(run.code for run in hidden):
        same = [run for run in hidden if run.code == code]
        if (twin := _twin(made, same[0])) is not None:
            yield Shared(_path(twin), len(same), sentence(twin))


def _twin(made: Judgement, run: Run) -> Run | None:
    """Return the smallest public case with the fault of this one."""
    if not _is_own(run) or not run.code:
        return None
    public = [name for name in made.problem.groups if shown_whole(made.problem, name)]
    same = [one for one in made.runs if one.code == run.code and _is_own(one) and one.group in public]
    return min(same, key=lambda one: _size(made, one), default=None)


def _is_own(run: Run) -> bool:
    """Say whether the fault is the submission's own."""
    return run.verdict not in (Verdict.AC, Verdict.JE)


def _size(made: Judgement, run: Run) -> float:
    board = board_of(made, run)
    return board.n if board else math.inf
