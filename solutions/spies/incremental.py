# @EXPECTED_RESULTS@: AC, TLE
"""Spies by backtracking in which only the last spy is checked.

Idea: as in `pruned.py` spies are set row by row, columns from the left. But the spies above were clean when the
row above was left, so that a new one has only itself to answer for: against each spy above (column and
diagonal), and against each two of them (a line). k^2 / 2 comparisons in place of k^3 / 6.

Integers only: the products of `on_a_line` are exact, the slopes `y3 == a * x3 + b` in floating point are not.

Source: the problem is HackerRank's "Spies, Revised"; backtracking: Golomb and Baumert, Backtrack Programming, 1965.

Cost: k^2 / 2 comparisons at most for each column tried in row k; the number of boards tried grows
exponentially. 5 seconds reach n = 25; n = 27 takes 7.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def on_a_line(columns, a, b, c):
    """Whether the spies of the rows a, b and c stand on one straight line."""
    return (columns[b] - columns[a]) * (c - a) == (columns[c] - columns[a]) * (b - a)


@njit(cache=True)
def is_safe(columns, row):
    """Whether the spy of `row` attacks none of those above and shares no line with two of them."""
    for above in range(row):
        aside = abs(columns[row] - columns[above])
        if aside == 0 or aside == row - above:
            return False
    for b in range(1, row):
        for a in range(b):
            if on_a_line(columns, a, b, row):
                return False
    return True


@njit(cache=True)
def search(columns):
    """Fill `columns` (0-based, one a row) with the first arrangement; False if there is none."""
    n = columns.size
    row = 0
    columns[0] = -1
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            row -= 1
        elif is_safe(columns, row):
            row += 1
            if row == n:
                return True
            columns[row] = -1
    return False


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n spies, the first in lexicographic order, or None."""
    columns = np.empty(n, np.int64)
    if not search(columns):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
