"""Spies: queens of which no three stand on one straight line."""

from __future__ import annotations

from judge.model import Finding, Instance
from judge.problems.formats.answer_format import boards
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial, Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules.cell_sets import straight_lines
from judge.problems.puzzles.rules.quota import comes_to
from judge.problems.rules import find_collinear
from judge.problems.rules.plain import PIECE

_NONE_EXIST = {2, 3, 5, 6, 7}  # by exhaustion; above 7 no such n is known, and none is excluded

STARTER = '''\
# judge: problem = spies
"""A first solution: row by row, the first column where no spy above sees the new one and no two are in line with it.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(columns, row):
    """Is the spy of this row safe from every spy above it, and from every pair of them?"""
    for one in range(row):
        across = columns[row] - columns[one]
        if across == 0 or abs(across) == row - one:
            return False
        for two in range(one):
            # Cross products of whole numbers are exact; slopes in floating point are not.
            if (columns[one] - columns[two]) * (row - one) == across * (one - two):
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
            row -= 1  # nothing fits here: take back the spy above
        elif fits(columns, row):
            row += 1
    return columns  # all -1 when every possibility has been tried


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | None:
    """Put n spies (1) on an empty n x n board (0); None means that it can't be done."""
    columns = place(n)
    if columns[0] < 0:
        return None
    board = grid.copy()
    board[np.arange(n), columns] = 1
    return board
'''


@comes_to(straight_lines)
def no_three_in_line(trial: Trial) -> Finding | None:
    """Refuse three pieces on any straight line. Comes after `no_attack`: each row has exactly one piece."""
    columns = trial.columns
    if columns is None:
        assert trial.board is not None, "a trial is a board or columns"
        columns = (trial.board == PIECE).argmax(axis=1)
    rows = find_collinear(columns)
    return findings.collinear(trial, rows, [int(columns[row]) for row in rows]) if rows else None


def spies_exist(n: int) -> bool | None:
    """Return False for the n that are known to have no arrangement; None: not known."""
    return False if n in _NONE_EXIST else None


def n_alone(board: Instance, text: bytes) -> bytes:  # noqa: ARG001 - another puzzle reads the whole case
    """Return the line that the homework's programs read from stdin: n."""
    return f"{board.n}\n".encode()


PUZZLE = Puzzle(
    name="spies",
    words=Words("spy", "spies", "attack each other"),
    rules=(no_attack, no_three_in_line),
    goal=one_arrangement,
    answers=boards(columns=True),
    exists=spies_exist,
    starter=STARTER,
    stdin=n_alone,
    order=3,
)
