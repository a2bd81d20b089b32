"""What is accepted of queens."""

from __future__ import annotations

from judge.problems.puzzles import judge
from tests.problems.puzzles.drawn import (
    CLASSIC,
    board_answer,
    empty_case,
)


def test_eight_queens() -> None:
    assert judge(empty_case(8), "queens", board_answer(CLASSIC)) is None
    assert judge(empty_case(8), "lizards", board_answer(CLASSIC)) is None
    finding = judge(empty_case(8), "queens", board_answer(CLASSIC.replace("L....... ", "..L..... ", 1)))
    assert finding is not None
    assert (finding.code, finding.message) == ("E106", "two queens attack each other")
    assert finding.cells == ((1, 3), (4, 6))
    assert finding.note == "2 free cells between them on the diagonal"
