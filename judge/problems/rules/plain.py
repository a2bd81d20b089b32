"""Check the rules as a reader would with a finger: the specification of `fast.py`.

Pure Python, no numba: an exported package takes this file along. `plain_attack` looks at every cell on the way (n^3 at
worst), `plain_in_line` at every three pieces (k^3 / 6); both are meant for small boards and for tests. One piece a row,
given as columns, needs no board at all: three dictionaries are quick at any size.
"""

from __future__ import annotations

from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
Three = tuple[int, int, int]  # numbers of points, from 0

PIECE, TREE, CLOSED = 1, 2, 3  # a tree ends a view; a closed cell holds no piece, and ends none

# The four ways back to cells that were read before, in the order in which a conflict is named: those of a queen.
BACKWARDS = (
    (0, -1),  # along the row, to the left
    (-1, 0),  # up the column
    (-1, -1),  # up the diagonal, to the left
    (-1, 1),  # up the anti-diagonal, to the right
)
STRAIGHT, SLANTING = BACKWARDS[:2], BACKWARDS[2:]  # those of a rook, and of a bishop
# The leaps back to cells that were read before, in the order in which a conflict is named.
KNIGHT = ((-1, -2), (-1, 2), (-2, -1), (-2, 1))
KING = BACKWARDS  # one step of each


def plain_attack(
    board: np.ndarray[Any, np.dtype[np.int8]], steps: Sequence[Cell] = BACKWARDS, torus: bool = False
) -> Pair | None:
    """Return two pieces that attack each other on `board` (int8 (n, m): 0 free, 1 piece, 2 tree, 3 closed), or None.

    Cells count from 0. Reading row by row, the second of the two is the first piece that sees another one along one of
    the steps; the first is the nearest one it sees along the first such step. That was read before it, but on a
    `torus`, where a view goes on at the opposite edge.
    """
    rows: list[list[int]] = board.tolist()
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell == PIECE:
                for step in steps:
                    seen = seen_from(rows, (row, column), step, torus)
                    if seen is not None:
                        return seen, (row, column)
    return None


def seen_from(rows: Sequence[Sequence[int]], cell: Cell, step: Cell, torus: bool = False) -> Cell | None:
    """Return the piece seen from `cell` along `step` (rows, columns); a tree ends the view, and the edge, or on a torus
    the cell itself."""
    n, m = len(rows), len(rows[0])
    row, column = cell[0] + step[0], cell[1] + step[1]
    while torus or (0 <= row < n and 0 <= column < m):
        if torus:
            row, column = row % n, column % m
            if (row, column) == cell:
                return None
        if rows[row][column] == PIECE:
            return row, column
        if rows[row][column] == TREE:
            return None
        row, column = row + step[0], column + step[1]
    return None


def plain_attack_in_columns(columns: np.ndarray[Any, np.dtype[np.int64]]) -> Pair | None:
    """Return what `plain_attack` does, for one piece a row and no trees, given as 0-based columns."""
    last: dict[tuple[str, int], Cell] = {}  # the last piece on each column, diagonal and anti-diagonal
    for row, column in enumerate(columns.tolist()):
        lines = (("column", column), ("diagonal", column - row), ("anti-diagonal", column + row))
        for line in lines:
            if line in last:
                return last[line], (row, column)
        for line in lines:
            last[line] = (row, column)
    return None


def plain_leap(board: np.ndarray[Any, np.dtype[np.int8]], leaps: Sequence[Cell], torus: bool = False) -> Pair | None:
    """Return two pieces that are one of the leaps apart on `board` (int8 (n, m)), or None. Nothing blocks a leap.

    Cells count from 0. Reading row by row, the second is the first piece from which a leap leads to another one, which
    is the first; on a `torus` a leap may cross the edges.
    """
    rows: list[list[int]] = board.tolist()
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell == PIECE:
                for down, right in leaps:
                    there = row + down, column + right
                    if torus:
                        there = there[0] % len(rows), there[1] % len(cells)
                    inside = 0 <= there[0] < len(rows) and 0 <= there[1] < len(cells)
                    if inside and there != (row, column) and rows[there[0]][there[1]] == PIECE:
                        return there, (row, column)
    return None


def plain_in_line(points: Sequence[Cell]) -> Three | None:
    """Return the lexicographically first three of the points (row, column) on one straight line of any slope, or None.

    The points are different. Whole numbers only: the area between the three is 0. k^3 / 6 steps for k points.
    """
    for i, j, k in combinations(range(len(points)), 3):
        (row, column), (row2, column2), (row3, column3) = points[i], points[j], points[k]
        if (column2 - column) * (row3 - row) == (column3 - column) * (row2 - row):
            return i, j, k
    return None


def plain_crowded(points: Sequence[Cell], most: int) -> list[Cell] | None:
    """Return the lexicographically first points, one more than `most`, on one straight line of any slope; k^2 steps.

    The points are different, and come in reading order.
    """
    for at, (row, column) in enumerate(points):
        lines: dict[Cell, list[Cell]] = {}  # the points behind it, by the slope in lowest terms
        for r, c in points[at + 1 :]:
            common = gcd(r - row, c - column)
            lines.setdefault(((r - row) // common, (c - column) // common), []).append((r, c))
        for line in lines.values():
            if len(line) >= most:
                return [(row, column), *line[:most]]
    return None


def every_queens(n: int, free: Sequence[int] = ()) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of n queens as 0-based columns, in lexicographic order; 30 ms for n = 10.

    Bit c of `free[r]` says that a queen may stand in column c of row r; without it all cells are free.
    """
    placed: list[int] = []
    rows = [*(free or [(1 << n) - 1] * n), 0]  # behind the last row nothing is placed

    def extend(columns: int, left: int, right: int) -> Iterator[tuple[int, ...]]:
        # bit c of each mask: column c of this row is seen straight from above, from up-left, from up-right
        if len(placed) == n:
            yield tuple(placed)
        safe = rows[len(placed)] & ~(columns | left | right)
        for column in range(safe.bit_length()):
            bit = 1 << column
            if safe & bit:
                placed.append(column)
                yield from extend(columns | bit, (left | bit) << 1, (right | bit) >> 1)
                placed.pop()

    yield from extend(0, 0, 0)
