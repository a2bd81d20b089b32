"""Words instead of an answer: that there is none."""

from __future__ import annotations

import pytest

from judge.model import Answer, Finding
from judge.problems.puzzles import named, names, read_shape

PUZZLES = [name for name in names() if named(name).goal.shows or named(name).goal.listed]  # of boards or lists
NONE = {
    "No solution": "no solution",
    "no solution exists": "no solution exists",
    "There is no solution.": "there is no solution",
    "Solution does not exist": "solution does not exist",
    "Solution doesn't exist!": "solution doesn t exist",
    "Enter n: No solutions found": "no solutions found",
    "4\n\nNo valid arrangement found (0.01 s)": "no valid arrangement found",
    "No solution exists for n = 4": "no solution exists",
    "There are no solutions for 4 queens.": "there are no solutions",
    "Can't be solved": "can t be solved",
    "Could not find a solution\nTime: 3 ms": "could not find a solution",
    "Result: FAIL": "fail",
    "IMPOSSIBLE": "impossible",
    "It is impossible": "it is impossible",
    "No solution\nNo solution": "no solution",
    "no solution\nimpossible": "no solution",
}


@pytest.mark.parametrize("text", NONE)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_words_may_say_fail(text: str, puzzle: str) -> None:
    answer = read_shape(text.encode(), puzzle, 4)
    assert isinstance(answer, Answer)
    assert answer.fail or (answer.count == 0 and named(puzzle).goal.listed)
    assert answer.board is None
    assert [(notice.code, notice.message) for notice in answer.warnings] == [
        ("W112", f"read as FAIL, in the words '{NONE[text]}'")
    ]


def test_above_the_lists_words_say_no_too() -> None:
    answer = read_shape(b"No solution", "all-queens", 12)
    assert isinstance(answer, Answer)
    assert (answer.count, answer.columns) == (0, None)
    finding = read_shape(b"No solution\nTotal: 14200", "all-queens", 12)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"


def test_a_board_of_lizards_and_words_that_deny_it_are_refused() -> None:
    finding = read_shape(b"L . T\n. . .\n. L .\nNo solution\n", "lizards", 3)
    assert isinstance(finding, Finding)
    assert finding.code == "E123"


@pytest.mark.parametrize("text", ["No solution for table with size: 4", "No solution for a board of size 4.\n"])
def test_the_size_that_has_none_may_be_named(text: str) -> None:
    answer = read_shape(text.encode(), "queens", 4)
    assert isinstance(answer, Answer)
    assert answer.fail
    assert read_shape(text.replace("4", "5").encode(), "queens", 4) is None, "that is said of another board"
