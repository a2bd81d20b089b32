"""Star battle: its cases, its call, its answers, and its starter."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case
from judge.problems.puzzles import judge, named, puzzle_fits
from judge.problems.puzzles.star_battle import PUZZLE

FOUR = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"
SOLVED = "0100 0001 1000 0010"


def case_of(text: str) -> Case:
    board, _ = PUZZLE.cases.read(text.encode(), "input.txt")
    return Case("one", "secret", board)


def shown(rows: str) -> Answer:
    return Answer(board=np.array([list(map(int, row)) for row in rows.split()], np.int8))


def solved_by_starter(case: Case) -> Any:
    """Return what the starter's solve returns, without numba."""
    source = PUZZLE.starter.replace("from numba import njit", "njit = lambda function: function")
    names: dict[str, Any] = {}
    exec(source, names)
    assert PUZZLE.call is not None
    return names["solve"](*PUZZLE.call.values(case.board))


def test_a_case_is_n_the_stars_and_regions() -> None:
    case = case_of(FOUR)
    assert (case.board.n, case.board.pieces) == (4, 4)
    assert PUZZLE.cases.write(case.board) == FOUR.encode()
    assert PUZZLE.call is not None
    size, stars, regions = PUZZLE.call.values(case.board)
    assert (size, stars) == (4, 1)
    assert isinstance(regions, np.ndarray)
    assert regions.tolist()[1] == [3, 1, 2, 2]
    assert named("star-battle") is PUZZLE


@pytest.mark.parametrize("text", ["", "4\n", "2 1\n1 2\n1\n", "2 1\n1 2\n1 3\n", "2 1\n1 2\n0 1\n", FOUR + "1 1 1 1\n"])
def test_another_text_is_no_case(text: str) -> None:
    with pytest.raises(JudgeError):
        case_of(text)


def test_as_many_regions_as_rows() -> None:
    puzzle_fits(case_of(FOUR).board, PUZZLE.name)
    with pytest.raises(JudgeError, match="3 regions, but stars are for 4") as caught:
        puzzle_fits(case_of(FOUR.replace("4", "3").replace("3 1\n", "4 1\n", 1)).board, PUZZLE.name)
    assert caught.value.code == "E410"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (SOLVED, ""),
        ("0010 1000 0001 0100", ""),
        ("0101 0000 1000 0010", "E129"),
        ("0100 0001 1000 0000", "E108"),
        ("1000 0100 0010 0001", "E129"),
    ],
)
def test_answers(rows: str, code: str) -> None:
    finding = judge(case_of(FOUR), PUZZLE.name, shown(rows))
    assert (finding.code if finding else "") == code


def test_stars_that_touch() -> None:
    finding = judge(case_of("3 1\n1 1 1\n2 2 2\n3 3 3\n"), PUZZLE.name, shown("100 001 010"))
    assert finding
    assert (finding.code, finding.cells) == ("E128", ((2, 3), (3, 2)))


def test_two_stars_a_row() -> None:
    rows = "\n".join(" ".join([str(k)] * 8) for k in range(1, 9))
    case = case_of(f"8 2\n{rows}\n")
    board = solved_by_starter(case)
    assert board.sum() == 16
    assert judge(case, PUZZLE.name, Answer(board=board)) is None


@pytest.mark.parametrize("board", PUZZLE.boards)
def test_the_starter_is_right_on_its_warm_ups(board: Any) -> None:
    case = Case("one", "secret", board)
    assert judge(case, PUZZLE.name, Answer(board=solved_by_starter(case))) is None


def test_the_starter_gives_up_where_there_is_none() -> None:
    assert solved_by_starter(case_of("2 1\n1 2\n1 2\n")) is None
