"""No three in line: 2n points on n x n cells, no three of them on a straight line of any slope.

No row can hold three, so 2n is the most. For every n up to 60 it is reached: Prellberg 2026, arXiv 2602.07751.
"""

from __future__ import annotations

import numpy as np

from judge.model import Instance, ReadWarning
from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_numbers
from judge.problems.generators.boards import empty
from judge.problems.icpc.validators.forms.size import SizeForm
from judge.problems.puzzles.call import call, n, pieces
from judge.problems.puzzles.findings import Misfit, Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules import none_in_line
from judge.problems.small.boards import SmallBoards, with_points

_MOST_N = 1_000
_REACHED_N = 60  # up to it 2n points are known

STARTER = '''\
# judge: problem = no-three-in-line
"""A first solution: row by row up to two points, each where no two points before are in line with it.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(rows, columns, count, row, column):
    """Is the new point on no line through two of the points before?"""
    for one in range(count):
        for two in range(one):
            # Cross products of whole numbers are exact; slopes in floating point are not.
            if (columns[one] - columns[two]) * (row - rows[two]) == (column - columns[two]) * (rows[one] - rows[two]):
                return False
    return True


@njit
def place(n, pieces):
    rows, columns = np.empty(pieces, np.int64), np.empty(pieces, np.int64)
    count, cell = 0, 0
    while count < pieces:
        while cell < n * n and not fits(rows, columns, count, cell // n, cell % n):
            cell += 1
        # Two a row at most: so many rows must be left for the points that are missing.
        if cell < n * n and pieces - count <= 2 * (n - cell // n):
            rows[count], columns[count] = cell // n, cell % n
            count += 1
        elif count == 0:
            break  # every possibility has been tried
        else:
            count -= 1
            cell = rows[count] * n + columns[count]  # take back the last point
        cell += 1
    board = np.zeros((n, n), np.int8)
    for k in range(count):
        board[rows[k], columns[k]] = 1
    return board


def solve(n: int, pieces: int) -> np.ndarray | None:
    """Put `pieces` points (1) on an empty n x n board (0), no three of them on one straight line."""
    return place(n, pieces)
'''


def _read(data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, "write n and the number of points, 2n")
    size, count = take_numbers(page, Number("n", 2, _MOST_N), Number("the number of points", 1, 2 * _MOST_N))
    close_case(page)
    return Instance("ANY", size, count, np.zeros((size, size), np.int8)), page.notices()


def _write(board: Instance) -> bytes:
    return f"{board.n} {board.pieces}\n".encode()


def _misfit(board: Instance, words: Words) -> Misfit | None:
    if board.pieces <= 2 * board.n:
        return None
    message = f"{board.pieces} {words.many} on {board.n} rows: some row would hold three, which are in line"
    return message, f"write at most {2 * board.n}", 1


def two_a_row_exist(size: int) -> bool | None:
    """Return True for the n for which 2n points are known; so many, or fewer, can be placed."""
    return True if 2 <= size <= _REACHED_N else None


def _board(size: int) -> Instance:
    return Instance("ANY", size, 2 * size, np.zeros((size, size), np.int8))


PUZZLE = Puzzle(
    name="no-three-in-line",
    words=Words("point", "points", "stand on one line"),
    rules=(none_in_line,),
    goal=one_arrangement,
    answers=boards(),
    exists=two_a_row_exist,
    starter=STARTER,
    misfit=_misfit,
    warm_ups=(_board(4), _board(3)),
    order=8,
    cases=CaseFormat(_read, _write),
    recipes=empty(_MOST_N, lambda size: 2 * size),
    exported=SizeForm(2, _MOST_N, 2),
    small=SmallBoards(with_points, lambda size: range(1, 2 * size + 1), least=2),
    call=call(("n: int", n), ("pieces: int", pieces), result="int8[n, n]"),
)
