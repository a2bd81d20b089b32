"""Pieces that see each other along lines, pieces a leap apart or that touch, and three on one straight line.

A tree ends a view; a cell that must stay empty does not. Nothing blocks a leap, and no three may stand in line whatever
else stands on the board. A superqueen is a queen and a knight: its rules are `no_attack` and `knights_apart`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.model import Finding
from judge.problems.puzzles import findings
from judge.problems.puzzles.cell_sets import blocks, leaps, leaps_round, straight_lines, views, views_round
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.quota import Quoted
from judge.problems.rules import find_attack, find_attack_in_columns, find_in_line, find_leap
from judge.problems.rules.plain import KING, KNIGHT, SLANTING, STRAIGHT, TREE, Cell, Pair, Three

Told = Callable[[Trial, Pair], Finding]


def rides_apart(name: str, steps: Sequence[Cell], told: Told, *, torus: bool = False) -> Quoted:
    """Return the rule that no piece sees another along lines of these steps, which lead back to cells read before."""
    return Quoted(
        name=name,
        find=lambda trial: find_attack(trial.placed, steps, torus),
        told=told,
        quotas=lambda board: (views_round if torus else views)(board, steps),
    )


def leaps_apart(name: str, steps: Sequence[Cell], told: Told, *, torus: bool = False) -> Quoted:
    """Return the rule that no two pieces are one of these leaps apart; they lead back to cells read before."""
    return Quoted(
        name=name,
        find=lambda trial: find_leap(trial.placed, steps, torus),
        told=told,
        quotas=lambda board: (leaps_round if torus else leaps)(board, steps),
    )


def _told_of_three(trial: Trial, three: Three) -> Finding:
    points = trial.points
    return findings.in_line(trial, [points[number] for number in three])


def _attack(trial: Trial) -> Pair | None:
    """Look at columns alone where no tree ends a view: that is quick at any size."""
    grid = trial.case.board.grid
    if trial.columns is None or (grid.any() and (grid == TREE).any()):
        return find_attack(trial.placed)
    return find_attack_in_columns(trial.columns)


no_attack = Quoted("no_attack", _attack, findings.attack, views)  # as queens do, and lizards and spies
rooks_apart = rides_apart("rooks_apart", STRAIGHT, findings.attack)
bishops_apart = rides_apart("bishops_apart", SLANTING, findings.attack)
knights_apart = leaps_apart("knights_apart", KNIGHT, findings.leap)
none_touch = Quoted("none_touch", lambda trial: find_leap(trial.placed, KING), findings.touching, blocks)
none_in_line = Quoted(
    name="none_in_line",
    find=lambda trial: find_in_line(trial.points),
    told=_told_of_three,
    quotas=straight_lines,
)
