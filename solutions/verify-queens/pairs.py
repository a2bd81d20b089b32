"""Pairs: it counts the queens, and compares each two of them.

Cost: n^2 steps to find them, and half as many again to compare them.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def is_valid(n, grid):
    """Return whether n queens stand on the cells, each two of them safe from each other."""
    rows, columns = np.nonzero(grid)
    if len(rows) != n:
        return False
    for one in range(n):
        for two in range(one):
            down, right = rows[one] - rows[two], abs(columns[one] - columns[two])
            if down == 0 or right in (0, down):
                return False
    return True


def solve(n: int, grid: np.ndarray) -> bool:
    """Return whether n queens stand on n x n cells, none attacking another."""
    return bool(is_valid(n, grid))
