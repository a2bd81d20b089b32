# @EXPECTED_RESULTS@: AC, TLE
"""Spies by pruning: check while the permutation grows, and drop a beginning that can't be continued.

Idea: spies are set row by row, columns from the left. After each one the board so far is checked, and
only a clean one grows on; otherwise the spy moves one column on, and from the last column the search goes back
to the row above. One refusal saves all (n - k)! permutations with the same first k spies.

The check is brute force's own: all pairs and threes of the board so far, although all but the last spy were
clean already. `incremental.py` stops doing that.

Integers only: `y3 == a * x3 + b` in floating point made an article on this puzzle print two arrangements by
this method, for n = 23 and n = 27, in which three spies stand on one line.

Source: the problem is HackerRank's "Spies, Revised"; backtracking: Golomb and Baumert, Backtrack Programming, 1965.

Cost: at k spies up to k^3 / 6 comparisons for each column that is tried; the number of boards tried grows
exponentially. 5 seconds reach n = 21, a minute n = 25.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def on_a_line(columns, a, b, c):
    """Whether the spies of the rows a, b and c stand on one straight line."""
    return (columns[b] - columns[a]) * (c - a) == (columns[c] - columns[a]) * (b - a)


@njit(cache=True)
def is_clean(columns, filled):
    """Whether the first `filled` spies attack nobody and no three of them share a line."""
    for c in range(1, filled):
        for b in range(c):
            aside = abs(columns[c] - columns[b])
            if aside == 0 or aside == c - b:
                return False
            for a in range(b):
                if on_a_line(columns, a, b, c):
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
        elif is_clean(columns, row + 1):
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
