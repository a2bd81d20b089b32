"""Verify queens: does a given board of n x n cells hold n queens, none of which attacks another?

With n = 8 it is "Eight Queens" of Kattis (open.kattis.com/problems/8queens).
"""

from __future__ import annotations

from judge.problems.formats.case_cells import drawn_cells
from judge.problems.formats.scalar import decisions
from judge.problems.generators import queens
from judge.problems.puzzles.call import call, grid, n
from judge.problems.puzzles.goals import valid_or_not
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, no_theorem
from judge.problems.puzzles.queens import WORDS
from judge.problems.rules.plain import PIECE

_MOST_N = 999

STARTER = '''\
# judge: problem = verify-queens
"""A first solution: it counts the queens, and looks at each two of them.

It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""

import numpy as np
from numba import njit


@njit
def is_valid(n, grid):
    rows, columns = np.nonzero(grid)
    if len(rows) != n:
        return False
    for one in range(n):
        for two in range(one):
            down, right = rows[one] - rows[two], abs(columns[one] - columns[two])
            if down == 0 or right in (0, down):
                return False
    return True


def solve(n: int, grid: np.ndarray) -> bool:
    """Say whether n queens (1) stand on n x n cells, and none attacks another."""
    return is_valid(n, grid)
'''


PUZZLE = Puzzle(
    name="verify-queens",
    words=WORDS,
    rules=(no_attack,),
    goal=valid_or_not,
    answers=decisions("valid", "invalid"),
    exists=no_theorem,
    starter=STARTER,
    misfit=None,
    warm_ups=("1000 0100 0010 0001", "0100 0001 1000 0010"),
    order=11,
    cases=drawn_cells("*", PIECE, _MOST_N),
    recipes=queens.recipes(_MOST_N),
    call=call(("n: int", n), ("grid: int8[n, n]", grid), result="bool"),
)
