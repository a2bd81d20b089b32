# @EXPECTED_RESULTS@: AC, TLE
"""No three in line row by row: two points a row, and each pair closes its line below.

Idea: 2n points in n rows are two in each. So the search goes through the rows and tries all pairs of open cells.
A point that is set draws a line to each point above, and closes the cells that the line meets below: a count for each
cell, so that it opens again when the point is taken back. A column with two points is closed in the same way, for two
points of it make a line.

Source: backtracking as Golomb and Baumert wrote it down, 1965.

Cost: exponentially many pairs: n = 12 takes milliseconds, n = 16 or 18 is the end.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def close(closed, board, row, column, delta):
    """Add delta to each cell below the row that is in line with this point and a point before it."""
    n = len(board)
    for above in range(row):
        for other in range(n):
            if board[above, other]:
                down, across = row - above, column - other
                for below in range(row + 1, n):
                    if (below - row) * across % down == 0:
                        at = column + (below - row) * across // down
                        if 0 <= at < n:
                            closed[below, at] += delta


@njit(cache=True)
def place(closed, board, row):
    """Fill the rows from this one on; True if that can be done."""
    n = len(board)
    if row == n:
        return True
    for first in range(n):
        if closed[row, first]:
            continue
        for second in range(first + 1, n):
            if closed[row, second]:
                continue
            for column in (first, second):
                close(closed, board, row, column, 1)
            board[row, first] = board[row, second] = 1
            if place(closed, board, row + 1):
                return True
            board[row, first] = board[row, second] = 0
            for column in (first, second):
                close(closed, board, row, column, -1)
    return False


def solve(n: int, pieces: int) -> np.ndarray | None:
    """An int8 board (n, n) with `pieces` points, 2n at most; None where there is none."""
    board = np.zeros((n, n), np.int8)
    if not place(np.zeros((n, n), np.int64), board, 0):
        return None
    board.reshape(-1)[np.flatnonzero(board)[pieces:]] = 0
    return board
