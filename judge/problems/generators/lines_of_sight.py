"""Count what the lines of a board can hold: tree-free segments, what each cell sees, what is placed in order."""

from __future__ import annotations

from typing import Final

import numpy as np

from judge.problems.generators.patterns import Grid
from judge.problems.rules.plain import TREE

STEPS: Final = {(0, 1): "row", (1, 0): "column", (1, 1): "falling diagonal", (1, -1): "rising diagonal"}

Cell = tuple[int, int]


def segments(grid: Grid, step: tuple[int, int]) -> int:
    """Return how many tree-free segments the board has in a direction: each holds one piece at most."""
    down, right = step
    n, free = len(grid), grid != TREE
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free
    before = framed[1 - down : 1 - down + n, 1 - right : 1 - right + n]
    return int(np.count_nonzero(free & ~before))


def place_in_order(grid: Grid) -> int:
    """Return how many pieces are placed by putting one on each cell that none sees, column by column."""
    n, placed = len(grid), 0
    rows, falling, rising = bytearray(n), bytearray(2 * n), bytearray(2 * n)
    for c, column in enumerate(grid.T.tolist()):
        seen = 0  # whether the nearest thing above is a piece
        for r, cell in enumerate(column):
            if cell == TREE:
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 0
            elif not (seen or rows[r] or falling[n + r - c] or rising[r + c]):
                seen = rows[r] = falling[n + r - c] = rising[r + c] = 1
                placed += 1
    return placed


def free_cells(grid: Grid) -> list[Cell]:
    """Return the cells without a tree, row by row."""
    return [(int(r), int(c)) for r, c in np.argwhere(grid != TREE)]


def sights(grid: Grid) -> dict[Cell, list[Cell]]:
    """Return for each free cell the free cells that it sees to its right and below."""
    free = dict.fromkeys(free_cells(grid))
    seen: dict[Cell, list[Cell]] = {}
    for r, c in free:
        seen[r, c] = []
        for down, right in STEPS:
            cell = (r + down, c + right)
            while cell in free:
                seen[r, c].append(cell)
                cell = (cell[0] + down, cell[1] + right)
    return seen
