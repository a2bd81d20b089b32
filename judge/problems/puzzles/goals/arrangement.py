"""The goals that ask for one arrangement of so many pieces, or for FAIL where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import Answer, Case, Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.goal import Goal
from judge.problems.puzzles.goals.looking import arrangement_fault, every_cell, exactly
from judge.problems.puzzles.quota import Quota

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle


def _judge(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Judge an arrangement of p pieces, or FAIL. answer.txt is either; any valid arrangement refutes its FAIL."""
    if answer.fail:
        return fail_fault(puzzle, Trial(puzzle.words, case, answer))
    fault = arrangement_fault(puzzle, case, answer, exactly)
    if fault is None and case.answer is not None and case.answer.fail:
        return findings.refuted(Trial(puzzle.words, case, answer))
    return fault


def fail_fault(puzzle: Puzzle, trial: Trial) -> Finding | None:
    """Judge FAIL: what the package says comes first, then the theorem."""
    given = trial.case.answer
    exists = not given.fail if given is not None else puzzle.exists(trial.case.board.n)
    if exists is None:
        return findings.no_truth(trial, "FAIL")
    if not exists:
        return None
    if given is not None:  # an arrangement that breaks the rules would blame the wrong one
        fault = puzzle.goal.judge(puzzle, trial.case, given)
        if fault:
            return findings.unproven(trial, fault)
    return findings.fail_is_wrong(trial)


def _all_pieces(case: Case) -> tuple[Quota, ...]:
    """Ask for as many pieces as the case does, where answer.txt says FAIL or nothing."""
    if case.answer is not None and not case.answer.fail:
        return ()
    return (Quota(every_cell(case.board), case.board.pieces, case.board.pieces),)


# Whether p is n, the puzzle's misfit says: to place all is to place p.
one_arrangement = Goal(_judge, "one", refutes=_all_pieces)
