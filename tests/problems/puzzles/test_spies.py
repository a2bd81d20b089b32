"""What is accepted of spies, as boards and as columns, and three on one line."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from judge.model import Answer
from judge.problems.puzzles import judge
from tests.problems.puzzles.drawn import (
    columns_answer,
    empty_case,
    spies_answer,
)


def test_spies_as_columns_or_as_a_board() -> None:
    numbers = "2 4 7 1 8 11 5 3 9 6 10"
    answer = spies_answer(numbers)
    assert answer.columns is not None
    board = np.zeros((11, 11), dtype=np.int8)
    board[np.arange(11), answer.columns[0]] = 1
    assert judge(empty_case(11), "spies", answer) is None
    assert judge(empty_case(11), "spies", Answer(board=board)) is None


@pytest.mark.parametrize(
    ("numbers", "rows", "note"),
    [
        ("4 7 1 6 2 10 8 3 5 9 11", (1, 4, 7), "(1, 4), (4, 6) and (7, 8): one step is 3 rows down, 2 columns right"),
        (
            "1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15",
            (2, 8, 14),
            "(2, 3), (8, 13) and (14, 23): one step is 3 rows down, 5 columns right",
        ),
        (
            "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16",
            (9, 19, 24),
            "(9, 23), (19, 15) and (24, 11): one step is 5 rows down, 4 columns left",
        ),
    ],
)
def test_three_spies_on_one_line(numbers: str, rows: Any, note: str) -> None:
    columns = [int(k) for k in numbers.split()]
    n, cells = len(columns), tuple((row, columns[row - 1]) for row in rows)
    finding = judge(empty_case(n), "spies", spies_answer(numbers, first_line=2))
    assert finding is not None
    assert (finding.code, finding.cells, finding.note) == ("E107", cells, note)
    assert finding.message == "three spies stand on one straight line"
    assert finding.where == f"output.txt line 2, numbers {rows[0]}, {rows[1]} and {rows[2]}"
    board = np.zeros((n, n), dtype=np.int8)
    board[np.arange(n), np.array(columns) - 1] = 1
    as_board = judge(empty_case(n), "spies", Answer(board=board))
    assert as_board is not None
    assert (as_board.code, as_board.cells) == ("E107", cells)


@pytest.mark.parametrize(
    ("answer", "code", "cells"),
    [
        (spies_answer("2 4 2 3"), "E106", ((1, 2), (3, 2))),
        (spies_answer("1 2 4 3"), "E106", ((1, 1), (2, 2))),
        (columns_answer([(1, 3, 0, 4)], 4), "E115", ()),
        (columns_answer([(1, 3, -1, 2)], 4), "E115", ()),
        (columns_answer([(1, 3, 0)], 3), "E114", ()),
        (columns_answer([(1, 3, 0, 2)] * 2, 4), "E114", ()),
        (columns_answer([(1, 3, 0, 2)], 4), None, ()),
    ],
)
def test_each_fault_of_columns(answer: Any, code: str, cells: Any) -> None:
    finding = judge(empty_case(4), "spies", answer)
    assert (finding.code if finding else None) == code
    assert (finding.cells if finding else ()) == cells
