# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it never takes a bishop back, and says FAIL where the cells end too early.

Cost: two diagonals for each cell.
"""

import numpy as np


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with bishops (1) on free cells (0), or None."""
    for row, column in np.argwhere(grid == 0).tolist():
        rising = (grid[row - k, column + k] for k in range(1, min(row, m - 1 - column) + 1))
        falling = (grid[row - k, column - k] for k in range(1, min(row, column) + 1))
        nearest = [next((cell for cell in line if cell in (1, 2)), 2) for line in (rising, falling)]
        if pieces and 1 not in nearest:
            grid[row, column] = 1
            pieces -= 1
    return None if pieces else grid
