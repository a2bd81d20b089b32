"""What `judge run` says of a problem: letters, the leaderboard, and of a lone submission its diagnostics; its last
lines; the same of a run that is over; and a turn of `judge watch`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from rich.cells import cell_len, set_cell_size

from judge.model import Host, Judgement, Problem, Run, RunRecord, Standing, Verdict
from judge.reports.blocks import Block, Head, Legend, Letters, Listing, Para, Row, Table, heading, para, shown, warning
from judge.reports.lines import Line, Link, Place, Span, line, plain
from judge.reports.measuring_words import measuring_lines, not_enforced
from judge.reports.verdict_words import QUIETER, Kind, first_fault, legend, solved_cases, verdict_words
from judge.reports.views.laws import law_tables
from judge.reports.views.leaderboard import NO_RANK, contract, facts, leaderboard, points_words, score_words
from judge.scoring import shared_cases
from judge.text import clean_line, counted, listed, ratio, seconds

_NAME_CELLS = 32  # a longer name would push the figures off a row
_LAW_CELLS = 30  # so that a line of a law has at most 80
_WINNER_CELLS = 24  # so that a row has at most 80


class View(msgspec.Struct, frozen=True):
    """How a contest is shown: what ranks, whether anybody has a rank, where it was stopped, and whether each missed
    case of a lone submission is shown, or one of each kind."""

    class Stopped(msgspec.Struct, frozen=True):
        """Where Ctrl-C came, or a failure that -x stops at: after so many runs of the contest, while these were
        compiled; the problems of which nothing was judged. Of a run that was read again nobody knows that: it is
        unfinished."""

        ran: int = 0
        total: int = 0
        compiling: tuple[str, ...] = ()
        unjudged: tuple[str, ...] = ()
        why: Literal["interrupted", "failed", "unfinished"] = "interrupted"

    clock: Host.Clock = "cpu"
    ranked: bool = True  # not in a record with images of its cases, which earlier versions could run
    stopped: Stopped | None = None
    every_case: bool = True

    @shown
    def board(self, board: Sequence[Standing]) -> Iterator[Block]:
        """Yield the report on one problem."""
        judgements = [standing.judgement for standing in board]
        yield from (para(), Letters(tuple(judgements)))
        if signs := legend(Kind.of(run) for one in judgements for run in one.runs):
            yield Legend(signs)
        yield from disturbed(judgements, QUIETER)
        if any(run.refuter or run.refutes_key for one in judgements for run in one.runs):
            from judge.reports.witness_words import arrangements

            yield from arrangements(judgements)
        yield para()
        lone = judgements[0] if len(board) == 1 else None
        if not self.ranked:
            yield para(NO_RANK)
            yield from _faults(lone) if lone else ()
            return
        counting = len(shared_cases(judgements)) if self.stopped else None
        if lone:
            yield heading(lone.problem.title, facts(lone.problem, counting))
            yield Para(_outcome(board[0], counting))
        else:
            yield from ranking(judgements[0].problem, board, self.clock, counting)
        yield from () if self.stopped else _laws(judgements, self.clock)
        yield from _faults(lone, each=self.every_case, sized=True) if lone else ()

    @shown
    def closing(
        self, boards: Sequence[Sequence[Standing]], measuring: RunRecord.Measuring | None = None
    ) -> Iterator[Block]:
        """Yield the last lines: of several problems one for each, unless nobody is `ranked`; then the verdicts, and
        what is known of the times."""
        if self.ranked and len(boards) > 1:
            yield from (para(), Table(_RECAP, tuple(map(_recap, boards))))
        yield from _verdicts(boards, self.stopped)
        yield from measuring_lines(measuring or RunRecord.Measuring())


@shown
def run_report(record: RunRecord) -> Iterator[Block]:
    """Yield each problem with its leaderboard, the last lines, and what is known of the times."""
    view = View(record.clock, record.ranked, None if record.complete else View.Stopped(why="unfinished"))
    for one in (*map(view.board, record.boards), view.closing(record.boards, record.measuring)):
        yield from one.blocks


def overview(boards: Sequence[Sequence[Standing]], clock: Host.Clock, host: Host) -> Iterator[Block]:
    """Yield the leaderboards, of a submission that is alone its diagnostics, and what was not as expected."""
    if missing := not_enforced(host):
        yield warning(missing)
    for board in boards:
        yield from ranking(board[0].judgement.problem, board, clock)
        yield from _faults(board[0].judgement) if len(board) == 1 else ()
        yield para()
    judged = [row.judgement for board in boards for row in board]
    yield from summary(judged) if judged else (para("nothing was judged"),)


def ranking(
    problem: Problem,
    standings: Sequence[Standing],
    clock: Host.Clock = "cpu",
    counting: int | None = None,
    names: Sequence[str] = (),
) -> Iterator[Block]:
    """Yield the leaderboard of one problem. After an interruption only `counting` cases count, and no verdict AC is
    final. `names` stand for those of the submissions."""
    names = names or [one.judgement.submission.name for one in standings]
    shown = leaderboard(problem, standings, clock, counting, [clean_line(name, _NAME_CELLS) for name in names])
    yield heading(shown.title, shown.about)
    yield shown.table
    yield from (para(said, "soft") for said in shown.legend)


def _outcome(standing: Standing, counting: int | None) -> Line:
    """Return `4 of 4 right, slowest 0.2 ms (forest-7)`. After an interruption only `counting` cases count."""
    made = standing.judgement
    cases, right = len(made.problem.cases) if counting is None else counting, solved_cases(made)
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


def _faults(made: Judgement, *, each: bool = True, sized: bool = False) -> Iterator[Block]:
    """Yield what is to be said of the cases, of time-outs their sizes too if it is `sized`."""
    if made.prepare.finding or any(run.finding or run.notices for run in made.runs):
        from judge.reports.reader import Reader
        from judge.reports.views.faults import diagnosed, with_sizes  # words of a failure are loaded with it

        yield from diagnosed(with_sizes(made) if sized else made, Reader(), each=each)


def disturbed(judgements: Iterable[Judgement], help: str) -> Iterator[Para]:  # noqa: A002 - rustc's word
    """Yield how many runs were disturbed, and what helps, if anything does; nothing if there are none."""
    if said := str(Judgement.Disturbance.of(judgements)):
        yield para(said, "warn")
        if help:
            yield para(f"  = help: {help}", "soft")


def _laws(judgements: Sequence[Judgement], clock: Host.Clock) -> Iterator[Para]:
    """Yield the laws of one family of cases, so that they can be held against each other, best submission first: a line
    for each submission with a law, and nothing where none has one."""
    tables = law_tables(judgements, clock)
    if not tables or not tables[0].table:
        return
    rows = [list(map(plain, row.cells)) for row in sorted(tables[0].table.rows, key=lambda row: row.keys[0] or 0)]
    names = min(max(cell_len(row[0]) for row in rows), _LAW_CELLS)
    laws = max(len(row[1]) for row in rows)
    yield para(f"scaling on {tables[0].label}: time by n, and the largest n within the limit", "soft")
    for who, law, solved_to, reach in rows:
        name = who if cell_len(who) <= names else f"{set_cell_size(who, names - 1)}…"
        by_law = f", by the law {reach}" if reach and solved_to != "none" else ""
        yield Para(line(f"  {set_cell_size(name, names)}  {law:<{laws}}  {solved_to}", Span(by_law, "soft")))


# --- the last lines ---------------------------------------------------------------------------------------------------
_RECAP = (
    Head("problem", "problem", least=8),
    Head("first", "first", least=8),
    Head("solved", "solved", "right"),
    Head("par2", "PAR-2", "right"),
    Head("of", "of"),
)


def summary(judgements: Sequence[Judgement]) -> Iterator[Block]:
    """Yield how many verdicts are as expected; a line for each that is not, the judge's own faults first."""
    yield Para(expectations(judgements))
    yield _listed(one for one in judgements if not one.as_expected)


def expectations(judgements: Sequence[Judgement]) -> Line:
    """Return how many submissions did what their authors declared: `3 submissions: 1 as expected, 2 not`."""
    odd, skipped = sum(not one.as_expected for one in judgements), sum(one.skipped for one in judgements)
    met = len(judgements) - odd - skipped
    said = f"{met if odd or skipped else 'all'} as expected{f', {skipped} skipped' if skipped else ''}"
    head = f"{counted(len(judgements), 'submission')}: "
    return line(head, f"{said}, ", Span(f"{odd} not", "bad")) if odd else line(head, Span(said, "good"))


def _listed(found: Iterable[Judgement]) -> Listing:
    return Listing(tuple(map(fault_line, sorted(found, key=judge_first))))


def judge_first(made: Judgement) -> bool:
    """Return what sorts the judge's own faults before the others."""
    return made.verdict is not Verdict.JE


def fault_line(made: Judgement, to: Place | None = None) -> Line:
    """Return a verdict, whose it is, and the case that it comes from: `WA  lizards/greedy  on secret/one (E106)`."""
    who, where = clean_line(f"{made.submission.problem}/{made.submission.name}"), first_fault(made)
    return line(verdict_words(made), "  ", Link(who, to=to) if to else who, f"  {where}" if where else "")


def _verdicts(boards: Sequence[Sequence[Standing]], stopped: View.Stopped | None) -> Iterator[Block]:
    judgements = [standing.judgement for board in boards for standing in board]
    if len(judgements) == 1 and judgements[0].submission.expected == (Verdict.AC,) and not judgements[0].faults:
        judgements = []
    elif stopped is None:
        yield para()
        yield from summary(judgements)
    if stopped is None:
        return
    if odd := [one for one in judgements if one.verdict is not Verdict.AC and not one.as_expected]:
        yield from (para(), para("not as expected so far:", "bad"), _listed(odd))
    yield para()
    yield from (para(said, "alert") for said in _interrupted(boards, stopped))


def _interrupted(boards: Sequence[Sequence[Standing]], stopped: View.Stopped) -> Iterator[str]:
    """Yield what was judged before it was stopped. Where that is nothing, say so."""
    after = f"after {stopped.ran} of {counted(stopped.total, 'run')}"
    names = ", ".join(clean_line(name, 32) for name in stopped.compiling)
    while_ = f" while compiling {names}" if names else ""
    if stopped.why == "failed":
        yield f"stopped at the first failure, {after}; judge run --last-failed  runs it again"
        return
    if stopped.why == "unfinished":
        yield "the run was stopped before its end"
    elif not stopped.ran:
        yield f"interrupted{while_}: no case was run{'' if boards else ', so nothing was judged'}"
        return
    else:
        yield f"interrupted{while_} {after}"
    for board in boards:
        if not _is_whole(board):
            yield f"of {board[0].judgement.problem.name} only the cases count that every submission has run"
    if stopped.unjudged:
        yield f"not judged at all: {', '.join(stopped.unjudged)}"


def _is_whole(board: Sequence[Standing]) -> bool:
    judgements = [standing.judgement for standing in board]
    return len(shared_cases(judgements)) == len(judgements[0].problem.cases)


def _recap(board: Sequence[Standing]) -> Row:
    """Return who is first on a problem, by what, and of how many."""
    first = [standing for standing in board if standing.rank == 1]
    odd = sum(not standing.judgement.as_expected for standing in board)
    note = f", {odd} not as expected" if odd else ""
    cases = len(shared_cases([standing.judgement for standing in board]))
    cells = (
        line(clean_line(board[0].judgement.problem.name, _WINNER_CELLS)),
        line(Span(_names(first), "strong")),
        line(f"{first[0].solved}/{cases}" if first else ""),
        line(seconds(first[0].par2_s) if first else ""),
        line(counted(len(board), "submission"), Span(note if _is_whole(board) else ", so far", "bad")),
    )
    return Row(cells)


def _names(first: Sequence[Standing]) -> str:
    """Return who shares the first rank: two by name, more by their number."""
    names = [clean_line(standing.judgement.submission.name, _WINNER_CELLS) for standing in first]
    return listed(names, 1) if len(names) > 2 else " and ".join(names) or "-"


# --- a turn of `judge watch` ------------------------------------------------------------------------------------------
Known = Mapping[str, Run]  # the last result of each case, by group/name
_NAMED = 8  # cases in a line


@shown
def turn_lines(made: Judgement, before: Known, after: Known) -> Iterator[Block]:
    """Yield what came of one turn: the letters, the first failure, and what has changed since the last. `after` knows
    what `before` knew, and what was run in this turn."""
    yield Letters((made,))
    missed = [run for run in made.runs if run.verdict is not Verdict.AC]
    if missed or made.prepare.verdict is not Verdict.AC:
        from judge.reports.reader import Reader
        from judge.reports.views.faults import diagnosed

        shown = [run for run in missed if run.finding and not run.not_run][:1]
        yield from diagnosed(msgspec.structs.replace(made, runs=tuple(shown)), Reader())
        yield para()
    known = [(before[run.path], run) for run in made.runs if run.path in before]
    right = [run.case for old, run in known if run.verdict is Verdict.AC and old.verdict is not Verdict.AC]
    wrong = [f"{run.case} {run.verdict}" for old, run in known if run.verdict not in (Verdict.AC, old.verdict)]
    if right:
        yield Para(line(Span("now right: ", "right"), listed(right, _NAMED)))
    if wrong:
        yield Para(line(Span("now not: ", "bad"), listed(wrong, _NAMED)))
    yield from _times([(old, run) for old, run in known if run.verdict is old.verdict is Verdict.AC])
    yield _count(made, after)


def _times(pairs: Sequence[tuple[Run, Run]]) -> Iterator[Para]:
    """Yield how the CPU of the cases that are right in both has changed, where it is more than the noise of single
    times."""
    old, new = (sum(pair[place].cpu_s for pair in pairs) for place in (0, 1))
    less, more = sorted((old, new))
    least_s = Run.Measurement.RESOLUTION_S * len(pairs)
    if less and more / less > 1 + Run.Measurement.LONE_SPREAD and more - less > least_s:
        word, cases = "faster" if new < old else "slower", counted(len(pairs), "case")
        text = f"{word}: {seconds(new)} of CPU on {cases}, before {seconds(old)}: {ratio(new / old)}"
        yield para(text, "good" if new < old else "warn")


def _count(made: Judgement, after: Known) -> Para:
    total, ran = len(made.problem.cases), len(made.runs)
    right = solved_cases(made)
    name = Span(f"{made.problem.name}: ", "strong")
    if right == total:
        cpu_s = sum(run.cpu_s for run in made.runs)
        return Para(line(name, Span(f"all {counted(total, 'case')} right, {seconds(cpu_s)} of CPU", "right")))
    rest = ""
    if ran < total:
        once = sum(run.verdict is Verdict.AC for run in after.values())
        rest = f"; {total - ran} not run, as these come first; {once} of {total} were right when last run"
    return Para(line(name, Span(f"{right} of {counted(ran, 'case')} right", "bad"), Span(rest, "soft")))
