# @EXPECTED_RESULTS@: AC, TLE
"""Spies by backtracking in which every row knows at once which of its columns are blocked.

Idea: a spy draws a line to each spy above it. Where the line meets a later row, that cell is blocked as long as
both of them stand. So the work is done once, when a spy is set, and not again for each column tried below:
each later row holds its blocked columns as bits, and the next column to try is its lowest bit that is 0. The
column of a spy and its two diagonals are blocked in the same way, so that no check is left.

Going back: `blocked` is a stack of boards. Setting the spy of a row copies the later rows from one level to the
next, a few machine words, and blocks there. To remove the spy is to look at the level before again. (To note
each newly blocked bit and free it on the way back takes several times as long.)

Looking ahead: n spies need each of the n columns. As soon as a later row has no free column left, or a column
without a spy has no free row, the spy just set is removed. That drops no arrangement and changes no
order: for n = 27 it leaves 7.7 million spies to set out of 19.5 million.

Source: the third optimisation that an article on HackerRank's "Spies, Revised" promised and never published.
Looking ahead is the forward checking of Haralick and Elliott, 1980.

Cost: for each spy set, a line to each spy above with a cell or two on it, and a copy of the later rows. The number of
spies set grows exponentially.
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
def lowest_bit(word):
    """The number of the lowest bit that is 1; the word is not 0."""
    bit = 0
    for half in (32, 16, 8, 4, 2, 1):
        if word & np.uint64((1 << half) - 1) == 0:
            word >>= np.uint64(half)
            bit += half
    return bit


@njit(cache=True)
def next_free(blocked, row, column):
    """The first column from `column` on that the row may take on its level; n or more if there is none."""
    word = column // WORD
    while word < blocked.shape[1]:
        free = ~blocked[row, word, row] >> np.uint64(column % WORD)
        if free:
            return column + lowest_bit(free)
        word += 1
        column = word * WORD
    return column


@njit(cache=True)
def block_line(blocked, level, cell, step):
    """Block the cells cell + step, cell + 2 step, ... as far as the board goes."""
    n = blocked.shape[2]
    row, column = cell[0] + step[0], cell[1] + step[1]
    while row < n and 0 <= column < n:
        blocked[level, column // WORD, row] |= np.uint64(1) << np.uint64(column % WORD)
        row += step[0]
        column += step[1]


@njit(cache=True)
def block_lines(blocked, steps, columns, row):
    """Block on the next level what the spy of `row` forbids below, alone or with a spy above it."""
    n = columns.size
    column = columns[row]
    for aside in (-1, 0, 1):
        block_line(blocked, row + 1, (row, column), (1, aside))
    for above in range(row):
        down = steps[row - above, column - columns[above] + n, 0]
        if row + down < n:
            aside = steps[row - above, column - columns[above] + n, 1]
            block_line(blocked, row + 1, (row, column), (down, aside))


@njit(cache=True)
def can_go_on(blocked, taken, level):
    """Whether each row from `level` on has a free column and each column without a spy a free row there."""
    _levels, words, n = blocked.shape
    for word in range(words):
        open_columns = taken[level, word]
        for row in range(level, n):
            open_columns |= ~blocked[level, word, row]
        if ~open_columns:
            return False
    for row in range(level, n):
        free = np.uint64(0)
        for word in range(words):
            free |= ~blocked[level, word, row]
        if free == 0:
            return False
    return True


@njit(cache=True)
def search(columns):
    """Fill `columns` (0-based, one a row) with the first arrangement; False if there is none."""
    n = columns.size
    words = (n + WORD - 1) // WORD
    steps = step_table(n)
    blocked = np.empty((n + 1, words, n), np.uint64)  # level k: k spies stand; only rows from k on are in use
    taken = np.zeros((n + 1, words), np.uint64)  # level k: the columns of the k spies and those beyond the board
    for column in range(n, words * WORD):
        taken[0, column // WORD] |= np.uint64(1) << np.uint64(column % WORD)
    for word in range(words):
        blocked[0, word] = taken[0, word]
    columns[0] = -1
    row = 0
    while row >= 0:
        column = next_free(blocked, row, columns[row] + 1)
        columns[row] = column
        if column >= n:
            row -= 1
            continue
        for word in range(words):
            taken[row + 1, word] = taken[row, word]
            for below in range(row + 1, n):
                blocked[row + 1, word, below] = blocked[row, word, below]
        taken[row + 1, column // WORD] |= np.uint64(1) << np.uint64(column % WORD)
        block_lines(blocked, steps, columns, row)
        if can_go_on(blocked, taken, row + 1):
            row += 1
            if row == n:
                return True
            columns[row] = -1
    return False


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n spies, the first in lexicographic order, or None."""
    columns = np.empty(n, np.int64)
    if not search(columns):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
