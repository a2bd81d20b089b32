"""The words of a leaderboard are clean, and the same on a terminal and in a notebook."""

from __future__ import annotations

import io
import math

import msgspec
import pytest
from rich.console import Console

from judge.model import Interval, Standing, Verdict
from judge.reports.leaderboard_row import LeaderboardRow, facts, leaderboard_row, legend
from judge.reports.notebook.contest import contest_html
from judge.reports.terminal.ranking import leaderboard
from tests.reports import runs

MADE = runs.record(4, 9)
BOARD = MADE.boards[0]
CASES = len(BOARD[0].judgement.problem.cases)
EVIL = "<script>\x1b[2J\u202e\n"


def row_of(standing: Standing, counting: int | None = None, **changes: object) -> LeaderboardRow:
    return leaderboard_row(msgspec.structs.replace(standing, **changes), CASES, counting)


def texts(row: LeaderboardRow) -> list[str]:
    return [str(value) for value in msgspec.structs.astuple(row)[:10]]


def on_a_terminal(board: tuple[Standing, ...]) -> str:
    out = io.StringIO()
    Console(file=out, width=250, color_system=None).print(leaderboard(board[0].judgement.problem, board))
    return out.getvalue()


def test_a_row_says_what_was_measured() -> None:
    row = row_of(BOARD[0], tied=True, ratio=1.25, ratio_within=Interval(1.2, 1.25, 1.3), par2_s=0.0412)
    assert (row.rank, row.name, str(row.verdict), row.solved) == ("=1", "champion", "AC", "9/9")
    assert (row.par2, row.ratio, row.memory, row.contract) == ("41 ms", "1.25x ±4 %", "30 MiB", "function")
    assert (row.place, row.solved_cases, row.par2_s, row.memory_bytes) == (1, 9, 0.0412, 30 << 20)


def test_a_row_of_whom_the_judge_failed_on_has_no_rank() -> None:
    row = row_of(BOARD[0], rank=None, par2_s=math.nan, ratio=math.nan, slowest_case="")
    assert (row.rank, row.par2, row.ratio, row.slowest, row.slowest_case) == ("", "-", "-", "", "")
    assert row.place is None


def test_before_the_end_no_verdict_ac_is_final() -> None:
    assert str(row_of(BOARD[0], counting=4).verdict) == "AC so far"
    assert row_of(BOARD[0], counting=4).solved == "9/4"  # as many as the standing says
    assert facts(BOARD[0].judgement.problem, 4) == "lizards, 4 of 9 cases, 0.5 s CPU, 512 MiB"


@pytest.mark.parametrize("clock", ["cpu", "wall"])
def test_the_legend_names_the_clock_and_explains_ties(clock: str) -> None:
    alone = [msgspec.structs.replace(one, tied=False) for one in BOARD]
    [meaning] = legend(alone, clock)  # type: ignore[arg-type]
    assert {"cpu": "CPU time", "wall": "wall time"}[clock] in meaning
    tied = [msgspec.structs.replace(one, tied=True) for one in BOARD]
    assert legend(tied, clock)[1].startswith("=: shares its rank")  # type: ignore[arg-type]


def test_no_word_of_a_stranger_leaves_its_line() -> None:
    made = runs.record(4, 9, text=EVIL)
    for board in made.boards:
        words = [word for one in board for word in texts(leaderboard_row(one, CASES))]
        for word in [*words, facts(board[0].judgement.problem)]:
            assert not set(word) & {"\n", "\x1b", "\u202e"}


def test_terminal_and_notebook_show_the_same_words() -> None:
    printed, page = on_a_terminal(BOARD), contest_html(MADE.boards, MADE.clock, MADE.host)
    for one in BOARD:
        row = row_of(one)
        for word in (row.name, str(row.verdict.verdict), row.verdict.note, row.solved, row.par2, row.ratio, row.memory):
            assert word in printed
            assert word in page
    assert facts(BOARD[0].judgement.problem) in printed
    assert facts(BOARD[0].judgement.problem) in page
    assert {Verdict.AC, Verdict.CE} <= {row_of(one).verdict.verdict for one in BOARD}
