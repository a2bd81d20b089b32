# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it sees every attack, but forgets to count, so a board with too few queens is valid to it.

Cost: n^2 steps.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def is_safe(n, grid):
    """Return whether the queens on the cells are safe from each other."""
    taken = np.zeros((4, 2 * n), np.bool_)
    rows, columns = np.nonzero(grid)
    for queen in range(len(rows)):
        row, column = rows[queen], columns[queen]
        for line, number in enumerate((row, column, row - column + n, row + column)):
            if taken[line, number]:
                return False
            taken[line, number] = True
    return True


def solve(n: int, grid: np.ndarray) -> bool:
    """Return whether no queen attacks another, however many there are."""
    return bool(is_safe(n, grid))
