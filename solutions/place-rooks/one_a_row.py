# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it puts one rook at most into each row and column, and says FAIL where that is not enough.

Cost: rows times cells.
"""

import numpy as np


def augment(free, rook, seen, row):
    """Return whether the row gets a rook; others move along their rows for it."""
    for column in np.flatnonzero(free[row] & ~seen):
        if not seen[column]:
            seen[column] = True
            if rook[column] < 0 or augment(free, rook, seen, rook[column]):
                rook[column] = row
                return True
    return False


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with rooks (1) on free cells (0), or None."""
    rook = np.full(m, -1)  # the row of the rook in each column
    for row in range(n):
        augment(grid == 0, rook, np.zeros(m, np.bool_), row)
    columns = np.flatnonzero(rook >= 0)[:pieces]
    grid[rook[columns], columns] = 1
    return grid if len(columns) == pieces else None
