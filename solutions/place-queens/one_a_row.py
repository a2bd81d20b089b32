# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it puts one queen at most into each row, column and diagonal, and says FAIL where that is not enough.

Cost: exponential, with a fast end where there are more queens than rows.
"""

import numpy as np


def place(grid, row, queens, left):
    """Return whether `left` more queens fit from this row on, and put all of them on the board."""
    if left == 0:
        grid[tuple(np.transpose(queens))] = 1
    if left == 0 or left > len(grid) - row:
        return left == 0
    for c in np.flatnonzero(grid[row] == 0).tolist():
        safe = all(column != c and abs(column - c) != row - above for above, column in queens)
        if safe and place(grid, row + 1, [*queens, (row, c)], left - 1):
            return True
    return place(grid, row + 1, queens, left)


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with queens (1) on free cells (0), or None."""
    return grid if place(grid, 0, [], pieces) else None
