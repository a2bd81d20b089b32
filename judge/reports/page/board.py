"""A board as a picture of lines: trees, pieces, the marked cells, and the line of a conflict through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from judge.reports.page.html import Html, element
from judge.reports.picture import caption
from judge.reports.scene import FREE, GAP, LETTERS, PIECE, TREE, conflict, drawable, marks_on, window

if TYPE_CHECKING:
    from judge.reports.scene import Cell, Grid

_ROOM: Final = 20  # rows and columns: a cell is then at least as large as a letter on a narrow screen
_SIDE: Final = 24  # of a cell
_FEW: Final = 12  # rows that are all numbered; of more, every fifth
STYLE: Final = """
.board{display:block;width:100%;height:auto}.board text{fill:var(--text);font:600 12px system-ui,sans-serif}
.floor{fill:var(--cell);stroke:var(--line)}.grid{stroke:var(--line);stroke-width:1;fill:none}
.tree{fill:var(--tree)}.piece{fill:var(--text)}.board text.on{fill:var(--page)}
.marked{fill:var(--alarm)}.board text.ink{fill:var(--ink);font-size:14px}.board text.number{fill:var(--soft)}
.frame{fill:none;stroke:var(--alarm);stroke-width:3}.board text.loud{fill:var(--alarm)}
.halo{stroke:var(--page);stroke-width:7;fill:none}.conflict{stroke:var(--alarm);stroke-width:3;fill:none}
.gap{stroke:var(--soft);stroke-width:2;stroke-dasharray:2 4}
"""


class _Scene(msgspec.Struct, frozen=True, eq=False):
    """What is drawn: a board, the letter of a piece, the marked cells, and the numbers of rows and columns."""

    board: Grid
    letter: str
    marks: tuple[Cell, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def at(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell that is drawn, across and down."""
        return (self.columns.index(cell[1]) + 1.5) * _SIDE, (self.rows.index(cell[0]) + 1.5) * _SIDE


def board_svg(board: Grid, piece: str, cells: Sequence[Cell] = ()) -> Html:
    """Return the picture of a board, with what a screen reader says of it; nothing where it is none."""
    if not drawable(board):
        return Html()
    marks = marks_on(board, cells)
    rows, columns = window(board.shape, marks, (_ROOM, _ROOM))
    scene = _Scene(board, piece[:1].upper(), marks, rows, columns)
    width, height = (len(columns) + 1.2) * _SIDE, (len(rows) + 1.2) * _SIDE
    drawn = [*_floor(scene), *_numbers(scene), *_things(scene), *_line(scene), *_marked(scene)]
    return element(
        "svg",
        *drawn,
        class_="board",
        viewBox=f"0 0 {width:g} {height:g}",
        style=f"max-width:{max(width / _SIDE * 2, 9):g}rem",
        role="img",
        aria_label=in_words(board, piece, cells),
    )


def in_words(board: Grid, piece: str, cells: Sequence[Cell] = ()) -> str:
    """Return what the picture shows: the size, what stands on it, the marked cells, and whether a line joins them."""
    marks = marks_on(board, cells)
    names = [_name(board, piece, mark) for mark in marks]
    told = [f"{name} {letter}" if len(marks) > 1 else name for name, letter in zip(names, LETTERS, strict=False)]
    places = [f"{name} in row {row}, column {column}" for name, (row, column) in zip(told, marks, strict=True)]
    said = [f"Board of {caption(board, piece)}", *places]
    if conflict(board, marks):
        said.append("A line joins them")
    rows, columns = window(board.shape, marks, (_ROOM, _ROOM))
    if (len(rows), len(columns)) != board.shape or GAP in (*rows, *columns):
        said.append(f"The picture shows {_ranges('row', rows)} and {_ranges('column', columns)}")
    return ". ".join(said) + "."


def _name(board: Grid, piece: str, cell: Cell) -> str:
    value = int(board[cell[0] - 1, cell[1] - 1])
    return {FREE: "free cell", PIECE: piece, TREE: "tree"}.get(value, f"cell of {value}")


def _ranges(noun: str, shown: Sequence[int]) -> str:
    numbers = [number for number in shown if number != GAP]
    return f"{noun}s {numbers[0]} to {numbers[-1]}" + (", not all of them" if GAP in shown else "")


# --- what is drawn, from behind to the front -----------------------------------------------------------------------
def _floor(scene: _Scene) -> list[Html]:
    wide, high = len(scene.columns) * _SIDE, len(scene.rows) * _SIDE
    lines = "".join(f"M{(k + 1) * _SIDE} {_SIDE}v{high}" for k in range(1, len(scene.columns)))
    lines += "".join(f"M{_SIDE} {(k + 1) * _SIDE}h{wide}" for k in range(1, len(scene.rows)))
    floor = element("rect", class_="floor", x=_SIDE, y=_SIDE, width=wide, height=high)
    return [floor, element("path", class_="grid", d=lines)] if lines else [floor]


def _numbers(scene: _Scene) -> list[Html]:
    rows, columns = {row for row, _ in scene.marks}, {column for _, column in scene.marks}
    found = [_number(scene.columns, k, columns, ((k + 1.5) * _SIDE, 0.75 * _SIDE)) for k in range(len(scene.columns))]
    found += [_number(scene.rows, k, rows, (0.5 * _SIDE, (k + 1.68) * _SIDE)) for k in range(len(scene.rows))]
    return [one for one in found if one]


def _number(shown: Sequence[int], k: int, marked: set[int], at: tuple[float, float]) -> Html:
    number = shown[k]
    if number == GAP:
        return _text("\N{HORIZONTAL ELLIPSIS}", at, "number")
    seldom = len(shown) > _FEW and number % 5 and number != 1 and number not in marked
    return Html() if seldom else _text(str(number), at, "loud" if number in marked else "number")


def _things(scene: _Scene) -> list[Html]:
    found = []
    for row in filter(None, scene.rows):
        for column in filter(None, scene.columns):
            value = int(scene.board[row - 1, column - 1])
            if value != FREE:
                found.append(_thing(scene, value, scene.at((row, column))))
    return found


def _thing(scene: _Scene, value: int, at: tuple[float, float]) -> Html:
    across, down = at
    if value == TREE:
        shape = f"M{across:g} {down - 10:g}l8 14h-6v5h-4v-5h-6Z"
        return element("path", class_="tree", d=shape)
    if value != PIECE:
        return _text("?", (across, down + 5), "loud")
    disc = element("circle", class_="piece", cx=f"{across:g}", cy=f"{down:g}", r=9)
    return Html(disc + _text(scene.letter, (across, down + 4.5), "on"))


def _line(scene: _Scene) -> list[Html]:
    """Return the line of a conflict, with a rim that parts it from what it crosses."""
    shown = [cell for cell in conflict(scene.board, scene.marks) if cell[0] in scene.rows and cell[1] in scene.columns]
    places = " ".join(f"{across:g},{down:g}" for across, down in map(scene.at, shown))
    return [element("polyline", class_=kind, points=places) for kind in ("halo", "conflict")] if places else []


def _marked(scene: _Scene) -> list[Html]:
    found = []
    for letter, cell in zip(LETTERS, scene.marks, strict=False):
        across, down = scene.at(cell)
        if scene.board[cell[0] - 1, cell[1] - 1] == PIECE:
            found.append(element("circle", class_="marked", cx=f"{across:g}", cy=f"{down:g}", r=11))
            found.append(_text(letter if len(scene.marks) > 1 else scene.letter, (across, down + 5), "ink"))
        else:
            found.append(element("rect", class_="frame", x=f"{across - 10:g}", y=f"{down - 10:g}", width=20, height=20))
    return found


def _text(text: str, at: tuple[float, float], kind: str) -> Html:
    return element("text", text, x=f"{at[0]:g}", y=f"{at[1]:g}", text_anchor="middle", class_=kind)
