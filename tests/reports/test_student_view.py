"""What a student sees of a message: the line of the file with a caret, between the place and the help."""

from __future__ import annotations

import msgspec
import numpy as np

from judge.model import Excerpt, Finding, Verdict
from judge.reports.student_view import details_of, drawings
from tests.reports import runs

FINDING = Finding("E226", "the name np is not defined", help="import it", note="a note")


def test_the_line_stands_below_its_place() -> None:
    lines = details_of(FINDING.at(Excerpt("mine.py", 3, "    x = np.zeros(4)", 9, 11)), "note: ", "help: ")
    assert "\n".join(lines).split("\n") == [
        "mine.py:3:9",
        "  |",
        "3 |     x = np.zeros(4)",
        "  |         ^^",
        "note: a note",
        "help: import it",
    ]


def test_without_a_place_there_is_no_line() -> None:
    assert details_of(FINDING) == ["a note", "import it"]


def test_the_pieces_of_the_case_are_given_on_board_and_answer() -> None:
    problem = runs.problem(4)
    grid = problem.cases[0].board.grid.copy()
    grid[1, 1] = 1
    board = msgspec.structs.replace(problem.cases[0].board, grid=grid)
    case = msgspec.structs.replace(problem.cases[0], board=board)
    problem = msgspec.structs.replace(problem, cases=(case,))
    run = runs.result(case, Verdict.WA, 0.01)
    judgement = msgspec.structs.replace(runs.judged(problem, 0), runs=(run,))
    drawn = drawings(judgement, run)
    assert [(one.caption, one.given) for one in drawn] == [("the board", ((2, 2),)), ("your answer", ((2, 2),))]


def test_regions_and_weights_of_the_case_are_on_board_and_answer() -> None:
    problem = runs.problem(4)
    first = problem.cases[0].board
    board = msgspec.structs.replace(first, layer=np.arange(first.grid.size).reshape(first.grid.shape))
    case = msgspec.structs.replace(problem.cases[0], board=board)
    for parted in (True, False):
        changed = msgspec.structs.replace(problem, cases=(case,), parted=parted)
        run = runs.result(case, Verdict.WA, 0.01)
        drawn = drawings(msgspec.structs.replace(runs.judged(changed, 0), runs=(run,)), run)
        assert [one.layer and one.layer.parted for one in drawn] == [parted, parted]
        assert [" 35" in one.text for one in drawn] == [not parted, not parted]
