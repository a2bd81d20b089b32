"""One arrangement on boards of any shape, with closed cells and given pieces, as boards and as columns."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer
from judge.problems.formats.answer_format import boards
from judge.problems.puzzles.constraints import no_attack
from tests.problems.puzzles.made import case_of, code, grid_of, judged, puzzle_of, shown

QUEENS = puzzle_of([no_attack], answers=boards(columns=True))
GIVEN = ".L.. .... .... ..#."


@pytest.mark.parametrize(
    ("picture", "found"),
    [
        (".L.. ...L L... ....", ""),
        (".L.. ...L L... ..#.", ""),
        (".L.. ...L L... ..L.", "E126"),
        (".L.. ...L L... ..T.", "E126"),
        ("..L. L... ...L ..#.", "E127"),
        (".... ...L L... ..#.", "E127"),
        (".L.. ...L L.#. ..#.", "E121"),
        (".LT. ...L L... ..#.", "E110"),
        (".L.. ...L .... ..#.", "E108"),
        (".L.. ..L. L... ..#.", "E106"),
    ],
)
def test_closed_cells_and_given_pieces(picture: str, found: str) -> None:
    assert code(QUEENS, case_of(GIVEN, 3), shown(picture)) == found


def test_findings_name_cell_and_number() -> None:
    finding = judged(QUEENS, case_of("LL. ..# .#.", 3), shown("... ..L .L."))
    assert finding
    assert (finding.code, finding.cells) == ("E126", ((2, 3),))
    assert finding.note == "in all, 2 cells hold something that must stay empty"
    finding = judged(QUEENS, case_of("LL. ..# .#.", 3), shown("..L ..# .#."))
    assert finding
    assert (finding.code, finding.cells) == ("E127", ((1, 1),))
    assert finding.note == "in all, 2 pieces that the case gives are missing"


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ((1, 3, 0, 2), ""),
        ((2, 0, 3, 1), "E127"),
        ((1, 3, 0, 4), "E115"),
        ((1, 3, 2, 1), "E106"),
        ((1, 3, 2, 0), "E126"),
    ],
)
def test_columns_are_looked_at_the_same_way(columns: tuple[int, ...], found: str) -> None:
    case = case_of(".L.. .... .... #...", 4)
    assert code(QUEENS, case, Answer(columns=np.array([columns]))) == found


def test_a_queen_on_a_closed_cell_given_by_columns() -> None:
    assert code(QUEENS, case_of(".L.. .... .... ..#.", 4), Answer(columns=np.array([[1, 3, 0, 2]]))) == "E126"
    assert code(QUEENS, case_of(".L.. .... .... ..T.", 4), Answer(columns=np.array([[1, 3, 0, 2]]))) == "E109"


def test_a_board_that_is_no_square() -> None:
    case = case_of("..... .....", 2)
    assert judged(QUEENS, case, shown("L.... ..L..")) is None
    assert judged(QUEENS, case, Answer(columns=np.array([[4, 0]]))) is None
    assert code(QUEENS, case, Answer(columns=np.array([[5, 0]]))) == "E115"
    finding = judged(QUEENS, case, Answer(board=grid_of("L.. ..L")))
    assert finding
    assert (finding.code, finding.message) == ("E105", "the returned board is 2 x 3, but it must be 2 x 5")


def test_the_later_piece_is_to_be_moved_unless_it_is_given() -> None:
    finding = judged(QUEENS, case_of(".... ...L", 2), shown("..L. ...L"))
    assert finding
    assert finding.help.startswith("move the piece at row 1, column 3 ")
