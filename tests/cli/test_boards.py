"""A leaderboard is made and printed as soon as its problem is over, and stays as it was printed."""

from __future__ import annotations

import contextlib
import io
from typing import cast

import pytest

from judge.cli.student import Boards
from judge.judging.contest import Contest
from judge.model import Finished
from judge.reports.terminal.closing import Stopped
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.contest import View
from tests.reports.terminal.played import CASES, NAMES, PROBLEMS, Played


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def played() -> Played:
    return Played("stop")


@pytest.fixture
def boards(played: Played, out: io.StringIO) -> Boards:
    return Boards(cast(Contest, played), View(), PlainConsole(file=out, width=80, markup=False))


def test_each_is_printed_once_and_before_the_next_problem(played: Played, boards: Boards, out: io.StringIO) -> None:
    with contextlib.suppress(KeyboardInterrupt):
        for event in played.events():
            assert boards.event(event) == isinstance(event, Finished)
    titles = [f"The puzzle of {name}   {name}, {CASES} cases" for name in PROBLEMS]
    assert [out.getvalue().count(title) for title in titles] == [1, 1, 1, 0]
    played.noise = 1.0  # known too late for what is printed
    boards.end(Stopped(5, 9))
    assert [len(board) for board in boards.made] == [len(NAMES)] * 4
    assert [[row.rank for row in board] for board in boards.made] == [[1, 2, 3, 4, 5]] * 3 + [[1] * 5]
    assert out.getvalue().count("of spies only the cases count") == 1


def test_a_problem_that_had_not_begun_is_named(played: Played, boards: Boards, out: io.StringIO) -> None:
    for event in played.events():
        if boards.event(event):
            break
    boards.end(Stopped(5, 9))
    assert len(boards.made) == 1
    assert "not judged at all: lizards, queens, spies" in out.getvalue()
