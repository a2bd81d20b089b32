# @EXPECTED_RESULTS@: AC, TLE
"""Completion row by row, three words of bits for what is attacked.

Idea: the classic search for all queens: columns and both diagonals are bits that move with the row, and the free cells
of a row are one expression. A row with a given queen has only that cell to try, and given queens further down are
not seen before their row is reached. That is what makes it slow: the first rows are filled in ways that no given queen
of the last row allows.

Source: Richards, Backtracking algorithms in MCPL using bit patterns and recursion, 1997.

Cost: a few operations a queen, but exponentially many queens: n = 20 takes up to a second, n = 30 is out of reach. Up
to n = 62.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def place(allowed, columns, left, right, row, column_of):
    """Fill the rows from `row` on; True if that can be done. The three words hold attacked columns of this row."""
    if row == len(allowed):
        return True
    free = allowed[row] & ~(columns | left | right)
    while free:
        bit = free & -free
        free ^= bit
        column_of[row] = bit
        if place(allowed, columns | bit, (left | bit) << 1, (right | bit) >> 1, row + 1, column_of):
            return True
    return False


def solve(n: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, the given ones (1 in grid) among them; None where there is none."""
    whole = (1 << n) - 1
    allowed = np.full(n, whole, np.int64)
    for row, column in np.argwhere(grid == 1):
        allowed[row] = 1 << column
    column_of = np.zeros(n, np.int64)
    if not place(allowed, 0, 0, 0, 0, column_of):
        return None
    return ((column_of[:, None] >> np.arange(n)) & 1).astype(np.int8)
