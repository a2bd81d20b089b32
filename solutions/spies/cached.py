# @EXPECTED_RESULTS@: AC, TLE
"""Spies by backtracking in which every row knows at once which of its columns are blocked.

Idea: a spy draws a line to each spy above it. Where the line meets a later row, that cell is blocked as long as
both of them stand. So the work is done once, when a spy is set, and not again for each column tried below:
each later row holds its blocked columns as bits, and the next column to try is its lowest bit that is 0. The
column of a spy and its two diagonals are blocked in the same way, so that no check is left.

Undoing: `blocked` is a stack of boards. Setting the spy of a row writes the later rows, a few machine words, one
level higher, with what it blocks; to remove the spy is to look at the level below again. (A stack that notes the
word before each newly blocked bit, and writes it back, takes a quarter longer.)

Looking ahead: n spies need each of the n columns. A column without a spy that no later row has free, a later row
without a free column, or two later rows with the same one left: the spy just set can't stay. That is looked at twice,
first when its column and diagonals are blocked, which is cheap and refuses two of five spies, and
again when its lines are. It drops no arrangement and changes no order: for n = 27 it leaves 7.0 million spies
of 19.5 million, and lines to draw for 4.3 million.

Source: the third optimisation that an article on HackerRank's "Spies, Revised" promised and never published.
Looking ahead is the forward checking of Haralick and Elliott, 1980.

Cost: for each spy that stays, a line to each spy above with a cell or two on it. The number of spies set grows
exponentially: n = 25, 27 and 29 take 0.1, 0.8 and 0.4 s, and n = 33 takes 53 s.
"""

import numpy as np
from numba import njit

WORD = 64  # columns in a word; a row has as many words as it needs


@njit(cache=True)
def step_table(n):
    """For a spy `down` rows below another and `aside` columns to the right: the smallest whole step along their
    line, as table[down, aside + n]. Shape (n, 2 n, 2)."""
    table = np.zeros((n, 2 * n, 2), np.int32)
    for down in range(1, n):
        for aside in range(1 - n, n):
            g, rest = down, abs(aside)
            while rest:
                g, rest = rest, g % rest
            table[down, aside + n, 0] = down // g
            table[down, aside + n, 1] = aside // g
    return table


@njit(cache=True)
def bit_table(n):
    """The bit of each column from -n to 2 n - 1 as table[word, column + n], 0 beside the board. Shape (words, 3 n)."""
    table = np.zeros(((n + WORD - 1) // WORD, 3 * n), np.uint64)
    for column in range(n):
        table[column // WORD, column + n] = np.uint64(1) << np.uint64(column % WORD)
    return table


@njit(cache=True)
def lowest_bit(word):
    """The number of the lowest bit that is 1; the word is not 0."""
    bit = 0
    for half in (32, 16, 8, 4, 2, 1):
        if word & np.uint64((1 << half) - 1) == 0:
            word >>= np.uint64(half)
            bit += half
    return bit


@njit(cache=True)
def take_first(free):
    """The leftmost free column of a row, which is free no longer; -1 if there is none."""
    for word in range(free.size):
        bits = free[word]
        if bits:
            free[word] = bits & (bits - np.uint64(1))
            return word * WORD + lowest_bit(bits)
    return -1


@njit(cache=True)
def block_alone(before, after, bits, spy):
    """Write the rows below the spy from one level to the next, its column and diagonals blocked."""
    words, n = before.shape
    row, column = spy[0], spy[1] + n
    for word in range(words):
        own = bits[word, column]
        for below in range(row + 1, n):
            at = np.uint64(below)  # an unsigned index is not looked at for counting from the end
            falling = bits[word, np.uint64(column + below - row)]
            rising = bits[word, np.uint64(column - below + row)]
            after[word, at] = before[word, at] | own | falling | rising


@njit(cache=True)
def block_lines(after, steps, columns, row):
    """Block what the spy of `row` forbids below together with each spy above."""
    n = columns.size
    column = columns[row]
    for above in range(row):
        down, aside = steps[np.uint64(row - above), np.uint64(column - columns[above] + n)]
        at, beside = row + down, column + aside
        while at < n and 0 <= beside < n:
            after[np.uint64(beside // WORD), np.uint64(at)] |= np.uint64(1) << np.uint64(beside % WORD)
            at += down
            beside += aside


@njit(cache=True)
def fits_in_words(blocked, taken, first):
    """Whether each row from `first` on has a free column and each column without a spy a free row there."""
    words, n = blocked.shape
    for word in range(words):
        within_reach = taken[word]
        for row in range(first, n):
            within_reach |= ~blocked[word, row]
        if ~within_reach:
            return False
    for row in range(first, n):
        free = np.uint64(0)
        for word in range(words):
            free |= ~blocked[word, row]
        if free == 0:
            return False
    return True


@njit(cache=True)
def fits(blocked, taken, first):
    """As `fits_in_words`. Where a row is one word, in a single pass, which also refuses two rows that have the same
    single column left."""
    words, n = blocked.shape
    if words > 1:
        return fits_in_words(blocked, taken, first)
    within_reach = taken[0]
    lone = np.uint64(0)
    clash = False
    for row in range(first, n):
        free = ~blocked[0, np.uint64(row)]
        within_reach |= free
        if free & (free - np.uint64(1)) == 0:  # one column left, or none
            if free & ~lone == 0:
                clash = True
            lone |= free
    return not clash and ~within_reach == 0


@njit(cache=True)
def search(columns):
    """Fill `columns` (0-based, one a row) with the first arrangement; False if there is none."""
    n = columns.size
    steps, bits = step_table(n), bit_table(n)
    words = bits.shape[0]
    blocked = np.zeros((n + 1, words, n), np.uint64)  # level k: k spies stand; only rows from k on are in use
    taken = np.zeros((n + 1, words), np.uint64)  # level k: the columns of the k spies and those beyond the board
    free = np.zeros((n, words), np.uint64)  # of each row: the columns not yet tried
    for word in range(words):
        free[0, word] = bits[word].sum()
        taken[0, word] = ~free[0, word]
        blocked[0, word] = taken[0, word]
    row = 0
    while row >= 0:
        column = take_first(free[row])
        if column < 0:
            row -= 1
            continue
        columns[row] = column
        after = blocked[row + 1]
        for word in range(words):
            taken[row + 1, word] = taken[row, word] | bits[word, column + n]
        block_alone(blocked[row], after, bits, (row, column))
        if not fits(after, taken[row + 1], row + 1):
            continue
        block_lines(after, steps, columns, row)
        if not fits(after, taken[row + 1], row + 1):
            continue
        row += 1
        if row == n:
            return True
        for word in range(words):
            free[row, word] = ~after[word, row]
    return False


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n spies, the first in lexicographic order, or None."""
    columns = np.empty(n, np.int64)
    if not search(columns):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
