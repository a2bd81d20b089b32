# @EXPECTED_RESULTS@: AC, WA
"""Wrong: all knights stand on cells of one colour, and it says FAIL where these are too few.

Cost: a look at each cell.
"""

import numpy as np


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with knights (1) on free cells (0), or None."""
    for colour in (0, 1):
        cells = np.flatnonzero((grid == 0) & (np.indices((n, m)).sum(axis=0) % 2 == colour))
        if len(cells) >= pieces:
            grid.ravel()[cells[:pieces]] = 1
            return grid
    return None
