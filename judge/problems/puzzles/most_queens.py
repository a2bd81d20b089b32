"""Most queens: as many as possible on n x m cells, none attacking another; an obstacle blocks the view.

It is the task `queens_with_obstacles` of AlgoTune (Ori Press and others, 2025) as a puzzle.
"""

from __future__ import annotations

import numpy as np

from judge.model import Instance
from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_cells import MOST_SIDE, sized_cells
from judge.problems.generators.boards import OBSTACLES
from judge.problems.icpc.validators.forms.cells import CellsForm
from judge.problems.puzzles.call import call, grid, m, n
from judge.problems.puzzles.findings import Words
from judge.problems.puzzles.goals import as_many_as_possible
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.small.boards import SmallBoards, with_obstacles

STARTER = '''\
# judge: problem = most-queens
"""A first solution: it reads the cells row by row, and puts a queen wherever no other queen sees it.

It is right, but more queens fit: your score is your queens over the most. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit

FREE, QUEEN, OBSTACLE = 0, 1, 2


@njit
def attacked(board, row, column):
    """Does a queen that was placed before see this cell? An obstacle blocks the view."""
    for step_row, step_column in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
        r, c = row + step_row, column + step_column
        while r >= 0 and 0 <= c < board.shape[1] and board[r, c] != OBSTACLE:
            if board[r, c] == QUEEN:
                return True
            r, c = r + step_row, c + step_column
    return False


@njit
def place(board):
    for row in range(board.shape[0]):
        for column in range(board.shape[1]):
            if board[row, column] == FREE and not attacked(board, row, column):
                board[row, column] = QUEEN
    return board


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Put as many queens (1) as possible on n x m cells, which are free (0) or an obstacle (2)."""
    return place(grid.copy())
'''


PUZZLE = Puzzle(
    name="most-queens",
    words=Words("queen", "queens", "attack each other"),
    rules=(no_attack,),
    goal=as_many_as_possible,
    answers=boards(trees=True),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    warm_ups=(
        "0000 0000 0000 0000",
        Instance("ANY", 3, 1, np.array([[0, 0, 2, 0], [0, 2, 0, 0], [0, 0, 0, 0]], np.int8)),
    ),
    order=5,
    cases=sized_cells(),
    recipes=OBSTACLES,
    exported=CellsForm(MOST_SIDE),
    small=SmallBoards(with_obstacles, lambda _: (1,), square=False),
    call=call(("n: int", n), ("m: int", m), ("grid: int8[n, m]", grid)),
)
