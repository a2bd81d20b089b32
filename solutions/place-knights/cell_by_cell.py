# @EXPECTED_RESULTS@: AC, TLE
"""Cell by cell: a knight on a free cell and on some that it leaves free, or none there, until all are placed.

Cost: exponential, and it ends where fewer cells are left than knights. 6 x 6 takes 0.03 s.
"""

import numpy as np


def sees(grid, one, other):
    """Return whether two knights attack each other, whatever lies between them."""
    return abs((one[0] - other[0]) * (one[1] - other[1])) == 2


def place(grid, cells, pieces):
    """Return whether so many knights fit on these cells, and put them there."""
    for k, cell in enumerate(cells):
        rest = [other for other in cells[k + 1 :] if not sees(grid, cell, other)]
        if pieces == 1 or (len(rest) >= pieces - 1 and place(grid, rest, pieces - 1)):
            grid[tuple(cell)] = 1
            return True
    return False


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with knights (1) on free cells (0), or None."""
    return grid if place(grid, np.argwhere(grid == 0).tolist(), pieces) else None
