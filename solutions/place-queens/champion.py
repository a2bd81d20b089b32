"""Champion: branch and bound, where cliques say how many more queens could be placed.

Cells that all see each other form a clique, which holds one of the queens. Cover the free cells by cliques, each
greedily from its first cell on: where these are too few, a branch ends. The cells of the last ones are tried first.

Cost: exponential. Source: E. Tomita and T. Seki, An efficient branch-and-bound algorithm for a maximum clique, 2003.
"""

import numpy as np
from numba import njit


def seen(board):
    """Return which cells of a board with obstacles around it see each other; each sees itself."""
    r, c = np.indices(board.shape).reshape(2, -1)
    sees = np.zeros((board.size, board.size), np.bool_)
    for line in (r, c, r - c, r + c):
        order = np.argsort(line, kind="stable")
        stretch = np.cumsum(board.ravel()[order] == 2)[np.argsort(order)]  # those between two obstacles
        sees |= stretch[:, None] == stretch
    return sees


@njit(cache=True)
def search(sees, free, best, count, most, pieces):
    """Return how many queens `best` has, with `count` of them placed and more on free cells."""
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
        if count + bound[i] <= most or most == pieces:
            break
        for v in range(k):
            left[v] = free[v] and not sees[order[i], v]
        more = search(sees, left, best, count + 1, max(most, count + 1), pieces)
        if more > most:
            most, best[count] = more, order[i]
        free[order[i]] = False
    return most


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with queens (1) on free cells (0), or None; 2 is an obstacle, 3 a closed cell."""
    board = np.pad(grid, 1, constant_values=2)
    cells = np.flatnonzero(board == 0)
    best = np.zeros_like(cells)
    most = search(seen(board)[np.ix_(cells, cells)], best == 0, best, 0, pieces - 1, pieces)
    board.ravel()[cells[best[:pieces]]] = 1
    return board[1:-1, 1:-1].copy() if most == pieces else None
