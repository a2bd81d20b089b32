"""Large boards as an image: a pixel for each cell or for several, and a file that any viewer opens."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from judge.reports.picture.chosen import file_sketch
from judge.reports.picture.looks import CELLS, colour
from judge.reports.picture.scene import scene_of
from judge.reports.picture.sketch import Cells
from judge.reports.picture.svg import cells_png

sides = st.tuples(st.integers(1, 9), st.integers(1, 70))


@settings(max_examples=50)
@given(sides.flatmap(lambda shape: arrays(np.uint8, shape, elements=st.integers(0, len(CELLS) - 1))))
def test_each_pixel_has_the_colour_of_its_kind(pixels: np.ndarray) -> None:
    with Image.open(BytesIO(cells_png(Cells(pixels, (0, 0), (1, 1))))) as image:
        assert image.size == pixels.shape[::-1]
        seen = np.asarray(image.convert("RGB"))
    assert (seen == np.array([colour(name) for name in CELLS])[pixels]).all()


def test_a_closed_cell_differs_from_all_others_by_shape() -> None:
    grid = np.zeros((2, 70), np.int8)
    grid[0, :5] = (0, 1, 2, 3, 4)
    (cells, *_) = file_sketch(scene_of(grid)).ground
    each = cells.pixels.shape[1] // 70  # type: ignore[union-attr]
    looks = [cells.pixels[:each, k * each : (k + 1) * each] > 0 for k in range(5)]  # type: ignore[union-attr]
    assert len({look.tobytes() for look in looks}) == 5


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
