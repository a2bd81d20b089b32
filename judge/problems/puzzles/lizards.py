"""Lizards: as many as the case says, on a board with trees; a tree blocks the view of a lizard."""

from __future__ import annotations

from judge.problems.formats.answer_format import boards
from judge.problems.prove.bounds import descend
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem

STARTER = '''\
# judge: problem = lizards
"""A first solution: it tries the free cells in reading order and takes the last lizard back when it is stuck.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit

FREE, LIZARD, TREE = 0, 1, 2


@njit
def attacked(board, row, column):
    """Does a lizard that was placed before see this cell? A tree blocks the view."""
    for step_row, step_column in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + step_row, column + step_column
        while r >= 0 and 0 <= c < board.shape[0] and board[r, c] != TREE:
            if board[r, c] == LIZARD:
                return True
            r, c = r + step_row, c + step_column
    return False


@njit
def place(board, lizards):
    n = board.shape[0]
    placed = np.empty(lizards, np.int64)  # the cells that hold a lizard, in order
    count, cell = 0, 0
    while count < lizards:
        while cell < n * n and (board[cell // n, cell % n] != FREE or attacked(board, cell // n, cell % n)):
            cell += 1
        if cell < n * n:
            board[cell // n, cell % n] = LIZARD
            placed[count] = cell
            count += 1
        elif count == 0:
            return False  # every possibility has been tried
        else:
            count -= 1
            cell = placed[count]
            board[cell // n, cell % n] = FREE
        cell += 1
    return True


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Put `lizards` lizards (1) on a board of free cells (0) and trees (2); None means that it can't be done."""
    board = grid.copy()
    if lizards > n * n or not place(board, lizards):
        return None
    return board
'''

PUZZLE = Puzzle(
    name="lizards",
    words=Words("lizard", "lizards", "can eat each other"),
    rules=(no_attack,),
    goal=one_arrangement,
    answers=boards(trees=True),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    at_once=descend,
    warm_ups=("0000 0000 0000 0000", "0000 0200 0000 0000"),
    order=1,
)
