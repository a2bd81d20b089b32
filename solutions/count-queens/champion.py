"""Champion: row by row, with a bit for each column, and no look back at the queens above.

Three masks say which columns of a row are seen: straight from above, and along the two diagonals, which move by one a
row. What is neither seen nor reserved is tried, lowest bit first. In the last row every such bit is one way.

Cost: a step for each arrangement of the first n - 1 rows; n = 14 takes 0.1 s on an empty board. Source: M. Richards,
Backtracking algorithms in MCPL using bit patterns and recursion, University of Cambridge, 1997.
"""

import numpy as np
from numba import njit


@njit("int64(int64[::1], int64)", cache=True)
def count(free, row):
    """Return the number of ways; bit c of free[r] says that column c of row r is not reserved."""
    n = len(free)
    columns, left, right = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    open_ = np.zeros(n + 1, np.int64)  # what is still to be tried in each row
    ways = np.int64(0)
    open_[0] = free[0]
    while row >= 0:
        bits = open_[row]
        if bits == 0:
            row -= 1
            continue
        bit = bits & -bits
        open_[row] = bits ^ bit
        if row == n - 1:
            ways += 1
            continue
        columns[row + 1] = columns[row] | bit
        left[row + 1] = (left[row] | bit) << 1
        right[row + 1] = (right[row] | bit) >> 1
        row += 1
        open_[row] = free[row] & ~(columns[row] | left[row] | right[row])
    return ways


def solve(n: int, grid: np.ndarray) -> int:
    """Return the number of ways to put n queens on the free cells (0) of n x n."""
    free = (grid == 0).astype(np.int64) @ (np.int64(1) << np.arange(n, dtype=np.int64))
    return int(count(free, 0))
