"""No three in line: its cases, its call, its answers, and its starter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case
from judge.problems.puzzles import judge, named, puzzle_fits
from judge.problems.puzzles.no_three_in_line import PUZZLE, two_a_row_exist

TEN = "00110 10001 10001 00110 01100"  # 2 x 5, but three are in line
SOLVED = {2: "11 11", 3: "110 101 011", 4: "0110 1001 1001 0110"}


def case_of(text: str) -> Case:
    board, _ = PUZZLE.cases.read(text.encode(), "input.txt")
    return Case("one", "secret", board)


def shown(rows: str) -> Answer:
    return Answer(board=np.array([list(map(int, row)) for row in rows.split()], np.int8))


def solved_by_starter(*values: object) -> Any:
    """Return what the starter's solve returns, without numba."""
    source = PUZZLE.starter.replace("from numba import njit", "njit = lambda function: function")
    names: dict[str, Any] = {}
    exec(source, names)
    return names["solve"](*values)


def test_a_case_is_n_and_the_number_of_points() -> None:
    case = case_of("5 10\n")
    assert (case.board.n, case.board.pieces, case.board.shape) == (5, 10, (5, 5))
    assert PUZZLE.cases.write(case.board) == b"5 10\n"
    assert PUZZLE.call is not None
    assert PUZZLE.call.values(case.board) == (5, 10)
    assert named("no-three-in-line") is PUZZLE


@pytest.mark.parametrize("text", ["", "1 2\n", "1001 4\n", "5 10 1\n", "5 x\n", "5 10\n000\n"])
def test_another_text_is_no_case(text: str) -> None:
    with pytest.raises(JudgeError):
        case_of(text)


def test_more_than_two_a_row_is_no_case() -> None:
    puzzle_fits(case_of("5 10\n").board, PUZZLE.name)
    with pytest.raises(JudgeError, match="11 points on 5 rows") as caught:
        puzzle_fits(case_of("5 11\n").board, PUZZLE.name)
    assert caught.value.code == "E410"


@pytest.mark.parametrize("n", SOLVED)
def test_two_a_row_are_accepted(n: int) -> None:
    assert judge(case_of(f"{n} {2 * n}\n"), PUZZLE.name, shown(SOLVED[n])) is None


def test_three_in_line_are_refused_with_their_cells() -> None:
    finding = judge(case_of("5 10\n"), PUZZLE.name, shown(TEN))
    assert finding
    assert finding.code == "E107"
    assert len(finding.cells) == 3
    finding = judge(case_of("3 6\n"), PUZZLE.name, shown("110 101 001"))
    assert finding
    assert finding.code == "E108"


def test_fail_is_never_right_where_two_a_row_are_known() -> None:
    for n in (2, 10, 60):
        finding = judge(case_of(f"{n} {2 * n}\n"), PUZZLE.name, Answer(fail=True))
        assert finding
        assert finding.code == "E113"
    assert [two_a_row_exist(n) for n in (1, 2, 60, 61)] == [None, True, True, None]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_starter_is_right(n: int) -> None:
    assert judge(case_of(f"{n} {2 * n}\n"), PUZZLE.name, Answer(board=solved_by_starter(n, 2 * n))) is None
