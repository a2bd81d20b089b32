# @EXPECTED_RESULTS@: AC, TLE
"""Every arrangement of n queens by brute force: look at all n^n ways to put one queen in each row.

Idea: the columns of the n rows are the n digits of a number in base n. Count it up like the odometer of a car,
from 00...0 to its end, and look at each number: is it an arrangement? Nothing is learnt from a refusal, not
even that the first two queens attack each other whatever the other digits are.

Cost: n^n candidates, and about 2.7 pairs of queens looked at for each before the first attack shows up:
n = 8 has 17 million, n = 9 has 387 million, n = 10 has ten thousand million.
"""

import numpy as np
from numba import njit

LISTED = 10  # up to this n the arrangements are listed, above only counted
MOST = 724  # arrangements of any n up to LISTED


@njit(cache=True)
def is_arrangement(columns, n):
    """Whether no two of the queens attack each other."""
    for row in range(1, n):
        for above in range(row):
            aside = abs(columns[row] - columns[above])
            if aside == 0 or aside == row - above:
                return False
    return True


@njit(cache=True)
def count_up(n, table):
    """The number of arrangements. As many as fit are written into `table`, (k, n), 0-based columns."""
    columns = np.zeros(n, np.int64)
    found = 0
    row = 0
    while row >= 0:
        if is_arrangement(columns, n):
            if found < table.shape[0]:
                for at in range(n):  # in a loop: to compile an assignment of arrays takes two seconds
                    table[found, at] = columns[at]
            found += 1
        row = n - 1
        while row >= 0 and columns[row] == n - 1:
            columns[row] = 0
            row -= 1
        if row >= 0:
            columns[row] += 1
    return found


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | int:
    """All arrangements as int8 (k, n), 0-based columns; above n = 10 only their number."""
    table = np.empty((MOST if n <= LISTED else 0, n), np.int8)
    found = int(count_up(n, table))
    return table[:found] if n <= LISTED else found
