"""A board as text: rows and columns numbered, the pieces of a conflict named, the line between them drawn.

A board that fits is drawn whole. Otherwise the smallest window around the marked cells is cut out, with a
margin of one cell; where even that is too large, `...` replaces rows and columns far from any marked cell.
The numbers are always those of the board, from 1. All of it is ASCII and means the same without colour.
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, Any

import msgspec
from rich.text import Text

from judge.reports.units import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    Grid = np.ndarray[Any, np.dtype[np.int8]]
    Cell = tuple[int, int]

_FREE, _PIECE, _TREE = 0, 1, 2
_GAP = 0  # is put among row and column numbers, which count from 1
_GAP_CELLS = 2  # what a gap costs in a row: "... " is as wide as two cells
_MOST_MARKS = 26  # one letter each
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
    if not _drawable(board):
        return Text()
    rows, columns = board.shape
    marks = tuple(c for c in cells if 1 <= c[0] <= rows and 1 <= c[1] <= columns)[:_MOST_MARKS]
    labels = _labels(board, piece, marks, width)
    scene = _Scene(board, piece[:1].upper(), marks, _line(board, marks), labels)
    gutter = len(str(rows)) + 1
    beside = max((len(label) for label in labels.values()), default=0)
    room = (max(1, height - len(str(columns))), max(1, (width - gutter - beside) // 2))
    shown = _window(board.shape, marks, room)
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
    trees, pieces = int((board == _TREE).sum()), int((board == _PIECE).sum())
    parts = [f"{rows} x {columns}"]
    if trees:
        parts.append(f"{counted(trees, 'tree', ',d')} ({trees / board.size:.1%})".replace("%", " %"))
    if pieces:
        parts.append(counted(pieces, piece, ",d"))
    return ", ".join(parts)


def _drawable(board: Any) -> bool:
    """Say whether it is a board: findings also carry an answer of the wrong shape, a list of columns, nothing."""
    return getattr(board, "ndim", 0) == 2 and board.size > 0


def _labels(board: Grid, piece: str, marks: Sequence[Cell], width: int) -> dict[int, str]:
    """Return the text behind each row with marked cells; a short one where it would take half the width."""
    names: dict[int, list[str]] = {}
    letters: dict[int, list[str]] = {}
    for letter, (row, column) in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", marks, strict=False):
        place = f"row {row}, column {column}" if row not in names else f"column {column}"
        what = [piece] if board[row - 1, column - 1] == _PIECE else []
        name = " ".join([*what, letter] if len(marks) > 1 else what)
        names.setdefault(row, []).append(f"{name}  {place}".lstrip())
        letters.setdefault(row, []).append(letter)
    long = {row: "   <- " + ";  ".join(parts) for row, parts in names.items()}
    beside_all = width - len(str(board.shape[0])) - 1 - 2 * board.shape[1]
    if max(map(len, long.values()), default=0) <= max(beside_all, width // 2):
        return long
    return {row: "   <- " + ", ".join(parts) for row, parts in letters.items()}


def _line(board: Grid, marks: Sequence[Cell]) -> dict[Cell, str]:
    """Return the strokes from marked piece to marked piece; nothing if the marks are not pieces on one line."""
    pieces = sorted(marks)
    if not 2 <= len(pieces) <= 3 or any(board[r - 1, c - 1] != _PIECE for r, c in pieces):
        return {}
    strokes: dict[Cell, str] = {}
    for (row, column), (row_b, column_b) in pairwise(pieces):
        steps = gcd(row_b - row, column_b - column)
        down, right = (row_b - row) // max(steps, 1), (column_b - column) // max(steps, 1)
        stroke = {(0, 1): "-", (1, 0): "|", (1, 1): "\\", (1, -1): "/"}.get((down, right), "*")
        if stroke == "*" and len(pieces) == 2:
            return {}  # two pieces on such a line do each other no harm
        for k in range(1, steps):
            cell = (row + k * down, column + k * right)
            if board[cell[0] - 1, cell[1] - 1] == _FREE:
                strokes[cell] = stroke
    return strokes


def _window(
    size: tuple[int, ...], marks: Sequence[Cell], room: tuple[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the rows and of the columns to draw, `_GAP` where some are left out."""
    rows, columns = size
    if rows <= room[0] and columns <= room[1]:
        return tuple(range(1, rows + 1)), tuple(range(1, columns + 1))
    if not marks:  # one line less: the caption takes it
        return tuple(range(1, min(rows, max(1, room[0] - 1)) + 1)), tuple(range(1, min(columns, room[1]) + 1))
    # One radius for both directions, so that of a diagonal the same stretch is seen in rows and in columns.
    for radius in range(max(room), -1, -1):
        down = _near([r for r, _ in marks], rows, radius, 1)
        right = _near([c for _, c in marks], columns, radius, _GAP_CELLS)
        if _cost(down, 1) <= room[0] and _cost(right, _GAP_CELLS) <= room[1]:
            break
    return down, right


def _near(marked: Sequence[int], size: int, radius: int, gap: int) -> tuple[int, ...]:
    """Return the numbers within `radius` of a marked one, but outside their span only a margin of one."""
    low, high = max(1, min(marked) - min(radius, 1)), min(size, max(marked) + min(radius, 1))
    kept = sorted({k for m in marked for k in range(max(low, m - radius), min(high, m + radius) + 1)})
    shown = [kept[0]]
    for number in kept[1:]:
        hidden = range(shown[-1] + 1, number)
        shown += [
            *(hidden if len(hidden) <= gap else [_GAP]),
            number,
        ]  # a gap no wider than its `...` is filled
    return tuple(shown)


def _cost(shown: Sequence[int], gap: int) -> int:
    return sum(gap if number == _GAP else 1 for number in shown)


def _draw(scene: _Scene, rows: Sequence[int], columns: Sequence[int]) -> Text:
    gutter = max(len(str(max(rows))), 3 if _GAP in rows else 1)
    digits = len(str(max(columns)))
    drawing = Text()
    for digit in range(digits):
        last = digit == digits - 1
        heads = [("..." if last else "   ") if c == _GAP else str(c).rjust(digits)[digit] for c in columns]
        drawing.append((" " * (gutter + 1) + " ".join(heads)).rstrip() + "\n", "dim")
    for row in rows:
        if row == _GAP:
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
    if column == _GAP:
        return "...", "dim"
    value = int(scene.board[row - 1, column - 1])
    character = {_FREE: ".", _PIECE: scene.letter, _TREE: "T"}.get(value, "?")
    if (row, column) in scene.marks:
        return character, "bold red"
    character = scene.line.get((row, column), character)
    return character, _STYLES.get(character, "yellow")
