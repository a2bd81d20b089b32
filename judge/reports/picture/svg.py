"""Boards as SVG: as a piece of a page, whose style it takes, or as a file that stands alone.

No attribute `style`, no script, nothing from elsewhere: pages of which a policy forbids these show it all the same.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from judge.reports.page.html import Html, element
from judge.reports.picture import words
from judge.reports.picture.cells_png import cells_png
from judge.reports.picture.chosen import page_sketch
from judge.reports.picture.looks import file_style, page_style
from judge.reports.picture.scene import PIECE, drawable, scene_of
from judge.reports.picture.sketch import SIDE, Box, Cells, Dots, Label, Ring, Sketch, Strokes, Trees, tree_outline

if TYPE_CHECKING:
    from judge.reports.picture.scene import Cell, Grid, Scene
    from judge.reports.picture.sketch import AnyShape, Point

STYLE: Final = page_style()
_REM: Final = 2 / SIDE  # of a unit on a page: a cell is 2 rem wide, where there is room
_LEAST_REM: Final = 9


class AnswerDrawing(msgspec.Struct, frozen=True, eq=False):
    """An answer to draw: its board, and the cells in conflict."""

    board: Grid
    cells: tuple[Cell, ...] = ()


def board_svg(board: Grid, piece: str, cells: Sequence[Cell] = (), given: Iterable[Cell] = ()) -> Html:
    """Return the picture of a board for a page, with what a screen reader says of it; nothing where it is none.

    A large one is cut to what is around the marks; without marks it is an image of all its cells.
    """
    if not drawable(board):
        return Html()
    scene, sketch = page_sketch(scene_of(board, piece, cells, given))
    return _in_page(scene, sketch, *map(_drawn, (*sketch.ground, *sketch.things)))


def answers_svg(
    board: Grid, piece: str, answers: Sequence[AnswerDrawing], name: str, given: Iterable[Cell] = ()
) -> tuple[Html, list[Html]]:
    """Return the board, to be put once into a page, and a picture for each answer to it, which refers to that.

    `name` is the id of the board: no other element of the page may have it. An answer that differs from the board in
    more than its pieces, or of which only a part is shown, is drawn whole; what is no board is empty.
    """
    there = tuple(given)
    ground = page_sketch(scene_of(_without_pieces(board), piece))
    shared = element("g", *map(_drawn, ground[1].ground), id=name)
    inside = element("defs", shared)
    defs = element("svg", inside, class_="board shared", width=0, height=0, aria_hidden="true")
    use = element("use", href=f"#{name}")
    drawn = []
    for answer in answers:
        if not (ground[0].whole and drawable(answer.board) and _same(board, answer.board)):
            drawn.append(board_svg(answer.board, piece, answer.cells, there))
            continue
        scene, sketch = page_sketch(scene_of(answer.board, piece, answer.cells, there))
        if any(isinstance(shape, Cells) for shape in sketch.ground) or not scene.whole:
            drawn.append(board_svg(answer.board, piece, answer.cells, there))
        else:
            drawn.append(_in_page(scene, sketch, use, *map(_drawn, sketch.things)))
    return defs, drawn


def svg_file(scene: Scene, sketch: Sketch) -> str:
    """Return the picture as a file that stands alone: light or dark as its reader has it."""
    width, height = sketch.pixels
    paper = Box("paper", (0, 0), (sketch.width, sketch.height))
    title, said = words.title(scene), words.in_words(scene)
    svg = element(
        "svg",
        element("title", title, id="title"),
        element("desc", said, id="desc"),
        element("style", Html(file_style())),
        *map(_drawn, (paper, *sketch.ground, *sketch.things)),
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        viewBox=_view(sketch),
        width=width,
        height=height,
        role="img",
        aria_labelledby="title desc",
    )
    return f"{svg}\n"


def _in_page(scene: Scene, sketch: Sketch, *inside: Html) -> Html:
    return element(
        "svg",
        *inside,
        class_="board",
        viewBox=_view(sketch),
        width=f"{max(sketch.width * _REM, _LEAST_REM):.3g}rem",
        role="img",
        aria_label=words.in_words(scene),
    )


def _view(sketch: Sketch) -> str:
    return f"0 0 {_n(sketch.width)} {_n(sketch.height)}"


def _without_pieces(board: Grid) -> Grid:
    return np.where(board == PIECE, 0, board)


def _same(board: Grid, answer: Grid) -> bool:
    """Say whether an answer has the same trees, and nothing else that is no piece."""
    return board.shape == answer.shape and bool((_without_pieces(board) == _without_pieces(answer)).all())


# --- one shape -------------------------------------------------------------------------------------------------------
def _drawn(shape: AnyShape) -> Html:
    """Return the element of a shape; many dots, trees or lines are one path."""
    match shape:
        case Cells():
            return _image(shape)
        case Box():
            (x, y), (wide, high) = shape.at, shape.size
            return element("rect", class_=shape.kind, x=_n(x), y=_n(y), width=_n(wide), height=_n(high))
        case Strokes():
            return element("path", class_=shape.kind, d="".join(map(_path, shape.lines)))
        case Dots():
            return element("path", class_=shape.kind, d="".join(f"M{_at(centre)}h0" for centre in shape.centres))
        case Trees():
            return element("path", class_=shape.kind, d="".join(map(_tree, shape.centres)))
        case Ring():
            return element(
                "circle", class_=shape.kind, cx=_n(shape.centre[0]), cy=_n(shape.centre[1]), r=_n(shape.radius)
            )
        case Label():
            return element("text", shape.text, class_=shape.kind, x=_n(shape.at[0]), y=_n(shape.at[1]))


def _image(shape: Cells) -> Html:
    (x, y), (wide, high) = shape.at, shape.size
    return element(
        "image",
        class_="cells",
        x=_n(x),
        y=_n(y),
        width=_n(wide),
        height=_n(high),
        preserveAspectRatio="none",
        href="data:image/png;base64," + base64.b64encode(cells_png(shape)).decode("ascii"),
    )


def _path(line: Sequence[Point]) -> str:
    """Return a line; a long straight one along the board in few characters."""
    (across, down), *others = line
    if len(others) == 1 and others[0][0] == across:
        return f"M{_at(line[0])}v{_n(others[0][1] - down)}"
    if len(others) == 1 and others[0][1] == down:
        return f"M{_at(line[0])}h{_n(others[0][0] - across)}"
    return f"M{_at(line[0])}" + "".join(f"L{_at(point)}" for point in others)


def _tree(centre: Point) -> str:
    first, *corners = tree_outline(centre)
    before, steps = first, []
    for corner in corners:
        steps.append(f"{_n(corner[0] - before[0])} {_n(corner[1] - before[1])}")
        before = corner
    return f"M{_at(first)}l{' '.join(steps)}z"


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    """Return a number of units as short as it may be."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
