"""What `solve` returns, as the text that a validator reads: it is right where the judge takes it, and only there."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer
from judge.problems import judge_answer, read_output
from judge.submissions.drivers.function import Board, keep_kernels, text_of_answer
from tests.conftest import there
from tests.executors.test_taken import KNOWN, RIGHT, TABLES, Ask, ask, problem_of
from tests.submissions.make import rows_of

__all__ = ["ask"]  # a fixture

READERS = {  # how the answer of each is read
    **dict.fromkeys(["queens", "lizards", "most-queens"], "board"),
    **dict.fromkeys(["all-queens 3", "all-queens 6", "all-queens 11"], "list"),
    "scooters": "number",
}


@pytest.mark.parametrize(("words", "reader", "text"), rows_of("answers.toml")["written"])
def test_an_answer_is_written_as_it_is_read(words: str, reader: str, text: str) -> None:
    assert text_of_answer(eval(words, KNOWN), (2, 2), reader) == text


def is_right_elsewhere(name: str, found: Any) -> bool:
    """Say whether the text of an answer is right."""
    problem = problem_of(name)
    [case] = problem.cases
    text = text_of_answer(found, case.board.shape, READERS[name]).encode()
    read = read_output(text, problem, case.board)
    return isinstance(read, Answer) and judge_answer(case, problem.puzzle, read) is None


def is_right_here(ask: Ask, name: str, words: str) -> bool:
    return ask(name, words).code in ("", "W115")


@pytest.mark.parametrize("name", READERS)
def test_each_form_of_a_right_answer_is_right_elsewhere(ask: Ask, name: str) -> None:
    for form in KNOWN["FORMS"]:
        words = f"FORMS[{form!r}](np.array({RIGHT[name]}))"
        try:
            found = eval(words, KNOWN)
        except (TypeError, ValueError, AttributeError):  # of a number
            continue
        right = name in TABLES or is_right_here(ask, name, words)  # of tables test_taken.py has each form
        assert is_right_elsewhere(name, found) == right, words


MASKED = np.ma.masked_array(np.eye(6), mask=True)
NUMBERS = st.one_of(
    st.integers(-2, 3000),
    st.sampled_from([0, 4, 2, 2680, 10**25, 2680.0, 0.0, 4.5, True, False, np.int8(4), np.float32(2), np.bool_(True)]),
)
CELLS = st.sampled_from([0, 1, 2, 0.0, 1.0, True, 3, -1, 255, 0.5])
ROWS = st.lists(st.lists(CELLS, min_size=6, max_size=6), min_size=5, max_size=7)
OTHERS = st.one_of(
    st.none(), st.text(max_size=3), st.binary(max_size=3), st.just({}), st.lists(NUMBERS, max_size=4), ROWS,
    st.sampled_from([np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((0, 3, 3)), np.zeros(0), MASKED]),
)  # fmt: skip


@st.composite
def results(draw: st.DrawFn, name: str) -> Any:
    """A number, anything, or the right table in some form with a cell changed or a row moved."""
    kind = draw(st.sampled_from(["number", "other", "table", "table"]))
    if kind == "number" or (kind == "table" and name not in TABLES):
        return draw(NUMBERS)
    if kind == "other":
        return draw(OTHERS)
    table = np.array(KNOWN[RIGHT[name] if draw(st.booleans()) else "ALL"])
    table = table.astype(draw(st.sampled_from(["int8", "uint8", "int64", "float64", "object"])))
    if table.size and draw(st.booleans()):
        row, column = draw(st.integers(0, len(table) - 1)), draw(st.integers(0, table.shape[1] - 1))
        table[row, column] = draw(st.sampled_from([0, 1, 2, 3, 77]))
    turned = draw(st.sampled_from(["", "upside down", "a row less", "a row more", "a list", "flat"]))
    made: dict[str, Any] = {
        "": table,
        "upside down": table[::-1],
        "a row less": table[:-1],
        "a row more": np.vstack([table, table[:1]]),
        "a list": table.tolist(),
        "flat": table.reshape(-1),
    }
    return made[turned]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_an_answer_is_right_elsewhere_as_it_is_here(ask: Ask, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from([*READERS]))
    found = data.draw(results(name))
    words = f"__import__('pickle').loads(bytes.fromhex('{pickle.dumps(found).hex()}'))"
    assert is_right_elsewhere(name, found) == is_right_here(ask, name, words)


def test_a_board_is_a_case_in_arrays() -> None:
    rows, layer = [b"\0\2\0", b"\0\0\1"], [[1, 2, 3], [4, 5, 6]]
    case = SimpleNamespace(algorithm="ANY", n=2, columns=3, pieces=3, rows=rows, layer=layer, values={})
    board = Board(case)  # type: ignore[arg-type]
    assert (board.algorithm, board.n, board.columns, board.pieces) == ("ANY", 2, 3, 3)
    assert board.grid.tolist() == [[0, 2, 0], [0, 0, 1]]
    assert board.grid.dtype == np.int8
    assert there(board.layer).dtype == np.int64
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
