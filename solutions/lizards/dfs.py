# @EXPECTED_RESULTS@: AC, TLE
"""Depth first: put a lizard wherever no other sees it, and take the last one back when the board ends too early.

Idea. Walk over the cells in reading order, and put a lizard on each free cell that no lizard sees. If the last cell
comes before the last lizard, take the lizard that was put last off the board, and walk on behind its cell, which stays
empty this time. If there is no lizard left to take back, every arrangement was tried: there is none.

The stack holds the cells of the lizards. It takes the place of a recursion, which would be as deep as there are cells:
too deep for Python where n = 40.

Source. The assignment (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA).

Cost. One board and one stack: O(n * n) memory. As many states as breadth first in the worst case, since nothing tells
it that the cells left are too few: n lizards on an empty board of n x n take 5 ms for n = 12, 0.2 s for n = 14, 3 s for
n = 16. Where trees leave room for more lizards than are asked for, the first descent finds them, also for n = 200.
"""

import numpy as np
from numba import njit

LIZARD, TREE = 1, 2


@njit(cache=True)
def is_safe(board, row, column):
    """Whether a lizard on this cell sees none in the cells before it: to the left, and up in three directions."""
    n = len(board)
    for down, right in ((0, -1), (-1, -1), (-1, 0), (-1, 1)):
        r, c = row + down, column + right
        while r >= 0 and 0 <= c < n and board[r, c] != TREE:
            if board[r, c] == LIZARD:
                return False
            r, c = r + down, c + right
    return True


@njit(cache=True)
def search(board, lizards):
    """Put the lizards on the board; False where that can't be done."""
    n = len(board)
    stack = np.empty(lizards, np.int64)
    placed = cell = 0
    while placed < lizards:
        if cell < n * n:
            row, column = cell // n, cell % n
            if board[row, column] != TREE and is_safe(board, row, column):
                board[row, column] = LIZARD
                stack[placed] = cell
                placed += 1
        elif placed > 0:
            placed -= 1
            cell = stack[placed]
            board[cell // n, cell % n] = 0
        else:
            return False
        cell += 1
    return True


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement."""
    board = grid.copy()
    return board if lizards <= n * n and search(board, lizards) else None
