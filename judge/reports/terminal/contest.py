"""What `judge run` prints of a problem: letters, the leaderboard, and of a lone submission its diagnostics; and the
same of a run that is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.model import Host, Judgement, RunRecord, Standing
from judge.reports.blocks import plain
from judge.reports.measuring_words import not_enforced
from judge.reports.terminal.console import as_text, warning_line, with_help
from judge.reports.terminal.letters import legend_text, letters
from judge.reports.terminal.ranking import closing, leaderboard, line_text, summary
from judge.reports.verdict_words import QUIETER, Kind, legend
from judge.reports.views.laws import law_tables
from judge.reports.views.leaderboard import NO_RANK, facts
from judge.reports.views.submission import outcome, with_sizes
from judge.scoring import shared_cases
from judge.text import clean_line

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
            *filter(None, [legend_text(legend(Kind.of(run) for one in judgements for run in one.runs))]),
            *disturbed(judgements, QUIETER),
        ]
        if any(run.refuter or run.refutes_key for one in judgements for run in one.runs):
            from judge.reports.terminal.diagnostic import witness_lines

            parts += witness_lines(judgements, self.width)
        parts.append(Text())
        if not self.ranked:
            parts.append(Text(NO_RANK))
            return Group(*parts, *(_diagnostics(judgements[0], self.width) if len(board) == 1 else ()))
        return Group(*parts, *(_lone(board[0], self) if len(board) == 1 else _ranked(board, self)))

    def closing(self, boards: Sequence[Sequence[Standing]], measuring: RunRecord.Measuring | None = None) -> Group:
        """Return the last lines: of several problems one for each, the verdicts, and what is known of the times."""
        return closing(boards, self.ranked, self.stopped, measuring)


def _lone(standing: Standing, view: View) -> list[RenderableType]:
    """Return what came of a submission that nobody competes with, and its mistakes."""
    judgement = standing.judgement
    counting = len(judgement.runs) if view.stopped else None
    laws = [] if view.stopped else scaling_lines([judgement], view.clock)
    shown = _diagnostics(judgement, view.width, sizes=True, every_case=view.every_case)
    about = facts(judgement.problem, counting)
    title = Text(judgement.problem.title, "bold").append(f"   {about}", "dim")
    return [title, line_text(outcome(standing, counting)), *laws, *shown]


def _diagnostics(
    judgement: Judgement, width: int, *, sizes: bool = False, every_case: bool = True
) -> list[RenderableType]:
    """Return what is to be said of the cases; what draws boards and quotes lines is loaded where there is anything."""
    if judgement.prepare.finding is None and not any(run.finding or run.notices for run in judgement.runs):
        return []
    from judge.reports.reader import Reader
    from judge.reports.terminal.diagnostic import diagnostics

    return diagnostics(with_sizes(judgement) if sizes else judgement, width, Reader(), each=every_case)


def _ranked(board: Sequence[Standing], view: View) -> list[RenderableType]:
    """Return the leaderboard of one problem, and below it how times grow with n."""
    judgements = [standing.judgement for standing in board]
    counting = len(shared_cases(judgements)) if view.stopped else None
    laws = [] if view.stopped else scaling_lines(judgements, view.clock)
    return [leaderboard(judgements[0].problem, board, view.clock, counting), *laws]


def scaling_lines(judgements: Sequence[Judgement], clock: Host.Clock) -> list[Text]:
    """Return the laws of one family of cases, so that they can be held against each other, best submission first.

    That is a line for each submission with a law, and nothing where none has one.
    """
    tables = law_tables(judgements, clock)
    if not tables or not tables[0].table:
        return []
    rows = [list(map(plain, row.cells)) for row in sorted(tables[0].table.rows, key=lambda row: row.keys[0] or 0)]
    names = min(max(cell_len(clean_line(row[0])) for row in rows), _NAME_CELLS)
    laws = max(len(row[1]) for row in rows)
    lines = [Text(f"scaling on {tables[0].label}: time by n, and the largest n within the limit", "dim")]
    for shown, law, solved_to, reach in rows:
        name = Text(clean_line(shown))
        name.truncate(names, overflow="ellipsis", pad=True)
        line = Text("  ").append_text(name).append(f"  {law:<{laws}}  {solved_to}")
        lines.append(line.append(f", by the law {reach}" if reach and solved_to != "none" else "", "dim"))
    return lines


def disturbed(judgements: Iterable[Judgement], help: str) -> list[Text]:  # noqa: A002 - rustc's word
    """Return a line about the runs that were disturbed, and what helps, if anything does; none if there are none."""
    return [with_help(said, "yellow", help)] if (said := str(Judgement.Disturbance.of(judgements))) else []


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
                yield from _diagnostics(board[0].judgement, options.max_width)
            yield Text()
        yield summary([row.judgement for board in self._boards for row in board])

    def __str__(self) -> str:
        return as_text(self, _TEXT_WIDTH).rstrip()

    def html(self) -> str:
        """Return it for a notebook."""
        from judge.reports.notebook import contest_html

        return contest_html(self._boards, self._clock, self._host)
