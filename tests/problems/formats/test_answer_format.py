"""How the array of a function becomes an answer, and how large it may be."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from judge.model import Answer
from judge.problems.formats.answer import read_text
from judge.problems.formats.answer_format import AnswerFormat, boards, lists
from tests.problems import told

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


def test_which_formats_take_columns_for_an_arrangement() -> None:
    assert [answers.columns for answers in (boards(), boards(columns=True), lists(()))] == [False, True, True]


def test_trees_are_looked_for_where_they_grow() -> None:
    text = b"QT\n.."
    assert boards().read_shape(text, (2, 2), "f") is None
    answer = boards(trees=True).read_shape(text, (2, 2), "f")
    assert isinstance(answer, Answer)
    assert answer.board is not None
    assert answer.board.tolist() == [[1, 2], [0, 0]]


def test_each_format_reads_its_own_texts_and_shapes() -> None:
    """In the order of the readers: a board, column numbers, a list, and the same in shapes of their own."""
    texts = {"board": b"OK\n01\n10\n", "columns": b"2 1\n", "list": b"1\n2 1\n"}
    shapes = {"board": b"Q.\n.Q\n", "trees": b"QT\n..", "numbers": b"[2, 1]\n", "total": b"Total: 3\n"}
    formats = {
        "plain": boards(),
        "trees": boards(trees=True),
        "columns": boards(columns=True),
        "both": boards(trees=True, columns=True),
        "lists": lists((1, 1, 0)),
    }
    lines = []
    for name, form in formats.items():
        lines += [f"{name}: columns {form.columns}, shape {form.shape and form.shape((7, 7))}"]
        lines += told.each(texts, lambda data, form=form: [read_text(data, form.read, 2, False, "a.txt")])  # type: ignore[misc]
        lines += told.each(shapes, lambda data, form=form: [form.read_shape(data, (2, 2), "a.txt")])  # type: ignore[misc]
        lines += told.in_lines(form.take(TABLE))
    told.hold(Path(__file__).parent / "kept" / "formats.txt", lines)
    alone = AnswerFormat(form.read, form.read_shape, form.take)
    assert (alone.shape, alone.columns) == (None, False)
