"""A simulated contest: a field with known true times, measured on a made-up machine, and ranked as it is.

It runs as `judge run` does: with `--repeat`, or with `--rank`: once over everybody, then A B B A over those that are
not settled, until all are or the budget of rounds ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from judge.model import Conditions, Judgement, Run
from judge.scoring import boards, unsettled_pairs
from tests import make
from tests.make import AC
from tests.scoring.make import name_of

SPREAD, HICCUPS, HICCUP, DRIFT = 0.02, 0.02, 0.3, 0.03  # standard error, share of times, mean log, height of the drift
LOOKS = (1, 1, 2, 4)  # rounds of A B B A before each look
COPIES = 20
OTHERS = (0.3, 0.8, 1.3, 2.0, 6.0)  # how many times the work of a copy
Dice = np.random.Generator
Floats = np.ndarray[Any, np.dtype[np.float64]]
# Of true times, rows x cases, and the number of each attempt in the contest: the times as measured. A negative one is
# that of a run which the judge knows to be disturbed.
Machine = Callable[[Floats, np.ndarray[Any, np.dtype[Any]]], Floats]
Made = Callable[[Dice], Machine]


def drifting(dice: Dice) -> Machine:
    """Make a machine with a lognormal spread, rare and long hiccups, and a drift that hits neighbours in time alike."""
    phase, speed = dice.uniform(0, 2 * np.pi, 4), 2 * np.pi / 10 ** dice.uniform(1.5, 4, 4)  # 1 / attempts

    def measured(true_s: Floats, at: Floats) -> Floats:
        drift = DRIFT / 2 * np.sin(phase + speed * at[..., None]).sum(axis=-1)
        hiccup = np.where(dice.random(true_s.shape) < HICCUPS, dice.exponential(HICCUP, true_s.shape), 0)
        found: Floats = true_s * np.exp(dice.normal(0, SPREAD, true_s.shape) + hiccup + drift)
        return found

    return measured


class Field:
    """Rows with true times, rows x cases, and what was measured of them."""

    def __init__(self, true_s: Floats, machine: Machine) -> None:
        self._true_s, self._machine = true_s, machine
        self._count, self._cases = true_s.shape
        self._found: list[list[Floats]] = [[] for _ in range(self._count)]
        self._rounds: list[list[int]] = [[] for _ in range(self._count)]
        self._begun = 0
        self._asked = Conditions.ASKED_ROUND
        self._keep(range(self._count), self._measured(range(self._count)), 0)

    def repeat(self, count: int) -> None:
        """Measure all rows, each case in turn, until they have so many rounds: as `--repeat` does."""
        for number in range(1, count):
            self._keep(range(self._count), self._measured(range(self._count)), number)

    def rounds(self, count: int, rows: Sequence[int]) -> None:
        """Measure these rows, each case in turn: A B B A, `count` times."""
        for _ in range(count):
            there = self._measured([*rows, *reversed(rows)])
            self._keep(rows, there[: len(rows)], self._asked)
            self._keep(rows, there[len(rows) :][::-1], self._asked + 1)
            self._asked += 2

    def ranks(self, noise: float | None = None) -> list[int]:
        """Return the rank of each row."""
        [board] = boards(self._judgements(), noise=noise)
        ranks = {name_of(row): row.rank for row in board}
        return [ranks[str(row)] or 0 for row in range(self._count)]

    def settle(self, noise: float | None = None, looks: Sequence[int] = LOOKS) -> list[int]:
        """Measure until the order is settled or the looks are used up; return the rank of each row."""
        for count in looks:
            pairs = unsettled_pairs(self._judgements(), noise=noise)
            open_rows = sorted({int(name_of(row)) for pair in pairs for row in pair})
            if not open_rows:
                break
            self.rounds(count, open_rows)
        return self.ranks(noise)

    def _judgements(self) -> list[Judgement]:
        """Return what the judge keeps: each time with its round, and whether the run was known to be disturbed."""
        problem = make.problem(self._cases)
        found = []
        for row, (rounds, times_s) in enumerate(zip(self._rounds, self._found, strict=True)):
            cases = np.transpose(times_s)
            made = make.judgement(problem, [(AC, float(np.median(np.abs(own)))) for own in cases], str(row))
            samples = iter(cases)
            found.append(make.each_run(made, samples=lambda _, rounds=rounds, of=samples: _sampled(rounds, next(of))))
        return found

    def _keep(self, rows: Sequence[int], there: Floats, number: int) -> None:
        for row, times in zip(rows, there, strict=True):
            self._rounds[row].append(number)
            self._found[row].append(times)

    def _measured(self, rows: Sequence[int]) -> Floats:
        """Return rows x cases: all rows on the first case, one after another, then on the next."""
        at = self._begun + np.arange(self._cases) * len(rows) + np.arange(len(rows))[:, None]
        self._begun += len(rows) * self._cases
        return self._machine(self._true_s[list(rows)], at)


def _sampled(rounds: Sequence[int], times_s: Floats) -> tuple[Run.Measurement, ...]:
    return tuple(
        Run.Measurement(AC, 0.0, float(abs(time_s)), 1, lost_s=9.0 * (time_s < 0), round=number)
        for number, time_s in zip(rounds, times_s, strict=True)
    )


def field_of(
    work: Sequence[float], seed: int, cases: int = 12, *, alike: bool = False, machine: Made = drifting
) -> Field:
    """Return a field on cases of 1 ms to 1 s. Each row does so many times the work of a copy, on each case just as
    much where it is within 10 % or `alike`; else it varies by a third from case to case."""
    dice = np.random.default_rng(seed)
    base_s = 10 ** dice.uniform(-3, 0, cases)
    factor = np.array(work)[:, None]
    own = np.exp(dice.normal(0, 0.3, (len(work), cases)))
    true_s = base_s * factor * np.where(alike | (np.abs(factor - 1) < 0.1), 1, own)
    return Field(true_s, machine(dice))
