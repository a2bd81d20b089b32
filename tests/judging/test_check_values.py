"""One answer to one case, both as values: the verdict is that of the rules, in words for who has no package."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.judging import Checked
from judge.model import Verdict
from tests.conftest import refused, there

EMPTY = np.zeros((4, 4), np.int8)
RIGHT = np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]])
LIZARDS = Path("testcases/lizards/sample/assignment-8")


def code_of(board: object, answer: object, puzzle: str | None = None, pieces: int | None = None) -> str:
    finding = Checked.of_values(board, answer, puzzle, pieces).finding
    return finding.code if finding else ""


@pytest.mark.parametrize("puzzle", ["lizards", "queens", "spies"])
@pytest.mark.parametrize(
    "answer", [RIGHT, RIGHT.tolist(), RIGHT.astype(float), RIGHT.astype(bool), "OK\n0100\n0001\n1000\n0010"]
)
def test_a_right_board_in_any_form(puzzle: str, answer: object) -> None:
    checked = Checked.of_values(EMPTY, answer, puzzle)
    assert checked.finding is None
    assert checked.board.tolist() == RIGHT.tolist()


@pytest.mark.parametrize(
    ("answer", "puzzle", "code"),
    [
        (np.eye(4), "queens", "E106"),
        (np.eye(4)[:3], "queens", "E104"),
        (np.eye(4)[:, :3], "queens", "E105"),
        (RIGHT * 2, "queens", "E110"),
        (RIGHT * 3, "queens", "E121"),
        (RIGHT[:1], "queens", "E104"),
        ([1, 3, 0, 2], "queens", "E104"),
        (4, "queens", "E120"),
        ("0100\n0001\n1000\n0010", "queens", "E102"),
        ("", "queens", "E101"),
        (None, "queens", "E113"),
        ([1, 3, 0, 2], "spies", ""),
        ([1, 3, 0, 3], "spies", "E106"),
        ([1, 3, 0], "spies", "E114"),
        ([1, 3, 0, 4], "spies", "E115"),
        ("2 4 1 3", "spies", ""),
        ([[1, 3, 0, 2], [2, 0, 3, 1]], "all-queens", ""),
        ([[1, 3, 0, 2]], "all-queens", "E118"),
        ([1, 3, 0, 2], "all-queens", "E118"),
        ([[1, 3, 0, 2], [1, 3, 0, 2]], "all-queens", "E117"),
        ([], "all-queens", "E118"),
        (2, "all-queens", "E120"),
        (3, "all-queens", "E116"),
    ],
)
def test_the_verdict_is_that_of_the_rules(answer: object, puzzle: str, code: str) -> None:
    assert code_of(EMPTY, answer, puzzle) == code


def test_a_value_of_any_size_is_named_as_it_was() -> None:
    finding = there(Checked.of_values(EMPTY, RIGHT * 1000, "queens").finding)
    assert finding.message.startswith("a cell of the board is 1000,")
    assert (finding.cells, finding.where) == (((1, 2),), "row 1, column 2 of the returned board")


def test_the_number_of_pieces_is_that_of_the_rows_unless_it_is_given() -> None:
    three = RIGHT.copy()
    three[0] = 0
    finding = there(Checked.of_values(EMPTY, three).finding)
    assert (finding.code, finding.message) == ("E108", "the board holds 3 lizards, but 4 must be placed")
    assert "unless pieces says" in finding.note
    assert code_of(EMPTY, three, pieces=3) == ""
    assert code_of("DFS\n4\n3\n" + "0000\n" * 4, three) == ""
    told = there(Checked.of_values(EMPTY, RIGHT, pieces=3).finding)
    assert "unless" not in told.note


def test_where_nobody_knows_it_is_not_the_answer_that_is_wrong() -> None:
    for board, answer, puzzle in ((EMPTY, None, "lizards"), (np.zeros((12, 12)), 14200, "all-queens")):
        finding = there(Checked.of_values(board, answer, puzzle).finding)
        assert (finding.code, finding.verdict) == ("E302", Verdict.JE)
        assert "package" not in finding.message
        assert "pathlib.Path('.../input.txt'), with an answer.txt beside it" in finding.help


def test_files_are_checked_as_the_command_does(tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    for text in ("FAIL\n", "OK\n", "ok\n" + "0" * 8):
        answer.write_text(text)
        ours = Checked.of_values(LIZARDS / "input.txt", answer).finding
        theirs = Checked.of_files(LIZARDS / "input.txt", answer, None, False).finding
        assert ours == theirs
        assert ours is not None


def test_beside_a_file_of_a_case_lies_what_is_right() -> None:
    assert code_of(LIZARDS / "input.txt", None) == "E113"
    assert code_of(LIZARDS / "input.txt", LIZARDS / "answer.txt") == ""
    assert code_of(LIZARDS / "input.txt", LIZARDS / "answer.txt", pieces=3) == "E108"


def test_a_case_that_is_none_of_the_puzzle_s() -> None:
    assert refused(Checked.of_values, "20\n00", None, "queens").code == "E410"
    assert refused(Checked.of_values, EMPTY, None, "queens", pieces=3).code == "E410"


@pytest.mark.parametrize(("name", "hint"), [("quens", "'quens'; did you mean queens?"), ("chess", "'chess'"), (5, "5")])
def test_an_unknown_puzzle(name: str, hint: str) -> None:
    error = refused(Checked.of_values, EMPTY, RIGHT, name)
    assert (error.code, error.message) == ("E471", f"there is no puzzle {hint}")
    assert "lizards" in error.help


def test_a_file_that_is_not_there() -> None:
    for board, answer in ((Path("nowhere.txt"), RIGHT), (EMPTY, Path("nowhere.txt"))):
        assert refused(Checked.of_values, board, answer, "queens").code == "E435"


TABLES = st.lists(st.lists(st.integers(-3, 300), max_size=5), max_size=5)


@given(table=TABLES, puzzle=st.sampled_from(["lizards", "spies", "all-queens"]))
def test_any_table_gets_a_verdict_or_a_judge_error(table: list[list[int]], puzzle: str) -> None:
    with contextlib.suppress(JudgeError):
        checked = Checked.of_values(EMPTY, table, puzzle)
        assert checked.finding is None or checked.finding.code.startswith("E1")
