"""The goal that asks whether the board of the case, with the pieces that it gives, keeps every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import Answer, Case, Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.goal import Goal
from judge.problems.puzzles.goals.looking import exactly, rule_fault

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle

VALID, INVALID = 1, 0


def _judge(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge 1 for valid and 0 for not, by the rules themselves: answer.txt is not asked, and FAIL says 0."""
    trial = Trial(puzzle.words, case, answer, board=case.board.grid)
    said = INVALID if answer.fail else answer.count
    if said not in (VALID, INVALID):
        return findings.wrong_kind(trial, _wanted(case))
    fault = exactly(trial, len(trial.points)) or rule_fault(puzzle.rules, trial)
    return findings.wrong_decision(trial, fault) if (fault is None) != (said == VALID) else None


def _wanted(_: Case) -> str:
    return "True where the board is valid, False where it is not"


valid_or_not = Goal(_judge, "decision", wanted=_wanted)
