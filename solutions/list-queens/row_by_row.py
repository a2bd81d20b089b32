"""Row by row: each column that no queen above attacks; in the row of a given queen its column alone.

Cost: a look at two sets of diagonals for each queen that is tried.
"""

import numpy as np


def place(grid, columns, rising, falling):
    """Yield each arrangement that begins with these columns."""
    row = len(columns)
    if row == len(grid):
        yield columns
        return
    for c in range(len(grid)):
        given = grid[row].sum() == grid[row, c]  # no queen is given on another cell of the row
        if given and c not in columns and row + c not in rising and row - c not in falling:
            yield from place(grid, [*columns, c], rising | {row + c}, falling | {row - c})


def solve(n: int, grid: np.ndarray) -> np.ndarray:
    """Return every arrangement of n queens with the given ones (1): int8 (k, n) of columns from 0."""
    return np.array(list(place(grid, [], set(), set())), np.int8).reshape(-1, n)
