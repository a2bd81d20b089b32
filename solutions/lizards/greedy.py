# @EXPECTED_RESULTS@: AC, WA
"""One greedy descent, 64 cells at a time: never look back, and be done before the others have begun.

Idea. The first descent of Backtracking++ puts a lizard on every cell that no earlier lizard sees. That is
enough wherever a quarter of the board is trees. Here it goes row by row, and a row is a few machine words,
one bit a cell, so that one instruction works on 64 cells:

* *Who is watched?* Three rows of bits say which cells are seen down a column, down a falling diagonal and
  down a rising one. On the way to the next row the first stays where it is, the second moves one bit up and
  the third one bit down; a tree stops all three: `& free`.
* *The first open cell of every stretch, at once.* In each tree-free stretch of a row stands one lizard at
  most, so the walk takes the first open cell of each. Let `heads` be the first cell of each stretch and
  `blocked` the free cells that are watched. In heads + blocked the carry runs through the watched cells from
  the head of a stretch, and comes to rest on the first cell that is not watched: on the open cell wanted, or
  on the tree behind the stretch if there is none. `& open` keeps the former. If the head itself is open, it
  stays set. A tree is 0 in both, so no carry leaves its stretch.

Source. The walk is that of Sachin Malhotra, "How to solve the Baby Lizards Problem - a fun twist on the
N-Queens problem" (2017), without its steps back, and transposed: rows lie in memory in one piece. To let a carry
run through a word is folklore of chess programs.

Cost. n * n / 64 steps of some twenty instructions: 0.05 ms for n = 1000, and 0.2 ms to pack and unpack the board.
What it costs otherwise: it says FAIL only where counting proves it (a tree-free stretch of a row, a column or
a diagonal holds one lizard at most). Where the descent falls short and nothing is proven, it hands in what it
has, which is too few.
"""

import numpy as np
from numba import njit

TREE = 2
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along a row, a column, a falling and a rising diagonal
ONE, TOP = np.uint64(1), np.uint64(63)


@njit(cache=True)
def popcount(word):
    """How many bits are set."""
    word -= word >> ONE & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + (word >> np.uint64(2) & np.uint64(0x3333333333333333))
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64(word * np.uint64(0x0101010101010101) >> np.uint64(56))


@njit(cache=True)
def lowest(word, keep):
    """The word with no more than its `keep` lowest bits."""
    kept = np.uint64(0)
    for _ in range(keep):
        kept |= word & (~word + ONE)
        word &= ~kept
    return kept


@njit(cache=True)
def descend(free, lizards):
    """Place up to `lizards` on the free cells, a set bit each. Returns their bits, and how many were not placed."""
    n, words = free.shape
    taken = np.zeros((n, words), np.uint64)
    column, falling, rising = np.zeros((3, words), np.uint64)
    left = lizards
    for r in range(n):
        carry = tail = fallen = np.uint64(0)  # what comes over from the word before
        for w in range(words):
            cells = free[r, w]
            blocked = cells & (column[w] | falling[w] | rising[w])
            heads = cells & ~(cells << ONE | tail)
            tail = cells >> TOP
            half = heads + blocked
            total = half + carry
            carry = np.uint64((half < heads) | (total < half))
            found = total & cells & ~blocked
            count = popcount(found)
            if count > left:
                found, count = lowest(found, left), left
            left -= count
            taken[r, w] = found
            column[w] = column[w] & cells | found
            down = falling[w] & cells | found
            falling[w] = down << ONE | fallen
            fallen = down >> TOP
            down = rising[w] & cells | found
            rising[w] = down >> ONE
            if w > 0:
                rising[w - 1] |= down << TOP
        if left == 0:
            break
    return taken, left


def fewest_segments(free):
    """The number of tree-free segments in the direction that has the fewest: no more lizards fit."""
    n = len(free)
    framed = np.zeros((n + 2, n + 2), np.bool_)
    framed[1:-1, 1:-1] = free
    return min(np.count_nonzero(free & ~framed[1 - y : n + 1 - y, 1 - x : n + 1 - x]) for y, x in STEPS)


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it (fewer, if the descent finds no more), or None if none fit."""
    free = grid != TREE
    packed = np.zeros((n, -(-n // 64) * 8), np.uint8)
    packed[:, : -(-n // 8)] = np.packbits(free, axis=1, bitorder="little")
    taken, left = descend(packed.view(np.uint64), lizards)
    if left > 0 and lizards > fewest_segments(free):
        return None
    return np.unpackbits(taken.view(np.uint8), axis=1, bitorder="little", count=n).view(np.int8) | grid
