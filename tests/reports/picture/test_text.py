"""Boards as text: golden pictures written by hand, and what holds for every picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.reports.picture import caption, part, picture
from judge.reports.picture.scene import scene_of

VALUES = {".": 0, "L": 1, "Q": 1, "S": 1, "T": 2, "\\": 0, "/": 0, "-": 0, "|": 0, "*": 0}


def board_of(drawing: str) -> np.ndarray:
    """The board that a drawing without header, numbers and labels shows."""
    return np.array([[VALUES[cell] for cell in row.split()] for row in drawing.strip().splitlines()], np.int8)


def empty(n: int, *pieces: tuple[int, int]) -> np.ndarray:
    board = np.zeros((n, n), np.int8)
    for row, column in pieces:
        board[row - 1, column - 1] = 1
    return board


THE_ISSUES_EXAMPLE = r"""
  1 2 3 4 5 6 7 8
1 L . . . . . . .
2 . . . . L . . .   <- lizard A  row 2, column 5
3 . . . . . \ L .
4 . L . . T . \ .
5 . . . . . . . L   <- lizard B  row 5, column 8
"""
OTHER_DIAGONAL = r"""
  1 2 3 4
1 . . . Q   <- queen A  row 1, column 4
2 . . / .
3 . / . .
4 Q . . .   <- queen B  row 4, column 1
"""
IN_A_COLUMN = r"""
  1 2 3
1 L . .   <- lizard B  row 1, column 1
2 | T .
3 L . .   <- lizard A  row 3, column 1
"""
IN_A_ROW = r"""
  1 2 3 4
1 T . . .
2 L - - L   <- lizard A  row 2, column 1;  lizard B  column 4
3 . . . .
4 . . . .
"""
STEEP = r"""
  1 2 3 4 5 6 7
1 S . . . . . .   <- spy A  row 1, column 1
2 . . S . . . .   <- spy B  row 2, column 3
3 . . . . * . .
4 . . . . . . S   <- spy C  row 4, column 7
5 . . . . . . .
6 . . . . . . .
7 . . . . . . .
"""
GOLDEN = [
    (THE_ISSUES_EXAMPLE, "lizard", [(2, 5), (5, 8)]),
    (OTHER_DIAGONAL, "queen", [(1, 4), (4, 1)]),
    (IN_A_COLUMN, "lizard", [(3, 1), (1, 1)]),
    (IN_A_ROW, "lizard", [(2, 1), (2, 4)]),
    (STEEP, "spy", [(1, 1), (2, 3), (4, 7)]),
]


@pytest.mark.parametrize(("golden", "word", "cells"), GOLDEN)
def test_golden(golden: str, word: str, cells: list[tuple[int, int]]) -> None:
    rows = [line.split("<-")[0][1:] for line in golden.strip("\n").splitlines()[1:]]
    assert picture(board_of("\n".join(rows)), word, cells).plain == golden.strip("\n")


def test_one_marked_cell_that_is_no_piece_has_no_letter() -> None:
    assert picture(np.array([[2, 0], [0, 1]], np.int8), "lizard", [(1, 2)]).plain.splitlines() == [
        "  1 2",
        "1 T .   <- row 1, column 2",
        "2 . L",
    ]


def test_numbers_of_two_digits_stand_upright() -> None:
    lines = picture(empty(11)).plain.splitlines()
    assert lines[0] == "                     1 1"
    assert lines[1] == "   1 2 3 4 5 6 7 8 9 0 1"
    assert lines[2] == " 1 . . . . . . . . . . ."
    assert lines[12] == "11 . . . . . . . . . . ."


CUT = r"""
          1
    9 9 9 0
    9 9 9 0
    7 8 9 0
 99 . . . .
100 . L . .   <- lizard A  row 100, column 998
101 . . \ .
102 . . . L   <- lizard B  row 102, column 1000
103 . . . .
"""


def test_a_large_board_is_cut_to_the_conflict_with_its_true_numbers() -> None:
    cells = [(100, 998), (102, 1000)]
    assert picture(empty(1000, *cells), "lizard", cells).plain == CUT.strip("\n")


def test_pieces_far_apart_keep_the_ends_of_their_line() -> None:
    cells = [(100, 100), (900, 900)]
    lines = picture(empty(1000, *cells), "lizard", cells, width=80, height=15).plain.splitlines()
    assert lines[2].split() == ["9", "0", "1", "2", "3", "...", "7", "8", "9", "0", "1"]
    assert lines[4] == "100 . L . . . ... . . . . .   <- lizard A  row 100, column 100"
    assert lines[5] == r"101 . . \ . . ... . . . . ."
    assert lines[8] == "..."
    assert lines[11] == r"899 . . . . . ... . . \ . ."
    assert lines[12] == "900 . . . . . ... . . . L .   <- lizard B  row 900, column 900"


def test_labels_give_way_on_a_narrow_console() -> None:
    cells = [(2, 1), (2, 4)]
    assert "2 L - - L   <- A, B" in picture(empty(4, *cells), "lizard", cells, width=40).plain.splitlines()


def test_an_overview_says_how_much_is_hidden() -> None:
    board = np.zeros((1000, 1000), np.int8)
    board[:, ::4] = 2
    board[0, 1] = 1
    lines = picture(board, width=65, height=12).plain.splitlines()
    assert lines[2] == "1 T L . . T . . . T . . . T . . . T . . . T . . . T . . . T ."
    assert lines[-1] == "1000 x 1000, 250,000 trees (25.0 %), 1 lizard, shown: rows 1-7, columns 1-30"
    assert len(lines) <= 12
    assert caption(empty(3, (1, 1), (2, 3)), "spy") == "3 x 3, 2 spies"


@pytest.mark.parametrize("board", [None, np.zeros(3, np.int8), np.zeros((0, 0), np.int8), [[0]]])
def test_what_is_no_board_has_no_picture(board: object) -> None:
    assert picture(board, "lizard", [(1, 1)]).plain == ""  # type: ignore[arg-type]  # that is the point


def test_closed_cells_are_not_trees() -> None:
    board = np.array([[3, 2], [1, 0]], np.int8)
    assert picture(board, "queen").plain.splitlines()[1:] == ["1 # T", "2 Q ."]


def test_hostile_cells_are_shown_as_such() -> None:
    board = np.array([[-1, 27], [1, 127]], np.int8)
    assert picture(board, "lizard", [(1, 1), (9, 9)]).plain.splitlines()[1] == "1 ? ?   <- row 1, column 1"


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 300),
    cells=st.lists(st.tuples(st.integers(0, 299), st.integers(0, 299)), max_size=3, unique=True),
    width=st.integers(40, 120),
    height=st.integers(12, 40),
)
def test_every_picture_keeps_its_bounds_and_its_marks(
    n: int, cells: list[tuple[int, int]], width: int, height: int
) -> None:
    marks = list(dict.fromkeys((row % n + 1, column % n + 1) for row, column in cells))
    drawing = picture(empty(n, *marks), "lizard", marks, width, height).plain
    lines = drawing.splitlines()
    assert drawing.isascii()
    assert len(lines) <= height
    assert all(len(line) <= width or " x " in line for line in lines)
    pointed = {int(line.split()[0]) for line in lines if "<-" in line}
    assert pointed == {row for row, _ in marks}
    assert sum(line.split("<-")[0].count("L") for line in lines) == len(marks)


def test_a_part_has_the_numbers_of_the_board() -> None:
    board = empty(12, (10, 11), (1, 1))
    assert part(scene_of(board, "queen"), (9, 10), (2, 3)).plain == (
        "   1 1 1\n   0 1 2\n 9 . . .\n10 . Q .\nrows 9-10, columns 10-12"
    )
    assert part(scene_of(board, "queen"), (12, 12), (5, 5)).plain.splitlines()[-1] == "rows 12-12, columns 12-12"
