"""Champion: matches stretches of rows with stretches of columns, and needs no search for the most rooks.

Obstacles, not closed cells, cut rows and columns into stretches of one rook at most. A rook pairs the two that cross
on its cell, so the most rooks are a largest matching. An augmenting path moves rooks until one more has room.

Cost: stretches times cells at most. Sources: D. Konig, Graphs and matrices, 1931; H. Kuhn, 1955.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def augment(free, walls, across, along, rook, seen, stretch):
    """Return whether a row's stretch gets one more rook; it lies between two obstacles."""
    for cell in range(walls[stretch - 1] + 1, walls[stretch]):
        line = along[cell]
        if free[cell] and not seen[line]:
            seen[line] = True
            if rook[line] < 0 or augment(free, walls, across, along, rook, seen, across[rook[line]]):
                rook[line] = cell
                return True
    return False


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with rooks (1) on free cells (0) or None; 2 is an obstacle, 3 a closed cell."""
    board = np.pad(grid, 1, constant_values=2)
    walls, across = np.flatnonzero(board == 2), np.cumsum(board == 2)
    along = np.cumsum(board.T == 2).reshape(m + 2, n + 2).T.ravel()  # the number of each cell's stretch
    free, rook, seen = board.ravel() == 0, np.full(board.size, -1), np.zeros(board.size, np.bool_)
    for stretch in np.unique(across[free]):
        if augment(free, walls, across, along, rook, seen, stretch):
            seen.fill(False)  # what was seen in vain leads nowhere later
    cells = rook[rook >= 0]
    board.ravel()[cells[:pieces]] = 1
    return board[1:-1, 1:-1].copy() if len(cells) >= pieces else None
