"""What a student sees of a message: the line of the file with a caret, between the place and the help."""

from __future__ import annotations

import msgspec

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
