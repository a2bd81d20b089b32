"""Draw a scene whose cells are large enough to be drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.reports.page.html import Html, join_html
from judge.reports.picture.looks import LOOKS, WEIGHTS
from judge.reports.picture.scene import CLOSED, FREE, GAP, PIECE, TREE, longest_weight
from judge.reports.picture.shapes import SIDE, Point, Sketch, box, dots, label, strokes, trees

if TYPE_CHECKING:
    from judge.reports.picture.scene import Cell, Grid, Scene

_FEW: Final = 12  # rows that are all numbered; of more, one in so many:
_SELDOM: Final = 5
_DIGIT: Final = 8  # width of a digit
_NARROW: Final = 3  # digits that fit above a column; more are written small
_BAR: Final = SIDE / 4  # half the longest bar of a closed cell, down and across
_EDGE: Final = 0.2 * SIDE  # free at the right and below
_LARGE: Final = 24  # rows or columns; a file of fewer has twice the pixels
MOST_WEIGHED: Final = 24  # rows and columns: of more, a cell of a file is no larger than a letter
_MIDDLE: Final = 0.36  # of the height of letters: how far below a middle they stand


class _Layout(msgspec.Struct, frozen=True, eq=False):
    """Where the cells of a scene are. Weights are written as large as the longest, of `signs`, can be; 0 for none, and
    where they are too many or too long."""

    scene: Scene
    left: float  # of the first column
    across: dict[int, float]  # the middle of each column that is shown
    down: dict[int, float]
    signs: int

    def at(self, cell: Cell) -> Point:
        """Return the middle of a cell that is shown."""
        return self.across[cell[1]], self.down[cell[0]]

    def places(self, cells: Sequence[Cell]) -> list[Point]:
        """Return the middles of cells."""
        return list(map(self.at, cells))

    def weights(self, kind: str, cells: Sequence[Cell]) -> Html:
        """Return the weights of cells, in the look of this kind."""
        if not self.signs:
            return Html()
        below, kind = LOOKS[f"{kind}{self.signs}"].font * _MIDDLE, f"{kind}{self.signs}"
        places = ((cell, *self.at(cell)) for cell in cells)
        return join_html(*(label(kind, self.weight(cell), (across, down + below)) for cell, across, down in places))

    def weight(self, cell: Cell) -> str:
        """Return the weight of a cell."""
        return str(int(self.scene.weights[cell[0] - 1, cell[1] - 1]))


def cell_sketch(scene: Scene, ground: Html | None = None) -> Sketch:
    """Return the picture of a scene, each of its cells drawn, on a `ground` that is drawn already, or its own."""
    at = _layout(scene)
    width, height = at.left + len(scene.columns) * SIDE + _EDGE, (len(scene.rows) + 1) * SIDE + _EDGE
    free, taken = _cells(scene, lambda part: part == FREE), _cells(scene, lambda part: part == PIECE)
    on_line = set(scene.line)
    things = join_html(
        at.weights("weight", [cell for cell in free if cell not in on_line]),
        _pieces(at, taken),
        at.weights("borne", [cell for cell in taken if cell not in scene.marks]),
        _line(at),
        at.weights("crossed", [cell for cell in free if cell in on_line]),
        *_marked(at),
        _numbers(at, loud=True),
    )
    if ground is None:
        wood = trees(at.places(_cells(scene, lambda part: part == TREE)))
        ground = join_html(_floor(at), _numbers(at, loud=False), wood, _closed(at), _borders(at))
    return Sketch(width, height, ground, things, 1 if max(len(scene.rows), len(scene.columns)) > _LARGE else 2)


def _layout(scene: Scene) -> _Layout:
    left = max(SIDE, len(str(max(scene.rows))) * _DIGIT + 8)
    across = {number: left + (k + 0.5) * SIDE for k, number in enumerate(scene.columns) if number != GAP}
    down = {number: (k + 1.5) * SIDE for k, number in enumerate(scene.rows) if number != GAP}
    signs = 0
    if scene.weights is not None and max(len(scene.rows), len(scene.columns)) <= MOST_WEIGHED:
        signs = next((signs for signs in WEIGHTS if signs >= longest_weight(scene)), 0)
    return _Layout(scene, left, across, down, signs)


# --- what several answers share --------------------------------------------------------------------------------------
def _floor(at: _Layout) -> Html:
    scene, left, top = at.scene, at.left, SIDE
    wide, high = len(scene.columns) * SIDE, len(scene.rows) * SIDE
    lines = [((left + k * SIDE, top), (left + k * SIDE, top + high)) for k in range(1, len(scene.columns))]
    lines += [((left, top + k * SIDE), (left + wide, top + k * SIDE)) for k in range(1, len(scene.rows))]
    return join_html(
        box("floor", (left, top), (wide, high)),
        strokes("grid", lines),
        *(box("gap", (left + k * SIDE, top), (SIDE, high)) for k, c in enumerate(scene.columns) if c == GAP),
        *(box("gap", (left, top + k * SIDE), (wide, SIDE)) for k, r in enumerate(scene.rows) if r == GAP),
    )


def _numbers(at: _Layout, *, loud: bool) -> Html:
    """Return the numbers of the marked rows and columns if `loud`, else of the others."""
    scene = at.scene
    rows, columns = {row for row, _ in scene.marks}, {column for _, column in scene.marks}
    small = len(str(max(scene.columns))) > _NARROW
    found = [
        label(_kind(text, loud, small), text, (at.left + (k + 0.5) * SIDE, 0.75 * SIDE))
        for k, text in _told(scene.columns, columns, loud=loud)
    ]
    found += [
        label(_kind(text, loud, small=False), text, (at.left / 2, (k + 1.68) * SIDE))
        for k, text in _told(scene.rows, rows, loud=loud)
    ]
    return join_html(*found)


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


def _closed(at: _Layout) -> Html:
    """Return three bars across each closed cell."""
    return strokes(
        "closed",
        (
            ((across + aside - half, down + aside + half), (across + aside + half, down + aside - half))
            for across, down in at.places(_cells(at.scene, lambda part: part == CLOSED))
            for aside, half in ((-_BAR, _BAR / 2), (0, _BAR), (_BAR, _BAR / 2))
        ),
    )


def _borders(at: _Layout) -> Html:
    """Return the lines between cells of different regions."""
    regions, half = at.scene.regions, SIDE / 2
    lines: list[tuple[Point, Point]] = []
    for row, down in at.down.items() if regions is not None else ():
        for column, across in at.across.items():
            here = regions[row - 1, column - 1]
            if column + 1 in at.across and regions[row - 1, column] != here:
                lines.append(((across + half, down - half), (across + half, down + half)))
            if row + 1 in at.down and regions[row, column - 1] != here:
                lines.append(((across - half, down + half), (across + half, down + half)))
    return strokes("border", lines)


def _cells(scene: Scene, chosen: Callable[[Grid], Any]) -> list[Cell]:
    """Return the shown cells whose values are chosen."""
    rows, columns = ([k for k in numbers if k != GAP] for numbers in (scene.rows, scene.columns))
    part = scene.board[np.ix_([row - 1 for row in rows], [column - 1 for column in columns])]
    return [(rows[r], columns[c]) for r, c in np.argwhere(chosen(part)).tolist()]


# --- what is on it ---------------------------------------------------------------------------------------------------
def _pieces(at: _Layout, taken: Sequence[Cell]) -> Html:
    """Return the pieces without a mark, and a sign for each cell that holds no value of a board."""
    scene = at.scene
    pieces = [cell for cell in taken if cell not in scene.marks]
    unknown = at.places(_cells(scene, lambda part: (part < FREE) | (part > CLOSED)))
    return join_html(
        dots("piece", at.places([cell for cell in pieces if cell not in scene.given])),
        dots("given", at.places([cell for cell in pieces if cell in scene.given])),
        *(label("loud", "?", (across, down + 5)) for across, down in unknown),
    )


def _line(at: _Layout) -> Html:
    """Return the line of a conflict, with a rim that parts it from what it crosses."""
    scene = at.scene
    path = [_path(at, scene.line[0], scene.line[-1])] if scene.joined else []
    return join_html(strokes("halo", path), strokes("conflict", path))


def _path(at: _Layout, first: Cell, last: Cell) -> list[Point]:
    """Return a straight line of the board as it is seen: it has its true slope, and bends only at the edges of a gap,
    where rows or columns are pressed together."""
    begin, step = np.array(first, float), np.array(last, float) - first
    edges = [_gap_edges(shown) for shown in (at.scene.rows, at.scene.columns)]
    crossed = [(edge - begin[k]) / step[k] for k in (0, 1) if step[k] for edge in edges[k]]
    times = sorted({0.0, 1.0, *(float(time) for time in crossed if 0 < time < 1)})
    seen = [begin + time * step for time in times]
    return [(_seen(at.across, column), _seen(at.down, row)) for row, column in seen]


def _gap_edges(shown: Sequence[int]) -> list[float]:
    """Return where gaps begin and end, between two numbers."""
    pairs = [*pairwise(shown)]
    return [one + 0.5 for one, after in pairs if after == GAP] + [after - 0.5 for one, after in pairs if one == GAP]


def _seen(middles: dict[int, float], number: float) -> float:
    """Return where a place between two numbers is drawn."""
    edges = [(n + half, middle + half * SIDE) for n, middle in middles.items() for half in (-0.5, 0.5)]
    numbers, places = ([edge[k] for edge in edges] for k in (0, 1))
    return float(np.interp(number, numbers, places))


def _marked(at: _Layout) -> list[Html]:
    """Return each marked cell: a piece with its letter, anything else in a frame."""
    scene, found = at.scene, list[Html]()
    for letter, cell in scene.named:
        across, down = at.at(cell)
        if scene.value(cell) != PIECE:
            found.append(box("frame", (across - 10, down - 10), (20, 20)))
            continue
        found.append(dots("marked-given" if cell in scene.given else "marked", [(across, down)]))
        text = letter if len(scene.marks) > 1 else scene.piece[:1].upper()
        if at.signs:
            found += [label("named", text, (across, down)), label("below", at.weight(cell), (across, down + 7))]
        else:
            found.append(label("ink", text, (across, down + 5)))
    return found
