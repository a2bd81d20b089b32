"""Boards and answers as Python values: what is taken, and the words for what is not."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Answer, Finding, Instance
from judge.problems import OneCase

ROWS = [[0, 0, 2], [0, 0, 0], [2, 0, 0]]


def board_of(value: object) -> Instance:
    return OneCase.of_value(value).case.board


def answer_of(value: object, n: int = 1, puzzle: str = "queens") -> Any:
    return OneCase.of_value(("0" * n + "\n") * n, puzzle=puzzle).answer(value)


@pytest.mark.parametrize(
    "board",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        np.array(ROWS),
        np.array(ROWS, np.uint8),
        np.array(ROWS, float),
        np.asfortranarray(np.array(ROWS, np.int8)),
        "002\n000\n200",
        "\n0 0 2\r\n0 0 0\r\n2 0 0\r\n",
        b"002\n000\n200\n",
        ["002", "000", "200"],
        "SA\n3\n3\n002\n000\n200\n",
        ["SA", "3", "3", "002", "000", "200"],
    ],
)
def test_a_board_in_any_form_is_the_same_case(board: object) -> None:
    taken = board_of(board)
    assert (taken.n, taken.pieces) == (3, 3)
    assert taken.algorithm in ("ANY", "SA")
    assert taken.grid.dtype == np.int8
    assert taken.grid.flags.c_contiguous
    assert taken.grid.tolist() == ROWS


def test_only_an_input_txt_says_how_many_pieces() -> None:
    said, assumed = OneCase.of_value("DFS\n3\n7\n" + "000\n" * 3), OneCase.of_value("000\n000\n000\n")
    assert (said.case.board.pieces, said.case.board.algorithm, said.assumed) == (7, "DFS", False)
    assert (assumed.case.board.pieces, assumed.assumed, OneCase.of_value(ROWS).assumed) == (3, True, True)
    assert OneCase.of_value(ROWS, 2).case.board.pieces == OneCase.of_value(ROWS, np.int8(2)).case.board.pieces == 2


@pytest.mark.parametrize(
    ("board", "said"),
    [
        ([[0, 0], [0]], "the board can't be made an array: row 1 has 2 cells, row 2 has 1"),
        ("00\n0", "the board can't be made an array: row 1 has 2 cells, row 2 has 1"),
        (np.zeros((2, 3)), "the board is 2 x 3, but it must be n x n"),
        ([], "the board is 0, but it must be n x n"),
        (5, "the board is a single number, but"),
        ([[0, 1], [0, 0]], "the board has 1 at row 1, column 2, but a cell is 0 or 2"),
        ("00\n03", "the board has 3 at row 2, column 2, but"),
        (None, "the board is an object of type NoneType"),
        ({}, "the board is an object of type dict"),
        ([[None]], "the board is a list with something that is no number"),
        (np.array([["a"]]), "the board is an array of <U1"),
        ([[0.5]], "the board is an array with a number that is not whole"),
        ([[float("nan")]], "the board is an array with a number that is not whole"),
        ("0X", "the text is neither an input.txt nor rows of digits"),
        ("input.txt", "the text is neither an input.txt nor rows of digits"),
        ("", "the text is neither an input.txt nor rows of digits"),
    ],
)
def test_what_is_no_board_is_told_with_a_repair(board: object, said: str) -> None:
    with pytest.raises(JudgeError) as caught:
        board_of(board)
    assert caught.value.code == "E471"
    assert caught.value.message.startswith(said)
    assert "the text of an input.txt" in caught.value.help


def test_a_text_of_a_case_keeps_its_own_errors() -> None:
    with pytest.raises(JudgeError) as caught:
        board_of("SA\n3\n3\n000\n00\n000\n")
    assert caught.value.code == "E405"
    assert str(caught.value.place).startswith("board line 5")


@pytest.mark.parametrize("pieces", [0, -1, 1.5, "8", True, [8]])
def test_what_is_no_number_of_pieces(pieces: object) -> None:
    with pytest.raises(JudgeError, match="is no number of pieces") as caught:
        OneCase.of_value(ROWS, pieces)
    assert caught.value.help == "pieces is a whole number, 1 or more"


def test_answers_that_are_no_array() -> None:
    assert answer_of(None).fail
    assert answer_of(np.int64(92), 12, "all-queens").count == 92


def test_numbers_of_any_size_keep_their_sign() -> None:
    for value in (2**63, 2**64 - 1, 1e300, -1e300, 300, -300):
        finding = answer_of(np.array([[value]]))
        assert isinstance(finding, Finding)
        assert (finding.code, f"a cell of the board is {'-' * (value < 0)}" in finding.message) == ("E121", True)
        assert (" is -" in finding.message) == (value < 0)
    for small in ([[True]], np.array([[1]], np.uint8), [[1.0]], [[1]]):
        taken = answer_of(small)
        assert (taken.board.tolist(), taken.board.dtype) == ([[1]], np.int8)


@pytest.mark.parametrize(
    ("puzzle", "value", "columns"),
    [
        ("all-queens", [[1, 3, 0, 2], [2, 0, 3, 1]], [[1, 3, 0, 2], [2, 0, 3, 1]]),
        ("all-queens", [1, 3, 0, 2], [[1, 3, 0, 2]]),
        ("all-queens", [], []),
        ("spies", [1, 3, 0, 2], [[1, 3, 0, 2]]),
    ],
)
def test_columns_are_taken_where_they_are_an_answer(puzzle: str, value: object, columns: object) -> None:
    taken = answer_of(value, 4, puzzle)
    assert (taken.columns.tolist(), taken.columns.dtype) == (columns, np.int64)


class Raises:
    """A value whose own code fails."""

    def __array__(self, *_: object, **__: object) -> Any:
        raise RuntimeError("no")


def test_a_value_that_raises_is_no_array() -> None:
    with pytest.raises(JudgeError, match="the answer can't be made an array") as caught:
        answer_of(Raises())
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert caught.value.help == "give what solve returns, a board or None, or the text of an output.txt"


def test_a_text_need_not_end_its_last_line() -> None:
    assert answer_of("OK\n1") == answer_of("OK\n1\n") == answer_of(["OK", "1"]) == b"OK\n1\n"
    assert answer_of("") == b""
    assert answer_of("\ud800") == b"?\n", "what UTF-8 can't hold is no error"
    assert answer_of(b"OK\n1") == b"OK\n1", "bytes are as they are in the file"
    assert isinstance(answer_of([[1]]), Answer)


SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=5)
VALUES = st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner))


@given(value=VALUES)
def test_nothing_but_a_judge_error_is_raised(value: object) -> None:
    for take in (board_of, answer_of):
        with contextlib.suppress(JudgeError):
            take(value)
