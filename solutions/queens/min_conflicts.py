"""Queens by repair: begin with a board that is nearly right, then move one attacked queen at a time.

Idea: no board is ever half empty. Each row has its queen from the start, set where the fewest queens above
attack it. Then choose an attacked queen at random and move it within its row to the column with the fewest
attackers, ties at random, until none is attacked. Three counters (queens on each column, falling and rising
diagonal) tell how many attack a cell in three look-ups.

There is no tree to search and nothing to go back to: an arrangement is found by walking towards it, and where
there is none, the walk never ends. So n = 2 and n = 3 are answered beforehand: trying all boards shows that they
have none.

A walk can stay for long where every move is as bad as the last, on small boards above all. After 50 n moves
it begins again from another board. The random numbers are seeded with n: the same arrangement each time.

Source: Steven Minton, Mark Johnston, Andrew Philips and Philip Laird, Minimizing conflicts: a heuristic repair method
for constraint satisfaction and scheduling problems, Artificial Intelligence 58, 1992.

Cost: n^2 look-ups for the first board, then about 50 moves of n look-ups each, whatever n is.
"""

import numpy as np
from numba import njit

MOVES = 50  # per row, before another start


@njit(cache=True)
def draw_below(random, bound):
    """A random number from 0 to bound - 1 (xorshift, 64 bits)."""
    x = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return np.int64((x >> np.uint64(33)) % np.uint64(bound))


@njit(cache=True)
def attackers(state, row, column):
    """How many queens stand on the column and the diagonals of a cell."""
    on_column, on_falling, on_rising = state
    n = on_column.size
    return on_column[column] + on_falling[row - column + n - 1] + on_rising[row + column]


@njit(cache=True)
def change(state, row, column, delta):
    """Count a queen in (delta = 1) or out (delta = -1)."""
    on_column, on_falling, on_rising = state
    on_column[column] += delta
    on_falling[row - column + on_column.size - 1] += delta
    on_rising[row + column] += delta


@njit(cache=True)
def least_attacked(state, row, random):
    """A column of the row with the fewest attackers; each of several with the same chance."""
    best = 0
    least = attackers(state, row, 0)
    equals = 1
    for column in range(1, state[0].size):
        count = attackers(state, row, column)
        if count < least:
            best, least, equals = column, count, 1
        elif count == least:
            equals += 1
            if draw_below(random, equals) == 0:
                best = column
    return best


@njit(cache=True)
def attacked_row(state, columns, random):
    """The row of an attacked queen, the first from a random row on; -1 if there is none."""
    n = columns.size
    start = draw_below(random, n)
    for k in range(n):
        row = (start + k) % n
        if attackers(state, row, columns[row]) > 3:  # it counts itself on each of its three lines
            return row
    return -1


@njit(cache=True)
def walk(columns, random):
    """Fill `columns` (0-based, one a row) and repair. True if it ended in an arrangement."""
    n = columns.size
    state = (np.zeros(n, np.int64), np.zeros(2 * n - 1, np.int64), np.zeros(2 * n - 1, np.int64))
    for row in range(n):
        columns[row] = least_attacked(state, row, random)
        change(state, row, columns[row], 1)
    for _ in range(MOVES * n):
        row = attacked_row(state, columns, random)
        if row < 0:
            return True
        change(state, row, columns[row], -1)
        columns[row] = least_attacked(state, row, random)
        change(state, row, columns[row], 1)
    return False


@njit(cache=True)
def arrange(n):
    """The columns (0-based, one a row) of n queens, for n = 1 and n >= 4; and the number of walks it took."""
    random = np.full(1, 0x9E3779B97F4A7C15, np.uint64)
    random[0] ^= np.uint64(n)
    columns = np.empty(n, np.int64)
    walks = 1
    while not walk(columns, random):
        walks += 1
    return columns, walks


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, or None for n = 2 and n = 3."""
    if n in (2, 3):
        return None
    columns, _walks = arrange(n)
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
