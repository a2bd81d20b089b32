"""Boards as SVG: as a piece of a page, whose style it takes, or as a file that stands alone.

No attribute `style`, no script, nothing from elsewhere: pages of which a policy forbids these show it all the same.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.reports.page.html import Html, element
from judge.reports.picture import words
from judge.reports.picture.chosen import PAGE_ROOM, page_sketch
from judge.reports.picture.looks import CELLS, colour, file_style, page_style
from judge.reports.picture.scene import PIECE, drawable, scene_of
from judge.reports.picture.shapes import cell_sketch
from judge.reports.picture.sketch import SIDE, Box, Cells, Dots, Label, Ring, Sketch, Strokes, Trees, tree_outline

if TYPE_CHECKING:
    from judge.model import Layer
    from judge.reports.picture.scene import Cell, Grid, Scene
    from judge.reports.picture.sketch import AnyShape, Point

STYLE: Final = page_style()
_REM: Final = 2 / SIDE  # of a unit on a page: a cell is 2 rem wide, where there is room
_LEAST_REM: Final = 9
_PNG_BITS: Final = 2  # of a pixel
_PNG_EACH: Final = 8 // _PNG_BITS  # pixels of a byte
_PNG_INDEXED: Final = 3


class AnswerDrawing(msgspec.Struct, frozen=True, eq=False):
    """An answer to draw: its board, and the cells in conflict."""

    board: Any
    cells: tuple[Cell, ...] = ()


def board_svg(
    board: Grid, piece: str, cells: Sequence[Cell] = (), given: Iterable[Cell] = (), layer: Layer | None = None
) -> Html:
    """Return the picture of a board for a page, with what a screen reader says of it; nothing where it is none.

    A large one is cut to what is around the marks; without marks it is an image of all its cells.
    """
    if not drawable(board):
        return Html()
    scene, sketch = page_sketch(scene_of(board, piece, cells, given, layer))
    return _in_page(scene, sketch, *map(_drawn, (*sketch.ground, *sketch.things)))


def answers_svg(under: Scene, answers: Sequence[AnswerDrawing], name: str) -> tuple[Html, list[Html]]:
    """Return the board, to be put once into a page, and a picture for each answer to it, which refers to that.

    `name` is the id of the board: no other element of the page may have it. An answer that differs from the board in
    more than its pieces is drawn whole, and so is one of a large board. What is no board is empty.
    """
    if max(under.board.shape) > PAGE_ROOM:
        return Html(), [_alone(under, answer) for answer in answers]
    base = scene_of(_without_pieces(under.board), under.piece, layer=under.layer)
    # Rules of the page look no further up than to this group, from inside of what is used.
    shared = element("g", *map(_drawn, cell_sketch(base).ground), id=name, class_="board")
    defs = element("svg", element("defs", shared), class_="board shared", width=0, height=0, aria_hidden="true")
    return defs, [_answer(under, answer, name) for answer in answers]


def _alone(under: Scene, answer: AnswerDrawing) -> Html:
    return board_svg(answer.board, under.piece, answer.cells, under.given, under.layer)


def _answer(under: Scene, answer: AnswerDrawing, name: str) -> Html:
    """Return an answer on the board that is in the page by this name, or whole where it has another board."""
    if not (drawable(answer.board) and _same(_without_pieces(under.board), _without_pieces(answer.board))):
        return _alone(under, answer)
    scene = scene_of(answer.board, under.piece, answer.cells, under.given, under.layer)
    sketch = cell_sketch(scene)
    return _in_page(scene, sketch, element("use", href=f"#{name}"), *map(_drawn, sketch.things))


def svg_file(scene: Scene, sketch: Sketch) -> str:
    """Return the picture as a file that stands alone: light or dark as its reader has it."""
    width, height = sketch.pixels
    paper = Box("paper", (0, 0), (sketch.width, sketch.height))
    svg = element(
        "svg",
        element("title", words.title(scene)),
        element("desc", words.in_words(scene)),
        element("style", Html(file_style())),
        *map(_drawn, (paper, *sketch.ground, *sketch.things)),
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        viewBox=_view(sketch),
        width=width,
        height=height,
        role="img",
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


def _same(one: Grid, other: Grid) -> bool:
    return one.shape == other.shape and bool((one == other).all())


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


# --- an image of cells as an indexed PNG -----------------------------------------------------------------------------
def cells_png(cells: Cells) -> bytes:
    """Return the file: two bits a pixel, before it is packed."""
    rows, columns = cells.pixels.shape
    header = struct.pack(">IIBBBBB", columns, rows, _PNG_BITS, _PNG_INDEXED, 0, 0, 0)
    palette = bytes(part for name in CELLS for part in colour(name))
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(_png_lines(cells), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(*one) for one in parts)


def _png_lines(cells: Cells) -> bytes:
    """Return the rows of pixels, each behind a 0: it is not filtered."""
    rows, columns = cells.pixels.shape
    filled = np.pad(cells.pixels, ((0, 0), (0, -columns % _PNG_EACH))).reshape(rows, -1, _PNG_EACH)
    packed = np.bitwise_or.reduce(filled << np.arange(8 - _PNG_BITS, -1, -_PNG_BITS, dtype=np.uint8), axis=2)
    return np.pad(packed, ((0, 0), (1, 0))).tobytes()


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
