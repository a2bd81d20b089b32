"""Champion: matches falling with rising stretches of diagonals, and needs no search for the most bishops.

Obstacles, not closed cells, cut diagonals into stretches of one bishop at most. A bishop pairs the two that cross on
its cell, so the most bishops are a largest matching. An augmenting path moves bishops until one more has room.

Cost: stretches times cells at most. Sources: D. Konig, Graphs and matrices, 1931; H. Kuhn, 1955.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def augment(free, order, walls, across, along, bishop, seen, stretch):
    """Return whether a falling stretch gets one more bishop; it lies between two obstacles."""
    for cell in order[walls[stretch - 1] + 1 : walls[stretch]]:
        line = along[cell]
        if free[cell] and not seen[line]:
            seen[line] = True
            if bishop[line] < 0 or augment(free, order, walls, across, along, bishop, seen, across[bishop[line]]):
                bishop[line] = cell
                return True
    return False


def stretches(board, line):
    """Return the cells line by line, and the number of the stretch of each cell."""
    order = np.argsort(line.ravel(), kind="stable")
    return order, np.cumsum(board.ravel()[order] == 2)[np.argsort(order)]


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many bishops as possible (1) on free cells (0); 2 is an obstacle, 3 a closed cell."""
    board = np.pad(grid, 1, constant_values=2)
    rows, columns = np.indices(board.shape)
    order, across = stretches(board, rows - columns)
    walls, along = np.flatnonzero(board.ravel()[order] == 2), stretches(board, rows + columns)[1]
    free, bishop, seen = board.ravel() == 0, np.full(board.size, -1), np.zeros(board.size, np.bool_)
    for stretch in np.unique(across[free]):
        if augment(free, order, walls, across, along, bishop, seen, stretch):
            seen.fill(False)  # what was seen in vain leads nowhere later
    board.ravel()[bishop[bishop >= 0]] = 1
    return board[1:-1, 1:-1].copy()
