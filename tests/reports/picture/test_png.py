"""Boards as PNG: of the promised size, with the colours of what is on them."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image

from judge.reports.picture.chosen import file_sketch
from judge.reports.picture.looks import colour
from judge.reports.picture.png import png
from judge.reports.picture.scene import GAP, Scene, scene_of
from judge.reports.picture.shapes import cell_sketch
from tests.reports.page.made import VECTORS
from tests.reports.picture.boards import board, scenes


@settings(max_examples=8, deadline=None)
@given(scenes())
def test_any_picture_opens_and_has_its_size(scene: Scene) -> None:
    sketch = cell_sketch(scene) if GAP in (*scene.rows, *scene.columns) else file_sketch(scene)
    image = Image.open(BytesIO(png(sketch)))
    image.load()
    assert image.size == sketch.pixels


def test_what_is_drawn_has_its_colour() -> None:
    scene = scene_of(board(4, (1, 1), (2, 2), (4, 3), trees=[(3, 1)]), "queen", ((1, 1), (2, 2)), [(4, 3)])
    image = Image.open(BytesIO(png(cell_sketch(scene))))
    centre = {cell: (cell[1] * 48 + 24, cell[0] * 48 + 24) for cell in ((3, 1), (4, 3), (1, 3))}
    assert image.getpixel(centre[3, 1]) == colour("tree")
    assert image.getpixel(centre[4, 3]) == colour("text")
    assert image.getpixel(centre[1, 3]) == colour("cell")
    corner = (centre[4, 3][0] - 15, centre[4, 3][1] - 15)
    assert image.getpixel(corner) == colour("text"), "a given piece has corners"
    between = (2 * 48, 2 * 48)
    assert image.getpixel(between) == colour("alarm"), "the line"


def test_each_cell_of_a_large_board_is_a_pixel() -> None:
    grid = np.random.default_rng(1).integers(0, 3, (1000, 600), np.int8)
    sketch = file_sketch(scene_of(grid))
    image = np.asarray(Image.open(BytesIO(png(sketch))))
    left, top = (round(part * sketch.scale) for part in sketch.ground[0].at)  # type: ignore[union-attr]
    inside = image[top + 2 : top + 998, left + 2 : left + 598]  # its frame covers the outermost cells
    seen = np.array([colour(name) for name in ("cell", "text", "forest")])[grid]
    assert (inside == seen[2:998, 2:598]).all()


def test_a_closed_cell_differs_from_all_others_by_shape() -> None:
    grid = np.zeros((2, 70), np.int8)
    grid[0, :5] = (0, 1, 2, 3, 4)
    (cells, *_) = file_sketch(scene_of(grid)).ground
    each = cells.pixels.shape[1] // 70  # type: ignore[union-attr]
    looks = [cells.pixels[:each, k * each : (k + 1) * each] > 0 for k in range(5)]  # type: ignore[union-attr]
    assert len({look.tobytes() for look in looks}) == 5
    small = Image.open(BytesIO(png(cell_sketch(scene_of(np.array([[3, 0]], np.int8))))))
    assert [small.getpixel((across, 72)) for across in (72, 120)] == [colour("text"), colour("cell")]


@pytest.mark.parametrize("noun", [*VECTORS, "", "\ud800", "\U0001f98e"])
def test_a_hostile_noun_breaks_nothing(noun: str) -> None:
    scene = scene_of(board(3, (1, 1)), noun, ((1, 1),))
    assert Image.open(BytesIO(png(file_sketch(scene)))).size == cell_sketch(scene).pixels


def test_of_a_huge_board_several_cells_are_a_pixel() -> None:
    """Of 2 x 2 cells one piece is enough, a tree is not."""
    grid = np.zeros((4, 6001), np.int8)
    grid[0, 0] = grid[0, 6000] = 1
    grid[0:2, 2:4] = 2
    grid[2, 2:4] = 2
    sketch = file_sketch(scene_of(grid))
    pixels = sketch.ground[0].pixels  # type: ignore[union-attr]
    assert pixels.shape == (2, 3001)
    assert pixels[:, :3].tolist() == [[1, 2, 0], [0, 0, 0]]
    assert pixels[0, 3000] == 1
    assert max(sketch.pixels) < 4500
    assert Image.open(BytesIO(png(sketch))).size == sketch.pixels
