"""List queens: every arrangement of n queens among which those that the case gives are.

With n = 8 and one given queen it is problem 750, "8 Queens Chess Problem", of the UVa Online Judge.
"""

from __future__ import annotations

import numpy as np

from judge.model import Answer, Instance
from judge.problems.formats.answer import LISTED_N
from judge.problems.formats.answer_format import lists
from judge.problems.formats.case_cells import given_queens
from judge.problems.generators import queens
from judge.problems.puzzles.all_queens import COUNTS
from judge.problems.puzzles.call import call, grid, n
from judge.problems.puzzles.goals import every_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.puzzles.queens import WORDS
from judge.problems.puzzles.row_by_row import queens_on

STARTER = '''\
# judge: problem = list-queens
"""A first solution: row by row through every column, and whenever the last row is reached, one more arrangement.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row, grid):
    """Is the queen of this row safe from all above it, and is none given on another cell of the row?"""
    if grid[row].sum() > grid[row, columns[row]]:
        return False
    for above in range(row):
        across = abs(columns[row] - columns[above])
        if across == 0 or across == row - above:
            return False
    return True


@njit
def visit(n, grid, found):
    """Count every arrangement, and write the first ones into the rows of `found`."""
    columns = np.full(n, -1, np.int64)
    count, row = 0, 0
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1
        elif fits(columns, row, grid):
            if row == n - 1:
                if count < found.shape[0]:
                    found[count] = columns
                count += 1
            else:
                row += 1
    return count


def solve(n: int, grid: np.ndarray) -> np.ndarray:
    """Return every arrangement of n queens with the given ones (1) among them: int8 (k, n) of columns from 0."""
    found = np.empty((visit(n, grid, np.empty((0, n), np.int8)), n), np.int8)
    visit(n, grid, found)
    return found
'''
_STATEMENT = f"""\
Some queens stand on a board of n x n cells. List every way to make them n queens of which none
attacks another.

## Rules

- The given queens stay where they are.
- Two queens in one row, in one column or on one diagonal attack each other.
- Arrangements that are turned or mirrored images of each other are different ones. List each once.

## Input

| line | what it holds |
|---|---|
| 1 | n, at most {LISTED_N}, and k, the number of given queens, with a blank between them |
| 2 to k + 1 | row and column of a given queen, counted from 1, with a blank between them |

## Output

The number of arrangements on a line of its own, then each of them on a line: the column of the queen
in each row, from the first row to the last, counted from 1, with blanks between them. The order of
the lines is yours. If there is no arrangement, write 0.

A function is `solve(n: int, grid: np.ndarray) -> np.ndarray`. It is given the cells as int8 (n, n),
with 1 for a given queen, and returns int8 (k, n): the columns of each arrangement, counted from 0.
"""


def listed(board: Instance) -> Answer:
    """Return the list of all arrangements: there are few enough."""
    found = np.array(list(queens_on(board)), np.int64).reshape(-1, board.n)
    return Answer(columns=found, count=len(found))


PUZZLE = Puzzle(
    name="list-queens",
    words=WORDS,
    rules=(no_attack,),
    goal=every_arrangement(queens_on),  # of the list alone: a case has at most LISTED_N rows
    answers=lists(COUNTS),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    at_once=listed,
    warm_ups=("0000 0000 0000 0000", "0100 0000 0000 0000"),
    order=11,
    cases=given_queens(LISTED_N),
    recipes=queens.recipes(LISTED_N),
    call=call(("n: int", n), ("grid: int8[n, n]", grid), result="int8[k, n]"),
    statement=_STATEMENT,
)
