"""A run that is over: what `judge run` printed, made again of its record, and what printing `judge.run()` shows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.model import Clock, Host, RunRecord, Standing
from judge.reports.terminal.closing import Stopped, closing
from judge.reports.terminal.contest import View, board_report, diagnostics
from judge.reports.terminal.ranking import host_line, leaderboard, summary
from judge.reports.terminal.rounds import measuring_lines


def run_report(record: RunRecord, width: int) -> Group:
    """Return each problem with its leaderboard, the last lines, and what is known of the times."""
    stopped = None if record.complete else Stopped(why="unfinished")
    view = View(record.clock, record.ranked, stopped, width)
    parts: list[RenderableType] = [board_report(board, view) for board in record.boards]
    return Group(*parts, closing(record.boards, record.ranked, stopped), measuring_lines(record.measuring))


class Overview:
    """Leaderboards as wide as what they are printed on, and what was not as expected. For rich, or as text."""

    def __init__(self, boards: Sequence[Sequence[Standing]], clock: Clock, host: Host) -> None:
        self._boards, self._clock, self._host = [board for board in boards if board], clock, host

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        if missing := host_line(self._host):
            yield missing
        for board in self._boards:
            yield leaderboard(board[0].judgement.problem, board, self._clock)
            if len(board) == 1:  # a submission that is alone
                yield from diagnostics(board[0].judgement, options.max_width)
            yield Text()
        yield summary([row.judgement for board in self._boards for row in board])
