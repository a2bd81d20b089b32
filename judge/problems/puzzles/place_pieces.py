"""Place p queens, rooks, bishops, knights or superqueens on n x m cells, or find out that they don't fit.

Courses ask for it with n pieces on n x n and some cells closed: Indiana's CSCI B551, Elements of AI, problem set 0.
n superqueens fit on n x n for n = 1 and from n = 10 on, as far as it was counted: A051223 of oeis.org.
"""

from __future__ import annotations

from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_cells import sized_cells
from judge.problems.generators.boards import PLACES
from judge.problems.puzzles.call import call, grid, m, n, pieces
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.pieces import BISHOP, KNIGHT, QUEEN, ROOK, SUPERQUEEN, Piece
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.small.boards import SmallBoards, with_pieces

_STARTER = '''\
# judge: problem = place-{many}
"""A first solution: it tries the free cells in reading order and takes the last {one} back when it is stuck.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit

FREE, PIECE, OBSTACLE = 0, 1, 2


{attacked}

@njit
def place(board, pieces):
    rows, columns = board.shape
    placed = np.empty(pieces, np.int64)  # the cells that hold a {one}, in order
    count, cell = 0, 0
    while count < pieces:
        while cell < rows * columns and (
            board[cell // columns, cell % columns] != FREE or attacked(board, cell // columns, cell % columns)
        ):
            cell += 1
        if cell < rows * columns:
            board[cell // columns, cell % columns] = PIECE
            placed[count] = cell
            count += 1
        elif count == 0:
            return False  # every possibility has been tried
        else:
            count -= 1
            cell = placed[count]
            board[cell // columns, cell % columns] = FREE
        cell += 1
    return True


def solve(n: int, m: int, pieces: int, grid: np.ndarray) -> np.ndarray | None:
    """Put `pieces` {many} (1) on n x m cells: free (0), an obstacle (2) or closed (3); None: it can't be done."""
    board = grid.copy()
    if pieces > n * m or not place(board, pieces):
        return None
    return board
'''
_STATEMENT = """\
Place p {many} on a board so that none attacks another, or find out that this can't be done.

## Rules

- The board has n rows and m columns. A cell is free, an obstacle, or closed.
- Exactly p {many} stand on free cells.
{said}
## Input

| line | what it holds |
|---|---|
| 1 | n, m and p: the number of rows, of columns and of {many}, with blanks between them |
| 2 to n + 1 | a row of m digits: 0 for a free cell, 2 for an obstacle, 3 for a closed cell |

## Output

`OK` and the n rows: 1 for a {one}, each 2 of the case in its place, and 0 or 3 for a closed cell.
Or the one line `FAIL` where there is no arrangement.

A function is `solve(n: int, m: int, pieces: int, grid: np.ndarray)`. It is given the cells as int8
(n, m), and returns the board in the same form, or None where there is no arrangement.
"""


def _place(piece: Piece) -> Puzzle:
    words = {"one": piece.one, "many": piece.words.many}
    return Puzzle(
        name=f"place-{piece.words.many}",
        words=piece.words,
        rules=piece.rules,
        goal=one_arrangement,
        answers=boards(trees=True, closed=True),
        exists=no_theorem,
        starter=_STARTER.format(attacked=piece.attacked, **words),
        misfit=None,
        warm_ups=("0000", "2000 0302 0000"),
        order=10,
        cases=sized_cells(pieces=True, closed=True),
        recipes=PLACES,
        small=SmallBoards(with_pieces, lambda n: range(1, n + 1), square=False),
        call=call(("n: int", n), ("m: int", m), ("pieces: int", pieces), ("grid: int8[n, m]", grid)),
        statement=_STATEMENT.format(said=piece.said, **words),
    )


PUZZLES = tuple(map(_place, (QUEEN, ROOK, BISHOP, KNIGHT, SUPERQUEEN)))
