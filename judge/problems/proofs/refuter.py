"""Hold what a search or a solution has found against the rules of the puzzle themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance
from judge.model.wrong_key import REFUTED
from judge.problems import puzzles
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.best import weight_of
from judge.problems.puzzles.goals.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import PIECE, Cell

_ONLY_THE_PACKAGE_KNOWS = "E302"


def arranged(board: Instance, cells: Sequence[Cell]) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the board with pieces on these cells."""
    grid = board.grid.copy()
    grid[tuple(np.asarray(cells, np.int64).reshape(-1, 2).T)] = PIECE
    return grid


def refuter_of(puzzle: Puzzle, case: Case, cells: Sequence[Cell]) -> Answer | None:
    """Return the answer with pieces on these cells; None where a rule refuses it, such as one that says no quotas."""
    board = arranged(case.board, cells)
    if puzzle.goal.asks == "number":
        trial = Trial(puzzle.words, case, Answer(board=board), board=board)
        return None if rule_fault(puzzle.rules, trial) else Answer(count=weight_of(board, case))
    finding = puzzle.goal.judge(puzzle, case, Answer(board=board))
    return Answer(board=board) if finding is None or finding.code in (REFUTED, _ONLY_THE_PACKAGE_KNOWS) else None


def refused(puzzle: str, case: Case, answer: Answer) -> str:
    """Return why an arrangement or a count is none of the case; "" where the rules accept it."""
    finding = puzzles.judge(msgspec.structs.replace(case, answer=None), puzzle, answer)
    unproven = answer.count is None and (answer.fail or not puzzles.named(puzzle).goal.shows)
    return finding.message if finding and (finding.code != _ONLY_THE_PACKAGE_KNOWS or unproven) else ""
