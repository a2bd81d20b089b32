"""Completion: its cases, its call, its answers, and its starter."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance, Programs
from judge.problems.program_output import read_output
from judge.problems.puzzles import judge, named
from judge.problems.puzzles.completion import PUZZLE
from tests.boxed import problem_of

FOUR = "4 1\n1 2\n"


def case_of(text: str, answer: Answer | None = None) -> Case:
    board, _ = PUZZLE.cases.read(text.encode(), "input.txt")
    return Case("one", "secret", board, answer)


def shown(rows: str) -> Answer:
    return Answer(board=np.array([list(map(int, row)) for row in rows.split()], np.int8))


def solved_by_starter(case: Case) -> Any:
    """Return what the starter's solve returns, without numba."""
    names: dict[str, Any] = {}
    exec(PUZZLE.starter.replace("from numba import njit", "njit = lambda function: function"), names)
    assert PUZZLE.call is not None
    return names["solve"](*PUZZLE.call.values(case.board))


def test_a_case_is_n_and_the_given_queens() -> None:
    case = case_of(FOUR)
    assert (case.board.n, case.board.pieces, case.board.grid.tolist()[0]) == (4, 4, [0, 1, 0, 0])
    assert named("completion") is PUZZLE


@given(st.integers(1, 9).flatmap(lambda n: st.lists(st.integers(0, 1), min_size=n * n, max_size=n * n)))
def test_what_is_written_is_read_back(cells: list[int]) -> None:
    n = int(len(cells) ** 0.5)
    grid = np.array(cells, np.int8).reshape(n, n)
    if grid.sum() > n:
        return
    board, notices = PUZZLE.cases.read(PUZZLE.cases.write(Instance("ANY", n, n, grid)), "input.txt")
    assert np.array_equal(board.grid, grid)
    assert not notices


@pytest.mark.parametrize("text", ["", "4\n", "4 1\n", "4 1\n1 5\n", "4 1\n0 1\n", "4 1\n1 2\n3 1\n", "0 0\n"])
def test_another_text_is_no_case(text: str) -> None:
    with pytest.raises(JudgeError):
        case_of(text)


def test_a_cell_is_given_once() -> None:
    with pytest.raises(JudgeError, match="2 queens are given, but on 1 different cell") as caught:
        case_of("4 2\n1 2\n1 2\n")
    assert caught.value.code == "E476"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (shown("0100 0001 1000 0010"), ""),
        (Answer(columns=np.array([[1, 3, 0, 2]])), ""),
        (shown("0010 1000 0001 0100"), "row 1, column 2"),
        (Answer(columns=np.array([[2, 0, 3, 1]])), "row 1, column 2"),
        (shown("0100 0001 0010 1000"), "attack"),
        (shown("0100 0001 1000 0000"), "3 queens"),
    ],
)
def test_the_given_queens_stay(answer: Answer, fault: str) -> None:
    finding = judge(case_of(FOUR), "completion", answer)
    assert (finding is None) == (not fault)
    assert finding is None or fault in f"{finding.message} {finding.where}", finding


def test_fail_is_what_the_package_says() -> None:
    none = Answer(fail=True)
    assert judge(case_of("4 1\n1 1\n", none), "completion", none) is None
    wrong = judge(case_of(FOUR, shown("0100 0001 1000 0010")), "completion", none)
    assert wrong is not None
    assert wrong.verdict.name == "WA"


def test_the_starter_is_right() -> None:
    case = case_of("6 1\n2 4\n")
    assert judge(case, "completion", Answer(board=solved_by_starter(case))) is None
    for text in ("4 1\n1 1\n", "4 2\n1 2\n1 4\n", "4 2\n1 2\n3 2\n"):
        assert solved_by_starter(case_of(text)) is None


@pytest.mark.parametrize(
    ("text", "pairs", "is_right"),
    [
        ("3 1\n1 2\n4 3\n2 4\n", "column row from 1", True),
        ("3 1\n1 2\n4 3\n2 4\n", "row column from 1", False),
        ("3 1 1 2 4 3 2 4\n", "column row from 1", True),
        ("3 1 1 2 4 3 2 4\n", "row column from 1", False),
        ("column 2, row 0\ncolumn 0, row 1\ncolumn 3, row 2\ncolumn 1, row 3\n", None, True),
        ("row 2, column 0\nrow 0, column 1\nrow 3, column 2\nrow 1, column 3\n", "column row from 0", False),
    ],
)
def test_of_pairs_the_row_is_what_is_said(text: str, pairs: Any, is_right: bool) -> None:
    """Given queens tell a board from its mirror image, which on an empty board is as good."""
    case = case_of("4 1\n1 3\n")
    rules = Programs(shapes=True, pairs=pairs)
    problem = msgspec.structs.replace(problem_of("completion"), programs=rules)
    read = read_output(text.encode(), problem, case.board, "output.txt")
    assert isinstance(read, Answer)
    assert (judge(case, "completion", read) is None) is is_right
