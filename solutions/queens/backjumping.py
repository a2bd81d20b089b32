# @EXPECTED_RESULTS@: AC, TLE
"""Queens by backjumping: at a dead end, go back to the queen that is to blame and not just one row up.

Idea: rows are filled from the top, columns tried from the left. For every column that is refused, remember
the topmost queen that refuses it. When a row has no column left, the lowest of these culprits is where something
must change: every row between it and the dead end is skipped.

Source: John Gaschnig, Performance Measurement and Analysis of Certain Search Algorithms, 1979. Gaschnig jumps only
from a row in which no column was ever safe, and climbs one row otherwise. This program jumps every time, as the
article does that the counters below come from: fewer steps, but a jump can skip arrangements, so what it finds is
not always the first in order, and running out of columns proves nothing in general. Of all n up to 32 it runs out
for 2 and 3 only, where there is indeed no arrangement.

Counters: `search` returns (placements, backjumps). n = 6: 31 and 20; n = 8: 96 and 65; n = 30: 2,470,669 and
1,481,240. A placement is a queen set on a safe cell, a backjump any return from a dead end, however short.

Cost: exponential in n. n = 30 takes half a second, n = 50 is out of reach.
"""

import numpy as np
from numba import njit


@njit(cache=True)
def first_attacker(columns, row, column):
    """The topmost row whose queen attacks the cell; `row` itself if the cell is safe."""
    for above in range(row):
        aside = abs(columns[above] - column)
        if aside == 0 or aside == row - above:
            return above
    return row


@njit(cache=True)
def search(n, columns):
    """Fill `columns` (0-based, one a row). Returns (found, placements, backjumps)."""
    to_try = np.zeros(n, np.int64)  # per row: the next column to try
    culprit = np.full(n, -1)  # per row: the lowest of the queens that refused a column
    placements = 0
    backjumps = 0
    row = 0
    while row < n:
        column = to_try[row]
        if column == n:
            backjumps += 1
            row = culprit[row]
            if row < 0:
                return False, placements, backjumps
            continue
        to_try[row] = column + 1
        attacker = first_attacker(columns, row, column)
        if attacker < row:
            culprit[row] = max(culprit[row], attacker)
            continue
        columns[row] = column
        placements += 1
        row += 1
        if row < n:
            to_try[row] = 0
            culprit[row] = -1
    return True, placements, backjumps


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, or None."""
    columns = np.zeros(n, np.int64)
    found, _placements, _backjumps = search(n, columns)
    if not found:
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
