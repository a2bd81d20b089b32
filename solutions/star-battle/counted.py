# @EXPECTED_RESULTS@: AC, TLE
"""Star battle by counting: always the row, column or region that has the fewest open cells to spare.

Idea: each row, column and region is a unit and wants s stars. Take the unit with the fewest open cells above what it
wants. Put a star on its first open cell and close the cells around; if that leads nowhere, close that cell instead. So
a unit with no cell to spare comes first: its stars are forced. That open cells which touch hold one star at most is not
seen; the champion sees it, with blocks of 2 x 2.

Source: fewest values first is Haralick and Elliott, 1980.

Cost: all cells are counted anew for each star. s = 1 and 2 are quick to n = 12.
"""

import numpy as np
from numba import njit

OPEN, STAR, CLOSED = 0, 1, 2


@njit(cache=True)
def count(board, regions, stars):
    """What each row, column and region still wants, and the open cells it has: two arrays of 3n."""
    n = len(board)
    wanted, cells = np.full(3 * n, stars), np.zeros(3 * n, np.int64)
    for row in range(n):
        for column in range(n):
            for unit in (row, n + column, 2 * n + regions[row, column] - 1):
                if board[row, column] == STAR:
                    wanted[unit] -= 1
                elif board[row, column] == OPEN:
                    cells[unit] += 1
    return wanted, cells


@njit(cache=True)
def close_full(board, regions, wanted):
    """Close the cells of each row, column and region that wants no more."""
    n = len(board)
    for row in range(n):
        for column in range(n):
            full = wanted[row] <= 0 or wanted[n + column] <= 0 or wanted[2 * n + regions[row, column] - 1] <= 0
            if board[row, column] == OPEN and full:
                board[row, column] = CLOSED


@njit(cache=True)
def first_cell(board, regions, unit):
    """The first open cell of a row, column or region."""
    n = len(board)
    for row in range(n):
        for column in range(n):
            if board[row, column] == OPEN and unit in (row, n + column, 2 * n + regions[row, column] - 1):
                return row, column
    return -1, -1


@njit(cache=True)
def tightest(wanted, cells):
    """The unit with the fewest open cells to spare: -1 where all have their stars, -2 where one can't get them."""
    best = -1
    for unit in range(len(wanted)):
        if cells[unit] < wanted[unit] or wanted[unit] < 0:
            return -2
        if wanted[unit] > 0 and (best < 0 or cells[unit] - wanted[unit] < cells[best] - wanted[best]):
            best = unit
    return best


@njit(cache=True)
def place(board, regions, stars):
    """Fill the board; True if that can be done. Where it can't be, the board is spoilt."""
    n = len(board)
    while True:
        wanted, _ = count(board, regions, stars)
        close_full(board, regions, wanted)
        wanted, cells = count(board, regions, stars)
        unit = tightest(wanted, cells)
        if unit < 0:
            return unit == -1
        row, column = first_cell(board, regions, unit)
        before = board.copy()
        board[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = CLOSED
        board[row, column] = STAR
        if place(board, regions, stars):
            return True
        for r in range(n):  # in a loop: to compile an assignment of arrays takes three seconds
            for c in range(n):
                board[r, c] = before[r, c]
        board[row, column] = CLOSED


def solve(n: int, stars: int, regions: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with `stars` stars in each row, column and region; None where there is none."""
    board = np.zeros((n, n), np.int8)
    return (board == STAR).astype(np.int8) if place(board, regions, stars) else None
