"""Turn the cells that a search has found into an answer, held against the rules of the puzzle themselves."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Answer, Case
from judge.model.wrong_key import REFUTED
from judge.problems.proofs.exhaustive import arranged
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.best import weight_of
from judge.problems.puzzles.goals.looking import rule_fault
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules.plain import Cell

_ONLY_THE_PACKAGE_KNOWS = "E302"


def refuter_of(puzzle: Puzzle, case: Case, cells: Sequence[Cell]) -> Answer | None:
    """Return the answer with pieces on these cells; None where a rule refuses it, such as one that says no quotas."""
    board = arranged(case.board, list(cells))
    if puzzle.goal.asks == "number":
        trial = Trial(puzzle.words, case, Answer(board=board), board=board)
        return None if rule_fault(puzzle.rules, trial) else Answer(count=weight_of(board, case))
    finding = puzzle.goal.judge(puzzle, case, Answer(board=board))
    return Answer(board=board) if finding is None or finding.code in (REFUTED, _ONLY_THE_PACKAGE_KNOWS) else None
