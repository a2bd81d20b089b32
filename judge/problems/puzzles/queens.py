"""Queens: n of them on an empty board."""

from __future__ import annotations

from judge.model import Answer, Instance
from judge.problems.formats.answer_format import boards
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle

WORDS = Words("queen", "queens", "attack each other")

STARTER = '''\
# judge: problem = queens
"""A first solution: row by row, the first column that no queen above sees, and a step back when there is none.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row):
    """Is the queen of this row safe from all queens above it?"""
    for above in range(row):
        across = columns[row] - columns[above]
        if across == 0 or abs(across) == row - above:
            return False
    return True


@njit
def place(n):
    columns = np.full(n, -1, np.int64)
    row = 0
    while 0 <= row < n:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1  # nothing fits here: take back the queen above
        elif fits(columns, row):
            row += 1
    return columns  # all -1 when every possibility has been tried


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Put n queens (1) on an empty n x n board (0); None means that it can't be done."""
    columns = place(n)
    if columns[0] < 0:
        return None
    board = grid.copy()
    board[np.arange(n), columns] = 1
    return board
'''


def queens_exist(n: int) -> bool:
    """Return whether n queens can be placed. Pauls 1874: for every n but 2 and 3."""
    return n not in (2, 3)


def queens_at_once(board: Instance) -> Answer | None:
    """Return Pauls' arrangement of 1874: the even columns, then the odd ones, some of them moved."""
    n = board.n
    even, odd = list(range(2, n + 1, 2)), list(range(1, n + 1, 2))
    if not queens_exist(n):
        return None
    if n % 6 == 2:
        odd = [3, 1, *odd[3:], 5]
    if n % 6 == 3:
        even, odd = [*even[1:], 2], [*odd[2:], 1, 3]
    placed = board.grid.copy()
    placed[range(n), [column - 1 for column in even + odd]] = 1
    return Answer(board=placed)


PUZZLE = Puzzle(
    name="queens",
    words=WORDS,
    rules=(no_attack,),
    goal=one_arrangement,
    answers=boards(),
    exists=queens_exist,
    starter=STARTER,
    at_once=queens_at_once,
    order=2,
)
