"""Champion: matches white with black cells, and so finds the most cells without a knight's leap between them.

Leaps join white cells to black ones. From the white cells that a largest matching leaves out, go over any leap to a
black cell, and back to its partner. White cells that are reached hold a knight, and black ones that are not.

Cost: free cells squared at most. Sources: D. Konig, Graphs and matrices, 1931; H. Kuhn, 1955.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def augment(grid, partner, seen, cell):
    """Return whether a white cell gets a partner; `seen` are the black cells that were reached."""
    n, m = grid.shape
    for down, aside in ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)):
        r, c = cell // m + down, cell % m + aside
        black = r * m + c
        if 0 <= r < n and 0 <= c < m and grid[r, c] == 0 and not seen[black]:
            seen[black] = True
            if partner[black] < 0 or augment(grid, partner, seen, partner[black]):
                partner[black], partner[cell] = cell, black
                return True
    return False


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many knights as possible (1) on free cells (0); 2 is an obstacle, 3 a closed cell."""
    free, white = grid.ravel() == 0, np.indices((n, m)).sum(axis=0).ravel() % 2 == 0
    partner, seen = np.full(n * m, -1), np.zeros(n * m, np.bool_)
    for cell in np.flatnonzero(free & white):
        if augment(grid, partner, seen, cell):
            seen.fill(False)
    for cell in np.flatnonzero(free & white & (partner < 0)):
        augment(grid, partner, seen, cell)  # in vain, as the matching is a largest one
    grid.ravel()[free & np.where(white, (partner < 0) | seen[partner], ~seen)] = 1
    return grid
