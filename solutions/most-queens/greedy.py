"""Queens by greed: of the cells that nobody sees, always the one that sees the fewest others.

Valid, but seldom the most: its score is below 1. A cell in a corner between obstacles takes little from the others, so
it comes first; of equals the first in reading order. A queen is never taken back.

Cost: as many rounds as queens, each looks at all cells and what they see.
"""

import numpy as np
from numba import njit

FREE, QUEEN, TREE = 0, 1, 2


@njit(cache=True)
def look(open_cells, row, column, close):
    """Return how many open cells a queen sees from here. `close` closes them."""
    n, m = open_cells.shape
    seen = 0
    for step_row in range(-1, 2):
        for step_column in range(-1, 2):
            r, c = row + step_row, column + step_column
            while (step_row != 0 or step_column != 0) and 0 <= r < n and 0 <= c < m and open_cells[r, c] != TREE:
                if open_cells[r, c] == FREE:
                    seen += 1
                    if close:
                        open_cells[r, c] = QUEEN  # seen: closed for a queen
                r, c = r + step_row, c + step_column
    return seen


@njit(cache=True)
def place(grid):
    """Return the board with the queens on it."""
    board = grid.copy()
    open_cells = grid.copy()
    n, m = grid.shape
    while True:
        row, column, fewest = -1, -1, n * m
        for r in range(n):
            for c in range(m):
                if open_cells[r, c] == FREE:
                    seen = look(open_cells, r, c, False)
                    if seen < fewest:
                        row, column, fewest = r, c, seen
        if row < 0:
            return board
        look(open_cells, row, column, True)
        board[row, column] = open_cells[row, column] = QUEEN


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with queens (1) on free cells, none seeing another; trees (2) stay."""
    return place(grid)
