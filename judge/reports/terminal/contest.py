"""What `judge run` prints of a problem: letters, the leaderboard, and of a lone submission its diagnostics; and the
same of a run that is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.model import Host, Judgement, Run, RunRecord, Standing, Verdict, fault_of
from judge.reports.measuring_words import not_enforced
from judge.reports.palette import LOOKS
from judge.reports.terminal.closing import closing
from judge.reports.terminal.console import as_text, warning_line
from judge.reports.terminal.diagnostic import finding_lines, indented, notice_lines, with_help
from judge.reports.terminal.letters import legend, letters
from judge.reports.terminal.ranking import leaderboard, summary
from judge.reports.verdict_words import QUIETER
from judge.reports.views.laws import law_tables
from judge.reports.views.leaderboard import contract, facts, score_words
from judge.reports.views.submission import alike, notices, points_words, repeated, rerun, times
from judge.reports.witness_words import head, witnesses
from judge.scoring import shared_cases
from judge.text import clean_line, fold, seconds

SHOWN_WHOLE = 5  # diagnostics with their boards; the rest in a line each, or fifty pictures would hide the first
NAMED = 12  # of the cases that are alike; the rest is counted
_ARRANGEMENTS = 3  # that are drawn; a wrong generator may give a hundred wrong keys
_ROWS = 24  # of an arrangement
_TEXT_WIDTH = 120  # of what is no terminal
_NAME_CELLS = 30  # so that a line of a law has at most 80


class View(msgspec.Struct, frozen=True):
    """How a contest is shown: what ranks, whether anybody has a rank, where it was stopped, how wide, and whether each
    missed case of a lone submission is shown, or one of each kind."""

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
    width: int = 80
    every_case: bool = True

    def board(self, board: Sequence[Standing]) -> Group:
        """Return the report on one problem."""
        judgements = [standing.judgement for standing in board]
        names = max((len(one.submission.name) for one in judgements), default=0)
        parts: list[RenderableType] = [Text(), *(letters(one, self.width, min(names, 32)) for one in judgements)]
        parts += [
            *filter(None, [legend(run for one in judgements for run in one.runs)]),
            *disturbed(judgements, QUIETER),
        ]
        parts += witness_lines(judgements, self.width)
        parts.append(Text())
        if not self.ranked:
            parts.append(Text("Images of the cases were run too, so nobody has a rank."))
            return Group(*parts, *(diagnostics(judgements[0], self.width) if len(board) == 1 else ()))
        return Group(*parts, *(_lone(board[0], self) if len(board) == 1 else _ranked(board, self)))

    def closing(self, boards: Sequence[Sequence[Standing]], measuring: RunRecord.Measuring | None = None) -> Group:
        """Return the last lines: of several problems one for each, the verdicts, and what is known of the times."""
        return closing(boards, self.ranked, self.stopped, measuring)


def _lone(standing: Standing, view: View) -> list[RenderableType]:
    """Return what came of a submission that nobody competes with, and its mistakes."""
    judgement = standing.judgement
    counting = len(judgement.runs) if view.stopped else None
    laws = [] if view.stopped else scaling_lines([judgement], view.clock)
    shown = diagnostics(with_sizes(judgement), view.width, every_case=view.every_case)
    return [*result_lines(standing, counting), *laws, *shown]


def _ranked(board: Sequence[Standing], view: View) -> list[RenderableType]:
    """Return the leaderboard of one problem, and below it how times grow with n."""
    judgements = [standing.judgement for standing in board]
    counting = len(shared_cases(judgements)) if view.stopped else None
    laws = [] if view.stopped else scaling_lines(judgements, view.clock)
    return [leaderboard(judgements[0].problem, board, view.clock, counting), *laws]


def witness_lines(judgements: Sequence[Judgement], width: int = 100) -> list[RenderableType]:
    """Return the boards in the order of the cases; nothing where nobody refutes anybody. Each is shown once, with the
    arrangement that a submission has found."""
    found = witnesses(judgements)
    parts: list[RenderableType] = [Text(), Text(head(judgements[0].problem), "bold")] if found else []
    for place, witness in enumerate(found):
        parts.append(Text("\n".join(fold(witness.words, width, "  ", "    "))))
        if place < _ARRANGEMENTS and witness.board is not None:
            parts.append(indented(witness.board, judgements[0].problem.piece, width, rows=_ROWS))
    return parts


def scaling_lines(judgements: Sequence[Judgement], clock: Host.Clock) -> list[Text]:
    """Return the laws of one family of cases, so that they can be held against each other, best submission first.

    That is a line for each submission with a law, and nothing where none has one.
    """
    tables = law_tables(judgements, clock)
    rows = sorted(tables[0].rows, key=lambda row: row.at) if tables else []
    if not rows:
        return []
    names = min(max(cell_len(clean_line(row.name)) for row in rows), _NAME_CELLS)
    laws = max(len(row.words) for row in rows)
    lines = [Text(f"scaling on {tables[0].label}: time by n, and the largest n within the limit", "dim")]
    for row in rows:
        name = Text(clean_line(row.name))
        name.truncate(names, overflow="ellipsis", pad=True)
        line = Text("  ").append_text(name)
        line.append(f"  {row.words:<{laws}}  {'none' if row.solved_to is None else row.solved_to}")
        known = row.reach is not None and row.solved_to is not None
        lines.append(line.append(f", by the law {row.reach}" if known else "", "dim"))
    return lines


def disturbed(judgements: Iterable[Judgement], help: str) -> list[Text]:  # noqa: A002 - rustc's word
    """Return a line about the runs that were disturbed, and what helps, if anything does; none if there are none."""
    return [with_help(said, "yellow", help)] if (said := str(Judgement.Disturbance.of(judgements))) else []


def diagnostics(
    judgement: Judgement, width: int, *, every_case: bool = True, whole: bool = True
) -> list[RenderableType]:
    """Return the cases that are not AC, the first ones with their boards; or why it could not be compiled. Unless
    `every_case` is asked for, each kind of mistake is shown once, on its smallest board. Unless the reader sees the
    `whole` of every case, hidden ones have no command that shows more."""
    if judgement.prepare.finding:
        headline = f"{judgement.prepare.verdict}  {judgement.submission.path.name}"
        return [Text(), finding_lines(judgement.prepare.finding, headline=headline, width=width)]
    parts: list[RenderableType] = []
    runs = [run for run in judgement.runs if run.finding and not run.not_run]
    missed = alike(runs) if every_case else kinds_of(runs, judgement)
    for run, *same in missed[:SHOWN_WHOLE]:
        assert run.finding is not None
        took = "   ".join(filter(None, (times(judgement, run), repeated(run))))
        headline = f"{run.verdict}  {_path(judgement, run)}   {took}"
        command = rerun(judgement, run) if whole or judgement.problem.shows(run.group) else ""
        again = f"rerun only this case:  {command}" if command else ""
        finding = msgspec.structs.replace(run.finding, help="\n".join(filter(None, (run.finding.help, again))))
        try:
            parts += [Text(), finding_lines(finding, run.board, judgement.problem.piece, headline, width)]
        except Exception as error:  # of one case: the others are shown as ever
            parts += [Text(), finding_lines(fault_of(error), headline=headline, width=width)]
        parts += others(same, width) if every_case else more_of_kind(same, judgement.submission.words)
    if rest := [run for same in missed[SHOWN_WHOLE:] for run in same]:
        how = ", each shown whole with  --case NAME" if whole else ""
        parts += [Text(), Text(f"and {len(rest)} more{how}", "bold")]
        parts += [_short(judgement, run) for run in rest]
    return parts + _warnings(judgement, width)


def _warnings(judgement: Judgement, width: int) -> list[RenderableType]:
    """Return what was read with a warning: each kind once, with the number of cases and the first of them."""
    parts: list[RenderableType] = []
    for run, notice, others in notices(judgement.runs):
        place = f"{_path(judgement, run)}{others}"
        parts.append(notice_lines([notice], f"{place}:" if notice.line else place, width))
    return parts


def others(same: Sequence[Run], width: int) -> list[Text]:
    """Return `and the same on 3 more: six, seven, eight`; nothing where there are no others."""
    if not same:
        return []
    names = [run.case for run in same[:NAMED]]
    left = len(same) - NAMED
    more = f" and {left} other{'s' * (left > 1)}" if left > 0 else ""
    said = f"and the same on {len(same)} more: {', '.join(names)}{more}"
    return [Text("\n".join(fold(said, width, "  ", "    ")), "dim")]


def _short(judgement: Judgement, run: Run) -> Text:
    text = Text("  ").append(f"{run.verdict:<3}", LOOKS[run.verdict].style)
    return text.append(f"  {_path(judgement, run)}  {run.code}  {clean_line(run.message)}")


def _path(judgement: Judgement, run: Run) -> str:
    return f"{judgement.problem.name}/{run.group}/{run.case}"


# --- a submission that is alone ---------------------------------------------------------------------------------------
_SIZES = 3  # smaller boards that a time-out is held against


def result_lines(standing: Standing, counting: int | None = None) -> list[Text]:
    """Return the problem, and below it `4 of 4 right, slowest 0.2 ms (forest-7)`. After an interruption only
    `counting` cases count."""
    judgement = standing.judgement
    problem, right = judgement.problem, sum(run.verdict is Verdict.AC for run in judgement.runs)
    cases = len(problem.cases) if counting is None else counting
    text = Text(f"{right} of {cases} right", "bold green" if right == cases else "bold red")
    if judgement.prepare.finding:
        text = Text("no case was run", "bold red")
    most, how = problem.most_points, contract(judgement)
    words = [
        score_words(standing, cases),
        points_words(judgement.points, most) if most and judgement.points is not None else "",
        f"slowest {seconds(standing.slowest_s)} ({standing.slowest_case})" if standing.slowest_case else "",
        how if how != "function" else "",
    ]
    text.append("".join(f", {one}" for one in words if one), "default")
    return [Text(problem.title, "bold").append(f"   {facts(problem, counting)}", "dim"), text]


def with_sizes(judgement: Judgement) -> Judgement:
    """Return the judgement whose time-outs say at which size they came, and how long smaller boards took."""
    sizes = {case.place: case.board.n for case in judgement.problem.cases}
    right: dict[int, float] = {}
    for run in judgement.runs:
        n = sizes.get(run.place, 0)
        if run.verdict is Verdict.AC and n:
            right[n] = max(right.get(n, 0.0), run.cpu_s)

    def told(run: Run) -> Run:
        n = sizes.get(run.place, 0)
        if run.verdict is not Verdict.TLE or run.finding is None or run.not_run or not n:
            return run
        note = _growth(n, sorted((size, spent) for size, spent in right.items() if size < n))
        return msgspec.structs.replace(run, finding=run.finding.noted(note))

    return msgspec.structs.replace(judgement, runs=tuple(map(told, judgement.runs)))


def _growth(n: int, smaller: Sequence[tuple[int, float]]) -> str:
    if not smaller:
        return f"n is {n}, and no smaller board was solved"
    took = ", ".join(f"n = {size}: {seconds(spent)}" for size, spent in smaller[-_SIZES:])
    return f"n is {n}; it took for {took}"


def kinds_of(missed: Sequence[Run], judgement: Judgement) -> list[list[Run]]:
    """Return the missed cases by their code, each kind with its smallest board first, in the order of the cases."""
    sizes = {case.place: case.board.n for case in judgement.problem.cases}
    kinds: dict[tuple[Verdict, str], list[Run]] = {}
    for run in missed:
        kinds.setdefault((run.verdict, run.code), []).append(run)
    return [sorted(kind, key=lambda run: sizes.get(run.place, 0)) for kind in kinds.values()]


def more_of_kind(same: Sequence[Run], words: str) -> list[Text]:
    """Return `3 more of this kind:  judge run mine.py --all`; nothing where there are no others."""
    return [Text(f"{len(same)} more of this kind:  judge run {words} --all", "dim")] if same else []


# --- a run that is over -----------------------------------------------------------------------------------------------
def run_report(record: RunRecord, width: int) -> Group:
    """Return each problem with its leaderboard, the last lines, and what is known of the times."""
    stopped = None if record.complete else View.Stopped(why="unfinished")
    view = View(record.clock, record.ranked, stopped, width)
    parts: list[RenderableType] = [view.board(board) for board in record.boards]
    return Group(*parts, view.closing(record.boards, record.measuring))


class Overview:
    """Leaderboards as wide as what they are printed on, and what was not as expected: to print, as text, and for a
    notebook."""

    def __init__(self, boards: Sequence[Sequence[Standing]], clock: Host.Clock, host: Host) -> None:
        self._boards, self._clock, self._host = [board for board in boards if board], clock, host

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        if missing := not_enforced(self._host):
            yield warning_line(missing)
        for board in self._boards:
            yield leaderboard(board[0].judgement.problem, board, self._clock)
            if len(board) == 1:  # a submission that is alone
                yield from diagnostics(board[0].judgement, options.max_width)
            yield Text()
        yield summary([row.judgement for board in self._boards for row in board])

    def __str__(self) -> str:
        return as_text(self, _TEXT_WIDTH).rstrip()

    def html(self) -> str:
        """Return it for a notebook."""
        from judge.reports.notebook import contest_html

        return contest_html(self._boards, self._clock, self._host)
