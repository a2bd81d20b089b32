"""Completion: n queens on n x n cells, some of them given.

Gent, Jefferson and Nightingale, Complexity of n-Queens Completion, JAIR 59, 2017: it is NP-complete.
"""

from __future__ import annotations

from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_cells import given_queens
from judge.problems.generators import queens
from judge.problems.icpc.validators.forms.given import GivenForm
from judge.problems.puzzles.call import call, grid, n
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.small.boards import SmallBoards, with_given

_MOST_N = 999

STARTER = '''\
# judge: problem = completion
"""A first solution: row by row, the first column that no queen attacks; a row with a given queen has no other.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row):
    """Is the queen of this row safe from every queen above it?"""
    for above in range(row):
        across = abs(columns[row] - columns[above])
        if across == 0 or across == row - above:
            return False
    return True


@njit
def place(n, grid):
    columns = np.full(n, -1, np.int64)
    row = 0
    while 0 <= row < n:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1  # nothing fits here: take back the queen above
        elif grid[row].sum() <= grid[row, columns[row]] and fits(columns, row):  # none is given on another cell
            row += 1
    return columns  # all -1 when every possibility has been tried


def solve(n: int, grid: np.ndarray) -> np.ndarray | None:
    """Put n queens (1) on an n x n board, of which `grid` holds some; None means that it can't be done."""
    columns = place(n, grid)
    if columns[0] < 0:
        return None
    board = grid.copy()
    board[np.arange(n), columns] = 1
    return board
'''


PUZZLE = Puzzle(
    name="completion",
    words=Words("queen", "queens", "attack each other"),
    rules=(no_attack,),
    goal=one_arrangement,
    answers=boards(columns=True),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    warm_ups=("0100 0000 0000 0000", "0000 0000 1000 0000"),
    order=6,
    cases=given_queens(_MOST_N),
    recipes=queens.recipes(_MOST_N),
    exported=GivenForm(_MOST_N),
    small=SmallBoards(with_given, lambda size: (size,)),
    call=call(("n: int", n), ("grid: int8[n, n]", grid), result="int8[n, n]"),
)
