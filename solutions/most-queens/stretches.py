# @EXPECTED_RESULTS@: AC, TLE
"""The most queens by plain branch and bound, stretch by stretch.

Idea: obstacles cut each row into stretches of free cells, and a stretch holds one queen or none. Try the stretches in
reading order: each cell that no queen sees, then no queen. A branch ends when all stretches that are left could not
beat the most that is known; nothing else is known of what is left.

Cost: exponential in the obstacles, because each lets a stretch stay empty: 8 x 8 with a few takes milliseconds, 10 x 10
seconds.
"""

import numpy as np
from numba import njit

FREE, QUEEN, TREE = 0, 1, 2


@njit(cache=True)
def free_at(board, row, column):
    """Say whether no queen above sees this cell."""
    for aside in range(-1, 2):
        r, c = row - 1, column + aside
        while r >= 0 and 0 <= c < board.shape[1] and board[r, c] != TREE:
            if board[r, c] == QUEEN:
                return False
            r, c = r - 1, c + aside
    return True


@njit(cache=True)
def place(grid, heads):
    """Return the board with as many queens as possible; `heads` are the first cells of all stretches."""
    board, best = grid.copy(), grid.copy()
    count, m = len(heads), grid.shape[1]
    queen = np.full(count + 1, -1)  # the column of each stretch's queen; m for none, -1 where nothing is tried
    most = placed = k = 0
    while k >= 0:
        if 0 <= queen[k] < m:  # back at this stretch: take away the queen that was tried last
            board[heads[k, 0], queen[k]] = FREE
            placed -= 1
        if placed > most:
            most, best = placed, board.copy()
        if queen[k] == m or placed + count - k <= most:
            queen[k] = -1
            k -= 1
            continue
        row, column = heads[k, 0], max(queen[k] + 1, heads[k, 1])
        while column < m and board[row, column] != TREE and not free_at(board, row, column):
            column += 1
        queen[k] = m
        if column < m and board[row, column] != TREE:
            queen[k] = column
            board[row, column] = QUEEN
            placed += 1
        k += 1
    return best


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many queens (1) on its free cells as possible; obstacles (2) stay."""
    begins = np.ones(grid.shape, np.bool_)
    begins[:, 1:] = grid[:, :-1] == TREE
    return place(grid, np.ascontiguousarray(np.argwhere(begins & (grid != TREE))))
