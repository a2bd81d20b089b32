# @EXPECTED_RESULTS@: AC, TLE
"""Simulated annealing: all lizards on the board at once, and a random one moves to a random free cell.

Idea. Put the lizards on random free cells. Propose to move a random lizard to a random free cell, and count the lizards
that it sees before and after. If it sees fewer or as many, it moves. If it sees `worse` more, it moves with probability
exp(-worse / T). The temperature T starts high, so that lizards wander, and falls with each proposal, so that in the end
they move only where it helps. If some still see each other then, another round starts hot and cools half as fast.

Source. The assignment (USC CSCI-561, fall 2017, homework 1: BFS, DFS and SA); Kirkpatrick, Gelatt and Vecchi,
"Optimization by simulated annealing" (1983).

Cost. One board and one list of cells. The first round has 100 proposals a lizard, each round twice as many as the one
before. A proposal looks along eight directions up to the next tree, twice. Annealing can't prove that there is no
arrangement: where there is none, it searches on to the time limit. Only more lizards than free cells are refused at
once.
"""

import numpy as np
from numba import njit

LIZARD, TREE = 1, 2
HOT, COLD = 0.5, 0.08  # temperatures: the first and the last of a round


@njit(cache=True)
def seen_from(board, row, column):
    """How many lizards stand in the eight directions, on this side of the next tree."""
    n, seen = len(board), 0
    for down in range(-1, 2):
        for right in range(-1, 2):
            r, c = row + down, column + right
            while (down != 0 or right != 0) and 0 <= r < n and 0 <= c < n and board[r, c] != TREE:
                seen += board[r, c] == LIZARD
                r, c = r + down, c + right
    return seen


@njit(cache=True)
def cool_down(board, cells, lizards, proposals):
    """One round. The lizards stand on the first `lizards` of the free cells. Returns how many pairs are left."""
    n, pairs = len(board), 0
    for cell in cells[:lizards]:
        pairs += seen_from(board, cell // n, cell % n)
    pairs //= 2  # each was counted from both ends
    np.random.seed(proposals)
    temperature, cooling = HOT, (COLD / HOT) ** (1 / proposals)
    for _ in range(proposals):
        if pairs == 0:
            break
        k, j = np.random.randint(0, lizards), np.random.randint(0, len(cells))
        start, goal = cells[k], cells[j]
        temperature *= cooling
        if j < lizards:  # another lizard stands there
            continue
        before = seen_from(board, start // n, start % n)
        board[start // n, start % n] = 0
        worse = seen_from(board, goal // n, goal % n) - before
        if worse <= 0 or np.random.random() < np.exp(-worse / temperature):
            cells[k], cells[j] = goal, start
            board[goal // n, goal % n] = LIZARD
            pairs += worse
        else:
            board[start // n, start % n] = LIZARD
    return pairs


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Return the board with `lizards` ones on it, or None if there are fewer free cells."""
    cells = np.random.default_rng(n).permutation(np.flatnonzero(grid != TREE))
    if lizards > len(cells):
        return None
    board = grid.copy()
    board.ravel()[cells[:lizards]] = LIZARD
    proposals = 100 * lizards
    while cool_down(board, cells, lizards, proposals):
        proposals *= 2
    return board
