"""What a case and its answer are read by and drawn as, and what is kept of an answer: nothing of what can't be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Given
from judge.problems import lone_case
from tests.problems.test_package import INPUT, put


def rows(board: Any) -> object:
    return None if board is None else board.tolist()


@pytest.mark.parametrize(
    ("columns", "drawn"),
    [
        ([[0, 1]], [[1, 0], [0, 1]]),
        ([[1, 0]], [[0, 1], [1, 0]]),
        *((columns, None) for columns in ([[0, 2]], [[-1, 0]], [[2, -1]], [[0, 3]], [[0, 1], [1, 0]], [0, 1])),
    ],
)
def test_columns_are_drawn_where_they_are_on_the_board(columns: object, drawn: object) -> None:
    assert rows(Answer(columns=np.array(columns)).drawn((2, 2))) == drawn


def test_a_board_is_kept_cell_by_cell() -> None:
    board = np.array([[1, 0, 2], [0, 2, 1], [0, 0, 0]], dtype=np.int8)
    for answer, n, kept in (
        (Answer(board=board), 3, board.tolist()),
        (Answer(columns=np.array([[1, 3, 0, 2]])), 4, [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]),
    ):
        given = Given.of(answer, (n, n))
        assert given
        assert rows(given.board()) == kept


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Answer(fail=True), Given(fail=True)),
        (Answer(count=92), Given(count=92)),
        (Answer(count=-(10**399)), Given(count=-(10**399))),
        (Answer(columns=np.array([[1, 3, 0, 2], [2, 0, 3, 1]])), Given(count=2)),
        (Answer(columns=np.zeros((0, 4), int)), Given(count=0)),
        (Answer(columns=np.array([[1, 3, 0, 4]])), None),
        (Answer(text=b"yes"), None),
        (Answer(board=np.zeros((4, 5), np.int8)), None),
        (Answer(board=np.zeros((3, 3), np.int8)), None),
        (Answer(board=np.full((4, 4), 7, np.int8)), None),
        (Answer(board=np.full((4, 4), -1, np.int8)), None),
    ],
)
def test_what_else_is_said(answer: Answer, kept: Given | None) -> None:
    assert Given.of(answer, (4, 4)) == kept


@pytest.mark.parametrize(("n", "side"), [(Given.MOST_SIDE, Given.MOST_SIDE), (Given.MOST_SIDE + 1, 0)])
def test_a_large_board_is_not_kept(n: int, side: int) -> None:
    given = Given.of(Answer(board=np.eye(n, dtype=np.int8)), (n, n))
    assert given is not None
    assert (given.rows, given.board() is None) == (side, not side)


def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path) -> None:
    case = tmp_path / "secret/one/input.txt"
    put(case, INPUT)
    assert lone_case(case).problem.puzzle == "lizards"
    for text, puzzle in (
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ):
        (tmp_path / "problem.toml").write_text(text, encoding="utf-8")
        assert lone_case(case).problem.puzzle == puzzle
