"""Make the shapes of a large board: each cell a pixel or a few of an image, its marks rings that can be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from judge.reports.page.html import Html, join_html
from judge.reports.picture.scene import CLOSED, FREE, PIECE, TREE
from judge.reports.picture.shapes import Point, Sketch, box, image, label, ring, strokes

if TYPE_CHECKING:
    from judge.reports.picture.scene import Cell, Grid, Scene

_SPAN: Final = 480.0  # units of the longer side
_SHARP: Final = 960  # pixels of a file that the longer side has at least, if its cells can have whole ones
_HEAD: Final = 24.0  # for the numbers above
_EDGE: Final = 18.0  # free at the right and below: a number may reach over it
_TICKS: Final = 8  # the most there are on a side
_FINE: Final = 512  # pixels of the image in which cells have a shape
_MOST: Final = 4000  # pixels of the image; of more cells several are one pixel
_RADIUS: Final = 9.0
_OTHER, _GIVEN, _BARRED = 3, 4, 5  # numbers of stamps beside FREE, PIECE and TREE


def overview_sketch(scene: Scene) -> Sketch:
    """Return the picture of a scene without gaps, its cells an image."""
    rows, columns = len(scene.rows), len(scene.columns)
    unit = _SPAN / max(rows, columns)
    left = len(str(scene.rows[-1])) * 8 + 12.0
    size = (columns * unit, rows * unit)
    view = _View(scene, (left, _HEAD), unit)
    ground = join_html(image(pixels(scene), (left, _HEAD), size), box("grid", (left, _HEAD), size), *view.numbers())
    scale = min(max(rows, columns) * max(1, _SHARP // max(rows, columns)), _MOST) / _SPAN
    things = join_html(view.line(), *view.marked())
    return Sketch(left + size[0] + _EDGE, _HEAD + size[1] + _EDGE, ground, things, scale)


class _View:
    """Where the cells of a scene are in an image, and what is drawn over it."""

    def __init__(self, scene: Scene, corner: Point, unit: float) -> None:
        self._scene, self._corner, self._unit = scene, corner, unit

    def _at(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        (left, top), rows, columns = self._corner, self._scene.rows, self._scene.columns
        return left + (cell[1] - columns[0] + 0.5) * self._unit, top + (cell[0] - rows[0] + 0.5) * self._unit

    def numbers(self) -> list[Html]:
        """Return round numbers at the edges, and those of marked rows and columns, where they have room."""
        scene, (left, top) = self._scene, self._corner
        found: list[Html] = []
        wide = len(str(scene.columns[-1])) * 8.0 + 6
        for column, kind in _told(scene.columns, [c for _, c in scene.marks], wide / self._unit):
            across = self._at((scene.rows[0], column))[0]
            found += [
                label(kind, str(column), (across, top - 8)),
                strokes("tick", [((across, top - 4), (across, top))]),
            ]
        for row, kind in _told(scene.rows, [r for r, _ in scene.marks], 14 / self._unit):
            down = self._at((row, scene.columns[0]))[1]
            place = (left - 6) / 2, down + 4
            found += [label(kind, str(row), place), strokes("tick", [((left - 4, down), (left, down))])]
        return found

    def line(self) -> Html:
        """Return the line of a conflict from its first cell to its last."""
        scene = self._scene
        path = [(self._at(scene.line[0]), self._at(scene.line[-1]))] if scene.joined else []
        return join_html(strokes("halo", path), strokes("conflict", path))

    def marked(self) -> list[Html]:
        """Return a ring around each marked cell, with its letter where there are several."""
        places = [(letter, self._at(cell)) for letter, cell in self._scene.named]
        radius = max(_RADIUS, self._unit)
        found = [ring(kind, at, radius) for _, at in places for kind in ("rim", "ring")]
        if len(self._scene.marks) > 1:
            found += [label("tag", letter, self._beside(at, radius)) for letter, at in places]
        return found

    def _beside(self, at: Point, radius: float) -> Point:
        """Return a place for a letter: right of a ring, or left of it at the right edge."""
        edge = self._corner[0] + len(self._scene.columns) * self._unit
        away = radius + 9
        return at[0] + (away if at[0] + away < edge else -away), at[1] + 5


def _told(shown: Sequence[int], marked: Sequence[int], apart: float) -> list[tuple[int, str]]:
    """Return the numbers to write, and the look of each: that of a mark is loud. No two are closer than `apart`."""
    steps = (digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5))
    step = next(step for step in steps if len(shown) / step <= _TICKS)
    wanted = [(number, "loud") for number in dict.fromkeys(marked) if shown[0] <= number <= shown[-1]]
    wanted += [(number, "number") for number in range(-(-shown[0] // step) * step, shown[-1] + 1, step)]
    kept: list[tuple[int, str]] = []
    for number, kind in [*wanted, (shown[0], "number")]:
        if all(abs(number - other) >= apart for other, _ in kept):
            kept.append((number, kind))
    return kept


# --- the image -------------------------------------------------------------------------------------------------------
def pixels(scene: Scene) -> Any:
    """Return the image of the shown cells: numbers of `looks.CELLS`."""
    (top, bottom), (left, right) = ((shown[0] - 1, shown[-1]) for shown in (scene.rows, scene.columns))
    board = scene.board[top:bottom, left:right]
    many = -(-max(board.shape) // _MOST)
    if many > 1:
        return _pooled(board, many)
    kinds = np.where((board >= FREE) & (board <= TREE), board, _OTHER).astype(np.uint8)
    kinds[board == CLOSED] = _BARRED
    for row, column in scene.given:
        if top < row <= bottom and left < column <= right:
            kinds[row - 1 - top, column - 1 - left] = _GIVEN
    each = max(1, min(8, _FINE // max(kinds.shape)))
    rows, columns = kinds.shape
    return _stamps(each)[kinds].transpose(0, 2, 1, 3).reshape(rows * each, columns * each)


def _pooled(board: Grid, many: int) -> Any:
    """Return a pixel for `many` x `many` cells: a piece if there is one, else a tree if most are trees.

    It goes by rows of pixels, as the largest board takes 400 MB itself.
    """
    rows, columns = board.shape
    begins = np.arange(0, columns, many)
    pixels = np.zeros((-(-rows // many), len(begins)), np.uint8)
    for k, line in enumerate(pixels):
        band = board[k * many : (k + 1) * many]
        trees = np.add.reduceat((band == TREE).sum(axis=0), begins)
        line[trees * 2 > many * many] = TREE
        line[np.logical_or.reduceat((band == PIECE).any(axis=0), begins)] = PIECE
    return pixels


def _stamps(each: int) -> Any:
    """Return how a cell of each kind looks in `each` x `each` pixels: a disc, a tree, a full cell, a square, bars.
    Without room for shapes a closed cell is as a tree."""
    down, across = np.mgrid[:each, :each] - (each - 1) / 2
    full = np.ones((each, each), bool)
    disc, tree, square, bars = full, full, full, full
    if each > 3:
        disc = across**2 + down**2 <= (each / 2 - 0.4) ** 2
        tree = abs(across) * 2 <= down + each / 2
        square = (abs(across) < each / 2 - 1) & (abs(down) < each / 2 - 1)
        bars = (across + down) % 3 == 0
    drawn = ((disc, PIECE), (tree, TREE), (full, _OTHER), (square, PIECE), (bars, TREE))
    free = np.zeros((each, each), np.uint8)
    return np.stack([free, *(np.where(where, kind, FREE).astype(np.uint8) for where, kind in drawn)])
