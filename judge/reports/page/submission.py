"""The page of a submission, for its host, its student and whoever grades: what came of it, why, and every case;
readable on a telephone, in the dark, on paper, and read aloud."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from judge.errors import codes
from judge.model import Finding, Host, Judgement, Run, Standing, Verdict
from judge.reports.export.exporter import Sheet
from judge.reports.page.html import Html
from judge.reports.page.marks import LIMIT_SIGN, MEDIAN_SIGN, legend_of, mark, share_bar, strip
from judge.reports.picture.scene import TREE
from judge.reports.picture.svg import board_svg
from judge.reports.plots.kinds import growth_of
from judge.reports.plots.plot import Plot
from judge.reports.verdict_words import Kind
from judge.reports.views import submission as words
from judge.reports.views.laws import family_label, growth_words
from judge.reports.views.leaderboard import submission_facts
from judge.reports.views.submission import Detail, Drawing, Fact, Meaning
from judge.scoring import Scaling, points_by_group
from judge.text import clean, counted, mebibytes, seconds

FEWEST: Final = 5  # who solved a case, before a median of theirs is shown: it must not be one student's time
OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_POINTS_WAIT: Final = "Its points wait until the judge's own failure is judged again."
_DRAWN: Final = 40  # faults with a picture
_SHORT: Final = 12  # digits of a SHA-256: enough to tell two versions apart


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
        return said if self.earned is None else f"{said}, {words.points_words(self.earned, self.most)}"

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
    warnings: tuple[tuple[str, str, str, str], ...] = ()  # message, code, the first case, how many others
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


def submission_page(standing: Standing, clock: Host.Clock, anchors: Anchors, style: int = 0) -> SubmissionPage:
    """Return what the page of a row of a run says. `anchors` has the place of each case, `style` numbers its look in
    plots."""
    made = standing.judgement
    most = made.problem.most_points
    counts = made.points is not None and most > 0
    return whole_page(
        Told(made, clock, anchors),
        title=made.submission.name,
        verdict=made.verdict,
        headline=words.title_words(made.verdict),
        points=words.points_words(made.points or 0.0, most) if counts else "",
        share=(made.points or 0.0, most) if counts else None,
        remarks=tuple(filter(None, _remarks(made))),
        growths=tuple(_growth(made, scaling, clock, style) for scaling in Scaling.of(made, clock)),
        facts=(*submission_facts(standing).items(), *file_facts(made, made.submission.sha256)),
    )


class Told(msgspec.Struct, frozen=True, eq=False):
    """A judgement, where its cases stand on the page, and, for its student, the class."""

    made: Judgement
    clock: Host.Clock
    anchors: Anchors
    sheet: Sheet | None = None


def whole_page(told: Told, **head: Any) -> SubmissionPage:
    """Return the page with this head, and below it what all readers are told in the same way."""
    made, sheet, host = told.made, told.sheet, told.sheet is None
    reasons, broken = words.alike(words.missed(made)), words.uncompiled(made)
    why = {run.place: f"fault-{number}" for number, same in enumerate(reasons, 1) for run in same}
    return SubmissionPage(
        **head,
        missed=_missed_words(made),
        shared=() if host else tuple(_shared(made)),
        uncompiled=_broken(broken) if broken else None,
        groups=tuple(_groups(told, why)),
        faults=tuple(_fault(told, number, same) for number, same in enumerate(reasons, 1)),
        left_out=tuple(run.path for run in made.runs if run.not_run),
        not_judged=_not_judged(len(told.anchors) - len(made.runs), broken) if host else "",
        time="" if not made.runs else "CPU time" if told.clock == "cpu" else "wall time",
        limit=f"{made.limits.time_limit:g} s" if made.runs else "",
        warnings=tuple(_warnings(made)),
        meanings=words.meanings_of(made, terminal=sheet is None or sheet.has_terminal),
    )


# --- the head ------------------------------------------------------------------------------------------------------
def _missed_words(made: Judgement) -> str:
    lost = sum(run.verdict is not Verdict.AC for run in made.runs)
    return f"{lost} of {counted(len(made.runs), 'case')} {'is' if lost == 1 else 'are'} missed." if lost else ""


def _remarks(made: Judgement) -> Iterator[str]:
    if made.points is None:
        yield _POINTS_WAIT
    yield str(Judgement.Disturbance.of([made]))
    yield _expected(made)


def _expected(made: Judgement) -> str:
    """Return what its author declares, where that is worth a sentence: another verdict, or not this one."""
    declared = " or ".join(map(str, made.submission.expected))
    found = dict.fromkeys((made.verdict, *(run.verdict for run in made.runs)))
    odd = [str(one) for one in found if one not in (Verdict.AC, *made.submission.expected)]
    if odd:
        return f"Its author declares {declared}, and not {' or '.join(odd)}."
    if not made.as_expected:
        return f"Its author declares {declared}, which did not happen."
    return "" if made.verdict is Verdict.AC else f"Its author declares {declared}: that is as expected."


def file_facts(made: Judgement | None, sha256: str) -> Iterator[Fact]:
    """Yield which file was judged, in which version."""
    if made and made.submission.path.name:
        yield "file", made.submission.path.name
    if sha256:
        yield "version", f"{sha256[:_SHORT]} (the beginning of its SHA-256)"


# --- what went wrong -----------------------------------------------------------------------------------------------
def _broken(found: Finding) -> Fault:
    """Return why nothing was run. It is about the submission's own text alone, so it is shown whole."""
    return Fault(found.verdict, words.message_of(found), known_code(found.code), tuple(words.details(found)))


def _fault(told: Told, number: int, same: Sequence[Run]) -> Fault:
    run, made, host = same[0], told.made, told.sheet is None
    found = words.finding_of(run)
    twin = None if host or made.problem.shows(run.group) else _twin(made, run)
    return Fault(
        run.verdict,
        words.message_of(found),
        known_code(found.code),
        tuple(words.details(found)),
        f"fault-{number}",
        run.path,
        ", ".join(filter(None, (words.times(made, run), words.repeated(run)))),
        words.rerun(made, run) if host else "",
        tuple(_drawings(made, run, host=host)) if number <= _DRAWN else (),
        twin.path if twin else "",
        tuple(one.path for one in same[1:]),
        number <= OPEN,
    )


def _drawings(made: Judgement, run: Run, *, host: bool) -> list[Drawing]:
    """Return the answer, and behind it the board as it was given where the answer does not show that too. A host has
    the boards on the pages of the cases."""
    if host:
        return [one for one in words.drawings(made, run, "the answer") if one.cells]
    found = words.drawings(made, run)
    if len(found) == 2 and np.array_equal(found[0].board == TREE, found[1].board == TREE):
        return found[1:]
    return found[::-1]


def _warnings(made: Judgement) -> Iterator[tuple[str, str, str, str]]:
    for run, notice, more in words.notices(made.runs):
        yield clean(notice.message, 1000).strip(), known_code(notice.code), run.path, more


def _not_judged(count: int, broken: Finding | None) -> str:
    if count <= 0 or broken:
        return "No case was run." if broken and count > 0 else ""
    return f"{counted(count, 'case')} of the others' {'was' if count == 1 else 'were'} not run."


def known_code(code: str) -> str:
    """Return a code that the page explains; nothing for another, such as of another version of the judge."""
    return code if code in codes() else ""


# --- cases ---------------------------------------------------------------------------------------------------------
def _groups(told: Told, why: Anchors) -> Iterator[Group]:
    made = told.made
    earned = points_by_group(made.problem, made.runs) if made.points is not None else {}
    for name in dict.fromkeys([*made.problem.groups, *(run.group for run in made.runs)]):
        cases = tuple(_case(told, run, why) for run in made.runs if run.group == name)
        if cases:
            group = made.problem.groups.get(name)
            yield Group(name, cases, earned.get(name), group.points if group else 0.0)


def _case(told: Told, run: Run, why: Anchors) -> Case:
    made, clock, key = told.made, told.clock, run.place
    timed = bool(run.samples) and run.verdict is not Verdict.JE
    figures = told.sheet.cohort.case(*key) if told.sheet else None
    median_s = figures.median_s if figures and figures.solved >= FEWEST else None
    times_s = [sample.time_s(clock) for sample in run.samples]
    return Case(
        path=run.path,
        anchor=told.anchors[key],
        verdict=run.verdict,
        not_run=run.not_run,
        said=Kind(run.verdict, run.not_run).said,
        about=_about(made, run),
        time=seconds(run.time_s(clock)) if timed else "",
        dots=strip(times_s, made.limits.time_limit, median_s) if timed else Html(),
        median=f"{seconds(median_s)} ({figures.solved} solved it)" if figures and median_s is not None else "",
        memory=mebibytes(run.memory_bytes),
        tries=words.repeated(run) or (str(len(run.samples)) if len(run.samples) > 1 else ""),
        code=known_code(run.code),
        why=why.get(key, ""),
    )


def _about(made: Judgement, run: Run) -> str:
    board = words.board_of(made, run)
    if made.problem.validator or (board and not board.columns):
        return ""
    return f"{board.algorithm}, {board.n} x {board.columns}, p = {board.pieces}" if board else run.algorithm


def _growth(judgement: Judgement, scaling: Scaling, clock: Host.Clock, style: int) -> Growth:
    plot = growth_of([(judgement, scaling, style)], clock) if scaling.points else None
    return Growth(family_label(scaling.family), growth_words(scaling), plot)


# --- what public cases say for the others --------------------------------------------------------------------------
def _shared(made: Judgement) -> Iterator[Shared]:
    """Yield each fault that a public case and others have alike. Its words are those of the public one alone."""
    hidden = [run for run in made.runs if _is_own(run) and run.code and not made.problem.shows(run.group)]
    for code in dict.fromkeys(run.code for run in hidden):
        same = [run for run in hidden if run.code == code]
        if (twin := _twin(made, same[0])) is not None:
            yield Shared(twin.path, len(same), words.sentence(twin))


def _twin(made: Judgement, run: Run) -> Run | None:
    """Return the smallest public case with the fault of this one."""
    if not _is_own(run) or not run.code:
        return None
    public = [name for name in made.problem.groups if made.problem.shows(name)]
    same = [one for one in made.runs if one.code == run.code and _is_own(one) and one.group in public]
    return min(same, key=lambda one: _size(made, one), default=None)


def _is_own(run: Run) -> bool:
    """Say whether the fault is the submission's own."""
    return run.verdict not in (Verdict.AC, Verdict.JE)


def _size(made: Judgement, run: Run) -> float:
    board = words.board_of(made, run)
    return board.n if board else math.inf


# --- as HTML ----------------------------------------------------------------------------------------------------------
_NO_FILES: Final[Mapping[str, str]] = {}


def page_words(page: SubmissionPage, files: Mapping[str, str] = _NO_FILES) -> dict[str, Any]:
    """Return what page/submission_body.html is rendered with: all that the page says below its heading. `files` are
    the pages of the cases, by their paths."""
    return {
        "page": page,
        "case_files": files,
        "place": (),  # lines about the rank, which the web alone has
        "legend": [*_legend(page)],
        "mark": mark,
        "share_bar": share_bar,
        "board_svg": board_svg,
    }


def _legend(page: SubmissionPage) -> Iterator[tuple[Html, str]]:
    """Return the marks and signs that occur, each with what it means."""
    yield from legend_of(Kind(one.verdict, one.not_run) for one in page.cases)
    if any(case.dots for case in page.cases):
        yield LIMIT_SIGN, "time limit"
    if any(case.median for case in page.cases):
        yield MEDIAN_SIGN, "median of the class"
