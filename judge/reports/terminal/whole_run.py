"""What `judge run` printed of a run, made again of its record."""

from __future__ import annotations

from rich.console import Group, RenderableType

from judge.model import RunRecord
from judge.reports.terminal.closing import Stopped, closing
from judge.reports.terminal.contest import View, board_report
from judge.reports.terminal.rounds import measuring_lines


def run_report(record: RunRecord, width: int) -> Group:
    """Return each problem with its leaderboard, the last lines, and what is known of the times."""
    stopped = None if record.complete else Stopped(why="unfinished")
    view = View(record.clock, record.ranked, stopped, width)
    parts: list[RenderableType] = [board_report(board, view) for board in record.boards]
    return Group(*parts, closing(record.boards, record.ranked, stopped), measuring_lines(record.measuring))
