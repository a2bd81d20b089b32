"""A simulated contest: a field with known true times, measured with the noise of a real machine, and ranked as it is.

A time is the true one, times a lognormal spread, times a rare and long hiccup, times a drift that hits neighbours in
time alike. The contest runs as `judge run --rank` does: once over everybody, then A B B A over those that are not
settled, until all are or the budget of rounds ends.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from judge.scoring.claims import Claims, Entrant
from judge.scoring.statistics import Times

SPREAD, HICCUPS, HICCUP, DRIFT = 0.02, 0.02, 0.3, 0.03  # standard error, share of times, mean log, height of the drift
LOOKS = (1, 1, 2, 4)  # rounds of A B B A before each look
COPIES = 20
OTHERS = (0.3, 0.8, 1.3, 2.0, 6.0)  # how many times the work of a copy


class Field:
    """Rows with true times, rows x cases, and what was measured of them."""

    def __init__(self, true_s: np.ndarray, dice: np.random.Generator) -> None:
        self._true_s, self._dice = true_s, dice
        self._count, self._cases = true_s.shape
        self._found: list[list[np.ndarray]] = [[] for _ in range(self._count)]
        self._times: list[dict[tuple[str, str], dict[int, float]]] = [
            {("secret", f"{case:02}"): {} for case in range(self._cases)} for _ in range(self._count)
        ]
        self._begun = 0.0
        self._waves = dice.uniform(0, 2 * np.pi, 4), 2 * np.pi / 10 ** dice.uniform(1.5, 4, 4)  # phase, 1 / attempts
        self._keep(range(self._count), self._measured(range(self._count)))

    def rounds(self, count: int, rows: Sequence[int]) -> None:
        """Measure these rows, each case in turn: A B B A, `count` times."""
        for _ in range(count):
            there = self._measured([*rows, *reversed(rows)])
            self._keep(rows, there[: len(rows)])
            self._keep(rows, there[len(rows) :][::-1])

    def claims(self, noise: float | None) -> tuple[list[int], Claims]:
        """Return the rows, best first, and what can be claimed of them."""
        sums = [float(np.median(found, axis=0).sum()) for found in self._found]
        order = sorted(range(self._count), key=sums.__getitem__)
        return order, Claims(
            [Entrant(self._cases, sums[row], "") for row in order], lambda at: self._of(order[at]), noise
        )

    def settle(self, noise: float | None, looks: Sequence[int] = LOOKS) -> list[int]:
        """Measure until the order is settled or the looks are used up; return the rank of each row."""
        order, claims = self.claims(noise)
        for count in looks:
            open_rows = sorted({order[row] for at in claims.unsettled() for row in (at, at + 1)})
            if not open_rows:
                break
            self.rounds(count, open_rows)
            order, claims = self.claims(noise)
        return [rank for _, rank in sorted(zip(order, claims.ranks(), strict=True))]

    def _of(self, row: int) -> Times:
        return self._times[row]

    def _keep(self, rows: Sequence[int], there: np.ndarray) -> None:
        for row, times in zip(rows, there, strict=True):
            for held, time_s in zip(self._times[row].values(), times.tolist(), strict=True):
                held[len(held)] = time_s
            self._found[row].append(times)

    def _measured(self, rows: Sequence[int]) -> np.ndarray:
        """Return rows x cases: all rows on the first case, one after another, then on the next."""
        shape = (len(rows), self._cases)
        moment = self._begun + np.arange(self._cases) * len(rows) + np.arange(len(rows))[:, None]
        self._begun += len(rows) * self._cases
        phase, speed = self._waves
        drift = DRIFT / 2 * np.sin(phase + speed * moment[..., None]).sum(axis=-1)
        hiccup = np.where(self._dice.random(shape) < HICCUPS, self._dice.exponential(HICCUP, shape), 0)
        found: np.ndarray = self._true_s[list(rows)] * np.exp(self._dice.normal(0, SPREAD, shape) + hiccup + drift)
        return found


def field_of(work: Sequence[float], seed: int, cases: int = 12, *, alike: bool = False) -> Field:
    """Return a field on cases of 1 ms to 1 s. Each row does so many times the work of a copy, on each case just as
    much where it is within 10 % or `alike`; else it varies by a third from case to case."""
    dice = np.random.default_rng(seed)
    base_s = 10 ** dice.uniform(-3, 0, cases)
    factor = np.array(work)[:, None]
    own = np.exp(dice.normal(0, 0.3, (len(work), cases)))
    return Field(base_s * factor * np.where(alike | (np.abs(factor - 1) < 0.1), 1, own), dice)
