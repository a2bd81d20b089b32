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
from judge.problems.puzzles.rules.quota import Quotas, Quoted
from judge.problems.rules.leaps import find_leap
from judge.problems.rules.leaps.plain import KING, KNIGHT
from judge.problems.rules.plain import Cell, Pair


def _by(name: str, leaps: Sequence[Cell], told: Callable[[Trial, Pair], Finding], quotas: Quotas) -> Quoted:
    return Quoted(name, lambda trial: find_leap(trial.placed, leaps), told, quotas)


knights_apart = _by("knights_apart", KNIGHT, findings.leap, lambda board: leap_apart(board, KNIGHT))
none_touch = _by("none_touch", KING, findings.touching, blocks)
