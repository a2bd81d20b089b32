# @EXPECTED_RESULTS@: AC, WA
"""Wrong: an obstacle on the neighbouring cell keeps a knight from leaping, as it does the horse of Chinese chess.

Cost: four looks for each cell.
"""

import numpy as np


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Return the board with a knight (1) on each free cell (0) that seems safe."""
    for row, column in np.argwhere(grid == 0).tolist():
        for down, aside in ((2, 1), (2, -1), (1, 2), (1, -2)):
            r, c = row - down, column - aside
            if r >= 0 and 0 <= c < m and grid[r, c] == 1 and grid[row - down // 2, column - int(aside / 2)] != 2:
                break
        else:
            grid[row, column] = 1
    return grid
