# @EXPECTED_RESULTS@: AC, WA
"""Wrong: its superqueens attack as queens do. The leaps of a knight are forgotten.

Cost: four lines for each cell.
"""

import numpy as np


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with a superqueen (1) on each free cell (0) that seems safe."""
    for row, column in np.argwhere(grid == 0).tolist():
        for down, aside in ((0, 1), (1, 1), (1, 0), (1, -1)):
            r, c = row - down, column - aside
            while r >= 0 and 0 <= c < m and grid[r, c] in (0, 3):
                r, c = r - down, c - aside
            if r >= 0 and 0 <= c < m and grid[r, c] == 1:
                break
        else:
            grid[row, column] = 1
    return grid
