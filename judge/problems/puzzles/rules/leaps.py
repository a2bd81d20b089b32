"""Knights, and pieces that may not touch: nothing blocks a leap.

A superqueen is a queen and a knight: its rules are `no_attack` and `knights_apart`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.model import Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.cell_sets import blocks
from judge.problems.puzzles.rules.cell_sets import leaps as leap_apart
from judge.problems.puzzles.rules.quota import Quotas
from judge.problems.puzzles.rules.twofold import Twofold
from judge.problems.rules.leaps import find_leap
from judge.problems.rules.leaps.plain import KING, KNIGHT, plain_leap
from judge.problems.rules.plain import Cell, Pair


def _by(name: str, leaps: Sequence[Cell], told: Callable[[Trial, Pair], Finding], quotas: Quotas) -> Twofold:
    return Twofold(
        name=name,
        find=lambda trial: find_leap(trial.placed, leaps),
        plain=lambda trial: plain_leap(trial.placed, leaps),
        fast=lambda trial: _fast(trial, leaps),
        told=told,
        quotas=quotas,
    )


def _fast(trial: Trial, leaps: Sequence[Cell]) -> Pair | None:
    from judge.problems.rules.leaps.fast import fast_leap  # loads numba

    return fast_leap(trial.placed, leaps)


knights_apart = _by("knights_apart", KNIGHT, findings.leap, lambda board: leap_apart(board, KNIGHT))
none_touch = _by("none_touch", KING, findings.touching, blocks)
