# @EXPECTED_RESULTS@: AC, TLE
"""Cell by cell: a superqueen on a free cell and on some that it leaves free, or none there; the best of all ways.

Cost: exponential, and it ends where the cells that are left can't beat the best. 8 x 8 takes a tenth of a second.
"""

import numpy as np


def sees(grid, one, other):
    """Return whether two superqueens attack each other; an obstacle between them stops no leap."""
    down, aside = other[0] - one[0], other[1] - one[1]
    far = max(down, abs(aside))
    between = (grid[one[0] + down * k // far, one[1] + aside * k // far] for k in range(1, far))
    return abs(down * aside) == 2 or ((0 in (down, aside) or abs(down) == abs(aside)) and 2 not in between)


def place(grid, cells, placed, best):
    """Return the most superqueens: those placed and others on these cells, or `best` where they are no more."""
    best = max(best, placed, key=len)
    while len(placed) + len(cells) > len(best):
        cell, *cells = cells
        best = place(grid, [other for other in cells if not sees(grid, cell, other)], [*placed, cell], best)
    return best


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many superqueens (1) as possible on free cells (0)."""
    for row, column in place(grid, np.argwhere(grid == 0).tolist(), [], []):
        grid[row, column] = 1
    return grid
