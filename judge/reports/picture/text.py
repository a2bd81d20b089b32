"""A board as text: rows and columns numbered, the pieces of a conflict named, the line between them drawn.

A board that fits is drawn whole. Otherwise the smallest window around the marked cells is cut out, with a
margin of one cell; where even that is too large, `...` replaces rows and columns far from any marked cell.
The numbers are always those of the board, from 1. All of it is ASCII and means the same without colour.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from judge.reports.picture.scene import CLOSED, FREE, GAP, LETTERS, PIECE, TREE, Scene, longest_weight
from judge.reports.picture.words import caption

if TYPE_CHECKING:
    import numpy as np

    from judge.reports.picture.scene import Cell

    Numbers = np.ndarray[Any, np.dtype[np.int64]]

_GAP_CELLS = 2  # what a gap costs in a row: "... " is as wide as two cells
_STYLES = {".": "dim", "T": "green", "#": "dim", **dict.fromkeys("?-|\\/*", "red")}


def drawn(scene: Scene, width: int = 100, height: int = 40) -> Text:
    """Draw a scene in at most `width` x `height` characters.

    A piece is the first letter of its noun. Without marks a board that does not fit shows its upper left corner and a
    line with its size and trees; marked cells are shown also where the room is too small for them. The weights of cells
    are written where the whole board has room for them: a number for a free cell, behind the letter of a piece.
    """
    rows, columns = scene.board.shape
    labels = _labels(scene, width)
    gutter = len(str(rows)) + 1
    beside = max((len(label) for label in labels.values()), default=0)
    head, line = len(str(columns)), width - gutter - beside
    if scene.weights is not None and (rows > height - head or columns * cell_width(scene) > line):
        scene = msgspec.structs.replace(scene, layer=None)
    room = (max(1, height - head), max(1, line // cell_width(scene)))
    shown = scene.within(room, _GAP_CELLS)
    drawing = _draw(shown, labels)
    if not scene.marks and not shown.whole:
        drawing.append(f"\n{caption(scene.board, scene.piece)}, shown: {_ends(shown)}", "dim")
    return drawing


def draw_case(scene: Scene, room: tuple[int, int], window: tuple[int, int, int, int] | None = None) -> Text | str:
    """Draw a case in a room of so many characters across and down: of a case with regions these, as numbers. A `window`
    is the row and the column that it begins at, then how many of each, 0 for all there is room for."""
    if window is None:
        return drawn(scene, *room) if scene.regions is None else numbers(scene.regions, *room)
    row, column, rows, columns = window
    digits = len(str(max(scene.board.shape)))
    size = rows or max(1, room[1] - digits), columns or max(1, (room[0] - digits - 1) // cell_width(scene))
    if scene.regions is None:
        shown = scene.part((row, column), size)
        return _draw(shown, {}).append(f"\n{_ends(shown)}", "dim")
    return numbers_part(scene.regions, (row, column), size)


def _ends(shown: Scene) -> str:
    """Return the first and the last row and column."""
    both = (("rows", shown.rows), ("columns", shown.columns))
    return ", ".join(f"{name} {numbers[0]}-{numbers[-1]}" for name, numbers in both)


def cell_width(scene: Scene) -> int:
    """Return how many characters a cell takes: the blank before it, and one, or a letter and the longest weight."""
    return 2 if scene.weights is None else 2 + longest_weight(scene)


def _labels(scene: Scene, width: int) -> dict[int, str]:
    """Return the text behind each row with marked cells; a short one where it would take half the width."""
    board, marks = scene.board, scene.marks
    names: dict[int, list[str]] = {}
    letters: dict[int, list[str]] = {}
    for letter, (row, column) in zip(LETTERS, marks, strict=False):
        place = f"row {row}, column {column}" if row not in names else f"column {column}"
        what = [scene.piece] if scene.value((row, column)) == PIECE else []
        name = " ".join([*what, letter] if len(marks) > 1 else what)
        names.setdefault(row, []).append(f"{name}  {place}".lstrip())
        letters.setdefault(row, []).append(letter)
    long = {row: "   <- " + ";  ".join(parts) for row, parts in names.items()}
    beside_all = width - len(str(board.shape[0])) - 1 - 2 * board.shape[1]
    if max(map(len, long.values()), default=0) <= max(beside_all, width // 2):
        return long
    return {row: "   <- " + ", ".join(parts) for row, parts in letters.items()}


def _strokes(scene: Scene) -> dict[Cell, str]:
    """Return the strokes on the free cells of the line between marked pieces."""
    strokes: dict[Cell, str] = {}
    for (row, column), (row_b, column_b) in pairwise(scene.line):
        stroke = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}.get((row_b - row, column_b - column), "*")
        if scene.value((row_b, column_b)) == FREE:
            strokes[row_b, column_b] = stroke
    return strokes


def _draw(scene: Scene, labels: dict[int, str]) -> Text:
    rows, columns = scene.rows, scene.columns
    strokes = _strokes(scene)
    gutter = max(len(str(max(rows))), 3 if GAP in rows else 1)
    digits, wide = len(str(max(columns))), cell_width(scene) - 1
    drawing = Text()
    each = digits if digits <= wide else 1  # of a column's number, on one line
    for at in range(0, digits, each):
        last, numbers = at + each == digits, [str(c).rjust(digits)[at : at + each].rjust(wide) for c in columns]
        heads = [("..." if last else "   ") if c == GAP else n for c, n in zip(columns, numbers, strict=True)]
        drawing.append((" " * (gutter + 1) + " ".join(heads)).rstrip() + "\n", "dim")
    for row in rows:
        if row == GAP:
            drawing.append("...".rjust(gutter) + "\n", "dim")
            continue
        drawing.append(str(row).rjust(gutter), "dim")
        for column in columns:
            character, style = _cell(scene, strokes, (row, column))
            drawing.append(" " * (1 + wide - len(character)) if column != GAP else " ")
            drawing.append(character, style)
        drawing.append(labels.get(row, "") + "\n", "bold")
    drawing.right_crop(1)
    return drawing


def _cell(scene: Scene, strokes: dict[Cell, str], cell: Cell) -> tuple[str, str]:
    """Return the character of one cell, and its style."""
    if cell[1] == GAP:
        return "...", "dim"
    value = scene.value(cell)
    weight = "" if scene.weights is None else str(int(scene.weights[cell[0] - 1, cell[1] - 1]))
    character = {FREE: ".", PIECE: scene.letter, TREE: "T", CLOSED: "#"}.get(value, "?")
    if value == PIECE:
        return character + weight, "bold red" if cell in scene.marks else "yellow"
    if weight and value == FREE:
        red = "bold red" if cell in scene.marks else "red" if cell in strokes else ""
        return weight, red or ("dim" if weight == "0" else "")
    if cell in scene.marks:
        return character, "bold red"
    character = strokes.get(cell, character)
    return character, _STYLES.get(character, "yellow")


# --- a layer of numbers -----------------------------------------------------------------------------------------------
def numbers(layer: Numbers, width: int = 100, height: int = 40) -> str:
    """Write what a case says of each cell, its region or its points, from the first cell on, in at most `width` x
    `height` characters. 0 is a dot."""
    rows, columns = layer.shape
    fits = max(1, (width - len(str(rows))) // (_digits(layer) + 1))
    if rows < height and columns <= fits:
        return _lines(layer, (1, 1), (rows, columns))
    return numbers_part(layer, (1, 1), (max(1, height - 2), fits))


def numbers_part(layer: Numbers, first: Cell, size: tuple[int, int]) -> str:
    """Write as many rows and columns as `size` says, from the cell `first` on, or as many as there are; below it, which
    these are."""
    shown = min(size[0], layer.shape[0] - first[0] + 1), min(size[1], layer.shape[1] - first[1] + 1)
    (row, column), (rows, columns) = first, shown
    return f"{_lines(layer, first, shown)}\nrows {row}-{row + rows - 1}, columns {column}-{column + columns - 1}"


def _digits(layer: Numbers) -> int:
    """Return how many characters the widest number has."""
    return max(len(str(layer.shape[1])), len(str(layer.max())), len(str(layer.min())))


def _lines(layer: Numbers, first: Cell, size: tuple[int, int]) -> str:
    (row, column), (rows, columns) = first, size
    wide, gutter = _digits(layer), len(str(row + rows - 1))
    cells = layer[row - 1 :, column - 1 :][:rows, :columns].tolist()
    numbered = [(str(row + at), [str(value or ".") for value in line]) for at, line in enumerate(cells)]
    heads = [("", [str(column + at) for at in range(columns)])]
    lines = ([name.rjust(gutter), *(word.rjust(wide) for word in words)] for name, words in [*heads, *numbered])
    return "\n".join(map(" ".join, lines))
