# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it lists the arrangements with the first queen in the left half, and their mirrored images.

Cost: half of that of all rows; n steps for each queen that is tried.
"""

import numpy as np


def place(grid, columns, found):
    """Append each arrangement that begins with these columns, and its mirrored image."""
    n, row = len(grid), len(columns)
    if row == n:
        found.add(columns)
        found.add(tuple(n - 1 - column for column in columns))
        return
    for c in range(n if row else (n + 1) // 2):
        given = grid[row].sum() == grid[row, c]
        if given and all(c != column and abs(c - column) != row - r for r, column in enumerate(columns)):
            place(grid, (*columns, c), found)


def solve(n: int, grid: np.ndarray) -> np.ndarray:
    """Return the arrangements of n queens with the given ones (1): int8 (k, n) of columns from 0."""
    found = set()
    place(grid, (), found)
    return np.array(sorted(found), np.int8).reshape(-1, n)
