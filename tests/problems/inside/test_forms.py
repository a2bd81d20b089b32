"""The cases that the judge writes are cases there, and nothing that differs by a character is one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import Instance
from judge.problems import read_package
from judge.problems.formats.case import write_case
from judge.problems.icpc.validators.case import CaseError, CaseForm
from judge.problems.icpc.validators.check_input import check_input
from judge.problems.puzzles import puzzle_named, puzzle_names
from judge.problems.row.export import form_of_row
from judge.problems.row.words import Row
from judge.problems.rules import plain
from tests.problems.make import TESTCASES, exported, tiny
from tests.problems.row.test_cases import MOST, REFUSED

OWN = [name for name in puzzle_names() if not puzzle_named(name).homework]


def form(name: str, *algorithms: str, without: str = "") -> CaseForm:
    row: Row = puzzle_named(name).row
    case = tuple(line for line in row.case if line != without)
    return form_of_row(msgspec.structs.replace(row, case=case), algorithms or ("ANY",))


WHOLE = form("lizards", "BFS", "SA")
BARE = form("queens", without="algorithm")
ALONE = form("spies")


@pytest.mark.parametrize("name", OWN)
def test_each_case_says_there_what_it_says_here(name: str) -> None:
    for board in tiny(name, 30, 2, 6):
        text = puzzle_named(name).cases.write(board)
        case = form(name).read(text)
        assert (case.n, case.columns, case.pieces) == (*board.shape, board.pieces)
        assert [list(row) for row in case.rows] == board.grid.tolist()
        assert case.layer == (None if board.layer is None else board.layer.tolist())
        assert check_input(text, form(name)) == (42, "")


def test_a_case_of_the_homework_is_read_whole() -> None:
    grid = np.array([[0, 2], [2, 0]], np.int8)
    case = WHOLE.read(write_case(Instance("SA", 2, 3, grid)))
    assert (case.algorithm, case.n, case.pieces) == ("SA", 2, 3)
    assert [list(row) for row in case.rows] == grid.tolist()


def test_what_a_form_leaves_out_follows_from_the_rest() -> None:
    case = ALONE.read(b"2\n")
    assert (case.algorithm, case.n, case.pieces, case.rows) == ("ANY", 2, 2, [b"\0\0", b"\0\0"])
    case = BARE.read(b"1\n1\n0\n")
    assert (case.algorithm, case.n, case.pieces, case.rows) == ("ANY", 1, 1, [b"\0"])


@pytest.mark.parametrize(
    ("text", "refusing"),
    [
        (b"SA\n2\n3\n02\n20", WHOLE),
        (b"SA\n2\n", WHOLE),
        (b"", WHOLE),
        (b"DFS\n2\n3\n02\n20\n", WHOLE),
        (b"SA \n2\n3\n02\n20\n", WHOLE),
        (b"SA\n02\n3\n02\n20\n", WHOLE),
        (b"SA\n20001\n3\n02\n20\n", WHOLE),
        (b"SA\n2\n0\n02\n20\n", WHOLE),
        (b"SA\n2\n3\n02\n", WHOLE),
        (b"SA\n2\n3\n02\n20\n\n", WHOLE),
        (b"SA\n2\n3\n02\n200\n", WHOLE),
        (b"SA\n2\n3\n02\n21\n", WHOLE),
        (b"SA\n2\n3\r\n02\n20\n", WHOLE),
        (b"2\n1\n00\n00\n", BARE),
        (b"2\n2\n00\n02\n", BARE),
        (b"2\n2\n", ALONE),
        (b"2 2\n00\n00", "most-queens"),
        (b"2 02\n00\n00\n", "most-queens"),
        (b"2\n1\n1\n" + b"0 1\n" * 12, "scooters"),
        (b"3 6\n\n", "no-three-in-line"),
    ],
)
def test_anything_else_is_refused(text: bytes, refusing: CaseForm | str) -> None:
    reader = form(refusing) if isinstance(refusing, str) else refusing
    with pytest.raises(CaseError) as caught:
        reader.read(text)
    assert check_input(text, reader) == (43, f"{caught.value}\n")


@pytest.mark.parametrize(("puzzle", "text"), [row[:2] for row in REFUSED if row[0] != MOST])
def test_what_is_no_case_here_is_none_there(puzzle: str, text: str) -> None:
    with pytest.raises(CaseError):
        form_of_row(puzzle_named(puzzle).row, ("ANY",)).read(text.encode())


def test_the_rules_in_an_export_are_those_of_the_judge() -> None:
    text = exported(read_package(TESTCASES / "lizards"))[0]["output_validator/validator.py"].decode()
    assert Path(plain.__file__).read_text().partition("Cell = ")[2].strip() in text
