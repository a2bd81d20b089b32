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
def row_stretches(board):
    """Return row, first column and end of each stretch."""
    n, m = board.shape
    stretches = np.empty((n * (m // 2 + 1), 3), np.int64)
    count = 0
    for r in range(n):
        c = 0
        while c < m:
            start = c
            while c < m and board[r, c] != TREE:
                c += 1
            if c > start:
                stretches[count, 0] = r
                stretches[count, 1] = start
                stretches[count, 2] = c
                count += 1
            c += 1
    return stretches[:count]


@njit(cache=True)
def place(grid):
    """Return the board with as many queens on it as possible."""
    board, best = grid.copy(), grid.copy()
    stretches = row_stretches(grid)
    count = len(stretches)
    choice = np.zeros(
        count + 1, np.int64
    )  # what to try next: a column; the end, for no queen; one more if all is tried
    most = placed = k = 0
    if count:
        choice[0] = stretches[0, 1]
    while k >= 0:
        if k < count:
            row, start, end = stretches[k]
            # Back at this stretch: take away the queen that was tried last.
            if choice[k] > start and choice[k] <= end and board[row, choice[k] - 1] == QUEEN:
                board[row, choice[k] - 1] = FREE
                placed -= 1
        if placed > most:
            most = placed
            best = board.copy()
        if k == count or placed + count - k <= most:
            k -= 1
            continue
        while choice[k] < end and not free_at(board, row, choice[k]):
            choice[k] += 1
        if choice[k] > end:
            k -= 1
            continue
        if choice[k] < end:
            board[row, choice[k]] = QUEEN
            placed += 1
        choice[k] += 1
        k += 1
        if k < count:
            choice[k] = stretches[k, 1]
    return best


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with as many queens (1) on its free cells as possible; obstacles (2) stay."""
    return place(grid)
