# @EXPECTED_RESULTS@: AC, WA, TLE
"""No three in line as a puzzle of queens: two in each row, each column, and at most two on a diagonal.

The mistake: a straight line may have any slope. This search looks at the four directions of a queen alone, and
answers with boards on which a knight's step, made twice, meets three points. A small board may pass by luck.

Source: what is made of a program for queens when the statement is read in a hurry.

Cost: rows and columns fill up in order; above n = 20 the last rows are often stuck.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def fits(counts, row, column):
    """Whether column and diagonals hold fewer than two points."""
    columns, falling, rising = counts
    return columns[column] < 2 and falling[row - column] < 2 and rising[row + column] < 2


@njit(cache=True)
def add(counts, row, column, number):
    """Count a point (1), or take it back (-1)."""
    columns, falling, rising = counts
    columns[column] += number
    falling[row - column] += number  # a negative number counts from the end, where no other diagonal is
    rising[row + column] += number


@njit(cache=True)
def place(board, row, counts):
    """Fill the rows from this one on; True if that can be done."""
    n = len(board)
    if row == n:
        return True
    for first in range(n):
        if not fits(counts, row, first):
            continue
        add(counts, row, first, 1)
        for second in range(first + 1, n):
            if fits(counts, row, second):
                add(counts, row, second, 1)
                board[row, first] = board[row, second] = 1
                if place(board, row + 1, counts):
                    return True
                board[row, first] = board[row, second] = 0
                add(counts, row, second, -1)
        add(counts, row, first, -1)
    return False


def solve(n: int, pieces: int) -> np.ndarray | None:
    """An int8 board (n, n) with 2n points, of which three may be in line."""
    board = np.zeros((n, n), np.int8)
    counts = (np.zeros(n, np.int64), np.zeros(2 * n, np.int64), np.zeros(2 * n, np.int64))
    return board if place(board, 0, counts) else None
