# @EXPECTED_RESULTS@: AC, TLE
"""Star battle row by row: all ways to fill a row, and a step back when no way fits.

Idea: the ways to put s stars that don't touch into one row are the same for every row: listed once, as bits. A row
takes a way that does not touch the row above and overfills no column and no region. Nothing looks ahead: that a region
has no cell left is seen only at the last row.

Source: backtracking as Golomb and Baumert wrote it down, 1965.

Cost: exponentially many ways to fill the rows: s = 1 is quick up to n = 10, s = 2 to n = 9.
"""

import numpy as np
from numba import njit


def row_ways(n, stars):
    """The ways to put the stars into one row, as a table of columns."""
    ways = [()]
    for _ in range(stars):
        ways = [(*way, column) for way in ways for column in range(way[-1] + 2 if way else 0, n)]
    return np.array(ways, np.int64).reshape(len(ways), stars)


@njit(cache=True)
def fits(board, row, way, regions, columns, parts, stars):
    """Whether the row may hold stars in these columns."""
    n = len(board)
    for column in way:
        if columns[column] == stars or parts[regions[row, column]] == stars:
            return False
        if row > 0:
            for beside in range(max(column - 1, 0), min(column + 2, n)):
                if board[row - 1, beside]:
                    return False
    return True


@njit(cache=True)
def add(board, row, way, regions, columns, parts, number):
    """Put the stars of a way (1) or take them back (-1)."""
    for column in way:
        board[row, column] += number
        columns[column] += number
        parts[regions[row, column]] += number


@njit(cache=True)
def place(board, row, ways, regions, columns, parts, stars):
    """Fill the rows from this one on; True if that can be done."""
    if row == len(board):
        return True
    for k in range(len(ways)):
        if fits(board, row, ways[k], regions, columns, parts, stars):
            add(board, row, ways[k], regions, columns, parts, 1)
            # `fits` looks at each star alone, and two of a way may be too many for a region.
            if parts.max() <= stars and place(board, row + 1, ways, regions, columns, parts, stars):
                return True
            add(board, row, ways[k], regions, columns, parts, -1)
    return False


def solve(n: int, stars: int, regions: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with `stars` stars in each row, column and region; None where there is none."""
    board = np.zeros((n, n), np.int8)
    columns, parts = np.zeros(n, np.int64), np.zeros(n + 1, np.int64)
    ways = row_ways(n, stars)
    return board if place(board, 0, ways, regions, columns, parts, stars) else None
