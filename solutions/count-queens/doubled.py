# @EXPECTED_RESULTS@: AC, WA
"""Wrong: it counts the ways with the first queen in the left half of its row, and doubles them.

That is right on an empty board of an even size, as each way has its mirrored image. Reserved cells have none, so there
it is wrong.

Cost: half of that of bit masks.
"""

import numpy as np
from numba import njit


@njit("int64(int64[::1], int64, int64, int64, int64)", cache=True)
def count(free, row, columns, left, right):
    """Return the number of ways to fill the rows from `row` on; three masks say which of its columns are seen."""
    if row == len(free):
        return 1
    ways = 0
    open_ = free[row] & ~(columns | left | right)
    while open_:
        bit = open_ & -open_
        open_ ^= bit
        ways += count(free, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return ways


def solve(n: int, grid: np.ndarray) -> int:
    """Return twice the number of ways with the first queen in the left half, in the middle once."""
    free = (grid == 0).astype(np.int64) @ (np.int64(1) << np.arange(n, dtype=np.int64))
    first, middle = free[0], np.int64(1) << (n // 2)
    free[0] = first & (middle - 1)
    ways = 2 * int(count(free, 0, 0, 0, 0))
    free[0] = first & middle * (n % 2)
    return ways + int(count(free, 0, 0, 0, 0))
