"""Completion by the tightest line: bits for the open cells of each row, and a new beginning when a search is stuck.

Idea: every row that still needs a queen keeps its open cells as bits, 64 columns a word. A queen clears one bit of
each other row for its column and one for each of its diagonals.

  1. Columns are counted at the same time, by two layers of bits: those that one row has open, and those that two or
     more have. A column that no row has open ends the branch; one that a single row has open is taken there, as is a
     row's only cell. So forced queens cost no branch.
  2. Otherwise the row or column with the fewest open cells is branched on. A cell tried in vain is closed.
  3. Where given queens are few, solutions are many and a wrong beginning is the only danger: columns are tried in
     random order, the search is cut after some hundred queens and begun again, each cut twice the last. Where there
     is no solution, the last of these searches comes to its end: that is the proof, at most twice the work.

Random numbers come from a generator seeded with n: the same board each time.

Source: Gent, Jefferson and Nightingale, Complexity of n-Queens Completion, JAIR 59, 2017; fewest cells first: Haralick
and Elliott, 1980; restarts: Gomes, Selman and Kautz, 1998.

Cost: rows x words a queen. Queens given at random: below 1 ms to n = 200, 30 ms for n = 999.
Given in the corners: 20 ms for n = 40, about a second for n = 60, minutes above.
"""

import numpy as np
from numba import njit

WORD = 64
FIRST_CUT = 500  # queens tried before the search begins again
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)
NONE = np.uint64(0)


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
def count_bits(x):
    """How many bits of a word are 1."""
    x -= (x >> np.uint64(1)) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True)
def lowest(x):
    """The place of the lowest bit that is 1."""
    return count_bits((x & (~x + ONE)) - ONE)


@njit(cache=True)
def copy(source, target):
    """Write all of an array to the beginning of another: to compile `target[:] = source` takes two seconds."""
    for k in range(len(source)):
        target[k] = source[k]


@njit(cache=True)
def close(free, row, column):
    """Clear the cell."""
    if 0 <= column < free.shape[1] * WORD:
        free[row, column // WORD] &= ~(ONE << np.uint64(column % WORD))


@njit(cache=True)
def put(free, rows, row, column):
    """Set a queen: the open rows without this one lose its column and its diagonals. Returns how many they are."""
    left = 0
    for k in range(len(rows)):
        other = rows[k]
        if other != row:
            rows[left] = other
            left += 1
            close(free, other, column)
            close(free, other, column - (other - row))
            close(free, other, column + (other - row))
    return left


@njit(cache=True)
def tightest(free, rows, wanted, seen):
    """The row (0) or column (1) with the fewest open cells, its number, and how many: 0 where one has none."""
    words = free.shape[1]
    best, kind, number = 1 << 30, 0, -1
    seen[:] = NONE
    for k in range(len(rows)):
        size = 0
        for w in range(words):
            bits = free[rows[k], w]
            size += count_bits(bits)
            seen[2, w] |= seen[1, w] & bits
            seen[1, w] |= seen[0, w] & bits
            seen[0, w] |= bits
        if size < best:
            best, number = size, rows[k]
            if size == 0:
                return kind, number, 0
    for w in range(words):
        if wanted[w] & ~seen[0, w]:
            return 1, -1, 0
    for level in (1, 2):  # columns that one row has open, then those that two have
        if best <= level:
            break
        for w in range(words):
            few = wanted[w] & ~seen[level, w]
            if few:
                return 1, w * WORD + lowest(few), level
    return kind, number, best


@njit(cache=True)
def cells_of(free, rows, kind, number, cells):
    """Write the open cells (row, column) of a row or column; returns how many."""
    filled = 0
    if kind == 0:
        for w in range(free.shape[1]):
            bits = free[number, w]
            while bits:
                cells[filled, 0] = number
                cells[filled, 1] = w * WORD + lowest(bits)
                bits &= bits - ONE
                filled += 1
        return filled
    for k in range(len(rows)):
        if free[rows[k], number // WORD] >> np.uint64(number % WORD) & ONE:
            cells[filled, 0] = rows[k]
            cells[filled, 1] = number
            filled += 1
    return filled


@njit(cache=True)
def descend(start, open_rows, random, cut, column_of):
    """Search until so many queens are tried. 1: `column_of` is complete, 0: cut, -1: there is no completion."""
    n, words = start.shape
    depth_most = len(open_rows)
    free = np.empty((depth_most + 1, n, words), np.uint64)
    rows = np.empty((depth_most + 1, depth_most), np.int64)
    sizes = np.empty(depth_most + 1, np.int64)
    wanted = np.zeros((depth_most + 1, words), np.uint64)
    cells = np.empty((depth_most, n, 2), np.int64)
    left = np.zeros(depth_most, np.int64)
    seen = np.empty((3, words), np.uint64)
    for row in range(n):
        copy(start[row], free[0, row])
    copy(open_rows, rows[0])
    sizes[0] = depth_most
    taken = np.zeros(n, np.bool_)
    for row in range(n):
        if column_of[row] >= 0:
            taken[column_of[row]] = True
    for column in range(n):
        if not taken[column]:
            wanted[0, column // WORD] |= ONE << np.uint64(column % WORD)
    depth, fresh = 0, True
    while cut > 0:
        now = rows[depth, : sizes[depth]]
        if fresh:
            if len(now) == 0:
                return 1
            kind, number, size = tightest(free[depth], now, wanted[depth], seen)
            left[depth] = cells_of(free[depth], now, kind, number, cells[depth]) if size else 0
        if left[depth] == 0:
            depth -= 1
            fresh = False
            if depth < 0:
                return -1
            continue
        pick = draw_below(random, left[depth])
        row, column = cells[depth, pick]
        left[depth] -= 1
        copy(cells[depth, left[depth]], cells[depth, pick])
        cut -= 1
        column_of[row] = column
        copy(now, rows[depth + 1])
        for other in now:
            copy(free[depth, other], free[depth + 1, other])
        copy(wanted[depth], wanted[depth + 1])
        wanted[depth + 1, column // WORD] &= ~(ONE << np.uint64(column % WORD))
        sizes[depth + 1] = put(free[depth + 1], rows[depth + 1, : len(now)], row, column)
        close(free[depth], row, column)
        depth += 1
        fresh = True
    return 0


@njit(cache=True)
def complete(grid, seed):
    """The column of each row's queen; empty where there is no completion."""
    n = grid.shape[0]
    words = (n + WORD - 1) // WORD
    free = np.zeros((n, words), np.uint64)
    for row in range(n):
        for column in range(n):
            free[row, column // WORD] |= ONE << np.uint64(column % WORD)
    column_of = np.full(n, -1, np.int64)
    rows = np.arange(n)
    count = n
    for row in range(n):
        for column in range(n):
            if grid[row, column] == 1:
                if not free[row, column // WORD] >> np.uint64(column % WORD) & ONE or column_of[row] >= 0:
                    return column_of[:0]  # two given queens see each other
                column_of[row] = column
                count = put(free, rows[:count], row, column)
    random = np.full(1, 0x9E3779B97F4A7C15, np.uint64)
    random[0] ^= np.uint64(seed)
    cut = FIRST_CUT + n
    given = column_of.copy()
    while True:
        copy(given, column_of)
        found = descend(free, rows[:count], random, cut, column_of)
        if found == 1:
            return column_of
        if found < 0:
            return column_of[:0]
        cut *= 2


def solve(n: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, the given ones (1 in grid) among them; None where there is none."""
    columns = complete(grid, n)
    if columns.size == 0:
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
