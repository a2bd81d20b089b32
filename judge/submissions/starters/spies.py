# judge: problem = spies
"""A first solution: row by row, the first column where no spy above sees the new one and no two are in line with it.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row):
    """Is the spy of this row safe from every spy above it, and from every pair of them?"""
    for one in range(row):
        across = columns[row] - columns[one]
        if across == 0 or abs(across) == row - one:
            return False
        for two in range(one):
            # Cross products of whole numbers are exact; slopes in floating point are not.
            if (columns[one] - columns[two]) * (row - one) == across * (one - two):
                return False
    return True


@njit
def place(n):
    columns = np.full(n, -1, np.int64)
    row = 0
    while 0 <= row < n:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1  # nothing fits here: take back the spy above
        elif fits(columns, row):
            row += 1
    return columns  # all -1 when every possibility has been tried


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Put n spies (1) on an empty n x n board (0); None means that it can't be done."""
    columns = place(n)
    if columns[0] < 0:
        return None
    board = grid.copy()
    board[np.arange(n), columns] = 1
    return board
