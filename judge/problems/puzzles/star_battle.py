"""Star battle: so many stars in each row, column and region of n x n cells, and no two that touch.

With one star each it is the Queens of LinkedIn, whose queens see no farther than one cell along the diagonals.
"""

from __future__ import annotations

import numpy as np

from judge.model import Instance, ReadWarning
from judge.problems.formats.answer_format import boards
from judge.problems.formats.case_format import CaseFormat
from judge.problems.formats.case_lines import Number, close_case, open_case, take_numbers, take_table
from judge.problems.generators import regions
from judge.problems.icpc.validators.forms.regions import RegionsForm
from judge.problems.puzzles.call import call, layer, n
from judge.problems.puzzles.findings import Misfit, Words
from judge.problems.puzzles.goals import one_arrangement
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.puzzles.rules import columns_alike, none_touch, regions_alike, rows_alike
from judge.problems.puzzles.rules.shares import regions_of
from judge.problems.small.boards import SmallBoards, as_many_as_rows, with_regions

_MOST_N = 200

STARTER = '''\
# judge: problem = star-battle
"""A first solution: cell by cell, a star where row, column and region want one more, and a step back when it is stuck.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def fits(board, columns, parts, stars, regions, row, column):
    """Do column and region want one more star, and is there none on the cells around?"""
    if columns[column] == stars or parts[regions[row, column]] == stars:
        return False
    n = len(board)
    for r in range(max(row - 1, 0), min(row + 2, n)):
        for c in range(max(column - 1, 0), min(column + 2, n)):
            if board[r, c] == 1:
                return False
    return True


@njit
def place(n, stars, regions):
    board = np.zeros((n, n), np.int8)
    columns, parts = np.zeros(n, np.int64), np.zeros(n + 1, np.int64)
    placed = np.empty(n * stars, np.int64)  # the cells that hold a star, in order
    count, cell = 0, 0
    while count < n * stars:
        row = count // stars  # the row that wants the next star
        cell = max(cell, row * n)
        while cell < (row + 1) * n and not fits(board, columns, parts, stars, regions, row, cell % n):
            cell += 1
        if cell < (row + 1) * n:
            board[row, cell % n] = 1
            columns[cell % n] += 1
            parts[regions[row, cell % n]] += 1
            placed[count] = cell
            count += 1
        elif count == 0:
            return None  # every possibility has been tried
        else:
            count -= 1
            cell = placed[count]
            board[cell // n, cell % n] = 0
            columns[cell % n] -= 1
            parts[regions[cell // n, cell % n]] -= 1
        cell += 1
    return board


def solve(n: int, stars: int, regions: np.ndarray) -> np.ndarray | None:
    """Put `stars` stars (1) into each row, column and region of an n x n board (0); None means that it can't be done.

    `regions` (int64, n x n) holds the region of each cell, a number from 1 to n.
    """
    return place(n, stars, regions)
'''


def stars_of(board: Instance) -> int:
    """Return how many stars each row holds."""
    return board.pieces // board.n


def _read(data: bytes, file: str) -> tuple[Instance, tuple[ReadWarning, ...]]:
    page = open_case(data, file, "write n and the stars of a row, then n rows of n numbers: the region of each cell")
    [size, stars] = take_numbers(page, Number("n", 1, _MOST_N), Number("the stars of a row", 1, _MOST_N))
    regions = take_table(page, (size, size), Number("a region", 1, size))
    close_case(page)
    return Instance("ANY", size, size * stars, np.zeros((size, size), np.int8), regions), page.notices()


def _write(board: Instance) -> bytes:
    rows = [" ".join(map(str, row)) for row in regions_of(board).tolist()]
    return "\n".join([f"{board.n} {stars_of(board)}", *rows, ""]).encode()


def _misfit(board: Instance, words: Words) -> Misfit | None:
    found = 0 if board.layer is None else len(np.unique(board.layer))
    if found == board.n:
        return None
    message = f"the board has {found} region{'s' * (found != 1)}, but {words.many} are for {board.n}, as many as rows"
    return message, f"use each number from 1 to {board.n}", 2


def _board(regions: str) -> Instance:
    parts = np.array([list(map(int, row)) for row in regions.split()], np.int64)
    return Instance("ANY", len(parts), len(parts), np.zeros(parts.shape, np.int8), parts)


PUZZLE = Puzzle(
    name="star-battle",
    words=Words("star", "stars", "touch each other"),
    rules=(rows_alike, columns_alike, regions_alike, none_touch),
    goal=one_arrangement,
    answers=boards(),
    exists=no_theorem,
    starter=STARTER,
    misfit=_misfit,
    warm_ups=(_board("1111 2222 3333 4444"), _board("1112 3122 3442 3444")),
    order=7,
    cases=CaseFormat(_read, _write),
    recipes=regions.RECIPES,
    exported=RegionsForm(_MOST_N),
    small=SmallBoards(with_regions, lambda size: range(size, size * size + 1, size), most=8, settle=as_many_as_rows),
    call=call(("n: int", n), ("stars: int", stars_of), ("regions: int64[n, n]", layer), result="int8[n, n]"),
)
