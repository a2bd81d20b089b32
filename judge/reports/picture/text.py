"""A board as text: rows and columns numbered, the pieces of a conflict named, the line between them drawn.

A board that fits is drawn whole. Otherwise the smallest window around the marked cells is cut out, with a
margin of one cell; where even that is too large, `...` replaces rows and columns far from any marked cell.
The numbers are always those of the board, from 1. All of it is ASCII and means the same without colour.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rich.text import Text

from judge.reports.picture.scene import CLOSED, FREE, GAP, LETTERS, PIECE, TREE, drawable, scene_of
from judge.reports.picture.words import caption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.reports.picture.scene import Cell, Grid, Scene

_GAP_CELLS = 2  # what a gap costs in a row: "... " is as wide as two cells
_STYLES = {
    ".": "dim",
    "T": "green",
    "#": "dim",
    "?": "red",
    "-": "red",
    "|": "red",
    "\\": "red",
    "/": "red",
    "*": "red",
}


def picture(board: Grid, piece: str = "lizard", cells: Sequence[Cell] = (), width: int = 100, height: int = 40) -> Text:
    """Draw `board`, an (n, m) array of 0 free, 1 piece, 2 tree, 3 closed, in at most `width` x `height` characters.

    `piece` is the noun for one; its first letter is drawn for it. `cells` are (row, column) from 1, named A, B, C in
    this order; those outside the board are left out. Without cells a board that does not fit shows its upper
    left corner and a line with its size and trees. Marked cells are always shown, also where the room is too
    small for them. What is no board at all (one dimension, no cells) gives an empty text.
    """
    if not drawable(board):
        return Text()
    scene = scene_of(board, piece, cells)
    rows, columns = board.shape
    labels = _labels(scene, width)
    gutter = len(str(rows)) + 1
    beside = max((len(label) for label in labels.values()), default=0)
    room = (max(1, height - len(str(columns))), max(1, (width - gutter - beside) // 2))
    shown = scene.within(room, _GAP_CELLS)
    drawing = _draw(shown, labels)
    if not scene.marks and not shown.whole:
        drawing.append(f"\n{caption(board, piece)}, shown: {_ends(shown)}", "dim")
    return drawing


def part(board: Grid, piece: str, first: Cell, size: tuple[int, int]) -> Text:
    """Draw as many rows and columns of `board` as `size` says, from the cell `first` on, or as many as there are; below
    it, which these are."""
    shown = scene_of(board, piece).part(first, size)
    return _draw(shown, {}).append(f"\n{_ends(shown)}", "dim")


def _ends(shown: Scene) -> str:
    """Return the first and the last row and column."""
    both = (("rows", shown.rows), ("columns", shown.columns))
    return ", ".join(f"{name} {numbers[0]}-{numbers[-1]}" for name, numbers in both)


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
            drawing.append(*_cell(scene, strokes, (row, column)))
        drawing.append(labels.get(row, "") + "\n", "bold")
    drawing.right_crop(1)
    return drawing


def _cell(scene: Scene, strokes: dict[Cell, str], cell: Cell) -> tuple[str, str]:
    """Return the character of one cell, and its style."""
    if cell[1] == GAP:
        return "...", "dim"
    character = {FREE: ".", PIECE: scene.letter, TREE: "T", CLOSED: "#"}.get(scene.value(cell), "?")
    if cell in scene.marks:
        return character, "bold red"
    character = strokes.get(cell, character)
    return character, _STYLES.get(character, "yellow")
