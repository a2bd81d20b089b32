# @EXPECTED_RESULTS@: AC, TLE
"""Queens by depth-first search with a whole row of the board in machine words.

Idea: three sets of bits hold which columns of the present row are taken: by a queen above, by one on a falling
diagonal, by one on a rising diagonal. One row down, the diagonals have moved by one column: two shifts. The free
columns are one expression, and their lowest bit is the leftmost of them. So a few instructions answer for 64 columns
what plain backtracking asks for each queen and column. The search is the same, step by step.

Beyond 64 columns a row takes several words, and a shift hands one bit on from word to word.

Source: Martin Richards, Backtracking Algorithms in MCPL using Bit Patterns and Recursion, 1997.

Cost: a few machine instructions a step, and exponentially many steps, more for even n: 56 million for n = 30. The first
arrangement comes late for most n, and words of bits don't bring it nearer: `champion.py` writes an arrangement down.
"""

import numpy as np
from numba import njit

WORD = 64  # columns in a word; a row has as many words as it needs


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
def take_first(free, row):
    """The leftmost free column of the row, which is free no longer; -1 if there is none."""
    for word in range(free.shape[1]):
        bits = free[row, word]
        if bits:
            free[row, word] = bits & (bits - np.uint64(1))
            return word * WORD + lowest_bit(bits)
    return -1


@njit(cache=True)
def bit_in(word, column):
    """The bit of a column if it is in this word of the row, else 0."""
    if word == column // WORD:
        return np.uint64(1) << np.uint64(column % WORD)
    return np.uint64(0)


@njit(cache=True)
def descend(state, row, column):
    """Work out the sets of the row below from those of `row` and its new queen."""
    inside, free, taken, falling, rising = state
    one, top = np.uint64(1), np.uint64(WORD - 1)
    from_left = np.uint64(0)
    rises = rising[row, 0] | bit_in(0, column)
    for word in range(inside.size):
        falls = falling[row, word] | bit_in(word, column)
        falling[row + 1, word] = falls << one | from_left
        from_left = falls >> top
        from_right = np.uint64(0)
        if word + 1 < inside.size:
            from_right = rising[row, word + 1] | bit_in(word + 1, column)
        rising[row + 1, word] = rises >> one | from_right << top
        rises = from_right
        taken[row + 1, word] = taken[row, word] | bit_in(word, column)
        closed = taken[row + 1, word] | falling[row + 1, word] | rising[row + 1, word]
        free[row + 1, word] = inside[word] & ~closed


@njit(cache=True)
def search(columns):
    """Fill `columns` (0-based, one a row) with the first arrangement; False if there is none."""
    n = columns.size
    words = (n + WORD - 1) // WORD
    inside = np.zeros(words, np.uint64)
    for column in range(n):
        inside[column // WORD] |= np.uint64(1) << np.uint64(column % WORD)
    sets = np.zeros((4, n + 1, words), np.uint64)
    state = (inside, sets[0], sets[1], sets[2], sets[3])
    free = state[1]
    for word in range(words):  # in a loop: to compile an assignment of arrays takes two seconds
        free[0, word] = inside[word]
    row = 0
    while row >= 0:
        column = take_first(free, row)
        if column < 0:
            row -= 1
            continue
        columns[row] = column
        if row == n - 1:
            return True
        descend(state, row, column)
        row += 1
    return False


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """An int8 board (n, n) with n queens, the first in lexicographic order, or None."""
    columns = np.empty(n, np.int64)
    if not search(columns):
        return None
    board = np.zeros((n, n), np.int8)
    board[np.arange(n), columns] = 1
    return board
