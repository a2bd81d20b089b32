"""What is accepted of lizards, and each fault of a board with its code, its cells and its words."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest

from judge.model import Answer, ReadWarning, Verdict
from judge.problems.puzzles import judge, puzzle_fits, read_answer
from tests.problems.puzzles.drawn import (
    board_answer,
    case_of,
    columns_answer,
    grid_of,
)


def test_a_valid_board_is_accepted_with_and_without_an_answer_of_the_package() -> None:
    grid, right = grid_of(".T. ... T.."), board_answer("LTL ... T..")
    assert judge(case_of(grid, 2), "lizards", right) is None
    assert judge(case_of(grid, 2, board_answer(".T. ..L TL.")), "lizards", right) is None


@pytest.mark.parametrize(
    ("answer", "code", "cells", "message"),
    [
        ("LT .. T.", "E105", (), "the returned board is 3 x 2, but it must be 3 x 3"),
        ("LT. .L.", "E104", (), "the returned board is 2 x 3, but it must be 3 x 3"),
        ("LTL. .... T...", "E105", (), "the returned board is 3 x 4, but it must be 3 x 3"),
        ("L.L ... T..", "E109", ((1, 2),), "the tree at row 1, column 2 is missing"),
        (".L. ... T.L", "E109", ((1, 2),), "a lizard stands on the tree at row 1, column 2"),
        ("LTL ..T T..", "E110", ((2, 3),), "a tree stands at row 2, column 3, where the case has none"),
        ("LT. ... T..", "E108", (), "the board holds 1 lizard, but 2 must be placed"),
        ("LTL ... T.L", "E108", (), "the board holds 3 lizards, but 2 must be placed"),
        ("LT. .L. T..", "E106", ((1, 1), (2, 2)), "two lizards can eat each other"),
    ],
)
def test_each_fault_of_a_board(answer: Any, code: str, cells: Any, message: str) -> None:
    finding = judge(case_of(grid_of(".T. ... T.."), 2), "lizards", board_answer(answer))
    assert finding is not None
    assert (finding.code, finding.cells, finding.message) == (code, cells, message)
    assert finding.verdict is Verdict.WA
    assert finding.help


@pytest.mark.parametrize("value", [3, -1, -128, 127])
def test_a_hostile_cell_is_named(value: object) -> None:
    board = grid_of("LTL ... T..")
    board[1, 2] = value
    finding = judge(case_of(grid_of(".T. ... T.."), 2), "lizards", Answer(board=board))
    assert finding is not None
    assert (finding.code, finding.cells) == ("E121", ((2, 3),))
    assert str(value) in finding.message


@pytest.mark.parametrize("shape", [(), (0,), (9,), (3, 3, 1), (0, 0)])
def test_a_hostile_shape_is_refused(shape: tuple[int, ...]) -> None:
    answer = Answer(board=np.zeros(shape, dtype=np.int8))
    finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", answer)
    assert finding is not None
    assert finding.code == "E104"


def test_another_kind_of_answer_is_refused() -> None:
    for answer in (Answer(count=2), columns_answer([(0, 2, 1)], 3), Answer()):
        finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", answer)
        assert finding is not None
        assert finding.code == "E120"


def test_the_diagnostic_of_an_attack_says_where_and_how_far() -> None:
    case = case_of(grid_of("..... ...T. ..... ..... ....."), 2)
    text = b"OK\n00000\n01020\n00000\n00000\n00001\n"
    answer = read_answer(text, "lizards", 5)
    assert isinstance(answer, Answer)
    finding = judge(case, "lizards", answer)
    assert finding is not None
    assert finding.cells == ((2, 2), (5, 5))
    assert finding.where == "output.txt line 3, column 2 and line 6, column 5"
    assert finding.note == "2 free cells and no tree between them on the diagonal"
    assert finding.help == "move the lizard at row 5, column 5 to a cell that no other lizard sees"


@pytest.mark.parametrize(
    ("picture", "note"),
    [
        ("LL. ... ...", "no cell between them in the row"),
        ("L.. ... L..", "1 free cell between them in the column"),
        ("..L ... L..", "1 free cell between them on the diagonal"),
    ],
)
def test_the_note_names_the_line(picture: str, note: str) -> None:
    finding = judge(case_of(grid_of("... ... ..."), 2), "lizards", board_answer(picture))
    assert finding is not None
    assert finding.note == note


def test_where_fits_the_source_of_the_answer() -> None:
    case = case_of(grid_of("... ... ..."), 2)
    answer = board_answer("L.. ... L..")
    returned = judge(case, "lizards", answer)
    assert returned is not None
    assert returned.where == "row 1, column 1 and row 3, column 1 of the returned board"
    blanks = msgspec.structs.replace(answer, first_line=2, warnings=(ReadWarning("W107", "blanks", 2),))
    text = judge(case, "lizards", blanks)
    assert text is not None
    assert text.where == "output.txt line 2 and line 4", "with blanks between the digits columns are not known"


def test_lizards_take_any_case() -> None:
    puzzle_fits(case_of(grid_of("..T ..T ..."), 7).board, "lizards")
