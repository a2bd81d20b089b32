# @EXPECTED_RESULTS@: AC, TLE
"""Cell by cell: a knight on a free cell and on some that it leaves free, or none there; the best of all ways.

Cost: exponential, and it ends where the cells that are left can't beat the best. 6 x 6 takes 0.03 s.
"""

import numpy as np


def sees(grid, one, other):
    """Return whether two knights attack each other, whatever lies between them."""
    return abs((one[0] - other[0]) * (one[1] - other[1])) == 2


def place(grid, cells, placed, best):
    """Return the most knights: those placed and others on these cells, or `best` where they are no more."""
    best = max(best, placed, key=len)
    while len(placed) + len(cells) > len(best):
        cell, *cells = cells
        best = place(grid, [other for other in cells if not sees(grid, cell, other)], [*placed, cell], best)
    return best


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many knights (1) as possible on free cells (0)."""
    for row, column in place(grid, np.argwhere(grid == 0).tolist(), [], []):
        grid[row, column] = 1
    return grid
