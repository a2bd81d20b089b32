"""Find the most pieces that a board with trees holds, where no piece may see another; and say how that was found.

Counting comes first, then a small search. Only what is left goes to CP-SAT, which needs the extra `author` and is given
some seconds.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.generators.patterns import Grid
from judge.problems.prove.author import largest
from judge.problems.prove.bounds import STEPS, fitting, segment_heads, segments_word
from judge.problems.prove.search import Budget, search
from judge.problems.rules.plain import TREE

_SEARCHED_CELLS: Final = 150
_NODES: Final = 5_000  # a second at most
_SOLVED_CELLS: Final = 40_000  # a model of 1 GB


class Most(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Holds how many pieces were placed on a board, whether more are impossible, and how both are known."""

    pieces: int
    proven: bool
    how: str


def most_pieces(board: Instance, puzzle: str, seconds: float) -> Most:
    """Return the most pieces that the board is known to hold; CP-SAT gets so many seconds, where it is needed."""
    grid = board.grid
    placed = fitting(grid)
    bound, line = fewest_segments(grid)
    if placed == bound:
        return Most(placed, True, f"{bound} {line} hold one each at most, and as many were placed in order")
    free = int(np.count_nonzero(grid != TREE))
    if free <= _SEARCHED_CELLS:
        placed, ended = _searched(board, puzzle, placed)
        if ended:
            return Most(placed, True, "every arrangement was tried, or excluded by counting")
    at_most = f"at most {bound:,}, the number of {line}"
    if free > _SOLVED_CELLS:
        return Most(placed, False, f"{at_most}; a solver is not asked about more than {_SOLVED_CELLS:,} free cells")
    try:
        found = largest(grid, seconds)
    except JudgeError:
        return Most(placed, False, f"{at_most}; OR-Tools, which could decide it, is not installed")
    if found.proven:
        return Most(found.pieces, True, f"{found.solver}, status OPTIMAL")
    how = f"at most {min(bound, found.bound)}, by {found.solver} in {seconds:g} s"
    return Most(max(placed, found.pieces), False, how)


def _searched(board: Instance, puzzle: str, placed: int) -> tuple[int, bool]:
    """Search for more pieces than were placed; return how many there are, and whether the search came to its end."""
    chosen, budget = puzzles.named(puzzle), Budget(_NODES)
    while True:
        found = search(chosen, Case("", "", msgspec.structs.replace(board, pieces=placed + 1)), budget)
        if not isinstance(found, Answer):
            return placed, found is not None
        placed += 1


def fewest_segments(grid: Grid) -> tuple[int, str]:
    """Return the number of tree-free segments in the direction that has the fewest, and what they are called."""
    counts = ((int(np.count_nonzero(segment_heads(grid, direction))), direction) for direction in STEPS)
    number, direction = min(counts)
    return number, f"{segments_word(direction)}s"
