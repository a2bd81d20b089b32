"""A case alone: boards and answers as Python values, what is taken of them, and the words for what is not; a file, and
what is read of the package around it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError, Place
from judge.model import Answer, Finding
from judge.problems import OneCase
from tests.conftest import refused
from tests.make import files
from tests.problems.make import INPUT, SMALL, TOML, put

ROWS = [[0, 0, 2], [0, 0, 0], [2, 0, 0]]
HELP = "give what solve returns, a board or None, or the text of an output.txt"


class Raises:
    """A value whose own code fails."""

    def __array__(self, *_: object, **__: object) -> Any:
        raise RuntimeError("no")


def answer_of(value: object, n: int = 1, puzzle: str = "queens") -> Any:
    return OneCase.of_value(("0" * n + "\n") * n, puzzle=puzzle).answer(value)


@pytest.mark.parametrize(
    "board",
    [
        ROWS,
        tuple(map(tuple, ROWS)),
        *(np.array(ROWS, kind) for kind in (int, np.uint8, float)),
        np.asfortranarray(np.array(ROWS, np.int8)),
        *("002\n000\n200", "\n0 0 2\r\n0 0 0\r\n2 0 0\r\n", b"002\n000\n200\n", ["002", "000", "200"]),
        *("SA\n3\n3\n002\n000\n200\n", ["SA", "3", "3", "002", "000", "200"]),
    ],
)
def test_a_board_in_any_form_is_the_same_case(board: object) -> None:
    taken = OneCase.of_value(board).case.board
    assert (taken.n, taken.pieces, taken.grid.dtype, taken.grid.tolist()) == (3, 3, np.dtype(np.int8), ROWS)
    assert taken.algorithm in ("ANY", "SA")
    assert taken.grid.flags.c_contiguous


@pytest.mark.parametrize(
    ("board", "pieces", "asked", "assumed"),
    [
        ("DFS\n3\n7\n" + "000\n" * 3, None, 7, False),
        ("000\n000\n000\n", None, 3, True),
        (ROWS, None, 3, True),
        (ROWS, 2, 2, False),
        (ROWS, np.int8(2), 2, False),
    ],
)
def test_only_an_input_txt_says_how_many_pieces(board: object, pieces: object, asked: int, assumed: bool) -> None:
    one = OneCase.of_value(board, pieces)
    assert (one.case.board.pieces, one.assumed) == (asked, assumed)


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
        *(([[value]], "the board is an array with a number that is not whole") for value in (0.5, float("nan"))),
        *((text, "the text is neither an input.txt nor rows of digits") for text in ("0X", "input.txt", "")),
    ],
)
def test_what_is_no_board_is_told_with_a_repair(board: object, said: str) -> None:
    fault = refused(OneCase.of_value, board)
    assert (fault.code, fault.message[: len(said)]) == ("E471", said)
    assert "the text of an input.txt" in fault.help


def test_a_text_of_a_case_keeps_its_own_errors() -> None:
    fault = refused(OneCase.of_value, "SA\n3\n3\n000\n00\n000\n")
    assert (fault.code, str(fault.place)) == ("E405", "board line 5, column 3")


@pytest.mark.parametrize("pieces", [0, -1, 1.5, "8", True, [8]])
def test_what_is_no_number_of_pieces(pieces: object) -> None:
    fault = refused(OneCase.of_value, ROWS, pieces)
    assert "is no number of pieces" in fault.message
    assert fault.help == "pieces is a whole number, 1 or more"


# --- answers ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("value", "n", "puzzle", "field", "taken"),
    [
        (None, 1, "queens", "fail", True),
        (np.int64(92), 12, "all-queens", "count", 92),
        *((small, 1, "queens", "board", [[1]]) for small in ([[True]], np.array([[1]], np.uint8), [[1.0]], [[1]])),
        ([[1, 3, 0, 2], [2, 0, 3, 1]], 4, "all-queens", "columns", [[1, 3, 0, 2], [2, 0, 3, 1]]),
        ([1, 3, 0, 2], 4, "all-queens", "columns", [[1, 3, 0, 2]]),
        ([], 4, "all-queens", "columns", []),
        ([1, 3, 0, 2], 4, "spies", "columns", [[1, 3, 0, 2]]),
    ],
)
def test_a_value_is_taken_in_the_form_asked_for(value: object, n: int, puzzle: str, field: str, taken: Any) -> None:
    found = getattr(answer_of(value, n, puzzle), field)
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == taken
    assert not isinstance(found, np.ndarray) or found.dtype == (np.int8 if field == "board" else np.int64)


@pytest.mark.parametrize("value", [2**63, 2**64 - 1, 1e300, -1e300, 300, -300])
def test_numbers_of_any_size_keep_their_sign(value: float) -> None:
    finding = answer_of(np.array([[value]]))
    assert (finding.code, " is -" in finding.message) == ("E121", value < 0)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        *((text, b"OK\n1\n") for text in ("OK\n1", "OK\n1\n", ["OK", "1"])),
        ("", b""),
        ("\ud800", b"?\n"),  # what UTF-8 can't hold is no error
        (b"OK\n1", b"OK\n1"),  # bytes are as they are in the file
    ],
)
def test_a_text_need_not_end_its_last_line(text: object, data: bytes) -> None:
    assert answer_of(text) == data


def test_a_value_that_raises_is_no_array() -> None:
    fault = refused(answer_of, Raises())
    assert "the answer can't be made an array" in fault.message
    assert (type(fault.__cause__), fault.help) == (RuntimeError, HELP)


SIMPLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=5)
VALUES = st.recursive(SIMPLE, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner))


@given(value=VALUES)
@settings(max_examples=50)
def test_nothing_but_a_judge_error_is_raised(value: object) -> None:
    with contextlib.suppress(JudgeError):
        OneCase.of_value(value)
    with contextlib.suppress(JudgeError):
        assert isinstance(answer_of(value), bytes | Answer | Finding)


# --- files ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (None, "lizards"),
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ],
)
def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path, text: str | None, puzzle: str) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    if text is not None:
        put(tmp_path / "problem.toml", text)
    assert OneCase.alone(case).problem.puzzle == puzzle


def test_the_case_of_a_problem_without_a_board_is_none_alone(tmp_path: Path) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    put(tmp_path / "problem.toml", 'puzzle = "general"')
    assert refused(OneCase.alone, case).code == "E430"
    error = refused(OneCase.alone, put(case, "x\n"), "lizards")
    assert (error.code, error.place) == ("E402", Place(str(case), 1, 1))
    put(case, INPUT.replace("\n", "\r\n"))
    assert [notice.code for notice in OneCase.alone(case, "lizards").warnings] == ["W102"]


def test_a_case_is_read_as_its_package_has_it_or_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = files(tmp_path / "small", SMALL) / "secret/tree-10/input.txt"
    packed, strict = OneCase.of_file(case), OneCase.of_file(case, strict=True)
    assert (packed.packed, packed.problem.name, packed.problem.strict) == (True, "small", False)
    assert (strict.packed, strict.problem.strict) == (True, True)
    put(tmp_path / "small/problem.toml", f'answers = "shapes"\nfail_words = "none"\n{TOML}')
    monkeypatch.chdir(tmp_path)
    named = Path("small/secret/tree-10/input.txt")
    for how, shapes, words in ((False, True, ("none",)), (True, False, ())):
        said = OneCase.of_file(named, strict=how).problem
        assert (said.path, said.programs.shapes, said.programs.fail_words) == ("small", shapes, words)
    (tmp_path / "small/problem.toml").unlink()
    lone = OneCase.of_file(case)
    assert (lone.packed, lone.problem.puzzle) == (False, "lizards")
    said = lone.problem
    assert (said.algorithms, said.piece, said.keyless, said.asks) == (("ANY",), "lizard", False, "one")
    assert lone.case.answer is not None, "what lies beside it"
