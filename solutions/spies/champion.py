"""Spies, no two attacking and no three on a line, for boards of a thousand rows: count, place, exchange.

Idea: every cell counts what blocks it. A spy blocks the two diagonals it stands on; two spies block every
cell that lies exactly on their line, found by walking it in whole steps (dr / g, dc / g) with g = gcd(dr, dc). A
placed spy adds its lines to all the others, a removed one takes them away, so that a cell with count 0 is
safe but for its column, and no three spies are ever tested against each other.

  1. Rows from the top: a random free column with count 0, if there is one. At n = 999 all but 45 rows
     find a place.
  2. Rows without a spy: an augmenting path. Such a row may take any cell with count 0 whose column belongs to
     another row if that row can move on to another such cell, and so on to a column without a spy (breadth first,
     as in matching, from all rows without a spy at once: the shortest path moves the fewest spies, and a move
     costs as much as two placements). Moves are made from the far end and each is checked again, for a moved spy may
     block the next.
  3. No path, or one that broke on the way: mostly some row, or some column, has no cell left with count 0. So one
     is opened by force: in a row or column without a spy, choose a cell with the least count above 0 (the paths
     have been over those with 0), remove the spies that block it, and set one there.

The board stays valid throughout. Random numbers come from a generator seeded with n: the same board each time.
n = 2, 3, 5, 6 and 7 have no arrangement: trying all permutations shows it.

Source: the problem is HackerRank's "Spies, Revised"; augmenting paths are those of bipartite matching
(Berge, 1957).

Cost: a spy set or removed touches n lines with nine cells each on average; about n^2 line walks altogether, all in
integers. 40 ms for n = 999, 3 s for n = 5001, 13 s for n = 10,001.
"""

import numpy as np
from numba import njit

FULL = 255  # the largest number of a byte


@njit(cache=True)
def gcd_table(n):
    """gcd(a, b) for 0 <= a, b < n, FULL where it is that or more: bytes stay in the processor's cache."""
    table = np.ones((n, n), np.uint8)
    for divisor in range(2, n):
        for a in range(0, n, divisor):
            for b in range(0, n, divisor):
                table[a, b] = min(divisor, FULL)
    return table


@njit(cache=True)
def gcd(gcds, a, b):
    """The greatest common divisor, from the table if it is there."""
    a, b = abs(a), abs(b)
    divisor = np.int64(gcds[np.uint64(a), np.uint64(b)])
    if divisor < FULL:
        return divisor
    while b:
        a, b = b, a % b
    return a


@njit(cache=True)
def walk(count, start, step, delta):
    """Add the byte `delta` to the cells start + step, start + 2 step, ... as far as the board goes."""
    n = np.uint64(count.shape[0])
    row, column = start[0] + step[0], start[1] + step[1]
    while np.uint64(row) < n and np.uint64(column) < n:  # a negative one is a large one
        count[np.uint64(row), np.uint64(column)] += delta
        row += step[0]
        column += step[1]


@njit(cache=True)
def block(state, row, column, delta):
    """Add the byte `delta` to every cell that a spy at (row, column) blocks alone or with another one.

    The cells of both spies are counted too, and lose it again with either: nobody asks for the count of a spy's cell.
    """
    count, gcds, column_of, _row_of = state
    for down in (-1, 1):
        for aside in (-1, 1):
            walk(count, (row, column), (down, aside), delta)
    for other in range(count.shape[0]):
        if other == row or column_of[other] < 0:
            continue
        down, aside = other - row, column_of[other] - column
        g = np.int32(gcd(gcds, down, aside))
        if g > 1:
            down, aside = np.int64(np.int32(down) // g), np.int64(np.int32(aside) // g)
        walk(count, (row - down, column - aside), (down, aside), delta)
        walk(count, (row, column), (-down, -aside), delta)


@njit(cache=True)
def put(state, row, column):
    """Set a spy on a free cell."""
    _count, _gcds, column_of, row_of = state
    block(state, row, column, np.uint8(1))
    column_of[row] = column
    row_of[column] = row


@njit(cache=True)
def remove(state, row):
    """Take the spy of a row away; returns the column that it leaves."""
    _count, _gcds, column_of, row_of = state
    column = column_of[row]
    column_of[row] = -1
    row_of[column] = -1
    block(state, row, column, np.uint8(255))  # takes 1 away
    return column


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
def free_column(state, row, random):
    """A column in which the row can take a spy at once, or -1."""
    count, _gcds, _column_of, row_of = state
    n = count.shape[0]
    start = draw_below(random, n)
    for k in range(n):
        column = start + k if start + k < n else start + k - n
        if count[row, column] == 0 and row_of[column] < 0:
            return column
    return -1


@njit(cache=True)
def path_to_free_column(state, waiting, came_from, random):
    """The shortest way, breadth first, from one of the rows `waiting`, which have no spy, to a column without a spy.
    Returns the last row and that column, or (-1, -1); `came_from[row]` is the row before it, the first row's itself."""
    count, _gcds, _column_of, row_of = state
    n = count.shape[0]
    came_from[:] = -1
    queue = np.empty(n, np.int64)
    filled = waiting.size
    turn = draw_below(random, filled)
    for k in range(filled):
        queue[k] = waiting[(k + turn) % filled]
        came_from[queue[k]] = queue[k]
    start = draw_below(random, n)
    for head in range(n):
        if head == filled:
            break
        row = queue[head]
        for low, high in ((start, n), (0, start)):
            for column in range(low, high):
                if count[row, np.uint64(column)] != 0:
                    continue
                owner = row_of[column]
                if owner < 0:
                    return row, column
                if came_from[owner] < 0:
                    came_from[owner] = row
                    queue[filled] = owner
                    filled += 1
    return -1, -1


@njit(cache=True)
def shift(state, came_from, row, column):
    """Move the spies along a path that ends at the free cell (row, column). True if its first row got one."""
    count, _gcds, _column_of, _row_of = state
    while count[row, column] == 0:
        before = came_from[row]
        if before == row:
            put(state, row, column)
            return True
        left = remove(state, row)
        put(state, row, column)
        row, column = before, left
    return False


@njit(cache=True)
def blocker(state, row, column, random):
    """The row of a spy that blocks the cell, on a diagonal or on a line with another spy; -1 if there is none."""
    _count, gcds, column_of, _row_of = state
    n = column_of.size
    start = draw_below(random, n)
    for k in range(n):
        spy = start + k if start + k < n else start + k - n
        if column_of[spy] < 0 or spy == row:
            continue
        down, aside = spy - row, column_of[spy] - column
        if abs(down) == abs(aside):
            return spy
        g = gcd(gcds, down, aside)
        down //= g
        aside //= g
        for sign in (-1, 1):
            at, beside = row + sign * down, column + sign * aside
            while 0 <= at < n and 0 <= beside < n:
                if column_of[at] == beside and at != spy:
                    return spy
                at += sign * down
                beside += sign * aside
    return -1


@njit(cache=True)
def least_blocked(count, row, column, random):
    """A cell of the row, or of the column where the row is -1, with the least count above 0."""
    n = count.shape[0]
    start = draw_below(random, n)
    best = (row, column)
    least = np.iinfo(np.int16).max
    for k in range(n):
        at = start + k if start + k < n else start + k - n
        cell = (at, column) if row < 0 else (row, at)
        if 0 < count[cell] < least:
            best, least = cell, count[cell]
    return best


@njit(cache=True)
def force(state, row, column, random):
    """Set a spy on a cell, whatever has to go for it."""
    count, _gcds, column_of, row_of = state
    if column_of[row] >= 0:
        remove(state, row)
    if row_of[column] >= 0:
        remove(state, row_of[column])
    while count[row, column] > 0:
        remove(state, blocker(state, row, column, random))
    put(state, row, column)


@njit(cache=True)
def unset(spy_of):
    """The rows or columns without a spy. In a loop: to compile what numpy has for it takes longer."""
    found = np.empty(spy_of.size, np.int64)
    count = 0
    for at in range(spy_of.size):
        if spy_of[at] < 0:
            found[count] = at
            count += 1
    return found[:count]


@njit(cache=True)
def make_room(state, waiting, random):
    """Set a spy in a row or column without one, on the cell that the fewest lines block."""
    count, _gcds, _column_of, row_of = state
    nowhere = np.int64(-1)  # as a constant it would have the function compiled twice
    if draw_below(random, 2):
        row, column = least_blocked(count, waiting[draw_below(random, waiting.size)], nowhere, random)
    else:
        empty = unset(row_of)
        row, column = least_blocked(count, nowhere, empty[draw_below(random, empty.size)], random)
    force(state, row, column, random)


@njit(cache=True)
def arrange(n, seed):
    """The columns (0-based, one a row) of n spies; empty if there is no arrangement."""
    if n in (2, 3, 5, 6, 7):
        return np.empty(0, np.int64)
    column_of = np.full(n, -1)
    row_of = np.full(n, -1)
    count = np.zeros((n, n), np.uint8)  # the most without a spy is 19 for n = 999, 23 for n = 3001
    state = (count, gcd_table(n), column_of, row_of)
    random = np.full(1, 0x9E3779B97F4A7C15, np.uint64)
    random[0] ^= np.uint64(seed)
    came_from = np.empty(n, np.int64)
    for row in range(n):
        column = free_column(state, row, random)
        if column >= 0:
            put(state, row, column)
    while True:
        waiting = unset(column_of)
        if waiting.size == 0:
            return column_of
        row, column = path_to_free_column(state, waiting, came_from, random)
        if row < 0 or not shift(state, came_from, row, column):
            make_room(state, waiting, random)


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n spies, or None for n = 2, 3, 5, 6 and 7."""
    columns = arrange(n, n)
    if columns.size == 0:
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
