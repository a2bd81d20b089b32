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

from judge.reports.scene import FREE, GAP, LETTERS, PIECE, TREE, conflict, drawable, marks_on, window
from judge.reports.units import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    Grid = np.ndarray[Any, np.dtype[np.int8]]
    Cell = tuple[int, int]

_GAP_CELLS = 2  # what a gap costs in a row: "... " is as wide as two cells
_STYLES = {".": "dim", "T": "green", "?": "red", "-": "red", "|": "red", "\\": "red", "/": "red", "*": "red"}


class _Scene(msgspec.Struct, frozen=True, eq=False):
    """What is drawn. Cells count from 1; `line` maps the free cells between marked pieces to their stroke."""

    board: Any
    letter: str
    marks: tuple[Cell, ...]
    line: dict[Cell, str]
    labels: dict[int, str]


def picture(board: Grid, piece: str = "lizard", cells: Sequence[Cell] = (), width: int = 100, height: int = 40) -> Text:
    """Draw `board`, an (n, n) array of 0 free, 1 piece, 2 tree, in at most `width` x `height` characters.

    `piece` is the noun for one; its first letter is drawn for it. `cells` are (row, column) from 1, named A, B, C in
    this order; those outside the board are left out. Without cells a board that does not fit shows its upper
    left corner and a line with its size and trees. Marked cells are always shown, also where the room is too
    small for them. What is no board at all (one dimension, no cells) gives an empty text.
    """
    if not drawable(board):
        return Text()
    rows, columns = board.shape
    marks = marks_on(board, cells)
    labels = _labels(board, piece, marks, width)
    scene = _Scene(board, piece[:1].upper(), marks, _strokes(board, marks), labels)
    gutter = len(str(rows)) + 1
    beside = max((len(label) for label in labels.values()), default=0)
    room = (max(1, height - len(str(columns))), max(1, (width - gutter - beside) // 2))
    shown = window(board.shape, marks, room, _GAP_CELLS)
    drawing = _draw(scene, *shown)
    if not marks and (len(shown[0]), len(shown[1])) != (rows, columns):
        drawing.append(f"\n{caption(board, piece)}, shown: rows 1-{shown[0][-1]}, columns 1-{shown[1][-1]}", "dim")
    return drawing


def part(board: Grid, piece: str, first: Cell, size: tuple[int, int]) -> Text:
    """Draw as many rows and columns of `board` as `size` says, from the cell `first` on, or as many as there are; below
    it, which these are."""
    rows, columns = (range(k, min(k + many, end + 1)) for k, many, end in zip(first, size, board.shape, strict=True))
    drawing = _draw(_Scene(board, piece[:1].upper(), (), {}, {}), rows, columns)
    return drawing.append(f"\nrows {rows[0]}-{rows[-1]}, columns {columns[0]}-{columns[-1]}", "dim")


def caption(board: Grid, piece: str = "lizard") -> str:
    """Return the board in numbers: `1000 x 1000, 250,113 trees (25.0 %)`, and its pieces if it has any."""
    rows, columns = board.shape
    trees, pieces = int((board == TREE).sum()), int((board == PIECE).sum())
    parts = [f"{rows} x {columns}"]
    if trees:
        parts.append(f"{counted(trees, 'tree', ',d')} ({trees / board.size:.1%})".replace("%", " %"))
    if pieces:
        parts.append(counted(pieces, piece, ",d"))
    return ", ".join(parts)


def _labels(board: Grid, piece: str, marks: Sequence[Cell], width: int) -> dict[int, str]:
    """Return the text behind each row with marked cells; a short one where it would take half the width."""
    names: dict[int, list[str]] = {}
    letters: dict[int, list[str]] = {}
    for letter, (row, column) in zip(LETTERS, marks, strict=False):
        place = f"row {row}, column {column}" if row not in names else f"column {column}"
        what = [piece] if board[row - 1, column - 1] == PIECE else []
        name = " ".join([*what, letter] if len(marks) > 1 else what)
        names.setdefault(row, []).append(f"{name}  {place}".lstrip())
        letters.setdefault(row, []).append(letter)
    long = {row: "   <- " + ";  ".join(parts) for row, parts in names.items()}
    beside_all = width - len(str(board.shape[0])) - 1 - 2 * board.shape[1]
    if max(map(len, long.values()), default=0) <= max(beside_all, width // 2):
        return long
    return {row: "   <- " + ", ".join(parts) for row, parts in letters.items()}


def _strokes(board: Grid, marks: Sequence[Cell]) -> dict[Cell, str]:
    """Return the strokes on the free cells of the line between marked pieces."""
    line = conflict(board, marks)
    strokes: dict[Cell, str] = {}
    for (row, column), (row_b, column_b) in pairwise(line):
        stroke = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}.get((row_b - row, column_b - column), "*")
        if board[row_b - 1, column_b - 1] == FREE:
            strokes[row_b, column_b] = stroke
    return strokes


def _draw(scene: _Scene, rows: Sequence[int], columns: Sequence[int]) -> Text:
    gutter = max(len(str(max(rows))), 3 if GAP in rows else 1)
    digits = len(str(max(columns)))
    drawing = Text()
    for digit in range(digits):
        last = digit == digits - 1
        heads = [("..." if last else "   ") if c == GAP else str(c).rjust(digits)[digit] for c in columns]
        drawing.append((" " * (gutter + 1) + " ".join(heads)).rstrip() + "\n", "dim")
    for row in rows:
        if row == GAP:
            drawing.append("...".rjust(gutter) + "\n", "dim")
            continue
        drawing.append(str(row).rjust(gutter), "dim")
        for column in columns:
            drawing.append(" ")
            drawing.append(*_cell(scene, row, column))
        drawing.append(scene.labels.get(row, "") + "\n", "bold")
    drawing.right_crop(1)
    return drawing


def _cell(scene: _Scene, row: int, column: int) -> tuple[str, str]:
    """Return the character of one cell, and its style."""
    if column == GAP:
        return "...", "dim"
    value = int(scene.board[row - 1, column - 1])
    character = {FREE: ".", PIECE: scene.letter, TREE: "T"}.get(value, "?")
    if (row, column) in scene.marks:
        return character, "bold red"
    character = scene.line.get((row, column), character)
    return character, _STYLES.get(character, "yellow")
