"""Weights of cells: a number on each cell where there is room to read it, and the piece is still seen."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model.layer import Layer
from judge.reports.page.style import COLOURS
from judge.reports.picture import cell_width, drawn, part
from judge.reports.picture.chosen import file_sketch
from judge.reports.picture.looks import DARK, LIGHT, LOOKS, WEIGHTS
from judge.reports.picture.scene import CLOSED, FREE, PIECE, TREE, Scene, scene_of
from judge.reports.picture.svg import AnswerDrawing, answers_svg, board_svg, svg_file
from judge.reports.picture.weights import MOST
from judge.reports.picture.words import in_words
from tests.reports.page.test_style import contrast
from tests.reports.picture.boards import board

KINDS = ("weight", "crossed", "borne", "below")


def layered(grid: np.ndarray, marks: tuple[tuple[int, int], ...] = (), times: int = 1, first: int = 0) -> Scene:
    """A scene whose cells weigh 0, 1, 2 and so on from the upper left, times a number."""
    numbers = first + times * np.arange(grid.size, dtype=np.int64).reshape(grid.shape)
    return scene_of(grid, "officer", marks, (), Layer(numbers, parted=False))


def written(svg: str) -> dict[str, list[int]]:
    """The weights of a picture, by their kind."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for kind, text in re.findall(rf'class="({"|".join(KINDS)})\d?"[^>]*>(-?\d+)<', svg):
        found[kind].append(int(text))
    return found


def test_each_free_cell_and_each_piece_has_its_weight() -> None:
    grid = board(4, (1, 2), (2, 4), (4, 4), trees=[(3, 3)])
    grid[0, 0] = CLOSED
    scene = layered(grid, ((2, 4), (4, 4)))
    svg = svg_file(scene, file_sketch(scene))
    assert written(svg) == {
        "weight": [2, 3, 4, 5, 6, 8, 9, 12, 13, 14],
        "crossed": [11],
        "borne": [1],
        "below": [7, 15],
    }
    assert re.findall(r'class="named"[^>]*>(\w)<', svg) == ["A", "B"]
    assert 'class="ink"' not in svg
    assert svg.index('class="piece"') < svg.index('class="borne2"'), "a number is above the piece that it is of"
    assert svg.index('class="conflict"') < svg.index('class="crossed2"')
    assert "Each cell has a weight, from 0 to 15. " in in_words(scene)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, MOST), st.integers(1, MOST), st.integers(0, 10**4))
def test_every_number_is_written_once(rows: int, columns: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    grid = dice.choice([FREE, PIECE, TREE, CLOSED], (rows, columns), p=[0.6, 0.2, 0.1, 0.1]).astype(np.int8)
    numbers = dice.integers(-99, 999, grid.shape)
    scene = scene_of(grid, "officer", (), (), Layer(numbers, parted=False))
    found = written(svg_file(scene, file_sketch(scene)))
    assert found["weight"] == numbers[grid == FREE].tolist()
    assert found["borne"] == numbers[grid == PIECE].tolist()


@pytest.mark.parametrize(
    ("n", "times", "signs"), [(9, 1, 2), (9, 10, 3), (9, 100, 4), (9, -10, 4), (9, 1000, 0), (MOST + 1, 0, 0)]
)
def test_what_can_not_be_read_is_not_written(n: int, times: int, signs: int) -> None:
    scene = layered(board(n, (1, 1)), times=times)
    svg = svg_file(scene, file_sketch(scene))
    assert {int(kind) for kind in re.findall(r'class="weight(\d)"', svg)} == ({signs} if signs else set())
    assert len(written(svg)["borne"]) == bool(signs)


def test_a_page_has_them_on_each_answer() -> None:
    under = layered(board(4, trees=[(3, 3)]))
    ground, pictures = answers_svg(under, [AnswerDrawing(board(4, at, trees=[(3, 3)])) for at in ((1, 2), (2, 1))], "b")
    assert written(ground) == {kind: [] for kind in KINDS}, "below a piece no number sticks out"
    assert [written(one)["borne"] for one in pictures] == [[1], [4]]
    assert all(len(written(one)["weight"]) == 14 for one in pictures)
    alone = board_svg(board(4), "officer", (), (), under.layer)
    assert len(written(alone)["weight"]) == 16
    other = board_svg(board(5), "officer", (), (), under.layer)
    assert written(other)["weight"] == [], "weights of another board"


@pytest.mark.parametrize("mode", [LIGHT, DARK])
def test_they_can_be_read_in_light_and_dark(mode: int) -> None:
    behind = {"weight": "cell", "crossed": "cell", "borne": "text"}
    for kind, ground in behind.items():
        for signs in WEIGHTS:
            assert contrast(COLOURS[LOOKS[f"{kind}{signs}"].fill][mode], COLOURS[ground][mode]) >= 7
    for kind in ("named", "below"):
        assert contrast(COLOURS[LOOKS[kind].fill][mode], COLOURS["alarm"][mode]) >= 4.5


# --- as text ---------------------------------------------------------------------------------------------------------
def test_a_terminal_has_numbers_in_place_of_dots() -> None:
    grid = board(4, (1, 2), (2, 4), (4, 4), trees=[(3, 3)])
    assert drawn(layered(grid, ((2, 4), (4, 4)))).plain.splitlines() == [
        "    1   2   3   4",
        "1   0  O1   2   3",
        "2   4   5   6  O7   <- officer A  row 2, column 4",
        "3   8   9   T  11",
        "4  12  13  14 O15   <- officer B  row 4, column 4",
    ]
    many = drawn(layered(board(12, columns=11), times=0)).plain.splitlines()
    assert many[0] == "    1  2  3  4  5  6  7  8  9 10 11"
    assert many[12].startswith("12  0  0")


def test_without_room_for_numbers_there_are_dots() -> None:
    scene = layered(board(8, (1, 1)))
    wide = cell_width(scene) * 8 + 2
    assert drawn(scene, wide).plain.splitlines()[1] == "1  O0   1   2   3   4   5   6   7"
    assert drawn(scene, wide - 1).plain.splitlines()[1] == "1 O . . . . . . ."
    assert drawn(scene, wide, 9).plain.splitlines()[1].startswith("1  O0")
    assert drawn(scene, wide, 8).plain.splitlines()[1].startswith("1 O . .")


def test_a_part_has_its_weights() -> None:
    said = part(layered(board(12, (10, 11))), (9, 10), (2, 3)).plain
    assert said == "     10   11   12\n 9  105  106  107\n10  117 O118  119\nrows 9-10, columns 10-12"


def test_colours_of_numbers() -> None:
    grid = board(3, (1, 1), (3, 3))
    text = drawn(layered(grid, ((1, 1), (3, 3))))
    styles = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert (styles["O0"], styles["O8"], styles["4"]) == ("bold red", "bold red", "red")
    plain = drawn(layered(board(2, (2, 2))))
    styles = {plain.plain[span.start : span.end]: span.style for span in plain.spans if span.style}
    assert (styles["0"], styles["O3"]) == ("dim", "yellow")
