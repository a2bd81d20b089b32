"""Say what an arrangement would have to be to refute a case: sets of cells, and how many pieces each must hold."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Final

import msgspec
import numpy as np

from judge.model import Case
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.rules.quota import Quota, quotas_of
from judge.problems.rules.plain import PIECE, Cell

GOAL: Final = "goal"  # what the quotas of the goal are called; those of a rule bear its name
_MOST_CELLS = 10_000  # of a board: 2 s and 100 MB to check
_MOST_ENTRIES = 1_000_000  # cells of all quotas together


class Claim(msgspec.Struct, frozen=True):
    """Holds the cells that may hold a piece, those that do, and the quotas. Each name has its own, in order.

    A rule that says no quotas is left out: what can't be without it can't be with it.
    """

    shape: tuple[int, int]
    cells: frozenset[Cell]
    given: frozenset[Cell]
    quotas: dict[str, tuple[Quota, ...]]


def claim_of(puzzle: Puzzle, case: Case) -> Claim | None:
    """Return what would refute the answer of a case, or its FAIL where it has none yet. None where nothing would, and
    for a board that is too large."""
    board = case.board
    if board.grid.size > _MOST_CELLS:
        return None
    goal = puzzle.goal.refutes(case)
    if not goal:
        return None
    named: dict[str, list[Quota]] = {GOAL: list(goal)}
    left = _MOST_ENTRIES
    for rule in puzzle.rules:
        quotas = quotas_of(rule)
        for quota in quotas(board) if quotas else ():
            left -= len(quota.cells)
            if left < 0:
                return None
            named.setdefault(getattr(rule, "__name__", GOAL), []).append(quota)
    cells, given = (_cells(board.grid == value) for value in (0, PIECE))
    return Claim(board.shape, cells | given, given, {name: tuple(found) for name, found in named.items()})


def all_quotas(claim: Claim) -> Iterable[Quota]:
    """Return the quotas of all names, one after the other."""
    return chain.from_iterable(claim.quotas.values())


def _cells(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> frozenset[Cell]:
    return frozenset((int(row), int(column)) for row, column in np.argwhere(mask))
