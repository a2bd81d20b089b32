"""A submission: what came of it, why, what to do, and every case. All words about it stand here and in feedback.py,
which has what a student is told of the points.

Who may see what is decided before (reader.py): all of it is said of what is left. On a terminal the faults and the
warnings are shown, on pages the whole view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from judge.errors import codes, verdicts
from judge.model import Host, Instance, Judgement, Problem, Run, Standing, Verdict
from judge.reports.blocks import (
    Column,
    Facts,
    Fold,
    Legend,
    Listing,
    Page,
    Para,
    Result,
    Section,
    Strip,
    Table,
    Verbatim,
    Warnings,
    para,
)
from judge.reports.lines import Bar, Dots, Line, Link, Links, Place, Span, line
from judge.reports.measuring_words import TIMES
from judge.reports.verdict_words import Kind, Sign, legend, solved_cases
from judge.reports.views.faults import (
    NOT_RUN,
    boards_of,
    case_key,
    case_link,
    faults,
    finding_of,
    is_own,
    public_twin,
    repeated,
    sentence,
    uncompiled,
    warnings,
)
from judge.reports.views.leaderboard import points_words, submission_facts
from judge.text import capitalized, counted, mebibytes, seconds

if TYPE_CHECKING:
    from judge.reports.blocks import Block
    from judge.reports.reader import Reader
    from judge.scoring import Cohort

_FEWEST: Final = 5  # who solved a case, before a median of theirs is shown: it must not be one student's time
_SHORT: Final = 12  # digits of a SHA-256: enough to tell two versions apart
_POINTS_WAIT: Final = "Its points wait until the judge's own failure is judged again."
Fact = tuple[str, str]  # a name, and what it stands for
Anchors = Mapping[tuple[str, str], str]  # of cases, by group and name


class SubmissionPage(Page):
    """All that is said of a submission. `who` are the name and the id of a student. `places` is where it says why a
    case is not right, or else the row of the case."""

    def __init__(
        self, title: str, who: Sequence[str], places: Mapping[str, str], /, **parts: Block | Sequence[Block] | None
    ) -> None:
        super().__init__(title, **parts)
        self.who, self.places = who, places


class Subject(msgspec.Struct, frozen=True, eq=False):
    """What a page is about: a judgement as its reader has it, its title and owner, the clock that ranks, where its
    cases stand on the page, and what is known of the class."""

    made: Judgement
    reader: Reader
    clock: Host.Clock
    anchors: Anchors
    title: str
    who: tuple[str, ...] = ()
    cohort: Cohort | None = None


def submission(
    standing: Standing, reader: Reader, clock: Host.Clock, anchors: Anchors, style: int = 0
) -> SubmissionPage:
    """Return what a host is told of a row of a run. `style` numbers its look in plots."""
    made, most = standing.judgement, standing.judgement.problem.most_points
    result = Result(Kind(made.verdict), title_words(made.verdict))
    if made.points is not None and most > 0:
        share = Bar(made.points, most)
        result = replace(result, points=points_words(made.points, most), share=share)
    waits = "" if made.points is not None else _POINTS_WAIT
    said = remarks(made, waits, str(Judgement.Disturbance.of([made])), _declared(made))
    facts = (*submission_facts(standing).items(), *file_facts(made, made.submission.sha256))
    growth, left = tuple(_growth(made, clock, style)), len(anchors) - len(made.runs)
    not_run = f"{counted(left, 'case')} of the others' {'was' if left == 1 else 'were'} not run."
    return whole(
        Subject(made, reader, clock, anchors, made.submission.name),
        (result, *said),
        facts,
        not_judged=para("No case was run." if uncompiled(made) else not_run) if left > 0 else None,
        growth=Section("How its time grows with n", growth) if growth else None,
    )


def whole(
    subject: Subject,
    result: Sequence[Block],
    facts: Sequence[Fact],
    *,
    not_judged: Para | None = None,
    growth: Section | None = None,
) -> SubmissionPage:
    """Return the page with this beginning, and below it what all readers are told in the same way."""
    made, found = subject.made, faults(subject.made, subject.reader)
    head = "It could not be compiled" if uncompiled(made) else "What went wrong"
    why = {name.to.key: one.anchor for one in found.found for name in (one.case, *one.same) if name} if found else {}
    warned, meanings, shared = warnings(made), meanings_of(made, subject.reader), tuple(_shared(subject))
    left_out = tuple(case_link(made, run) for run in made.runs if run.not_run)
    return SubmissionPage(
        subject.title,
        subject.who,
        {key: why.get(key) or subject.anchors[run.place] for run in made.runs for key in [case_key(made, run)]},
        result=Section("", tuple(result), card="Result"),
        begin=Section("Begin here", (Listing(shared),), card="Begin here") if shared else None,
        glance=_glance(subject) if made.runs else None,
        faults=Section(head, (found,)) if found else None,
        left_out=Para(line(f"{capitalized(NOT_RUN)}: ", Links(left_out), ".")) if left_out else None,
        not_judged=not_judged,
        cases=_cases(subject, why) if made.runs else None,
        growth=growth,
        warnings=Section("Read tolerantly", (Warnings(warned),)) if warned else None,
        meanings=Section("What the codes mean, and what to do", meanings) if meanings else None,
        facts=facts_of(facts, judged=bool(made.runs or found)),
    )


def facts_of(facts: Sequence[Fact], *, judged: bool) -> Section | None:
    """Return these facts below a heading; nothing for none."""
    return Section("What was judged" if judged else "How points are given", (Facts(tuple(facts)),)) if facts else None


# --- the head ---------------------------------------------------------------------------------------------------------
def title_words(verdict: Verdict) -> str:
    """Return a verdict in words that begin a sentence."""
    return capitalized(verdicts()[verdict].title)


def remarks(made: Judgement | None, *said: str, why: str = "") -> tuple[Para, ...]:
    """Return what a verdict means, how many cases are missed, and what else is to be `said`, a paragraph each."""
    lost = len(made.runs) - solved_cases(made) if made else 0
    missed = (
        f"{lost} of {counted(len(made.runs), 'case')} {'is' if lost == 1 else 'are'} missed." if made and lost else ""
    )
    return tuple(Para(line(" ".join(text.split()))) for text in (why, missed, *said) if text)


def _declared(made: Judgement) -> str:
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


# --- what public cases say for the others -----------------------------------------------------------------------------
def _shared(subject: Subject) -> Iterator[Line]:
    """Yield each fault that a public case and others have alike, but to a host, who sees them all. Its words are those
    of the public one alone."""
    made = subject.made
    hidden = [run for run in made.runs if is_own(run) and run.code and not made.problem.shows(run.group)]
    for code in dict.fromkeys(run.code for run in hidden if subject.reader.audience != "host"):
        same = [run for run in hidden if run.code == code]
        if (twin := public_twin(made, same[0])) is not None:
            count = f"{len(same)} hidden {'cases have' if len(same) > 1 else 'case has'}"
            yield line(case_link(made, twin), f" shows a fault that {count} too: ", Span(sentence(twin), "strong"))


# --- cases ------------------------------------------------------------------------------------------------------------
def _glance(subject: Subject) -> Section:
    """Return the marks of the cases by their groups, with what each group gave, and what the signs mean."""
    made, signs = subject.made, [Kind.of(run) for run in subject.made.runs]
    strips = tuple(_strips(made))
    rows = [_dots(subject, run) for run in made.runs]
    also = [Sign("limit")] * any(rows) + [Sign("median")] * any(one.median_s is not None for one in rows if one)
    return Section("All cases at a glance", (*strips, Legend(legend((*signs, *also)))))


def _strips(made: Judgement) -> Iterator[Strip]:
    from judge.scoring import points_by_group

    earned = points_by_group(made.problem, made.runs) if made.points is not None else {}
    for name in dict.fromkeys([*made.problem.groups, *(run.group for run in made.runs)]):
        runs = [run for run in made.runs if run.group == name]
        if not runs:
            continue
        group, points = made.problem.groups.get(name), earned.get(name)
        most, solved = group.points if group else 0.0, sum(run.verdict is Verdict.AC for run in runs)
        given = ", no points" if not most else "" if points is None else f", {points_words(points, most)}"
        share = Bar(solved, len(runs)) if points is None or not most else Bar(points, most)
        marks = tuple((Kind.of(run), Link(run.case, to=Place("told", case_key(made, run)))) for run in runs)
        yield Strip(name, f": {solved} of {len(runs)} solved{given}", share, marks, f"cases of {name}")


def so_far(problem: Problem, attempts: Iterable[Run]) -> tuple[Strip, ...]:
    """Return the cases of a problem by their groups, with the mark of the last attempt at each."""
    marks = {one.place: Kind.of(one) for one in attempts}
    cases = {name: [case for case in problem.cases if case.group == name] for name in problem.groups}
    return tuple(
        Strip(
            name,
            f": {sum(case.place in marks for case in held)} of {len(held)}",
            None,
            tuple((marks.get(case.place), Link(case.name)) for case in held),
            f"cases of {name}",
        )
        for name, held in cases.items()
        if held
    )


def _cases(subject: Subject, why: Mapping[str, str]) -> Section:
    """Return the table of all cases."""
    made, boards = subject.made, boards_of(subject.made.problem)

    def time(run: Run) -> str:
        return seconds(run.time_s(subject.clock)) if _timed(run) else ""

    def about(run: Run) -> str:
        return "" if made.problem.validator else _about(run, boards.get(run.place))

    def reason(run: Run) -> Link | None:
        anchor = why.get(case_key(made, run))
        return Link(run.code if run.code in codes() else "why", to=Place("here", anchor)) if anchor else None

    columns: tuple[Column[Run], ...] = (
        Column("case", "case", value=lambda run: Link(run.path, to=Place("page", case_key(made, run)))),
        Column("verdict", "verdict", value=Kind.of),
        Column("time", TIMES[subject.clock], "right", value=time),
        Column("dots", "repetitions", sorts=False, value=partial(_dots, subject)),
        Column("median", "median of the class", "right", spare=True, value=partial(_median, subject)),
        Column("memory", "memory", "right", value=lambda run: mebibytes(run.memory_bytes)),
        Column("tries", "tries", spare=True, value=_tries),
        Column("about", "about", value=about),
        Column("why", "why", value=reason),
    )
    said = "Each dot is one repetition, on a logarithmic scale; the line is the limit of "
    table = Table.of(columns, made.runs, f"{said}{made.limits.time_limit:g} s.", "runs")
    rows = (replace(row, anchor=subject.anchors[run.place]) for row, run in zip(table.rows, made.runs, strict=True))
    return Section("All cases", (replace(table, rows=tuple(rows)),))


def _median(subject: Subject, run: Run) -> str:
    dots = _dots(subject, run)
    if not dots or dots.median_s is None or not subject.cohort:
        return ""
    return f"{seconds(dots.median_s)} ({subject.cohort.case(*run.place).solved} solved it)"


def _tries(run: Run) -> str:
    return repeated(run) or (str(len(run.samples)) if len(run.samples) > 1 else "")


def _timed(run: Run) -> bool:
    """Say whether a case has times that say anything."""
    return bool(run.samples) and run.verdict is not Verdict.JE


def _dots(subject: Subject, run: Run) -> Dots | None:
    """Return the times of a case; nothing where it has none that say anything."""
    if not _timed(run):
        return None
    figures = subject.cohort.case(*run.place) if subject.cohort else None
    median_s = figures.median_s if figures and figures.solved >= _FEWEST else None
    return Dots(tuple(sample.time_s(subject.clock) for sample in run.samples), subject.made.limits.time_limit, median_s)


def _about(run: Run, board: Instance | None) -> str:
    if board and not board.columns:
        return ""
    if board is None:
        return run.algorithm
    return ", ".join(filter(None, (board.wanted_algorithm, f"{board.n} x {board.columns}", f"p = {board.pieces}")))


def _growth(made: Judgement, clock: Host.Clock, style: int) -> Iterator[Block]:
    """Yield how its time grows, for each family of cases in a sentence and a plot."""
    from judge.reports.plots.kinds import growth
    from judge.reports.views.laws import family_label, growth_words
    from judge.scoring import Scaling

    for scaling in Scaling.of(made, clock):
        yield Para(line(Span(family_label(scaling.family), "strong"), f": {growth_words(scaling)}"))
        if plot := growth([(made, scaling, style)], clock):
            yield plot


# --- what codes mean --------------------------------------------------------------------------------------------------
def meanings_of(made: Judgement, reader: Reader) -> tuple[Fold, ...]:
    """Return what the codes of a result mean, in the order in which it names them; the first is open."""
    missed = (run for run in made.runs if run.verdict is not Verdict.AC)
    found = [made.prepare.finding.code] if made.prepare.finding and made.prepare.verdict is not Verdict.AC else []
    found += [finding_of(run).code for run in missed]
    found += [notice.code for run in made.runs for notice in run.notices]
    known = [code for code in dict.fromkeys(found) if code in codes()]
    return tuple(Fold(meaning_head(code), meaning(code, reader), code, opened=at == 0) for at, code in enumerate(known))


def meaning_head(code: str) -> str:
    """Return a code and what it is called."""
    return f"{code}: {codes()[code].title}"


def meaning(code: str, reader: Reader) -> tuple[Block, ...]:
    """Return what a code means and what to do, for who has a terminal or has none."""
    row = codes()[code]
    example = row.example.strip("\n")
    shown = (para("An example:", "soft"), Verbatim(example, f"example of {code}")) if example else ()
    steps = " ".join(row.steps(terminal=reader.terminal).split())
    why = Span(" ".join(row.why.split()), "prose")
    return Para((why,)), *shown, Para(line(Span("What to do: ", "strong"), Span(steps, "prose")))
