"""Boards as SVG: as a piece of a page, whose style it takes, or as a file that stands alone.

No attribute `style`, no script, nothing from elsewhere: pages of which a policy forbids these show it all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from judge.reports.page.html import Html, element
from judge.reports.page.style import style
from judge.reports.picture import words
from judge.reports.picture.cells import cell_sketch
from judge.reports.picture.looks import file_style, page_style
from judge.reports.picture.overview import overview_sketch
from judge.reports.picture.scene import FILE_ROOM, PIECE, Scene, drawable
from judge.reports.picture.shapes import SIDE, Sketch, box

if TYPE_CHECKING:
    from judge.model import Instance
    from judge.reports.picture.scene import Cell, Grid

    Answer = tuple[Any, Sequence[Cell]]  # its board, and the cells in conflict

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
    return _in_page(scene, sketch, sketch.ground)


def answers_svg(under: Scene, answers: Sequence[Answer], name: str) -> tuple[Html, list[Html]]:
    """Return the board, to be put once into a page, and a picture for each answer to it, which refers to that.

    `name` is the id of the board: no other element of the page may have it. An answer that differs from the board in
    more than its pieces is drawn whole, and so is one of a large board. What is no board is empty.
    """
    if max(under.board.shape) > PAGE_ROOM:
        return Html(), [_alone(under, answer) for answer in answers]
    base = Scene.of(_without_pieces(under.board), under.piece, layer=under.layer)
    # Rules of the page look no further up than to this group, from inside of what is used.
    shared = element("g", cell_sketch(base).ground, id=name, class_="board")
    defs = element("svg", element("defs", shared), class_="board shared", width=0, height=0, aria_hidden="true")
    return defs, [_answer(under, answer, name) for answer in answers]


def _alone(under: Scene, answer: Answer) -> Html:
    board, cells = answer
    return board_svg(board, under.piece, cells, under.given, under.layer)


def _answer(under: Scene, answer: Answer, name: str) -> Html:
    """Return an answer on the board that is in the page by this name, or whole where it has another board."""
    board, cells = answer
    if not (drawable(board) and np.array_equal(_without_pieces(under.board), _without_pieces(board))):
        return _alone(under, answer)
    scene = Scene.of(board, under.piece, cells, under.given, under.layer)
    return _in_page(scene, cell_sketch(scene), element("use", href=f"#{name}"))


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


def _in_page(scene: Scene, sketch: Sketch, ground: Html) -> Html:
    return element(
        "svg",
        ground,
        sketch.things,
        class_="board",
        viewBox=sketch.view,
        width=f"{max(sketch.width * _REM, _LEAST_REM):.3g}rem",
        role="img",
        aria_label=words.in_words(scene),
    )


def _without_pieces(board: Grid) -> Grid:
    return np.where(board == PIECE, 0, board)
