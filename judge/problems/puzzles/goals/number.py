"""The goal that asks for the most weight as one whole number. Nothing is shown, so answer.txt alone knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.model import Answer, Case, Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals.best import more_weight, most_weight_of
from judge.problems.puzzles.goals.goal import Goal

if TYPE_CHECKING:
    from judge.problems.puzzles.puzzle import Puzzle


def _judge(puzzle: Puzzle, case: Case, answer: Answer) -> Finding | None:
    """Compare with answer.txt: a number, an arrangement of most weight, or FAIL where the pieces don't fit."""
    trial, known = Trial(puzzle.words, case, answer), case.answer
    if not answer.fail and answer.count is None:
        return findings.wrong_kind(trial, _wanted(case))
    if known is None:
        return findings.no_truth(trial, "FAIL" if answer.fail else "the number")
    if answer.fail:
        return None if known.fail else findings.fail_is_wrong(trial)
    said, most = answer.count or 0, most_weight_of(case)
    if known.fail:  # any number is too large, one below 0 too
        return findings.not_the_most(trial, said, said - 1)
    if most is None:
        return findings.no_truth(trial, "the number")
    return findings.not_the_most(trial, said, most) if said != most else None


def _wanted(_: Case) -> str:
    return "the most weight as an int, or None where the pieces don't fit"


most_weight = Goal(_judge, "number", wanted=_wanted, refutes=more_weight, exported="number")
