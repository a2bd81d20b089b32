# @EXPECTED_RESULTS@: AC, TLE
"""n queens row by row: the first column that no queen above sees, and a step back where there is none.

Idea. Each row holds one queen, so a column for each row is an arrangement. Move the queen of the row on until no queen
above sees it; where it has passed the last column, take it away, and move the queen above on.

Source: backtracking as in any textbook; Bauer and Gauss did it by hand in 1850 for the eight queens.

Cost: exponential in n, as luck has it: 20 ms for n = 20, a second for n = 26, and more for most above.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def fits(columns, row):
    """Whether no queen above sees the queen of this row."""
    for above in range(row):
        across = columns[row] - columns[above]
        if across == 0 or abs(across) == row - above:
            return False
    return True


@njit(cache=True)
def place(n):
    """The column of each row's queen; all -1 where every possibility was tried."""
    columns = np.full(n, -1, np.int64)
    row = 0
    while 0 <= row < n:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1
        elif fits(columns, row):
            row += 1
    return columns


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with n queens (1), or None if there is no arrangement."""
    columns = place(n)
    if columns[0] < 0:
        return None
    board = grid.copy()
    board[np.arange(n), columns] = 1
    return board
