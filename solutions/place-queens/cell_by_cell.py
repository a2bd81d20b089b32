# @EXPECTED_RESULTS@: AC, TLE
"""Cell by cell: a queen on a free cell and on some that it leaves free, or none there, until all are placed.

Cost: exponential, and it ends where fewer cells are left than queens. 8 x 8 takes a quarter of a second.
"""

import numpy as np


def sees(grid, one, other):
    """Return whether two queens attack each other: no obstacle lies between them."""
    down, aside = other[0] - one[0], other[1] - one[1]
    far = max(down, abs(aside))
    between = (grid[one[0] + down * k // far, one[1] + aside * k // far] for k in range(1, far))
    return (0 in (down, aside) or abs(down) == abs(aside)) and 2 not in between


def place(grid, cells, pieces):
    """Return whether so many queens fit on these cells, and put them there."""
    for k, cell in enumerate(cells):
        rest = [other for other in cells[k + 1 :] if not sees(grid, cell, other)]
        if pieces == 1 or (len(rest) >= pieces - 1 and place(grid, rest, pieces - 1)):
            grid[tuple(cell)] = 1
            return True
    return False


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with queens (1) on free cells (0), or None."""
    return grid if place(grid, np.argwhere(grid == 0).tolist(), pieces) else None
