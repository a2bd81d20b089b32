# @EXPECTED_RESULTS@: AC, WA
"""Wrong: a bishop looks back along the falling diagonal alone, and forgets the rising one.

Cost: a diagonal for each cell.
"""

import numpy as np


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with a bishop (1) on each free cell (0) that seems safe."""
    for row, column in np.argwhere(grid == 0).tolist():
        before = (grid[row - k, column - k] for k in range(1, min(row, column) + 1))
        if next((cell for cell in before if cell in (1, 2)), 2) == 2:  # the nearest bishop or obstacle
            grid[row, column] = 1
    return grid
