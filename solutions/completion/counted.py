# @EXPECTED_RESULTS@: AC, TLE
"""Completion row by row, the row with the fewest free columns first.

Idea: before the search begins, note for each column and diagonal whether a given queen stands on it. Then always fill
the open row with the fewest free cells; if a row has none, go back. The search does not ask which column has few free
rows left, and it tries the columns of a row from the left. So on a large board with few given queens it gets stuck
behind a wrong beginning, where another order has an answer at once.

Source: fewest values first is Haralick and Elliott, 1980.

Cost: n^2 cells a queen. Up to n = 30 it keeps pace with the champion; n = 100 is luck.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def is_free(row, column, lines):
    """Whether no queen stands in the column or on the diagonals of the cell."""
    columns, falling, rising = lines
    return not (columns[column] or falling[row - column] or rising[row + column])


@njit(cache=True)
def mark(row, column, lines, taken):
    """Note that a queen stands on the cell, or that it is gone."""
    columns, falling, rising = lines
    columns[column] = taken
    falling[row - column] = taken  # a negative number counts from the end, where no other diagonal is
    rising[row + column] = taken


@njit(cache=True)
def next_row(column_of, lines):
    """The open row with the fewest free columns, and how many these are; -1 where no row is open."""
    n = len(column_of)
    best, least = -1, n + 1
    for row in range(n):
        if column_of[row] < 0:
            count = 0
            for column in range(n):
                if is_free(row, column, lines):
                    count += 1
            if count < least:
                best, least = row, count
    return best, least


@njit(cache=True)
def place(column_of, lines):
    """Fill the open rows; True if that can be done."""
    row, count = next_row(column_of, lines)
    if row < 0:
        return True
    if count == 0:
        return False
    for column in range(len(column_of)):
        if is_free(row, column, lines):
            column_of[row] = column
            mark(row, column, lines, True)
            if place(column_of, lines):
                return True
            mark(row, column, lines, False)
    column_of[row] = -1
    return False


def solve(n: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, the given ones (1 in grid) among them; None where there is none."""
    lines = (np.zeros(n, np.bool_), np.zeros(2 * n, np.bool_), np.zeros(2 * n, np.bool_))
    column_of = np.full(n, -1, np.int64)
    for row, column in np.argwhere(grid == 1):
        if column_of[row] >= 0 or not is_free(row, column, lines):
            return None
        column_of[row] = column
        mark(row, column, lines, True)
    if not place(column_of, lines):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), column_of] = 1
    return board
