# @EXPECTED_RESULTS@: AC, WA
"""Points by greed: each officer goes to the best cell that nobody sees. Wrong: the best cell may cost two good ones.

It never takes an officer back. So it is right where the best cells don't see each other, and else too low. If an
officer finds no cell, it says that they don't fit.

Cost: p n^2.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def take_best(points, officers):
    """Return the points of officers that each took the best free cell; -1 if one found none."""
    n = len(points)
    free = np.ones((n, n), np.bool_)
    total = 0
    for _ in range(officers):
        row, column = -1, -1
        for r in range(n):
            for c in range(n):
                if free[r, c] and (row < 0 or points[r, c] > points[row, column]):
                    row, column = r, c
        if row < 0:
            return -1
        total += points[row, column]
        for r in range(n):
            for c in range(n):
                if r == row or c == column or abs(r - row) == abs(c - column):
                    free[r, c] = False
    return total


def solve(n: int, officers: int, points: np.ndarray) -> int | None:
    """Return the points of a greedy choice, or None where it gets stuck."""
    total = int(take_best(points, officers))
    return None if total < 0 else total
