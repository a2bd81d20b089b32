"""A contest that is over, as wide as what it is printed on: leaderboards, and what was not as expected."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from judge.model import Clock, Host, Standing
from judge.reports.terminal.contest import diagnostics
from judge.reports.terminal.ranking import host_line, leaderboard, summary


class Overview:
    """Print it with rich, or as a text."""

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
