# @EXPECTED_RESULTS@: AC, TLE
"""The most points by plain backtracking: every way to place the officers, row by row.

Idea: in each row one officer or none; back when too few rows are left, and note the points of every arrangement. No
branch ends because it is poor. It is what most programs of that homework do (USC, CSCI 561, fall 2018).

Cost: all arrangements of p queens; n = 10 has some 100,000 of them, n = 15 more than 100 million.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def free_at(columns, row, column):
    """Say whether no officer above sees this cell."""
    for above in range(row):
        aside = abs(columns[above] - column)
        if columns[above] >= 0 and (aside == 0 or aside == row - above):
            return False
    return True


@njit(cache=True)
def most_points(points, officers):
    """Return the most points of so many officers, -1 if they don't fit."""
    n = len(points)
    columns = np.full(n, -1)  # of the officer in each row; -1 for none
    have, left, row, best = 0, officers, 0, -1
    choice = np.full(n + 1, -1)  # what was tried last: 0 to n - 1, then n for no officer
    while row >= 0:
        if row < n and 0 <= choice[row] < n:  # take the officer of this row away
            have -= points[row, choice[row]]
            left += 1
            columns[row] = -1
        if left == 0:
            best = max(best, have)
        if left == 0 or n - row < left or row == n:
            row -= 1
            continue
        choice[row] += 1
        while choice[row] < n and not free_at(columns, row, choice[row]):
            choice[row] += 1
        if choice[row] > n:
            row -= 1
            continue
        columns[row] = -1
        if choice[row] < n:
            columns[row] = choice[row]
            have += points[row, choice[row]]
            left -= 1
        row += 1
        choice[row] = -1
    return best


def solve(n: int, officers: int, points: np.ndarray) -> int | None:
    """Return the most activity points that officers can have, or None if they don't fit."""
    most = int(most_points(points, officers))
    return None if most < 0 else most
