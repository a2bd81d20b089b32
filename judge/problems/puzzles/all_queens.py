"""All queens: every arrangement of n queens, or, for large n, only how many there are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from judge.model import Answer, Instance
from judge.problems.formats.answer import LISTED_N
from judge.problems.formats.answer_format import lists
from judge.problems.puzzles.goals import every_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.queens import WORDS, queens_exist
from judge.problems.rules.plain import every_queens

COUNTS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724)  # how many arrangements there are, for n from 0 to 10
_MANY = (  # for n from 11 to 27
    *(2680, 14200, 73712, 365596, 2279184, 14772512, 95815104, 666090624, 4968057848, 39029188884, 314666222712),
    *(2691008701644, 24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528),
)

STARTER = '''\
# judge: problem = all-queens
"""A first solution: row by row through every column, and whenever the last row is reached, one more arrangement.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit

LISTED = 10  # up to this n every arrangement is listed, above it only their number is asked


@njit
def fits(columns, row):
    """Is the queen of this row safe from all queens above it?"""
    for above in range(row):
        across = columns[row] - columns[above]
        if across == 0 or abs(across) == row - above:
            return False
    return True


@njit
def visit(n, found):
    """Count every arrangement, and write the first ones into the rows of `found`."""
    columns = np.full(n, -1, np.int64)
    count, row = 0, 0
    while row >= 0:
        columns[row] += 1
        if columns[row] == n:
            columns[row] = -1
            row -= 1
        elif fits(columns, row):
            if row == n - 1:
                if count < found.shape[0]:
                    found[count] = columns
                count += 1
            else:
                row += 1
    return count


def solve(algorithm: str, n: int, lizards: int, grid: np.ndarray) -> np.ndarray | int:
    """Every arrangement of n queens as an int8 array (k, n) of columns from 0; for n > 10 only their number."""
    count = visit(n, np.empty((0, n), np.int8))
    if n > LISTED:
        return count
    found = np.empty((count, n), np.int8)
    visit(n, found)
    return found
'''


def queens_of(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield every arrangement of n queens on an empty board."""
    return every_queens(board.n)


def all_at_once(board: Instance) -> Answer | None:
    """Return the list, and where only the number is asked, the one that is known: A000170 of oeis.org."""
    n = board.n
    if n <= LISTED_N:
        found = np.array(list(every_queens(n)), np.int64).reshape(-1, n)
        return Answer(columns=found, count=len(found))
    return Answer(count=_MANY[n - LISTED_N - 1]) if n <= LISTED_N + len(_MANY) else None


PUZZLE = Puzzle(
    name="all-queens",
    words=WORDS,
    rules=(no_attack,),
    goal=every_arrangement(queens_of, exported="every"),
    answers=lists(COUNTS),
    exists=queens_exist,
    starter=STARTER,
    at_once=all_at_once,
    order=4,
)
