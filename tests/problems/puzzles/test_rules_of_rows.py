"""Each rule as a part of a puzzle: what it says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Case, Instance
from judge.problems.puzzles.constraints import (
    Rule,
    bishops_apart,
    knights_apart,
    no_attack,
    none_in_line,
    none_touch,
    rooks_apart,
)
from tests.problems.puzzles.made import (
    ALIKE,
    COLUMNS_ALIKE,
    REGIONS_ALIKE,
    ROWS_ALIKE,
    case_of,
    fault,
    judged,
    puzzle_of,
    rules_by,
    shown,
)

STARS: tuple[Rule, ...] = (*ROWS_ALIKE, *COLUMNS_ALIKE, *REGIONS_ALIKE, none_touch)
WINDOWS = rules_by(window={"size": [2, 2], "most": 1})
WINDOW = "the window of 2 x 2 cells from row 1, column 1 on"
TWO_EACH = rules_by(**ALIKE, region=2)
REGIONS = "11122 11222 33244 33554 55554"
STAR_BATTLE = ".L... ...L. L.... ..L.. ....L"


@pytest.mark.parametrize(
    ("rules", "picture", "code", "message", "cells"),
    [
        ([rooks_apart], "L.L ...", "E106", "two pieces attack each other", ((1, 1), (1, 3))),
        ([rooks_apart], "LTL ...", "", "", ()),
        ([rooks_apart], "L.. .L.", "", "", ()),
        ([bishops_apart], "L.. .L.", "E106", "two pieces attack each other", ((1, 1), (2, 2))),
        ([bishops_apart], "L.L ...", "", "", ()),
        ([knights_apart], "L.. TTL", "E106", "two pieces attack each other", ((1, 1), (2, 3))),
        ([no_attack, knights_apart], "L.. ..L", "E106", "two pieces attack each other", ((1, 1), (2, 3))),
        ([none_touch], "L.. .L.", "E128", "two pieces touch each other", ((1, 1), (2, 2))),
        ([none_touch], "L.L ... L.L", "", "", ()),
        ([none_in_line], "L.. .L. ..L", "E107", "three pieces stand on one straight line", ((1, 1), (2, 2), (3, 3))),
        ([none_in_line], "LL. LL. ...", "", "", ()),
        ([none_in_line], "LLL", "E107", "three pieces stand on one straight line", ((1, 1), (1, 2), (1, 3))),
        (ROWS_ALIKE, "LL. ... .L.", "E129", "row 1 holds 2 pieces, but it must hold 1", ((1, 1), (1, 2))),
        (COLUMNS_ALIKE, "L.. L.. .L.", "E129", "column 1 holds 2 pieces, but it must hold 1", ((1, 1), (2, 1))),
        (ROWS_ALIKE, "L.. .LL ...", "E129", "row 2 holds 2 pieces, but it must hold 1", ((2, 2), (2, 3))),
        (COLUMNS_ALIKE, "L.. ..L ..L", "E129", "column 2 holds 0 pieces, but it must hold 1", ()),
        (WINDOWS, "... LL. ...", "E129", f"{WINDOW} holds 2 pieces, but it must hold at most 1", ((2, 1), (2, 2))),
    ],
)
def test_what_a_rule_says(
    rules: Sequence[Rule], picture: str, code: str, message: str, cells: tuple[tuple[int, int], ...]
) -> None:
    board = "".join("." if cell == "L" else cell for cell in picture)
    finding = judged(puzzle_of(rules), case_of(board, picture.count("L")), shown(picture))
    assert (finding.code, finding.message, finding.cells) == (code, message, cells) if finding else code == ""


def test_the_notes_say_how_far_and_which_way() -> None:
    finding = fault(puzzle_of([none_in_line]), case_of("...... " * 3, 3), shown("....L. ..L... L....."))
    assert finding.note == "(1, 5), (2, 3) and (3, 1): one step is 1 row down, 2 columns left"
    finding = fault(puzzle_of([knights_apart]), case_of("... ...", 2), shown("..L L.."))
    assert finding.note.startswith("a knight's move apart: 1 row and 2 columns;")
    finding = fault(puzzle_of([none_touch]), case_of(".. ..", 2), shown("L. L."))
    assert finding.note == "their cells meet at a side"


def star_case(regions: str = REGIONS, pieces: int = 5) -> Case:
    return case_of("..... " * 5, pieces, layer=regions)


def test_star_battle_is_five_parts() -> None:
    assert judged(puzzle_of(STARS), star_case(), shown(STAR_BATTLE)) is None
    assert judged(puzzle_of(STARS), star_case("12345 " * 5), shown(STAR_BATTLE)) is None
    wrong = fault(puzzle_of(STARS), star_case("11111 11112 33333 44444 55555"), shown(STAR_BATTLE))
    assert (wrong.code, wrong.cells) == ("E129", ((1, 2), (2, 4)))
    assert wrong.message == "the region of row 1, column 1 holds 2 pieces, but it must hold 1"


def test_each_region_has_a_number_of_its_own() -> None:
    puzzle = puzzle_of(TWO_EACH)
    assert judged(puzzle, case_of(".. ..", 4, layer="11 22"), shown("LL LL")) is None
    finding = fault(puzzle, case_of(".. ..", 3, layer="11 22"), shown("LL L."))
    assert finding.message == "the region of row 2, column 1 holds 1 piece, but it must hold 2"
    assert finding.note == "1 too few"


def test_a_case_without_regions_is_none() -> None:
    with pytest.raises(JudgeError) as caught:
        judged(puzzle_of(REGIONS_ALIKE), case_of("..", 1), shown("L."))
    assert caught.value.code == "E410"


def test_spies_stand_two_on_a_line() -> None:
    lines = [one.cells for one in none_in_line.quotas(Instance("ANY", 5, 5, np.zeros((5, 5), np.int8)))]
    assert len(lines) == len({frozenset(cells) for cells in lines}) == 32, "5 rows, 5 columns, 10 diagonals, 12 steep"
    assert ((0, 0), (1, 2), (2, 4)) in lines
