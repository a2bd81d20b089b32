"""Champion: one pass over the cells; each queen takes its row, its column and both its diagonals.

A second queen on any of these lines ends the pass, and so does a row without a queen. No two queens are ever compared
with each other.

Cost: n^2 steps. Source: N. Wirth, Algorithms + Data Structures = Programs, 1976: three arrays of
truth values, one for columns and one for the diagonals of each direction.
"""

import numpy as np
from numba import njit


@njit("boolean(int64, int8[:, ::1])", cache=True)
def is_valid(n, grid):
    """Return whether n queens (1) stand on the cells, no two on one line."""
    columns = np.zeros(n, np.bool_)
    falling, rising = np.zeros(2 * n, np.bool_), np.zeros(2 * n, np.bool_)
    for row in range(n):
        queens = 0
        for column in range(n):
            if grid[row, column] == 1:
                queens += 1
                if columns[column] or falling[row - column + n] or rising[row + column]:
                    return False
                columns[column] = falling[row - column + n] = rising[row + column] = True
        if queens != 1:
            return False
    return True


def solve(n: int, grid: np.ndarray) -> bool:
    """Return whether n queens stand on n x n cells, none attacking another."""
    return bool(is_valid(n, grid))
