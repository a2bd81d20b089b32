"""Most queens and scooters: their cases, their calls, and their starters."""

from __future__ import annotations

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Instance
from judge.problems.puzzles import named, puzzle_fits
from tests.problems.puzzles.starters import by_starter

BOARD = "2 3\n002\n000\n"
DAY = "3\n2\n1\n" + "0,2\n" * 5 + "1,0\n" * 7


def read(puzzle: str, text: str) -> Instance:
    return named(puzzle).cases.read(text.encode(), "input.txt")[0]


def test_most_queens_reads_rows_of_digits() -> None:
    board = read("most-queens", BOARD)
    assert board.grid.tolist() == [[0, 0, 2], [0, 0, 0]]
    assert named("most-queens").cases.write(board) == BOARD.encode()
    assert by_starter("most-queens", board).tolist() == [[1, 0, 2], [0, 0, 1]]


def test_scooters_counts_places_as_column_and_row() -> None:
    board = read("scooters", DAY)
    assert board.layer is not None
    assert board.layer.tolist() == [[0, 7, 0], [0, 0, 0], [5, 0, 0]]
    again = named("scooters").cases.write(board)
    after = read("scooters", again.decode())
    assert after.layer is not None
    assert np.array_equal(board.layer, after.layer)
    assert named("scooters").cases.write(after) == again
    assert by_starter("scooters", board) == 12


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        ("most-queens", ""),
        ("most-queens", "2\n00\n00\n"),
        ("most-queens", "2 3\n00\n000\n"),
        ("most-queens", "2 3\n001\n000\n"),
        ("most-queens", BOARD + "000\n"),
        ("scooters", ""),
        ("scooters", DAY[:-4]),
        ("scooters", DAY + "0,0\n"),
        ("scooters", DAY.replace("1,0", "1,3")),
        ("scooters", DAY.replace("1,0", "1 0")),
        ("scooters", DAY.replace("1,0", "-1,0")),
    ],
)
def test_another_text_is_no_case(puzzle: str, text: str) -> None:
    with pytest.raises(JudgeError):
        read(puzzle, text)


def test_at_most_one_officer_a_row() -> None:
    with pytest.raises(JudgeError, match="4 officers don't fit into 3 rows"):
        puzzle_fits(read("scooters", DAY.replace("3\n2\n", "3\n4\n", 1)), "scooters")
