"""Say what an arrangement would have to be to refute a case: sets of cells, and how many pieces each must hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.best import weight_of
from judge.problems.puzzles.goals.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.puzzles.quota import Quota, quotas_of
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


def refuter_of(puzzle: Puzzle, case: Case, cells: Sequence[Cell]) -> Answer | None:
    """Return the answer with pieces on these cells; None where a rule refuses it, such as one that says no quotas."""
    board = _arranged(case.board, cells)
    if puzzle.goal.asks == "number":
        trial = Trial(puzzle.words, case, Answer(board=board), board=board)
        return None if rule_fault(puzzle.rules, trial) else Answer(count=weight_of(board, case))
    finding = puzzle.goal.judge(puzzle, case, Answer(board=board))
    return Answer(board=board) if finding is None or finding.refutes_key or finding.lacks_key else None


def refused(puzzle: str, case: Case, answer: Answer) -> str:
    """Return why an arrangement or a count is none of the case; "" where the rules accept it."""
    finding = puzzles.judge(msgspec.structs.replace(case, answer=None), puzzle, answer)
    unproven = answer.count is None and (answer.fail or not puzzles.named(puzzle).goal.shows)
    return finding.message if finding and (not finding.lacks_key or unproven) else ""


def _arranged(board: Instance, cells: Sequence[Cell]) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the board with pieces on these cells."""
    grid = board.grid.copy()
    grid[tuple(np.asarray(cells, np.int64).reshape(-1, 2).T)] = PIECE
    return grid
