# @EXPECTED_RESULTS@: AC, TLE
"""Completion row by row, with a note for each column and diagonal that is taken.

Idea: the classic search for queens: the first column that no queen above attacks, and a step back where there is
none. A row with a given queen has only that cell to try. Given queens further down are not seen before their row is
reached, and that is what makes it slow: the first rows are filled in ways that no given queen of the last row allows.

Source: backtracking as Golomb and Baumert wrote it down, 1965.

Cost: a few operations a cell, but exponentially many: n = 18 takes milliseconds, n = 30 is out of reach.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def mark(row, column, taken, stands):
    """Note that a queen stands on the cell (True), or that it is gone."""
    columns, falling, rising = taken
    columns[column] = stands
    falling[row - column] = stands  # a negative number counts from the end, where no other diagonal is
    rising[row + column] = stands


@njit(cache=True)
def place(grid, row, column_of, taken):
    """Fill the rows from `row` on; True if that can be done."""
    n = len(grid)
    if row == n:
        return True
    columns, falling, rising = taken
    has_given = grid[row].max() == 1
    for column in range(n):
        if has_given and grid[row, column] != 1:
            continue
        if columns[column] or falling[row - column] or rising[row + column]:
            continue
        column_of[row] = column
        mark(row, column, taken, True)
        if place(grid, row + 1, column_of, taken):
            return True
        mark(row, column, taken, False)
    return False


def solve(n: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, the given ones (1 in grid) among them; None where there is none."""
    column_of = np.zeros(n, np.int64)
    taken = (np.zeros(n, np.bool_), np.zeros(2 * n, np.bool_), np.zeros(2 * n, np.bool_))
    if grid.sum(axis=1).max() > 1 or not place(grid, 0, column_of, taken):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), column_of] = 1
    return board
