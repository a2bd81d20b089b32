# @EXPECTED_RESULTS@: AC, WA
"""Wrong: a closed cell ends the view of a rook, as an obstacle does.

Cost: a row and a column for each cell.
"""

import numpy as np


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with a rook (1) on each free cell (0) that seems safe."""
    for row, column in np.argwhere(grid == 0):
        left, above = grid[row, :column], grid[:row, column]
        if 1 not in (*left[left > 0][-1:], *above[above > 0][-1:]):  # the nearest that are not free
            grid[row, column] = 1
    return grid
