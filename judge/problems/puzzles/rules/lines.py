"""Rooks and bishops: who sees whom along lines. A tree ends a view; a cell that must stay empty does not."""

from __future__ import annotations

from collections.abc import Sequence

from judge.problems.puzzles import findings
from judge.problems.puzzles.rules.cell_sets import views
from judge.problems.puzzles.rules.quota import Quoted
from judge.problems.rules import find_attack
from judge.problems.rules.plain import SLANTING, STRAIGHT, Cell


def _along(name: str, steps: Sequence[Cell]) -> Quoted:
    return Quoted(
        name=name,
        find=lambda trial: find_attack(trial.placed, steps),
        told=findings.attack,
        quotas=lambda board: views(board, steps),
    )


rooks_apart = _along("rooks_apart", STRAIGHT)
bishops_apart = _along("bishops_apart", SLANTING)
