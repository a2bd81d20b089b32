"""Say what an arrangement would have to be to refute a case: sets of cells, and how many pieces each must hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from judge.model import Answer, Case
from judge.problems import puzzles
from judge.problems.constraints import PIECE, Cell, Quota
from judge.problems.prove.search import Claim
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals import weight_of
from judge.problems.puzzles.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle

GOAL: Final = "goal"  # what the quotas of the goal are called; those of a rule bear its name
_MOST_CELLS = 10_000  # of a board: 2 s and 100 MB to check
_MOST_ENTRIES = 1_000_000  # cells of all quotas together


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
        for quota in rule.quotas(board):
            left -= len(quota.cells)
            if left < 0:
                return None
            named.setdefault(rule.name, []).append(quota)
    return Claim.on(board, {name: tuple(found) for name, found in named.items()})


def refuter_of(puzzle: Puzzle, case: Case, cells: Sequence[Cell]) -> Answer | None:
    """Return the answer with pieces on these cells; None where the rules refuse it."""
    board = case.board.grid.copy()
    board[tuple(np.asarray(cells, np.int64).reshape(-1, 2).T)] = PIECE
    if puzzle.goal.asks == "number":
        trial = Trial(puzzle.words, case, Answer(board=board), board=board)
        return None if rule_fault(puzzle.rules, trial) else Answer(count=weight_of(board, case))
    finding = puzzle.goal.judge(puzzle, case, Answer(board=board))
    return Answer(board=board) if finding is None or finding.refutes_key or finding.lacks_key else None


def claim_fault(puzzle: str, case: Case, answer: Answer) -> str:
    """Return why an arrangement or a count is none of the case; "" where the rules accept it."""
    finding = puzzles.judge_answer(msgspec.structs.replace(case, answer=None), puzzle, answer)
    unproven = answer.count is None and (answer.fail or not puzzles.puzzle_named(puzzle).goal.shows)
    return finding.message if finding and (not finding.lacks_key or unproven) else ""
