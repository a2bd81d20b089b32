"""The rule of queens, which lizards and spies keep too."""

from __future__ import annotations

from judge.model import Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.cell_sets import views
from judge.problems.puzzles.rules.quota import comes_to
from judge.problems.rules import find_attack, find_attack_in_columns


@comes_to(views)
def no_attack(trial: Trial) -> Finding | None:
    """Refuse two pieces in one row, column or diagonal, unless a tree stands strictly between them."""
    if trial.board is not None:
        pair = find_attack(trial.board)
    else:
        assert trial.columns is not None, "a trial is a board or columns"
        pair = find_attack_in_columns(trial.columns)
    return findings.attack(trial, pair) if pair else None
