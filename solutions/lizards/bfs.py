# @EXPECTED_RESULTS@: AC, TLE, MLE
"""Breadth first: a queue of boards, those with fewer decided cells always before those with more.

Idea. Walk over the cells in reading order. A state is a board on which the cells before some cell are decided, and
that cell. It has two successors: the cell stays empty, or, if it is free and no lizard sees it, a lizard goes there.
The first state in the queue is taken out, and its successors go to the end; so all states that have decided k
cells come before the first that has decided k + 1. The search ends at the first board with enough lizards, or
with an empty queue: then there is no arrangement.

Source. The assignment (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA).

Cost. As many states as there are ways to set lizards on the cells before. All that have decided equally many cells lie
in the queue at once, a board of n * n bytes each, so 512 MiB are full within seconds. It takes 0.1 s for n = 7, one to
three for n = 8; n = 9 finds no end, and larger boards only where few lizards are asked for.
"""

from collections import deque

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


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there is no such arrangement."""
    queue = deque([(0, 0, grid)])  # cells decided, lizards on the board, board
    while queue:
        cell, placed, board = queue.popleft()
        if placed == lizards:
            return board
        if cell == n * n:
            continue
        row, column = divmod(cell, n)
        queue.append((cell + 1, placed, board))
        if board[row, column] != TREE and is_safe(board, row, column):
            child = board.copy()
            child[row, column] = LIZARD
            queue.append((cell + 1, placed + 1, child))
    return None
