"""Count queens: in how many ways n queens stand on n x n cells, some of which must stay empty.

With n = 8 it is "Chessboard and Queens" of the CSES Problem Set (task 1624): a reserved square blocks no view.
"""

from __future__ import annotations

from judge.model import Answer, Instance
from judge.problems.formats.case_cells import drawn_cells
from judge.problems.formats.scalar import numbers
from judge.problems.generators.boards import reserved
from judge.problems.puzzles.call import call, grid, n
from judge.problems.puzzles.goals import number_of_arrangements
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.puzzles.queens import WORDS
from judge.problems.puzzles.row_by_row import COUNTED_N, queens_on
from judge.problems.rules.plain import CLOSED

_MOST_N = 32

STARTER = '''\
# judge: problem = count-queens
"""A first solution: row by row through every free column, and whenever the last row is passed, one more way.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row):
    """Is the queen of this row safe from all queens above it?"""
    for above in range(row):
        across = abs(columns[row] - columns[above])
        if across == 0 or across == row - above:
            return False
    return True


@njit
def count(n, grid):
    columns = np.full(n, -1, np.int64)
    ways, row = 0, 0
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1
        elif grid[row, columns[row]] == 0 and fits(columns, row):
            if row == n - 1:
                ways += 1
            else:
                row += 1
    return ways


def solve(n: int, grid: np.ndarray) -> int:
    """Return the number of ways to put n queens on n x n cells, which are free (0) or must stay empty (3)."""
    return count(n, grid)
'''


def counted(board: Instance) -> Answer | None:
    """Return the number of arrangements of a board on which they are quickly counted."""
    return Answer(count=sum(1 for _ in queens_on(board))) if board.n <= COUNTED_N else None


PUZZLE = Puzzle(
    name="count-queens",
    words=WORDS,
    rules=(no_attack,),
    goal=number_of_arrangements(queens_on),
    answers=numbers(),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    at_once=counted,
    warm_ups=("0000 0000 0000 0000", "0300 0000 0300 0000"),
    order=11,
    cases=drawn_cells("*", CLOSED, _MOST_N),
    recipes=reserved(_MOST_N),
    call=call(("n: int", n), ("grid: int8[n, n]", grid), result="int"),
)
