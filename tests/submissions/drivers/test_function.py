"""What `solve` returns, as the text that a validator reads."""

from __future__ import annotations

import numpy as np
import pytest

from judge.problems.icpc.validators.case import Case
from judge.submissions.drivers.function import Board, board_text, keep_kernels, list_text, text_of_answer


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (None, "FAIL\n"),
        ([[0, 1], [2, 0]], "OK\n01\n20\n"),
        ([[0, -1], [2, 0]], "OK\n0-1\n20\n"),
        ([0, 1], "OK\n0\n1\n"),
        (7, "OK\n7\n"),
    ],
)
def test_a_board(table: object, text: str) -> None:
    assert board_text(table) == text


@pytest.mark.parametrize(
    ("table", "n", "text"),
    [
        (None, 4, "FAIL\n"),
        ([[1, 3, 0, 2]], 4, "1\n2 4 1 3\n"),
        ([], 3, "0\n"),
        (2680, 11, "2680\n"),
        (2, 4, "an answer of another kind: int\n"),
        ([[0]], 11, "an answer of another kind: list\n"),
    ],
)
def test_a_list(table: object, n: int, text: str) -> None:
    assert list_text(table, n) == text


def test_an_answer_is_written_as_it_is_read() -> None:
    assert text_of_answer(7, 3, "number") == "7\n"
    assert text_of_answer(None, 3, "number") == "FAIL\n"
    assert text_of_answer([[1]], 1, "board-or-columns") == "OK\n1\n"
    assert text_of_answer([[0]], 1, "list") == "1\n1\n"


def test_a_board_is_a_case_in_arrays() -> None:
    board = Board(Case("ANY", 2, 3, [b"\0\2\0", b"\0\0\1"], [[1, 2, 3], [4, 5, 6]]))
    assert (board.algorithm, board.n, board.columns, board.pieces) == ("ANY", 2, 3, 3)
    assert board.grid.tolist() == [[0, 2, 0], [0, 0, 1]]
    assert board.grid.dtype == np.int8
    assert board.layer is not None
    assert board.layer.dtype == np.int64
    board.grid[0, 0] = 1  # `solve` may write into it


def test_kernels_are_kept_where_that_can_be_done() -> None:
    kept: list[str] = []

    class Kernel:
        def __init__(self, name: str) -> None:
            self.name = name

        def enable_caching(self) -> None:
            kept.append(self.name)
            raise RuntimeError("no place to write")

    keep_kernels({"a": Kernel("a"), "b": 1, "c": Kernel("c")})
    assert kept == ["a", "c"]
