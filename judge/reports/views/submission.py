"""A submission: what came of it, why, what to do, and every case. All words about it stand here and in feedback.py,
which has what a student is told of the points.

Who may see what is decided before (reader.py): all of it is said of what is left. On a terminal the faults and the
warnings are shown, on pages the whole view.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.errors import codes, verdicts
from judge.model import Finding, Host, Instance, Judgement, Problem, ReadWarning, Run, Standing, Verdict
from judge.reports.blocks import (
    Bar,
    Diagnostic,
    Diagnostics,
    Dots,
    Facts,
    Fold,
    Head,
    Legend,
    Line,
    Link,
    Links,
    Listing,
    Para,
    Picture,
    Place,
    Result,
    Row,
    Section,
    Span,
    Strip,
    Table,
    Verbatim,
    Warned,
    Warnings,
    line,
)
from judge.reports.verdict_words import Kind, Sign, legend, title_of
from judge.reports.views.leaderboard import contract, score_words, submission_facts
from judge.text import capitalized, clean, counted, mebibytes, number, seconds

if TYPE_CHECKING:
    from judge.reports.blocks import Block
    from judge.reports.reader import Reader
    from judge.scoring import Cohort

NOT_RUN: Final = "not run, after two time-outs on smaller cases"
_FEWEST: Final = 5  # who solved a case, before a median of theirs is shown: it must not be one student's time
_OPEN: Final = 3  # faults that are open when the page is; the others open with a click
_WHOLE: Final = 5  # faults with their boards on a terminal; the rest in a line each, or fifty would hide the first
_DRAWN: Final = 40  # faults with a picture
_SIZES: Final = 3  # smaller boards that a time-out is held against
_SHORT: Final = 12  # digits of a SHA-256: enough to tell two versions apart
_LONGEST: Final = 1000  # characters of a message
_POINTS_WAIT: Final = "Its points wait until the judge's own failure is judged again."
Fact = tuple[str, str]  # a name, and what it stands for
Anchors = Mapping[tuple[str, str], str]  # of cases, by group and name


class SubmissionView(msgspec.Struct, frozen=True, eq=False):
    """All that is said of a submission, in its order. `who` are the name and the id of a student."""

    title: str
    who: tuple[str, ...]
    result: Section
    begin: Section | None = None
    glance: Section | None = None
    faults: Section | None = None
    left_out: Para | None = None
    not_judged: Para | None = None
    cases: Section | None = None
    growth: Section | None = None
    warnings: Section | None = None
    meanings: Section | None = None
    facts: Section | None = None
    told: Mapping[str, str] = {}  # where it says why a case is not right, or else the row of the case


class Told(msgspec.Struct, frozen=True, eq=False):
    """A judgement as its reader has it, the clock that ranks, where its cases stand on the page, and what is known of
    the class."""

    made: Judgement
    reader: Reader
    clock: Host.Clock
    anchors: Anchors
    cohort: Cohort | None = None


def submission(
    standing: Standing, reader: Reader, clock: Host.Clock, anchors: Anchors, style: int = 0
) -> SubmissionView:
    """Return what a host is told of a row of a run. `style` numbers its look in plots."""
    made, most = standing.judgement, standing.judgement.problem.most_points
    result = Result(Kind(made.verdict), title_words(made.verdict))
    waits = "" if made.points is not None else _POINTS_WAIT
    if made.points is not None and most > 0:
        share = Bar(made.points, most)
        result = msgspec.structs.replace(result, points=points_words(made.points, most), share=share)
    said = remarks(made, waits, str(Judgement.Disturbance.of([made])), _declared(made))
    facts = (*submission_facts(standing).items(), *file_facts(made, made.submission.sha256))
    growth, left = tuple(_growth(made, clock, style)), len(anchors) - len(made.runs)
    not_run = f"{counted(left, 'case')} of the others' {'was' if left == 1 else 'were'} not run."
    return msgspec.structs.replace(
        whole(Told(made, reader, clock, anchors), result, said, facts),
        not_judged=Para(line("No case was run." if uncompiled(made) else not_run)) if left > 0 else None,
        growth=Section("How its time grows with n", growth) if growth else None,
    )


def whole(told: Told, result: Result, more: Sequence[Block], facts: Sequence[Fact]) -> SubmissionView:
    """Return the view with this beginning, and below it what all readers are told in the same way."""
    made, found = told.made, faults(told.made, told.reader)
    head = "It could not be compiled" if uncompiled(made) else "What went wrong"
    why = {name.to.key: one.anchor for one in found.found for name in (one.case, *one.same) if name} if found else {}
    warned, meanings, shared = warnings(made), meanings_of(made, told.reader), tuple(_shared(told))
    left_out = tuple(_case(made, run) for run in made.runs if run.not_run)
    return SubmissionView(
        made.submission.name,
        (),
        Section("", (result, *more), card="Result"),
        begin=Section("Begin here", (Listing(shared),), card="Begin here") if shared else None,
        glance=_glance(told) if made.runs else None,
        faults=Section(head, (found,)) if found else None,
        left_out=Para(line(f"{capitalized(NOT_RUN)}: ", Links(left_out), ".")) if left_out else None,
        cases=_cases(told, why) if made.runs else None,
        warnings=Section("Read tolerantly", (Warnings(warned),)) if warned else None,
        meanings=Section("What the codes mean, and what to do", meanings) if meanings else None,
        facts=facts_of(facts, judged=bool(made.runs or found)),
        told={key: why.get(key) or told.anchors[run.place] for run in made.runs for key in [_key(made, run)]},
    )


def facts_of(facts: Sequence[Fact], *, judged: bool) -> Section | None:
    """Return these facts below a heading; nothing for none."""
    return Section("What was judged" if judged else "How points are given", (Facts(tuple(facts)),)) if facts else None


# --- the head ---------------------------------------------------------------------------------------------------------
def title_words(verdict: Verdict) -> str:
    """Return a verdict in words that begin a sentence."""
    return capitalized(verdicts()[verdict].title)


def points_words(points: float, most: float) -> str:
    """Return `25 of 50 points`."""
    return f"{number(points)} of {number(most)} points"


def remarks(made: Judgement | None, *said: str, why: str = "") -> tuple[Para, ...]:
    """Return what a verdict means, how many cases are missed, and what else is to be `said`, a paragraph each."""
    lost = len(made.runs) - _right(made) if made else 0
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


# --- in a line --------------------------------------------------------------------------------------------------------
def outcome(standing: Standing, counting: int | None = None) -> Line:
    """Return `4 of 4 right, slowest 0.2 ms (forest-7)`. After an interruption only `counting` cases count."""
    made = standing.judgement
    cases, right = len(made.problem.cases) if counting is None else counting, _right(made)
    most = made.problem.most_points
    words = (
        score_words(standing, cases),
        points_words(made.points, most) if most and made.points is not None else "",
        f"slowest {seconds(standing.slowest_s)} ({standing.slowest_case})" if standing.slowest_case else "",
        contract(made) if made.prepare.language else "",
    )
    first = Span(f"{right} of {cases} right", "right" if right == cases else "bad")
    if made.prepare.finding:
        first = Span("no case was run", "bad")
    return line(first, "".join(f", {one}" for one in words if one))


def handed_in(made: Judgement) -> Line:
    """Return `WA  3 of 4 cases, 25 of 50 points, 1.2 s of CPU in all`."""
    cases, spent = f"{_right(made)} of {len(made.problem.cases)} cases", seconds(sum(run.cpu_s for run in made.runs))
    points = "no points yet, as the judge itself failed: the same command judges it again"
    if made.points is not None:
        points = points_words(made.points, made.problem.most_points)
    return line(Kind(made.verdict), f"  {cases}, {points}, {spent} of CPU in all")


def _right(made: Judgement) -> int:
    return sum(run.verdict is Verdict.AC for run in made.runs)


# --- faults -----------------------------------------------------------------------------------------------------------
def faults(made: Judgement, reader: Reader, *, each: bool = True) -> Diagnostics | None:
    """Return why cases were missed, each reason once, in the order of the cases; or why nothing was run; None where
    all are right. Unless `each` is asked for, that is each kind of mistake once, on its smallest board."""
    if broken := uncompiled(made):
        return Diagnostics((Diagnostic(broken, Kind(made.prepare.verdict), made.submission.path.name),), 1)
    runs = [run for run in made.runs if run.verdict is not Verdict.AC and not run.not_run]
    groups = alike(runs) if each else _kinds_of(runs, made)
    found = tuple(_diagnostic(made, reader, at, same, each=each) for at, same in enumerate(groups, 1))
    how = ", each shown whole with  --case NAME" if reader.audience == "host" else ""
    return Diagnostics(found, _WHOLE, f"and {sum(map(len, groups[_WHOLE:]))} more{how}") if found else None


def diagnosed(made: Judgement, reader: Reader, *, each: bool = True) -> Iterator[Block]:
    """Yield its faults, and what was read with a warning."""
    if found := faults(made, reader, each=each):
        yield found
    if warned := warnings(made):
        yield Warnings(warned)


def _diagnostic(made: Judgement, reader: Reader, at: int, runs: Sequence[Run], *, each: bool) -> Diagnostic:
    (run, *others), words = runs, made.submission.words
    bare = len({one.group for one in runs}) == 1
    same = tuple(_case(made, one, bare=bare) for one in others)
    also: Line = ()
    if same and each:
        also = line(f"and the same on {len(same)} more: ", Links(same))
    elif same:
        also = line(f"{len(same)} more of this kind:  ", Span(f"judge run {words} --all", "code"))
    shown = made.problem.shows(run.group)
    twin = None if reader.audience == "host" or shown else _twin(made, run)
    again = words and reader.own and (reader.audience == "host" or shown)
    return Diagnostic(
        finding_of(run),
        Kind(run.verdict),
        "",
        Link(run.path, to=Place("page", _key(made, run))),
        tuple(filter(None, (times(made, run), repeated(run)))),
        tuple(_pictures(made, run, reader)) if at <= _DRAWN else (),
        same,
        f"and {len(same)} more" if same else "",
        also,
        line("The same fault in public: ", _case(made, twin), ".") if twin else (),
        line("rerun only this case:  ", Span(f"judge run {words} --case {run.case}", "code")) if again else (),
        f"fault-{at}",
        at <= _OPEN,
    )


def alike(runs: Iterable[Run]) -> list[list[Run]]:
    """Return missed cases by their reason, in the order of the first of each; a picture is of one case alone."""
    groups: dict[tuple[object, ...], list[Run]] = {}
    for run in runs:
        finding = run.finding
        where = str(finding.excerpt or "") if finding else ""
        reason = (run.verdict, run.code, run.message, where)
        groups.setdefault((*reason, run.group, run.case) if run.cells else reason, []).append(run)
    return list(groups.values())


def _kinds_of(missed: Sequence[Run], made: Judgement) -> list[list[Run]]:
    """Return the missed cases by their code, each kind with its smallest board first, in the order of the cases."""
    sizes = {case.place: case.board.n for case in made.problem.cases}
    kinds: dict[tuple[Verdict, str], list[Run]] = {}
    for run in missed:
        kinds.setdefault((run.verdict, run.code), []).append(run)
    return [sorted(kind, key=lambda run: sizes.get(run.place, 0)) for kind in kinds.values()]


def finding_of(run: Run) -> Finding:
    """Return why a case was missed, also where only a sentence was kept."""
    return run.finding or Finding(run.code, run.message or str(run.verdict), run.cells, verdict=run.verdict)


def uncompiled(judgement: Judgement) -> Finding | None:
    """Return why nothing was run; None where it was compiled."""
    prepare = judgement.prepare
    if prepare.verdict is Verdict.AC:
        return None
    return prepare.finding or Finding("", prepare.message or "nothing is known of why", verdict=prepare.verdict)


def repeated(run: Run) -> str:
    """Return how many repetitions were right, where not all went the same way."""
    right = sum(sample.verdict is Verdict.AC for sample in run.samples)
    return f"right {right} of {len(run.samples)}" if 0 < right < len(run.samples) else ""


def times(judgement: Judgement, run: Run) -> str:
    """Return `0.41 s of 5 s`, or nothing where nothing ran."""
    return f"{seconds(run.cpu_s)} of {judgement.limits.time_limit:g} s" if run.samples else ""


def with_sizes(made: Judgement) -> Judgement:
    """Return the judgement whose time-outs say at which size they came, and how long smaller boards took."""
    sizes = {case.place: case.board.n for case in made.problem.cases}
    right: dict[int, float] = {}
    for run in made.runs:
        n = sizes.get(run.place, 0)
        if run.verdict is Verdict.AC and n:
            right[n] = max(right.get(n, 0.0), run.cpu_s)

    def noted(run: Run) -> Run:
        n = sizes.get(run.place, 0)
        if run.verdict is not Verdict.TLE or run.finding is None or run.not_run or not n:
            return run
        smaller = sorted((size, spent) for size, spent in right.items() if size < n)
        took = ", ".join(f"n = {size}: {seconds(spent)}" for size, spent in smaller[-_SIZES:])
        note = f"n is {n}; it took for {took}" if took else f"n is {n}, and no smaller board was solved"
        return msgspec.structs.replace(run, finding=run.finding.noted(note))

    return msgspec.structs.replace(made, runs=tuple(map(noted, made.runs)))


def warnings(made: Judgement) -> tuple[Warned, ...]:
    """Return what was read tolerantly, each kind once: the first of its cases, and how many others have it."""
    kinds: dict[str, list[tuple[Run, ReadWarning]]] = {}
    for run in made.runs:
        for notice in run.notices:
            kinds.setdefault(notice.code, []).append((run, notice))
    return tuple(
        Warned(
            notice.message,
            code,
            _case(made, run),
            f", the first of {counted(len(found), 'case')}" if len(found) > 1 else "",
            notice.line,
        )
        for code, found in kinds.items()
        for run, notice in found[:1]
    )


# --- boards -----------------------------------------------------------------------------------------------------------
def _boards(problem: Problem) -> Mapping[tuple[str, str], Instance]:
    """Return the board of each case, by group and name; none where the problem is about none."""
    return {} if problem.validator else {case.place: case.board for case in problem.cases}


def answer_of(run: Run) -> Any:
    """Return the board that was answered; None where it is none, or was not kept."""
    from judge.reports.picture.scene import drawable

    if drawable(run.board):
        return run.board
    return run.given.board() if run.given else None


def pictures(judgement: Judgement, run: Run, whose: str = "your answer") -> list[Picture]:
    """Return board and answer of a case that was missed, those that are kept."""
    if run.verdict in (Verdict.AC, Verdict.JE):
        return []
    from judge.reports.picture.scene import drawable, given_on

    piece, board = judgement.problem.piece, _boards(judgement.problem).get(run.place)
    given, layer = given_on(board.grid) if board else (), Instance.Layer.of(board, parted=judgement.problem.parted)
    shown = [Picture("the board", board.grid, piece, given=given, layer=layer)] if board else []
    shown.append(Picture(whose, answer_of(run), piece, run.cells, given, layer))
    return [one for one in shown if drawable(one.board)]


def _pictures(made: Judgement, run: Run, reader: Reader) -> list[Picture]:
    """Return the answer, and behind it the board as it was given where the answer does not show that too. A host has
    the boards on the pages of the cases."""
    if reader.audience == "host":
        return [one for one in pictures(made, run, "the answer") if one.cells]
    found = pictures(made, run)
    return found[1:] if len(found) == 2 and _same_trees(found[0].board, found[1].board) else found[::-1]


def _same_trees(board: Any, answer: Any) -> bool:
    import numpy as np  # where nothing is drawn nobody waits for it

    from judge.reports.picture.scene import TREE

    return np.array_equal(board == TREE, answer == TREE)


# --- what public cases say for the others -----------------------------------------------------------------------------
def _shared(told: Told) -> Iterator[Line]:
    """Yield each fault that a public case and others have alike, but to a host, who sees them all. Its words are those
    of the public one alone."""
    made = told.made
    hidden = [run for run in made.runs if _is_own(run) and run.code and not made.problem.shows(run.group)]
    for code in dict.fromkeys(run.code for run in hidden if told.reader.audience != "host"):
        same = [run for run in hidden if run.code == code]
        if (twin := _twin(made, same[0])) is not None:
            count = f"{len(same)} hidden {'cases have' if len(same) > 1 else 'case has'}"
            yield line(_case(made, twin), f" shows a fault that {count} too: ", Span(sentence(twin), "strong"))


def _twin(made: Judgement, run: Run) -> Run | None:
    """Return the smallest public case with the fault of this one."""
    if not _is_own(run) or not run.code:
        return None
    public = [name for name in made.problem.groups if made.problem.shows(name)]
    same = [one for one in made.runs if one.code == run.code and _is_own(one) and one.group in public]
    boards = _boards(made.problem)
    return min(same, key=lambda one: board.n if (board := boards.get(one.place)) else math.inf, default=None)


def _is_own(run: Run) -> bool:
    """Say whether the fault is the submission's own."""
    return run.verdict not in (Verdict.AC, Verdict.JE)


# --- cases ------------------------------------------------------------------------------------------------------------
def _case(made: Judgement, run: Run, *, bare: bool = False) -> Link:
    return Link(run.case if bare else run.path, to=Place("case", _key(made, run)))


def _key(made: Judgement, run: Run) -> str:
    """Return which case of which problem it is."""
    return f"{made.problem.name}/{run.path}"


def _glance(told: Told) -> Section:
    """Return the marks of the cases by their groups, with what each group gave, and what the signs mean."""
    made, signs = told.made, [Kind.of(run) for run in told.made.runs]
    strips = tuple(_strips(made))
    rows = [_dots(told, run) for run in made.runs]
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
        marks = tuple((Kind.of(run), Link(run.case, to=Place("told", _key(made, run)))) for run in runs)
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


def _cases(told: Told, why: Mapping[str, str]) -> Section:
    """Return the table of all cases. A column in which nothing stands is left out."""
    time = "CPU time" if told.clock == "cpu" else "wall time"
    heads = (
        Head("case", "case"),
        Head("verdict", "verdict"),
        Head("time", time, "right"),
        Head("dots", "repetitions", sorts=False),
        Head("median", "median of the class", "right"),
        Head("memory", "memory", "right"),
        Head("tries", "tries"),
        Head("about", "about"),
        Head("why", "why"),
    )
    boards = _boards(told.made.problem)
    rows = [_row(told, run, boards.get(run.place), why.get(_key(told.made, run), "")) for run in told.made.runs]
    kept = [
        at for at, head in enumerate(heads) if head.key not in ("median", "tries") or any(row.cells[at] for row in rows)
    ]
    shown = (msgspec.structs.replace(row, cells=tuple(row.cells[at] for at in kept)) for row in rows)
    limit = f"{told.made.limits.time_limit:g} s"
    said = f"Each dot is one repetition, on a logarithmic scale; the line is the limit of {limit}."
    return Section("All cases", (Table(tuple(heads[at] for at in kept), tuple(shown), said, "runs"),))


def _row(told: Told, run: Run, board: Instance | None, why: str) -> Row:
    timed, dots = bool(run.samples) and run.verdict is not Verdict.JE, _dots(told, run)
    median = ""
    if dots and dots.median_s is not None and told.cohort:
        median = f"{seconds(dots.median_s)} ({told.cohort.case(*run.place).solved} solved it)"
    return Row(
        (
            line(Link(run.path, to=Place("page", _key(told.made, run)))),
            (Kind.of(run),),
            line(seconds(run.time_s(told.clock)) if timed else ""),
            (dots,) if dots else (),
            line(median),
            line(mebibytes(run.memory_bytes)),
            line(repeated(run) or (str(len(run.samples)) if len(run.samples) > 1 else "")),
            line("" if told.made.problem.validator else _about(run, board)),
            line(Link(run.code if run.code in codes() else "why", to=Place("here", why))) if why else (),
        ),
        anchor=told.anchors[run.place],
    )


def _dots(told: Told, run: Run) -> Dots | None:
    """Return the times of a case; nothing where it has none that say anything."""
    if not run.samples or run.verdict is Verdict.JE:
        return None
    figures = told.cohort.case(*run.place) if told.cohort else None
    median_s = figures.median_s if figures and figures.solved >= _FEWEST else None
    return Dots(tuple(sample.time_s(told.clock) for sample in run.samples), told.made.limits.time_limit, median_s)


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
    shown = (Para(line(Span("An example:", "soft"))), Verbatim(example, f"example of {code}")) if example else ()
    steps = " ".join(row.steps(terminal=reader.terminal).split())
    why = Span(" ".join(row.why.split()), "prose")
    return Para((why,)), *shown, Para(line(Span("What to do: ", "strong"), Span(steps, "prose")))


# --- what a file without marks says of a case -------------------------------------------------------------------------
def sentence(run: Run) -> str:
    """Return in one sentence why the case is not AC; empty for AC."""
    if run.verdict is Verdict.AC:
        return ""
    if run.not_run:
        return NOT_RUN
    message = clean(run.message or title_of(run.code)).strip()
    code = run.finding.code if run.finding else run.code
    return f"{message} [{code}]" if code else message


def prepare_lines(judgement: Judgement) -> list[str]:
    """Return why a submission could not be compiled. It is about its own text alone, so it is shown whole."""
    from judge.reports.excerpt import details

    prepare = judgement.prepare
    if prepare.finding is None:
        return [clean(prepare.message).strip()] if prepare.message else []
    return [clean(prepare.finding.message, _LONGEST).strip(), *(text for _, text in details(prepare.finding))]


def case_text(judgement: Judgement, run: Run) -> str:
    """Return all of one case as plain text."""
    from judge.reports.excerpt import details

    parts = [sentence(run), times(judgement, run)]
    if run.finding:
        parts += [text if name == "where" else f"{name}: {text}" for name, text in details(run.finding)]
    parts += [f"{one.caption}:\n{one.text}" for one in pictures(judgement, run)]
    return "\n".join(filter(None, parts))
