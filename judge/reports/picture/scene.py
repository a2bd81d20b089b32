"""What is drawn of a board: the marked cells, the line of a conflict, the rows and columns that there is room for.

A board that fits is drawn whole. Otherwise the smallest window around the marked cells is cut out, with a margin of one
cell; where even that is too large, a gap replaces rows and columns far from any marked cell.
"""

from __future__ import annotations

from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING, Any, Self

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np

    from judge.model import Instance

    Grid = np.ndarray[Any, np.dtype[np.int8]]

Cell = tuple[int, int]
FREE, PIECE, TREE, CLOSED = 0, 1, 2, 3
FILE_ROOM = 64  # rows and columns of a file in which each cell is drawn
GAP = 0  # is put among row and column numbers, which count from 1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the names of marked cells, and the most there are


class Scene(msgspec.Struct, frozen=True, eq=False):
    """What is drawn of a board, in whichever form. Cells are (row, column) from 1.

    `board` is an (n, m) array of 0 free, 1 piece, 2 tree, 3 closed; `piece` is the noun for one. `marks` are the cells
    that are named A, B, C, `given` the pieces that were there before any was placed. `line` holds every cell of the
    line of a conflict, its two ends included. `rows` and `columns` are shown; GAP is where some are left out.
    """

    board: Any
    piece: str
    marks: tuple[Cell, ...]
    given: frozenset[Cell]
    line: tuple[Cell, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    layer: Instance.Layer | None = None  # the region or the weight of each cell, where the case has it

    @classmethod
    def of(
        cls,
        board: Grid,
        piece: str = "lizard",
        cells: Sequence[Cell] = (),
        given: Iterable[Cell] = (),
        layer: Instance.Layer | None = None,
    ) -> Self:
        """Return the whole board as a scene. `cells` are marked in this order; those outside the board are left out,
        and a `layer` of another shape."""
        rows, columns = board.shape
        marks = tuple(c for c in cells if 1 <= c[0] <= rows and 1 <= c[1] <= columns)[: len(LETTERS)]
        there = frozenset(
            (r, c) for r, c in given if 1 <= r <= rows and 1 <= c <= columns and board[r - 1, c - 1] == PIECE
        )
        line = tuple(conflict(board, marks))
        beside = layer if layer and layer.numbers.shape == board.shape else None
        return cls(board, piece, marks, there, line, tuple(range(1, rows + 1)), tuple(range(1, columns + 1)), beside)

    @property
    def letter(self) -> str:
        """Return what is drawn for a piece in characters."""
        return self.piece[:1].upper()

    @property
    def regions(self) -> Any:
        """Return the number of the region of each cell; None where the case has no regions."""
        return self.layer.numbers if self.layer and self.layer.parted else None

    @property
    def weights(self) -> Any:
        """Return the weight of each cell; None where the case has none."""
        return self.layer.numbers if self.layer and not self.layer.parted else None

    @property
    def whole(self) -> bool:
        """Say whether every row and column is shown."""
        return (len(self.rows), len(self.columns)) == self.board.shape and GAP not in (*self.rows, *self.columns)

    @property
    def joined(self) -> bool:
        """Say whether a line joins the marks, and all of them are shown."""
        return bool(self.line) and all(map(self.shows, self.marks))

    @property
    def named(self) -> list[tuple[str, Cell]]:
        """Return the marked cells that are shown, each behind its letter."""
        return [(letter, cell) for letter, cell in zip(LETTERS, self.marks, strict=False) if self.shows(cell)]

    def value(self, cell: Cell) -> int:
        """Return what is on a cell."""
        return int(self.board[cell[0] - 1, cell[1] - 1])

    def shows(self, cell: Cell) -> bool:
        """Say whether a cell is among the shown ones."""
        return cell[0] in self.rows and cell[1] in self.columns

    def within(self, room: tuple[int, int], gap_cells: int = 1) -> Scene:
        """Return what is shown of it in a room of so many rows and columns: all, or the part with the marks."""
        rows, columns = window(self.board.shape, self.marks, room, gap_cells)
        return msgspec.structs.replace(self, rows=rows, columns=columns)

    def part(self, first: Cell, size: tuple[int, int]) -> Scene:
        """Return as many rows and columns as `size` says, from the cell `first` on, or as many as there are; 0 stands
        for as many as a file has room for."""
        rows, columns = (
            tuple(range(k, min(k + (many or FILE_ROOM), end + 1)))
            for k, many, end in zip(first, size, self.board.shape, strict=True)
        )
        return msgspec.structs.replace(self, rows=rows, columns=columns)


def given_on(board: Any) -> tuple[Cell, ...]:
    """Return the pieces on the board of a case, from 1: those that are given before any is placed."""
    if not drawable(board):
        return ()
    rows, columns = (board == PIECE).nonzero()
    return tuple(zip((rows + 1).tolist(), (columns + 1).tolist(), strict=True))


def drawable(board: Any) -> bool:
    """Say whether it is a board: findings also carry an answer of the wrong shape, a list of columns, nothing."""
    return getattr(board, "ndim", 0) == 2 and board.size > 0


def longest_weight(scene: Scene) -> int:
    """Return how many signs the longest weight of a cell has."""
    return max(len(str(int(end))) for end in (scene.weights.min(), scene.weights.max()))


def conflict(board: Grid, marks: Sequence[Cell]) -> list[Cell]:
    """Return the cells of the line from the first marked piece to the last, both included; nothing if the marks are not
    two or three pieces on one line, or two that do each other no harm."""
    pieces = sorted(marks)
    if not 2 <= len(pieces) <= 3 or any(board[r - 1, c - 1] != PIECE for r, c in pieces):
        return []
    line = pieces[:1]
    for (row, column), (row_b, column_b) in pairwise(pieces):
        steps = gcd(row_b - row, column_b - column)
        down, right = (row_b - row) // max(steps, 1), (column_b - column) // max(steps, 1)
        if len(pieces) == 2 and (down, right) not in ((0, 1), (1, 0), (1, 1), (1, -1)):
            return []
        line += [(row + k * down, column + k * right) for k in range(1, steps + 1)]
    return line


def window(
    size: tuple[int, ...], marks: Sequence[Cell], room: tuple[int, int], gap_cells: int = 1
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the rows and of the columns to draw in a `room` of so many. `GAP` is where some are left
    out; in a row that is as wide as `gap_cells`."""
    rows, columns = size
    if rows <= room[0] and columns <= room[1]:
        return tuple(range(1, rows + 1)), tuple(range(1, columns + 1))
    if not marks:  # one line less: the caption takes it
        return tuple(range(1, min(rows, max(1, room[0] - 1)) + 1)), tuple(range(1, min(columns, room[1]) + 1))
    # One radius for both directions, so that of a diagonal the same stretch is seen in rows and in columns.
    for radius in range(max(room), -1, -1):
        down = _near([r for r, _ in marks], rows, radius, 1)
        right = _near([c for _, c in marks], columns, radius, gap_cells)
        if _cost(down, 1) <= room[0] and _cost(right, gap_cells) <= room[1]:
            break
    return down, right


def _near(marked: Sequence[int], size: int, radius: int, gap: int) -> tuple[int, ...]:
    """Return the numbers within `radius` of a marked one, but outside their span only a margin of one."""
    low, high = max(1, min(marked) - min(radius, 1)), min(size, max(marked) + min(radius, 1))
    kept = sorted({k for m in marked for k in range(max(low, m - radius), min(high, m + radius) + 1)})
    shown = [kept[0]]
    for number in kept[1:]:
        hidden = range(shown[-1] + 1, number)
        shown += [*(hidden if len(hidden) <= gap else [GAP]), number]  # a gap no wider than its `...` is filled
    return tuple(shown)


def _cost(shown: Sequence[int], gap: int) -> int:
    return sum(gap if number == GAP else 1 for number in shown)
