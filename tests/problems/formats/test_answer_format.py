"""How the array of a function becomes an answer, and how large it may be."""

from __future__ import annotations

import numpy as np

from judge.model import Answer
from judge.problems.formats.answer_format import boards, lists

TABLE = np.array([[1, 0], [-128, 127]], np.int8)


def test_an_array_is_a_board_as_large_as_that_of_the_case() -> None:
    for answers in (boards(), boards(trees=True), boards(columns=True)):
        answer = answers.take(TABLE)
        assert answer.board is TABLE
        assert answer.columns is None
        assert answers.shape is not None
        assert answers.shape((7, 7)) == (7, 7)
        assert answers.shape((3, 7)) == (3, 7)


def test_an_array_is_a_list_of_any_length_whose_numbers_do_not_overflow() -> None:
    answers = lists((1, 1, 0))
    answer = answers.take(TABLE)
    assert answer.board is None
    assert answer.columns is not None
    assert answer.columns.dtype == np.int64
    assert answer.columns.tolist() == TABLE.tolist()
    assert answers.shape is not None
    assert answers.shape((7, 7)) == (None, 7)


def test_trees_are_looked_for_where_they_grow() -> None:
    text = b"QT\n.."
    assert boards().read_shape(text, (2, 2), "f") is None
    answer = boards(trees=True).read_shape(text, (2, 2), "f")
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert answer.board.tolist() == [[1, 2], [0, 0]]
