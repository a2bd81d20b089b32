"""Find the most pieces that a board holds, and say how that was found.

Counting comes first, then a small search. Only what is left goes to CP-SAT, which needs the extra `author` and is given
some seconds.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Instance
from judge.problems import puzzles
from judge.problems.prove.author import largest
from judge.problems.prove.certificate import segments
from judge.problems.prove.deciding import least_that_fit
from judge.problems.prove.search import Budget, Claim, rule_quotas
from judge.problems.prove.truth import most_that_fit

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
    chosen, free = puzzles.puzzle_named(puzzle), int(np.count_nonzero(board.grid == 0))
    placed = least_that_fit(chosen, msgspec.structs.replace(board, pieces=board.grid.size))
    rides = () if chosen.row.torus else dict(chosen.row.steps).get("ride", ())
    bound, word = min((count, word) for word, count in (segments(board.grid, rides) or {"free cell": free}).items())
    if placed == bound:
        return Most(placed, True, f"{bound} {word}s hold one each at most, and as many were placed in order")
    if free <= _SEARCHED_CELLS:
        placed, proven = most_that_fit(chosen, board, Budget(_NODES))
        if proven:
            return Most(placed, True, "every arrangement was tried, or excluded by counting")
    at_most = f"at most {bound:,}, the number of {word}s"
    if free > _SOLVED_CELLS:
        return Most(placed, False, f"{at_most}; a solver is not asked about more than {_SOLVED_CELLS:,} free cells")
    if (rules := rule_quotas(chosen.rules, board)) is None:
        return Most(placed, False, f"{at_most}; its rules are too many for a solver")
    try:
        found = largest(Claim.on(board, rules), seconds)
    except JudgeError:
        return Most(placed, False, f"{at_most}; OR-Tools, which could decide it, is not installed")
    if found.proven:
        return Most(found.pieces, True, f"{found.solver}, status OPTIMAL")
    how = f"at most {min(bound, found.bound)}, by {found.solver} in {seconds:g} s"
    return Most(max(placed, found.pieces), False, how)
