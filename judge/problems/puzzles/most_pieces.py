"""Most rooks, bishops, knights and superqueens: as many as possible on n x m cells, none attacking another.

As `most-queens`, and a cell may be closed too: it must stay empty and blocks no view. The most on an empty board are
known: min(n, m) rooks, 2 n - 2 bishops on n x n for n > 1, and half of the cells, rounded up, knights from 3 x 3 on.
"""

from __future__ import annotations

from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_cells import sized_cells
from judge.problems.generators.boards import OBSTACLES
from judge.problems.puzzles.call import call, grid, m, n
from judge.problems.puzzles.goals import as_many_as_possible
from judge.problems.puzzles.pieces import BISHOP, KNIGHT, ROOK, SUPERQUEEN, Piece
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.small.boards import SmallBoards, with_obstacles

_STARTER = '''\
# judge: problem = most-{many}
"""A first solution: it reads the cells row by row, and puts a {one} wherever no other {one} sees it.

It is right, but more may fit: your score is your {many} over the most. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit

FREE, PIECE, OBSTACLE = 0, 1, 2


{attacked}

@njit
def place(board):
    for row in range(board.shape[0]):
        for column in range(board.shape[1]):
            if board[row, column] == FREE and not attacked(board, row, column):
                board[row, column] = PIECE
    return board


def solve(n: int, m: int, grid: np.ndarray) -> np.ndarray:
    """Put as many {many} (1) as possible on n x m cells: free (0), an obstacle (2) or closed (3)."""
    return place(grid.copy())
'''
_STATEMENT = """\
How many {many} can stand on a board, so that none attacks another? Place as many as you can.

## Rules

- The board has n rows and m columns. A cell is free, an obstacle, or closed.
- {Many} stand on free cells alone.
{said}
Any arrangement of at least one {one} that keeps the rules is right. Its score is its {many} over
the most that fit. Scores rank before times.

## Input

| line | what it holds |
|---|---|
| 1 | n and m, the number of rows and of columns, with a blank between them |
| 2 to n + 1 | a row of m digits: 0 for a free cell, 2 for an obstacle, 3 for a closed cell |

## Output

`OK` and the n rows: 1 for a {one}, each 2 of the case in its place, and 0 or 3 for a closed cell.

A function is `solve(n: int, m: int, grid: np.ndarray) -> np.ndarray`. It is given the cells as int8
(n, m), and returns the board in the same form.
"""


def _most(piece: Piece) -> Puzzle:
    words = {"one": piece.one, "many": piece.words.many, "Many": piece.words.many.capitalize()}
    return Puzzle(
        name=f"most-{piece.words.many}",
        words=piece.words,
        rules=piece.rules,
        goal=as_many_as_possible,
        answers=boards(trees=True, closed=True),
        exists=no_theorem,
        starter=_STARTER.format(attacked=piece.attacked, **words),
        misfit=None,
        warm_ups=("0000", "2000 0302 0000"),
        order=9,
        cases=sized_cells(closed=True),
        recipes=OBSTACLES,
        small=SmallBoards(with_obstacles, lambda _: (1,), square=False),
        call=call(("n: int", n), ("m: int", m), ("grid: int8[n, m]", grid)),
        statement=_STATEMENT.format(said=piece.said, **words),
    )


PUZZLES = tuple(map(_most, (ROOK, BISHOP, KNIGHT, SUPERQUEEN)))
