"""Counting all arrangements of n queens: search an eighth of the board, and weigh what is found.

Idea: an arrangement that is turned or reflected is an arrangement again. So let the queen of the top row stand
nearer to its left corner than the queen of any side of the board stands to any corner: b columns from it. Each
arrangement has a turned or reflected image like that, and the search needs no other. Which columns that
leaves to a row is known beforehand:

  - b = 0, a queen in the corner. A reflection on the diagonal exchanges row 1 and column 1, whose queens never have the
    same number, or they would share a diagonal. So the queen of row 1 stands at column i < the row of the queen of
    column 1: rows 2 to i keep off column 1. Each arrangement found stands for 8.
  - b > 0. The rows above b and below n - 1 - b keep off the first and last column, the bottom row off the b columns at
    both ends. If the bound b is reached on k of the four sides (then all in the same sense of rotation, since the
    others share a diagonal), k of the 8 images are found: each counts 8 / k. No image is ever compared.

Rows are words of bits as in `bitmask.py`: taken columns, falling and rising diagonals, moved by one at each row.
Two things save most of the stack's work: a row that has no free column is never entered, and a row whose last
free column is in use is never returned to. The last row holds one queen: it is not searched, only counted.

Source: bit patterns: Martin Richards, Backtracking Algorithms in MCPL, 1997. Bounds on the sides: Takaken's n-queens
program, which compares each arrangement with its images in place of weighing it.

Cost: one step for each safe partial arrangement of an eighth of the board.
"""

import numpy as np
from numba import njit

LISTED = 10  # up to this n the arrangements are listed, above only counted


@njit(cache=True)
def weigh(n, start, allowed, must, nearest):
    """The arrangements below `start` = (row, taken, falling, rising), each counted 24 / k (3 times 8 / k: whole).

    A queen of a row stands in its `allowed` columns, and those above a row have taken its `must` columns.
    """
    rows = np.zeros(n + 1, np.int64)  # the stack: rows to return to, what is taken there, what is free
    takens = np.zeros(n + 1, np.int64)
    fallings = np.zeros(n + 1, np.int64)
    risings = np.zeros(n + 1, np.int64)
    frees = np.zeros(n + 1, np.int64)
    last_column = 1 << (n - 1)
    before = np.zeros(n + 1, np.int64)  # per row: the columns taken above it
    height = 0
    row, taken, falling, rising = start
    free = allowed[row] & ~(taken | falling | rising)
    before[row] = taken
    weight = 0
    while True:
        if free == 0:
            if height == 0:
                return weight
            height -= 1
            row, taken, falling, rising = rows[height], takens[height], fallings[height], risings[height]
            free = frees[height]
        bit = free & -free
        free ^= bit
        taken_below = taken | bit
        falling_below = (falling | bit) << 1
        rising_below = (rising | bit) >> 1
        free_below = allowed[row + 1] & ~(taken_below | falling_below | rising_below)
        if free_below == 0 or must[row + 1] & ~taken_below:
            continue
        before[row + 1] = taken_below
        if row == n - 2:
            sides = 1
            if nearest > 0:
                left = before[n - nearest] ^ before[n - 1 - nearest]
                right = before[nearest + 1] ^ before[nearest]
                sides += (left == 1) + (right == last_column) + (free_below == last_column >> nearest)
            weight += 24 // sides
            continue
        if free:
            rows[height], takens[height], fallings[height], risings[height] = row, taken, falling, rising
            frees[height] = free
            height += 1
        row += 1
        taken, falling, rising, free = taken_below, falling_below, rising_below, free_below
    return weight


@njit(cache=True)
def count(n):
    """The number of arrangements of n queens."""
    if n == 1:
        return 1
    everywhere = (1 << n) - 1
    both_ends = 1 | 1 << (n - 1)
    weight = 0
    allowed = np.full(n, everywhere)
    must = np.zeros(n, np.int64)
    for second in range(2, n - 1):
        allowed[second] &= ~2
        bit = 1 << second
        weight += weigh(n, (2, 1 | bit, 4 | bit << 1, bit >> 1), allowed, must, 0)
    for nearest in range(1, (n - 1) // 2 + 1):
        for row in range(n):
            at_an_end = row < nearest or row >= n - nearest
            allowed[row] = everywhere & ~both_ends if at_an_end else everywhere
        allowed[n - 1] = everywhere >> (2 * nearest) << nearest
        must[:] = 0
        must[n - nearest] = both_ends
        bit = 1 << nearest
        weight += weigh(n, (1, bit, bit << 1, bit >> 1), allowed, must, nearest)
    return weight // 3


@njit(cache=True)
def enumerate_all(n, table):
    """Write every arrangement into `table`, (k, n), 0-based columns."""
    columns = np.full(n, -1)
    taken = np.zeros(n + 1, np.int64)
    falling = np.zeros(n + 1, np.int64)
    rising = np.zeros(n + 1, np.int64)
    found = 0
    row = 0
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            row -= 1
            continue
        bit = 1 << columns[row]
        if bit & (taken[row] | falling[row] | rising[row]):
            continue
        if row == n - 1:
            for at in range(n):  # in a loop: to compile an assignment of arrays takes two seconds
                table[found, at] = columns[at]
            found += 1
            continue
        taken[row + 1] = taken[row] | bit
        falling[row + 1] = (falling[row] | bit) << 1
        rising[row + 1] = (rising[row] | bit) >> 1
        row += 1
        columns[row] = -1


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | int:
    """All arrangements as int8 (k, n), 0-based columns; above n = 10 only their number."""
    found = int(count(n))
    if n > LISTED:
        return found
    table = np.empty((found, n), np.int8)
    enumerate_all(n, table)
    return table
