"""Boards as SVG: as a piece of a page, whose style it takes, or as a file that stands alone.

No attribute `style`, no script, nothing from elsewhere: pages of which a policy forbids these show it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from judge.reports.page.html import Html, element, join_html
from judge.reports.page.style import style
from judge.reports.picture import words
from judge.reports.picture.cells import cell_sketch
from judge.reports.picture.looks import file_style, page_style
from judge.reports.picture.overview import overview_sketch
from judge.reports.picture.scene import FILE_ROOM, PIECE, Scene, drawable
from judge.reports.picture.shapes import SIDE, Sketch, box

if TYPE_CHECKING:
    from judge.model import Instance
    from judge.reports.blocks import Picture
    from judge.reports.picture.scene import Cell, Grid

STYLE: Final = page_style()


def style_with_boards() -> Html:
    """Return the style of pages with boards."""
    return style(STYLE)


PAGE_ROOM: Final = 20  # rows and columns: a cell is then at least as large as a letter on a narrow screen
_REM: Final = 2 / SIDE  # of a unit on a page: a cell is 2 rem wide, where there is room
_LEAST_REM: Final = 9


def board_svg(
    board: Grid, piece: str, cells: Sequence[Cell] = (), given: Iterable[Cell] = (), layer: Instance.Layer | None = None
) -> Html:
    """Return the picture of a board for a page, with what a screen reader says of it; nothing where it is none.

    A large one is cut to what is around the marks; without marks it is an image of all its cells.
    """
    if not drawable(board):
        return Html()
    scene, sketch = page_sketch(Scene.of(board, piece, cells, given, layer))
    return _in_page(scene, sketch)


class Pictures:
    """The pictures of one page: those of one ground, which is its id there, have that in the page once."""

    def __init__(self) -> None:
        self._grounds: dict[str, Grid] = {}

    def drawn(self, one: Picture) -> Html:
        """Return a picture, and before the first of a ground that. What differs from it in more than its pieces is
        drawn whole, and so is a large board."""
        if not one.ground or not drawable(one.board) or max(one.board.shape) > PAGE_ROOM:
            return board_svg(one.board, one.piece, one.cells, one.given, one.layer)
        bare, first = _without_pieces(one.board), one.ground not in self._grounds
        if not np.array_equal(bare, self._grounds.setdefault(one.ground, bare)):
            return board_svg(one.board, one.piece, one.cells, one.given, one.layer)
        scene = Scene.of(one.board, one.piece, one.cells, one.given, one.layer)
        shown = _in_page(scene, cell_sketch(scene, element("use", href=f"#{one.ground}")))
        return join_html(_shared(Scene.of(bare, one.piece, layer=one.layer), one.ground), shown) if first else shown


def _shared(ground: Scene, name: str) -> Html:
    # Rules of the page look no further up than to this group, from inside of what is used.
    shared = element("g", cell_sketch(ground).ground, id=name, class_="board")
    return element("svg", element("defs", shared), class_="board shared", width=0, height=0, aria_hidden="true")


def page_sketch(scene: Scene) -> tuple[Scene, Sketch]:
    """Return what a page shows of a scene: of a large one what is around its marks, without marks all of it."""
    if not scene.marks and _is_large(scene, PAGE_ROOM):
        return scene, overview_sketch(scene)
    shown = scene.within((PAGE_ROOM, PAGE_ROOM))
    return shown, cell_sketch(shown)


def svg_file(scene: Scene) -> str:
    """Return the picture as a file that stands alone, light or dark as its reader has it: all rows and columns of the
    scene, whatever is marked."""
    sketch = overview_sketch(scene) if _is_large(scene, FILE_ROOM) else cell_sketch(scene)
    width, height = sketch.pixels
    svg = element(
        "svg",
        element("title", words.title(scene)),
        element("desc", words.in_words(scene)),
        element("style", Html(file_style())),
        box("paper", (0, 0), (sketch.width, sketch.height)),
        sketch.ground,
        sketch.things,
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        viewBox=sketch.view,
        width=width,
        height=height,
        role="img",
    )
    return f"{svg}\n"


def _is_large(scene: Scene, room: int) -> bool:
    return max(len(scene.rows), len(scene.columns)) > room


def _in_page(scene: Scene, sketch: Sketch) -> Html:
    return element(
        "svg",
        sketch.ground,
        sketch.things,
        class_="board",
        viewBox=sketch.view,
        width=f"{max(sketch.width * _REM, _LEAST_REM):.3g}rem",
        role="img",
        aria_label=words.in_words(scene),
    )


def _without_pieces(board: Grid) -> Grid:
    return np.where(board == PIECE, 0, board)
