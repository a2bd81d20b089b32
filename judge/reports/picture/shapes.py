"""Make the shapes of a scene whose cells are large enough to be drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.reports.picture.looks import LOOKS
from judge.reports.picture.scene import CLOSED, FREE, GAP, LETTERS, PIECE, TREE
from judge.reports.picture.sketch import SIDE, AnyShape, Box, Dots, Label, Point, Sketch, Strokes, Trees
from judge.reports.picture.weights import Weights

if TYPE_CHECKING:
    from judge.reports.picture.scene import Cell, Grid, Scene

_FEW: Final = 12  # rows that are all numbered; of more, one in so many:
_SELDOM: Final = 5
_DIGIT: Final = 8  # width of a digit
_NARROW: Final = 3  # digits that fit above a column; more are written small
_BAR: Final = SIDE / 4  # half the longest bar of a closed cell, down and across
_EDGE: Final = 0.2 * SIDE  # free at the right and below
_LARGE: Final = 24  # rows or columns; a file of fewer has twice the pixels
_MIDDLE: Final = 0.36  # of the height of letters: how far below a middle they stand


class _Layout(msgspec.Struct, frozen=True, eq=False):
    """Where the cells of a scene are."""

    scene: Scene
    left: float  # of the first column
    across: dict[int, float]  # the middle of each column that is shown
    down: dict[int, float]

    def at(self, cell: Cell) -> Point:
        """Return the middle of a cell that is shown."""
        return self.across[cell[1]], self.down[cell[0]]

    def places(self, cells: Sequence[Cell]) -> tuple[Point, ...]:
        """Return the middles of cells."""
        return tuple(map(self.at, cells))


def cell_sketch(scene: Scene) -> Sketch:
    """Return the picture of a scene, each of its cells drawn."""
    layout = _layout(scene)
    width, height = layout.left + len(scene.columns) * SIDE + _EDGE, (len(scene.rows) + 1) * SIDE + _EDGE
    ground = (*_floor(layout), *_numbers(layout, loud=False), *_trees(layout), *_closed(layout), *_borders(layout))
    pieces, weights = _pieces(layout), Weights.of(layout.scene)
    free, crossed, borne = _weights(layout, weights)
    marked = _marked(layout, weights)
    things = (*free, *pieces, *borne, *_line(layout), *crossed, *marked, *_numbers(layout, loud=True))
    scale = 1 if max(len(scene.rows), len(scene.columns)) > _LARGE else 2
    return Sketch(width, height, ground, things, scale)


def _layout(scene: Scene) -> _Layout:
    left = max(SIDE, len(str(max(scene.rows))) * _DIGIT + 8)
    across = {number: left + (k + 0.5) * SIDE for k, number in enumerate(scene.columns) if number != GAP}
    down = {number: (k + 1.5) * SIDE for k, number in enumerate(scene.rows) if number != GAP}
    return _Layout(scene, left, across, down)


# --- what several answers share --------------------------------------------------------------------------------------
def _floor(layout: _Layout) -> list[AnyShape]:
    scene, left, top = layout.scene, layout.left, SIDE
    wide, high = len(scene.columns) * SIDE, len(scene.rows) * SIDE
    lines = [((left + k * SIDE, top), (left + k * SIDE, top + high)) for k in range(1, len(scene.columns))]
    lines += [((left, top + k * SIDE), (left + wide, top + k * SIDE)) for k in range(1, len(scene.rows))]
    found: list[AnyShape] = [Box("floor", (left, top), (wide, high))]
    if lines:
        found.append(Strokes("grid", tuple(lines)))
    found += [Box("gap", (left + k * SIDE, top), (SIDE, high)) for k, c in enumerate(scene.columns) if c == GAP]
    found += [Box("gap", (left, top + k * SIDE), (wide, SIDE)) for k, r in enumerate(scene.rows) if r == GAP]
    return found


def _numbers(layout: _Layout, *, loud: bool) -> list[AnyShape]:
    """Return the numbers of the marked rows and columns if `loud`, else of the others."""
    scene = layout.scene
    rows, columns = {row for row, _ in scene.marks}, {column for _, column in scene.marks}
    small = len(str(max(scene.columns))) > _NARROW
    found: list[AnyShape] = []
    for k, text in _told(scene.columns, columns, loud=loud):
        found.append(Label(_kind(text, loud, small), text, (layout.left + (k + 0.5) * SIDE, 0.75 * SIDE)))
    for k, text in _told(scene.rows, rows, loud=loud):
        found.append(Label(_kind(text, loud, small=False), text, (layout.left / 2, (k + 1.68) * SIDE)))
    return found


def _told(shown: Sequence[int], marked: set[int], *, loud: bool) -> list[tuple[int, str]]:
    """Return the places of the numbers that are written, each with its text."""
    if loud:
        return [(k, str(number)) for k, number in enumerate(shown) if number in marked]
    step = 1 if len(shown) <= _FEW else _SELDOM
    written = [(k, n) for k, n in enumerate(shown) if n not in marked and (n % step == 0 or n == 1)]
    return [(k, "\N{HORIZONTAL ELLIPSIS}" if number == GAP else str(number)) for k, number in written]


def _kind(text: str, loud: bool, small: bool) -> str:
    if small and text.isdigit():
        return "loud-fine" if loud else "fine"
    return "loud" if loud else "number"


def _trees(layout: _Layout) -> list[AnyShape]:
    trees = layout.places(_cells(layout.scene, lambda part: part == TREE))
    return [Trees("tree", trees)] if trees else []


def _closed(layout: _Layout) -> list[AnyShape]:
    """Return three bars across each closed cell."""
    middles = layout.places(_cells(layout.scene, lambda part: part == CLOSED))
    bars = [
        ((across + aside - half, down + aside + half), (across + aside + half, down + aside - half))
        for across, down in middles
        for aside, half in ((-_BAR, _BAR / 2), (0, _BAR), (_BAR, _BAR / 2))
    ]
    return [Strokes("closed", tuple(bars))] if bars else []


def _borders(layout: _Layout) -> list[AnyShape]:
    """Return the lines between cells of different regions."""
    regions, half = layout.scene.regions, SIDE / 2
    if regions is None:
        return []
    lines: list[tuple[Point, Point]] = []
    for row, down in layout.down.items():
        for column, across in layout.across.items():
            here = regions[row - 1, column - 1]
            if column + 1 in layout.across and regions[row - 1, column] != here:
                lines.append(((across + half, down - half), (across + half, down + half)))
            if row + 1 in layout.down and regions[row, column - 1] != here:
                lines.append(((across - half, down + half), (across + half, down + half)))
    return [Strokes("border", tuple(lines))] if lines else []


def _cells(scene: Scene, chosen: Callable[[Grid], Any]) -> list[Cell]:
    """Return the shown cells whose values are chosen."""
    rows, columns = ([k for k in numbers if k != GAP] for numbers in (scene.rows, scene.columns))
    part = scene.board[np.ix_([row - 1 for row in rows], [column - 1 for column in columns])]
    return [(rows[r], columns[c]) for r, c in np.argwhere(chosen(part)).tolist()]


# --- what is on it ---------------------------------------------------------------------------------------------------
def _pieces(layout: _Layout) -> list[AnyShape]:
    scene = layout.scene
    pieces = [cell for cell in _cells(scene, lambda part: part == PIECE) if cell not in scene.marks]
    given = [cell for cell in pieces if cell in scene.given]
    placed = [cell for cell in pieces if cell not in scene.given]
    both = (("piece", placed), ("given", given))
    found: list[AnyShape] = [Dots(kind, layout.places(cells)) for kind, cells in both if cells]
    return found + _unknown(layout)


def _weights(layout: _Layout, weights: Weights | None) -> tuple[list[AnyShape], list[AnyShape], list[AnyShape]]:
    """Return the weights of free cells, of those with a line through them, and of those with a piece that has no
    mark."""
    scene, lined = layout.scene, set(layout.scene.line)
    if weights is None:
        return [], [], []
    free, taken = (_cells(scene, lambda part, what=what: part == what) for what in (FREE, PIECE))  # type: ignore[misc]
    kinds = {
        "weight": [cell for cell in free if cell not in lined],
        "crossed": [cell for cell in free if cell in lined],
        "borne": [cell for cell in taken if cell not in scene.marks],
    }
    made = [[_weight(layout, weights, kind, cell) for cell in cells] for kind, cells in kinds.items()]
    return made[0], made[1], made[2]


def _weight(layout: _Layout, weights: Weights, kind: str, cell: Cell) -> AnyShape:
    (across, down), kind = layout.at(cell), f"{kind}{weights.signs}"
    return Label(kind, weights.text(cell), (across, down + LOOKS[kind].font * _MIDDLE))


def _unknown(layout: _Layout) -> list[AnyShape]:
    """Return a sign for each cell that holds no value of a board."""
    scene = layout.scene
    places = layout.places(_cells(scene, lambda part: (part < FREE) | (part > CLOSED)))
    return [Label("loud", "?", (across, down + 5)) for across, down in places]


def _line(layout: _Layout) -> list[AnyShape]:
    """Return the line of a conflict, with a rim that parts it from what it crosses."""
    scene = layout.scene
    if not scene.line or not all(map(scene.shows, scene.marks)):
        return []
    path = (_path(layout, scene.line[0], scene.line[-1]),)
    return [Strokes("halo", path), Strokes("conflict", path)]


def _path(layout: _Layout, first: Cell, last: Cell) -> tuple[Point, ...]:
    """Return a straight line of the board as it is seen: it has its true slope, and bends only at the edges of a gap,
    where rows or columns are pressed together."""
    begin, step = np.array(first, float), np.array(last, float) - first
    edges = [_gap_edges(shown) for shown in (layout.scene.rows, layout.scene.columns)]
    crossed = [(edge - begin[k]) / step[k] for k in (0, 1) if step[k] for edge in edges[k]]
    times = sorted({0.0, 1.0, *(float(time) for time in crossed if 0 < time < 1)})
    seen = [begin + time * step for time in times]
    return tuple((_seen(layout.across, column), _seen(layout.down, row)) for row, column in seen)


def _gap_edges(shown: Sequence[int]) -> list[float]:
    """Return where gaps begin and end, between two numbers."""
    found = []
    for one, next_ in pairwise(shown):
        if next_ == GAP:
            found.append(one + 0.5)
        elif one == GAP:
            found.append(next_ - 0.5)
    return found


def _seen(middles: dict[int, float], number: float) -> float:
    """Return where a place between two numbers is drawn."""
    edges = [(n + half, middle + half * SIDE) for n, middle in middles.items() for half in (-0.5, 0.5)]
    numbers, places = ([edge[k] for edge in edges] for k in (0, 1))
    return float(np.interp(number, numbers, places))


def _marked(layout: _Layout, weights: Weights | None) -> list[AnyShape]:
    scene, found = layout.scene, list[AnyShape]()
    for letter, cell in zip(LETTERS, scene.marks, strict=False):
        if not scene.shows(cell):
            continue
        across, down = layout.at(cell)
        if scene.value(cell) == PIECE:
            found.append(Dots("marked-given" if cell in scene.given else "marked", ((across, down),)))
            text = letter if len(scene.marks) > 1 else scene.piece[:1].upper()
            if weights is None:
                found.append(Label("ink", text, (across, down + 5)))
            else:
                found.append(Label("named", text, (across, down)))
                found.append(Label("below", weights.text(cell), (across, down + 7)))
        else:
            found.append(Box("frame", (across - 10, down - 10), (20, 20)))
    return found
