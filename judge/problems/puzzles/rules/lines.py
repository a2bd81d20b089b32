"""Rooks and bishops: who sees whom along lines. A tree ends a view; a cell that must stay empty does not."""

from __future__ import annotations

from collections.abc import Sequence

from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.cell_sets import views
from judge.problems.puzzles.rules.twofold import Twofold
from judge.problems.rules import find_attack
from judge.problems.rules.plain import SLANTING, STRAIGHT, Cell, Pair, plain_attack


def _along(name: str, steps: Sequence[Cell]) -> Twofold:
    return Twofold(
        name=name,
        find=lambda trial: find_attack(trial.placed, steps),
        plain=lambda trial: plain_attack(trial.placed, steps),
        fast=lambda trial: _fast(trial, steps),
        told=findings.attack,
        quotas=lambda board: views(board, steps),
    )


def _fast(trial: Trial, steps: Sequence[Cell]) -> Pair | None:
    from judge.problems.rules.fast import fast_attack  # loads numba

    return fast_attack(trial.placed, steps)


rooks_apart = _along("rooks_apart", STRAIGHT)
bishops_apart = _along("bishops_apart", SLANTING)
