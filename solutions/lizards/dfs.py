# @EXPECTED_RESULTS@: AC, TLE
"""Depth first with bit masks: one tree-free stretch of a row at a time, and never deeper than a count allows.

Idea. A tree-free stretch of a row holds one lizard or none. So take the stretches in reading order; for each
try its open cells from the left, then "none". Two things make it faster than a walk over cells:

* *Bit masks.* Each row keeps three sets of watched cells, one bit a cell: seen down a column, down a falling
  and down a rising diagonal. The sets of the next row are those of this one, with the new lizards and without
  the trees, moved by one bit for the diagonals. Going back costs nothing, as each row has sets of its own.
* *Segment bound.* Every lizard stands in one tree-free segment of each direction, and a segment holds one at
  most. So the rest of the board holds no more than the segments of a direction that reach into it and are not
  watched yet. If that is too few in any of the four directions, turn back.

Source. The assignment (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA) asks for depth first. The sets are
those of Martin Richards, "Backtracking algorithms in MCPL using bit patterns and recursion" (1997), with trees.

Cost. Exponential in the worst case, with O(n * n) memory. It is complete: FAIL means that every arrangement
was ruled out. To prove that one lizard more than fits is too many takes 0.02 s for n = 13 with trees on 10 %
of the cells and 3 s for n = 14 at 20 %; n = 15 at 30 % is too long.
"""

import numpy as np
from numba import njit

TREE = 2
COLUMN, FALLING, RISING = range(3)
ONE, TOP, LOW_SIX = np.uint64(1), np.uint64(63), np.uint64(63)


@njit(cache=True)
def popcount(word):
    """How many bits are set."""
    word -= word >> ONE & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@njit(cache=True)
def pack(grid):
    """The free cells as bits: column c of a row is bit c % 64 of its word c // 64."""
    n = grid.shape[0]
    free = np.zeros((n, (n + 63) // 64), np.uint64)
    for r in range(n):
        for c in range(n):
            if grid[r, c] != TREE:
                free[r, c >> 6] |= ONE << (np.uint64(c) & LOW_SIX)
    return free


@njit(cache=True)
def stretches_of(grid):
    """The tree-free stretches of the rows in reading order: row, first column, column behind. A row of -1 ends them.

    And for each row the number of stretches above it.
    """
    n = grid.shape[0]
    stretches = np.full((n * (n + 1) // 2 + 1, 3), -1, np.int32)
    above = np.empty(n + 1, np.int32)
    count = 0
    for r in range(n):
        above[r] = count
        for c in range(n):
            if grid[r, c] != TREE:
                if c == 0 or grid[r, c - 1] == TREE:
                    stretches[count, 0], stretches[count, 1] = r, c
                    count += 1
                stretches[count - 1, 2] = c + 1
    above[n] = count
    return stretches[: count + 1], above


@njit(cache=True)
def heads_below(grid):
    """[direction, r]: how many segments of a column or diagonal have their first cell in row r or below."""
    n = grid.shape[0]
    heads = np.zeros((3, n + 1), np.int64)
    for r in range(n - 1, -1, -1):
        heads[:, r] = heads[:, r + 1]
        for c in range(n):
            if grid[r, c] != TREE:
                heads[COLUMN, r] += r == 0 or grid[r - 1, c] == TREE
                heads[FALLING, r] += r == 0 or c == 0 or grid[r - 1, c - 1] == TREE
                heads[RISING, r] += r == 0 or c == n - 1 or grid[r - 1, c + 1] == TREE
    return heads


@njit(cache=True)
def next_open(cells, c, end):
    """The first column from c on that is set in `cells`, `end` if there is none before that."""
    while c < end:
        word = cells[c >> 6] >> (np.uint64(c) & LOW_SIX)
        if word:
            return min(end, c + popcount((word & (~word + ONE)) - ONE))
        c = (c | 63) + 1
    return end


@njit(cache=True)
def move_on(free, seen, taken, seen_below):
    """What a row sees and holds, seen from the row below it: trees end it, diagonals move by one bit."""
    fallen = np.uint64(0)
    for w in range(free.size):
        seen_below[COLUMN, w] = seen[COLUMN, w] & free[w] | taken[w]
        down = seen[FALLING, w] & free[w] | taken[w]
        seen_below[FALLING, w] = down << ONE | fallen
        fallen = down >> TOP
        down = seen[RISING, w] & free[w] | taken[w]
        seen_below[RISING, w] = down >> ONE
        if w > 0:
            seen_below[RISING, w - 1] |= down << TOP


@njit(cache=True)
def room_below(free, seen, heads):
    """No more lizards than this fit into a row and those below it, by its columns and diagonals.

    `free` and `seen` are those of the row, `heads` the number of segments that begin below it.
    """
    least = free.size * 64 * heads.size + heads.max()
    for direction in range(3):
        room = heads[direction]
        for w in range(free.size):
            room += popcount(free[w] & ~seen[direction, w])
        least = min(least, room)
    return least


@njit(cache=True)
def search(grid, lizards):
    """Arrange the lizards on the board, in place. Returns whether it could be done."""
    free, heads = pack(grid), heads_below(grid)
    n, words = free.shape
    stretches, above = stretches_of(grid)
    chosen = np.empty(len(stretches), np.int32)  # the column of the lizard; for none, the column behind the stretch
    seen = np.zeros((n, 3, words), np.uint64)
    unseen = np.zeros((n, words), np.uint64)
    at, row, placed, start = 0, -1, 0, stretches[0, 1]
    while placed < lizards:
        fits = placed + above[n] - at >= lizards
        while fits and row < stretches[at, 0]:  # down to the row of the stretch
            row += 1
            if row > 0:
                taken = np.zeros(words, np.uint64)
                for k in range(above[row - 1], above[row]):
                    if chosen[k] < stretches[k, 2]:
                        taken[chosen[k] >> 6] |= ONE << (np.uint64(chosen[k]) & LOW_SIX)
                move_on(free[row - 1], seen[row - 1], taken, seen[row])
            for w in range(words):
                unseen[row, w] = free[row, w] & ~(seen[row, 0, w] | seen[row, 1, w] | seen[row, 2, w])
            fits = placed + room_below(free[row], seen[row], heads[:, row + 1]) >= lizards
        if not fits:  # back to the last lizard, and move it on
            at -= 1
            while at >= 0 and chosen[at] == stretches[at, 2]:
                at -= 1
            if at < 0:
                return False
            placed -= 1
            row, start = stretches[at, 0], chosen[at] + 1
        chosen[at] = next_open(unseen[row], start, stretches[at, 2])
        placed += chosen[at] < stretches[at, 2]
        at += 1
        start = stretches[at, 1]
    for k in range(at):
        if chosen[k] < stretches[k, 2]:
            grid[stretches[k, 0], chosen[k]] = 1
    return True


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement."""
    board = grid.copy()
    return board if search(board, lizards) else None
