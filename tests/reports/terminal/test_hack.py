"""What `judge hack` shows of a hunt."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Attempt, Finding, Instance, Submission, Verdict
from judge.model.hack import Hack, Hunt, Said
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.hack import Progress, Shown, hunt_report, tried_line

GRID = np.array([[0, 2], [0, 0]], np.int8)
SMALL = Instance("DFS", 2, 2, GRID)
LARGE = Instance("DFS", 20, 300, np.zeros((20, 20), np.int8))
FOUND = np.array([[1, 2], [0, 1]], np.int8)
NONE = Hunt(4, 60.0, 60.0, {1: 4, 2: 1000})
SHOWN = Shown("lizard", "judge hack mine.py other.py --board .judge/hacks/lizards-2-1.txt")


def shown(hunt: Hunt, how: Shown = SHOWN) -> str:
    console = PlainConsole(file=StringIO(), width=100, markup=False, highlight=False)
    console.print(hunt_report(hunt, how))
    out = console.file
    assert isinstance(out, StringIO)
    return out.getvalue()


@pytest.fixture
def found(submission: Callable[..., Submission]) -> Hunt:
    finding = Finding("E106", "two lizards can eat each other", cells=((1, 1), (2, 2)))
    wrong = Attempt("b", "h", "DFS", Verdict.WA, "E106", finding.message, finding=finding, board=FOUND)
    said = Said(submission(name="mine"), wrong), Said(submission(name="other"), Attempt("b", "h", "DFS", Verdict.AC))
    hack = Hack(SMALL, LARGE, ("E106", "right"), said, 3, 3, Answer(fail=True), "2 pieces, but only 1 row segment")
    return Hunt(0, 9.0, 4.04, {2: 7}, hack)


def test_the_board_is_drawn_with_what_each_did_and_why(found: Hunt) -> None:
    out = shown(found)
    order = (
        *("found a board: 2 lizards on 2 x 2, 1 tree (25.0 %), DFS", "1 . T", "searched 7 boards in 4.0 s, n = 2"),
        *("made smaller from 300 lizards on 20 x 20", "FAIL is right: 2 pieces", "WA  mine", "error[E106]"),
        *("AC  other", "it says FAIL, which is right", "confirmed by 3 further runs", "--board .judge/hacks/"),
    )
    places = [out.index(words) for words in order]
    assert places == sorted(places)
    assert "flaky" not in out


def test_an_arrangement_of_who_is_right_is_drawn(found: Hunt) -> None:
    assert found.hack is not None
    right = msgspec.structs.replace(found.hack.said[1], board=FOUND)
    hack = msgspec.structs.replace(found.hack, answer=Answer(board=FOUND), said=(found.hack.said[0], right), proof="")
    out = shown(msgspec.structs.replace(found, hack=hack))
    assert "its answer is right:\n     1 2\n   1 L T\n   2 . L\n" in out
    assert "FAIL is right" not in out


def test_a_case_of_another_form_is_shown_as_its_text_and_what_an_answer_is_worth(found: Hunt) -> None:
    assert found.hack is not None
    right = found.hack.said[1].attempt
    assert right is not None
    less = msgspec.structs.replace(right, score=0.75)
    said = msgspec.structs.replace(found.hack.said[1], attempt=less)
    hack = msgspec.structs.replace(found.hack, answer=Answer(board=FOUND), said=(said,), proof="")
    text = "2 2\n" + "02\n" * 30
    out = shown(msgspec.structs.replace(found, hack=hack), msgspec.structs.replace(SHOWN, text=text))
    assert "found a board: 2 x 2, 1 tree (25.0 %):\n   2 2\n   02\n" in out
    assert "and 11 lines more" in out
    assert "its answer is right, and worth 75% of the most that is possible" in out


def test_a_difference_that_comes_and_goes_is_called_flaky(found: Hunt) -> None:
    assert found.hack is not None
    hack = msgspec.structs.replace(found.hack, confirmed=1)
    assert "flaky: 1 of 3 further runs showed it" in shown(msgspec.structs.replace(found, hack=hack))


def test_a_board_that_was_not_made_smaller_does_not_say_so(found: Hunt) -> None:
    assert found.hack is not None
    hack = msgspec.structs.replace(found.hack, first=found.hack.board)
    assert "made smaller" not in shown(msgspec.structs.replace(found, hack=hack))


def test_nothing_found_says_what_was_tried_and_how_to_go_on() -> None:
    out = shown(NONE)
    assert "nothing was found: 1,004 boards in 60.0 s, n = 1 to 2" in out
    assert "4 with n = 1, 1,000 with n = 2" in out
    assert "--seed 5" in out
    assert "did not show again" not in out


def test_where_all_was_tried_more_time_is_of_no_use() -> None:
    out = shown(msgspec.structs.replace(NONE, complete=True, unconfirmed=1))
    assert "--max-n" in out
    assert "--seed" not in out
    assert "1 difference did not show again" in out


def test_it_says_how_many_boards_were_too_hard() -> None:
    assert "7 of these were hard and too slow" in shown(msgspec.structs.replace(NONE, late=7))
    assert "hard" not in shown(NONE)


def test_it_says_where_the_judge_itself_failed() -> None:
    assert "the judge itself failed on 7 boards" in shown(msgspec.structs.replace(NONE, failed=7))


def test_one_board_and_none() -> None:
    assert tried_line(msgspec.structs.replace(NONE, tried={3: 1})) == "1 board in 60.0 s, n = 3"
    assert tried_line(msgspec.structs.replace(NONE, tried={})) == "no board was tried"


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_is_told_and_ends(terminal: bool) -> None:
    out = StringIO()
    console = PlainConsole(file=out, width=100, force_terminal=terminal, markup=False, highlight=False)
    with Progress(console, 60.0) as progress:
        progress.tell(NONE)
        progress._say()
        progress.tell(msgspec.structs.replace(NONE, shrunk=12))
        progress._say()
    assert "tried 1,004 boards in 60.0 s, n = 1 to 2, of 60 s" in out.getvalue()
    assert "and 12 to make what was found smaller" in out.getvalue()
