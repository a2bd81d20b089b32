"""Champion: branch and bound, where cliques say how many more superqueens could be placed.

Cells that all see each other form a clique, which holds one of the superqueens. Cover the free cells by cliques, each
greedily from its first cell on: where these are too few, a branch ends. The cells of the last ones are tried first.

Cost: exponential. Source: E. Tomita and T. Seki, An efficient branch-and-bound algorithm for a maximum clique, 2003.
"""

import numpy as np
from numba import njit


def seen(board):
    """Return which cells of a board with obstacles around it see each other; each sees itself."""
    r, c = np.indices(board.shape).reshape(2, -1)
    sees = np.abs((r[:, None] - r) * (c[:, None] - c)) == 2  # a leap
    for line in (r, c, r - c, r + c):
        order = np.argsort(line, kind="stable")
        stretch = np.cumsum(board.ravel()[order] == 2)[np.argsort(order)]  # those between two obstacles
        sees |= stretch[:, None] == stretch
    return sees


@njit(cache=True)
def search(sees, free, best, count, most):
    """Return how many superqueens `best` has, with `count` of them placed and more on free cells."""
    k = len(free)
    order, bound = np.empty(k, np.int64), np.empty(k, np.int64)
    left, length, cliques = free.copy(), 0, 0
    for first in range(k):
        if left[first]:
            clique, cliques = left.copy(), cliques + 1
            for v in range(first, k):
                if clique[v]:
                    order[length], bound[length], left[v] = v, cliques, False
                    length += 1
                    for u in range(v, k):
                        clique[u] &= sees[v, u]
    for i in range(length - 1, -1, -1):
        if count + bound[i] <= most:
            break
        for v in range(k):
            left[v] = free[v] and not sees[order[i], v]
        more = search(sees, left, best, count + 1, max(most, count + 1))
        if more > most:
            most, best[count] = more, order[i]
        free[order[i]] = False
    return most


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many superqueens (1) as possible on free cells (0); 2 is an obstacle, 3 is closed."""
    board = np.pad(grid, 1, constant_values=2)
    cells = np.flatnonzero(board == 0)
    best = np.zeros_like(cells)
    most = search(seen(board)[np.ix_(cells, cells)], best == 0, best, 0, 0)
    board.ravel()[cells[best[:most]]] = 1
    return board[1:-1, 1:-1].copy()
