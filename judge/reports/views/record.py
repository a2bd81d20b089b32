"""A run: what was expected, the leaderboard of each problem, what came of each case, how times grow, and the host."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

import msgspec

from judge.errors import codes
from judge.model import Case, Host, Judgement, Problem, Run, RunRecord, Standing, Verdict
from judge.reports.blocks import (
    Beside,
    Block,
    Facts,
    Head,
    Legend,
    Listing,
    Matrix,
    Page,
    Para,
    Row,
    Section,
    Tried,
    para,
)
from judge.reports.lines import Line, Link, Place, Span, line
from judge.reports.measuring_words import TIMES, class_words, measuring_lines, not_enforced
from judge.reports.plots.kinds import cactus, growth, points
from judge.reports.plots.plot import Plot
from judge.reports.reader import Reader
from judge.reports.verdict_words import Kind, legend
from judge.reports.views.laws import LawView, law_tables
from judge.reports.views.leaderboard import NO_RANK, leaderboard
from judge.reports.views.run import expectations, fault_line, judge_first
from judge.reports.views.submission import meaning, meaning_head
from judge.reports.witness_words import note
from judge.scoring import shared_cases
from judge.text import all_of, counted, seconds

ALL: Final = Link("All problems", to=Place("run", ""))
_NAMED: Final = 3  # problems in a title
_FAMILIES: Final = 3  # that are plotted; the tables have the laws of all
_LAST: Final = 1e9  # sorts missed cases behind all times, and what was not run behind these


# --- what a run is divided into ---------------------------------------------------------------------------------------
class Named(msgspec.Struct, frozen=True, eq=False):
    """A case by its group and name; `case` is None where the record does not hold it."""

    group: str
    name: str
    case: Case | None = None

    @property
    def path(self) -> str:
        """Return group and name as one text."""
        return f"{self.group}/{self.name}"


class Part(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One problem of a run. `cases` are those of the package, and what else was run: images of cases, or all cases of
    a record that does not hold the package."""

    number: int  # from 1
    standings: tuple[Standing, ...]
    cases: tuple[Named, ...]

    @property
    def problem(self) -> Problem:
        """Return the problem."""
        return self.standings[0].judgement.problem

    @property
    def key(self) -> str:
        """Return by what links know the part: of one name there may be several."""
        return f"{self.number}:{self.problem.name}"

    @property
    def link(self) -> Link:
        """Return the link to the page of the problem."""
        return Link(self.problem.title, to=Place("problem", self.key))

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Return what was judged, best first."""
        return tuple(row.judgement for row in self.standings)

    def submission(self, at: int, case: int | None = None) -> Link:
        """Return the link to the submission in this row, and there to a case; both from 0."""
        place = Place("submission", f"{self.key}/{at}", "" if case is None else anchor(case))
        return Link(self.standings[at].judgement.submission.name, to=place)

    def case(self, at: int) -> Link:
        """Return the link to the page of the case at this place, from 0."""
        path = self.cases[at].path
        return Link(path, to=Place("case", f"{self.key}/{path}"))

    def result(self, at: int, case: int) -> Run | None:
        """Return what came of a case; None where this submission has not run it."""
        shown = self.cases[case]
        return self._results[at].get((shown.group, shown.name))

    @cached_property
    def _results(self) -> list[dict[tuple[str, str], Run]]:
        return [{run.place: run for run in row.runs} for row in self.judgements]

    @property
    def anchors(self) -> dict[tuple[str, str], str]:
        """Return where each case stands on the page of each submission, by group and name."""
        return {(one.group, one.name): anchor(at) for at, one in enumerate(self.cases)}


def anchor(case: int) -> str:
    """Return where the case at this place stands on the page of each submission."""
    return f"case-{case + 1:03}"


def parts(record: RunRecord) -> tuple[Part, ...]:
    """Return the parts of a run; a problem on which nobody was judged is none."""
    boards = [board for board in record.boards if board]
    return tuple(Part(number, board, _cases_of(board)) for number, board in enumerate(boards, 1))


def _cases_of(board: tuple[Standing, ...]) -> tuple[Named, ...]:
    found = {case.place: Named(case.group, case.name, case) for case in board[0].judgement.problem.cases}
    for row in board:
        for run in row.judgement.runs:
            found.setdefault(run.place, Named(run.group, run.case))
    return tuple(found.values())


# --- the leaderboard, here and on the page of the problem -------------------------------------------------------------
class Board(msgspec.Struct, frozen=True, eq=False):
    """The leaderboard of a problem beside its plot, and how times grow on each family of its cases. Of a run that was
    stopped there are no laws, of one with images of the cases, which earlier versions could run, no ranks."""

    part: Part
    shown: Beside
    solved: tuple[str, ...]  # by each submission
    growth: tuple[Section, ...]


def board(part: Part, record: RunRecord) -> Board:
    """Return the leaderboard of a problem."""
    judgements = part.judgements
    counting = None if record.complete else len(shared_cases(judgements))
    view = leaderboard(part.problem, part.standings, record.clock, counting)
    table = msgspec.structs.replace(view.table, caption=f"Leaderboard: {view.about}", name=f"board-{part.number}")
    ranked: tuple[Block, ...] = (table, *(para(said, "soft") for said in view.legend))
    shown = (*(ranked if record.ranked else (para(NO_RANK),)), *filter(None, [note(judgements)]))
    laws = law_tables(judgements, record.clock) if record.complete and record.ranked else ()
    plot = cactus(part.standings, record.clock) if record.ranked else None
    grown = tuple(_growth(part, law, at, record.clock) for at, law in enumerate(laws, 1))
    return Board(part, _split(shown, plot), tuple(view.table.texts("solved")), grown)


def _growth(part: Part, law: LawView, at: int, clock: Host.Clock) -> Section:
    table = law.table and msgspec.structs.replace(law.table, name=f"laws-{part.number}-{at}")
    judgements = part.judgements
    found = ((judgements[place], scaling, place) for place, scaling in law.found)
    plot = growth(found, clock) if at <= _FAMILIES else None
    return Section(law.label, (_split(tuple(filter(None, (law.fastest, table, law.lawless))), plot),))


def _split(shown: tuple[Block, ...], plot: Plot | None) -> Beside:
    return Beside((shown, (plot,)) if plot else (shown,), "wide")


# --- the first page ---------------------------------------------------------------------------------------------------
def run(record: RunRecord, boards: Sequence[Board]) -> Page:
    """Return what is said of a run whose problems have these leaderboards."""
    titles, odd = [one.part.problem.title for one in boards], _faults(record, [one.part for one in boards])
    title = counted(len(titles), "problem") if len(titles) > _NAMED else all_of(titles) or "A run"
    warned = filter(None, (not_enforced(record.host), str(Judgement.Disturbance.of(record.judgements))))
    warnings = tuple(para(one) for one in warned)
    how = (*measuring_lines(record.measuring), Facts(tuple(_host(record))))
    stopped = "Only the cases count that every submission has run, and no verdict AC is final."
    return Page(
        title,
        made=para(when, "soft") if (when := _made(record)) else None,
        lead=Para(_lead(record, boards), "lead"),
        stopped=para(stopped + " Not as expected so far:" * bool(odd)) if boards and not record.complete else None,
        faults=Listing(odd, marked=True) if odd else None,
        warnings=Section("", warnings, card="Warnings", note=True) if warnings else None,
        problems=tuple(map(_problem, boards)),
        host=Section("How it was measured", how, anchor="host"),
    )


def _lead(record: RunRecord, boards: Sequence[Board]) -> Line:
    """Return how many are as expected, or why that is not known."""
    if not boards:
        return line("Nothing was judged.")
    if not record.complete:
        return line(Span("The run was stopped before its end.", "bad"))
    return expectations(record.judgements)


def _faults(record: RunRecord, found: Sequence[Part]) -> tuple[Line, ...]:
    """Return what is not as expected, the judge's own faults first. So far, where the run was stopped: then no AC is
    final."""
    odd = [
        (row, part.submission(at, _where(part, at)))
        for part in found
        for at, row in enumerate(part.judgements)
        if not row.as_expected and (record.complete or row.verdict is not Verdict.AC)
    ]
    odd.sort(key=lambda one: judge_first(one[0]))
    return tuple(fault_line(row, link.to) for row, link in odd)


def _where(part: Part, at: int) -> int | None:
    """Return the case that the verdict comes from."""
    verdict = part.judgements[at].verdict
    missed = (case for case in range(len(part.cases)) if (run := part.result(at, case)) and run.verdict is verdict)
    return None if verdict is Verdict.AC else next(missed, None)


def _problem(board: Board) -> Section:
    link, more = board.part.link, len(board.growth) - 1
    growth: tuple[Block, ...] = (Section("Growth", board.growth[0].inside),) if board.growth else ()
    if more > 0:
        said = f"The growth on {counted(more, 'more family')} of cases"
        place = msgspec.structs.replace(link.to, anchor="growth")
        growth += (Para(line(Link(said, to=place))),)
    every = Link(f"All cases and plots of {link.text}", to=link.to)
    anchor = f"problem-{board.part.number}"
    return Section(link.text, (board.shown, *growth, Para(line(every))), anchor=anchor, to=link.to)


def made_by(record: RunRecord) -> str:
    """Return which judge has made it, and when the run ended."""
    return ", ".join(filter(None, (f"judge {record.judge}".strip(), _made(record))))


def _made(record: RunRecord) -> str:
    """Return when the run ended; empty where nobody has written that down."""
    made_s = record.made_s
    return f"{datetime.fromtimestamp(made_s, UTC):%Y-%m-%d %H:%M} UTC" if made_s is not None else ""


def _host(record: RunRecord) -> Iterator[tuple[str, str]]:
    host = record.host
    versions = (("judge", record.judge), ("Python", host.python), ("numba", host.numba))
    facts = (
        ("class of host", class_words(host.host_class)),
        ("processors", counted(host.cores, "core")),
        ("clock", TIMES[record.clock]),
        ("sandbox", host.sandbox),
        ("enforced", ", ".join(host.enforced) or "nothing"),
        ("not enforced", ", ".join(host.missing) or "nothing is missing"),
        ("system", host.system),
        ("versions", ", ".join(f"{name} {version}" for name, version in versions if version)),
    )
    return ((name, text) for name, text in facts if text)


# --- the page of a problem --------------------------------------------------------------------------------------------
def problem(board: Board, clock: Host.Clock) -> Page:
    """Return what is said of the problem of a leaderboard."""
    part = board.part
    matrix = _matrix(board, clock)
    cases = (Legend(legend(matrix.kinds)), matrix) if part.cases else (para("No case was run."),)
    bars = points(part.judgements) if len(part.standings) > 1 else None
    return Page(
        part.problem.title,
        board=Section("Leaderboard", (board.shown,), anchor="leaderboard"),
        cases=Section("Cases and submissions", cases, anchor="cases"),
        growth=Section("Growth", board.growth, anchor="growth") if board.growth else None,
        points=Section("Points", (bars,), anchor="points-head") if bars else None,
    )


def _matrix(board: Board, clock: Host.Clock) -> Matrix:
    part = board.part
    return Matrix(
        (Head("case", "case"), Head("group", "group", priority=1), Head("n", "n", "right"),
         Head("answer", "answer", priority=1)),
        tuple(map(part.submission, range(len(part.standings)))),
        tuple(_row(part, at, clock) for at in range(len(part.cases))),
        ("solved", *board.solved),
        "A row for each case, a column for each submission, the best one first",
        "grid",
        "cases",
    )  # fmt: skip


def _row(part: Part, at: int, clock: Host.Clock) -> Matrix.Row:
    shown = part.cases[at]
    n = shown.case.board.n if shown.case and shown.case.text is None else None
    name, size = Link(shown.name, to=part.case(at).to), "" if n is None else str(n)
    about = (line(name), line(shown.group), line(size), line(expected_answer(shown.case)))
    results = (part.result(row, at) for row in range(len(part.standings)))
    tried = tuple(_tried(run, clock) if run else None for run in results)
    return Matrix.Row(Row(about, (None, None, n, None), anchor(at)), shown.group, tried)


def expected_answer(case: Case | None) -> str:
    """Return what is known of the answer to a case, in a word."""
    if case is None or case.answer is None:
        return "not known"
    if case.answer.fail:
        return "FAIL"
    if case.answer.count is not None:
        return f"{case.answer.count:,}"
    listed = case.answer.columns is not None and len(case.answer.columns) != 1
    return "text" if case.answer.text is not None else "a number" if listed else "arrangement"


def _tried(run: Run, clock: Host.Clock) -> Tried:
    kind, time_s = Kind.of(run), run.time_s(clock)
    if run.not_run:
        return Tried(kind, "", 2 * _LAST)
    return Tried(kind, seconds(time_s), time_s if run.verdict is Verdict.AC else _LAST + round(time_s))


# --- what the codes mean ----------------------------------------------------------------------------------------------
def meanings(record: RunRecord) -> Page:
    """Return what each code of a run means, in the order of the codes."""
    known = sorted({code for code in _codes(record) if code in codes()})
    found = tuple(Section(meaning_head(code), meaning(code, Reader()), anchor=code) for code in known)
    return Page("What the codes mean", codes=found or (para("No code occurs in this run."),))


def _codes(record: RunRecord) -> Iterator[str]:
    for judgement in record.judgements:
        if judgement.prepare.finding:
            yield judgement.prepare.finding.code
        for run in judgement.runs:
            yield run.code
            yield from (notice.code for notice in run.notices)
