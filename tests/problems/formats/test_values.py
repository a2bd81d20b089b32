"""Boards and answers as Python values: what is taken, and the words for what is not."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.model import Answer
from judge.problems.formats.values import as_text, says_pieces, take_answer, take_board, take_pieces

ROWS = [[0, 0, 2], [0, 0, 0], [2, 0, 0]]


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
    taken = take_board(board)
    assert (taken.n, taken.pieces) == (3, 3)
    assert taken.algorithm in ("ANY", "SA")
    assert taken.grid.dtype == np.int8
    assert taken.grid.flags.c_contiguous
    assert taken.grid.tolist() == ROWS


def test_only_an_input_txt_says_how_many_pieces() -> None:
    text = "DFS\n3\n7\n" + "000\n" * 3
    assert says_pieces(text)
    assert take_board(text).pieces == 7
    assert take_board(text).algorithm == "DFS"
    assert not says_pieces("000\n000\n000\n")
    assert not says_pieces("input.txt")
    assert not says_pieces(ROWS)


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
        take_board(board)
    assert caught.value.code == "E471"
    assert caught.value.message.startswith(said)
    assert "the text of an input.txt" in caught.value.help


def test_a_text_of_a_case_keeps_its_own_errors() -> None:
    with pytest.raises(JudgeError) as caught:
        take_board("SA\n3\n3\n000\n00\n000\n")
    assert caught.value.code == "E405"
    assert str(caught.value.place).startswith("board line 5")


@pytest.mark.parametrize("pieces", [0, -1, 1.5, "8", None, True, [8]])
def test_what_is_no_number_of_pieces(pieces: object) -> None:
    with pytest.raises(JudgeError, match="is no number of pieces") as caught:
        take_pieces(pieces)
    assert caught.value.help == "pieces is a whole number, 1 or more"


def test_answers_that_are_no_array() -> None:
    assert isinstance(none := take_answer(None), Answer)
    assert none.fail
    assert isinstance(count := take_answer(np.int64(92)), Answer)
    assert count.count == 92


def test_numbers_of_any_size_keep_their_sign() -> None:
    for value in (2**63, 2**64 - 1, 1e300):
        assert (np.asarray(take_answer(np.array([[value]]))) > 2**61).all()
    assert (np.asarray(take_answer(np.array([[-1e300]]))) < -(2**61)).all()
    for small in ([[True, False]], np.array([[1, 0]], np.uint8), [[1.0, -0.0]], [[1, 0]]):
        taken = np.asarray(take_answer(small))
        assert taken.tolist() == [[1, 0]]
        assert taken.dtype == np.int64


class Raises:
    """A value whose own code fails."""

    def __array__(self, *_: object, **__: object) -> Any:
        raise RuntimeError("no")


def test_a_value_that_raises_is_no_array() -> None:
    with pytest.raises(JudgeError, match="the answer can't be made an array") as caught:
        take_answer(Raises())
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert caught.value.help == "give what solve returns, a board or None, or the text of an output.txt"


def test_a_text_need_not_end_its_last_line() -> None:
    assert as_text("OK\n1") == as_text("OK\n1\n") == as_text(["OK", "1"]) == b"OK\n1\n"
    assert as_text("") == b""
    assert as_text("\ud800") == b"?\n", "what UTF-8 can't hold is no error"
    assert as_text(b"OK\n1") == b"OK\n1", "bytes are as they are in the file"
    assert as_text([1, 2]) is None
    assert as_text([]) is None


SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=5)
VALUES = st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner))


@given(value=VALUES)
def test_nothing_but_a_judge_error_is_raised(value: object) -> None:
    for take in (take_board, take_answer):
        with contextlib.suppress(JudgeError):
            take(value)
