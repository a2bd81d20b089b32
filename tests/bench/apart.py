"""How often copies are told apart, and true differences found, on made-up machines: `python -m tests.bench.apart`.

Left of the bar: in how many of 100 contests any two of 2, 5 and 20 copies had different ranks; at most 5 are promised.
Right of it: in how many one that does 1, 2, 5 and 10 % more work was ranked below its original. `--way` says how it is
measured: `repeat` is `judge run --repeat 5`, `rank` is `--rank`, and `once` one repetition with the judge's probe.
Twelve cases of 1 ms to 1 s; nothing is run, so a contest costs some milliseconds.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from rich.table import Table

from judge.judging.probe import MOST, _spread
from tests.bench.timing import show
from tests.fields import Dice, Field, Floats, Machine, Made, drifting, field_of

COPIES: Final = (2, 5, 20)
MORE: Final = (0.01, 0.02, 0.05, 0.1)
OTHERS: Final = (0.4, 3.0)  # times the work of the original, beside it and the one that does more
WAYS: Final = ("repeat", "rank", "once")
PROBE_S: Final = 0.02
TICK_S: Final = 0.004


def alone(measured: Callable[[Dice, Floats], Floats]) -> Made:
    """A machine on which no attempt hangs on when it was made."""
    return lambda dice: lambda true_s, _: measured(dice, true_s)


@alone
def heavy(dice: Dice, true_s: Floats) -> Floats:
    """Student's t with 3 degrees of freedom, and rare hiccups of a third."""
    hiccup = np.where(dice.random(true_s.shape) < 0.02, dice.exponential(0.3, true_s.shape), 0)
    return true_s * np.exp(0.02 * dice.standard_t(3, true_s.shape) + hiccup)


def slow_minutes(dice: Dice) -> Machine:
    """Stretches of 30 attempts, a fifth of them 20 % slower."""
    stretches = dice.random(100_000)
    return lambda true_s, at: wander(dice, true_s) * np.where(stretches[at // 30] < 0.2, 1.2, 1)


@alone
def wandering(dice: Dice, true_s: Floats) -> Floats:
    """The longer a case, the more it wanders: from 0.2 % to 5 %."""
    places = np.argsort(np.argsort(true_s[0]))
    return wander(dice, true_s, np.linspace(0.002, 0.05, true_s.shape[1])[places])


@alone
def disturbed(dice: Dice, true_s: Floats) -> Floats:
    """A tenth of the attempts disturbed, up to twice as long; a third of these is not noticed."""
    chance = dice.random(true_s.shape)
    slow = np.where(chance < 0.1, dice.uniform(1.1, 2, true_s.shape), 1)
    return wander(dice, true_s) * slow * np.where(chance < 0.2 / 3, -1, 1)


def wander(dice: Dice, true_s: Floats, sigma: float | Floats = 0.01) -> Floats:
    """Return times with a lognormal spread."""
    found: Floats = true_s * np.exp(sigma * dice.normal(0, 1, true_s.shape))
    return found


MACHINES: Final[dict[str, Made]] = {
    "quiet, 0.5 %": alone(lambda dice, true_s: wander(dice, true_s, 0.005)),
    "lognormal, 2 %": alone(lambda dice, true_s: wander(dice, true_s, 0.02)),
    "heavy tail, hiccups": heavy,
    "drift and hiccups": drifting,
    "slow minutes": slow_minutes,
    # each attempt 10 % slower or not, by chance
    "two speeds": alone(lambda dice, true_s: wander(dice, true_s) * (1 + 0.1 * (dice.random(true_s.shape) < 0.5))),
    "long cases wander": wandering,
    "ticks of 4 ms": alone(
        lambda dice, true_s: TICK_S * np.floor(wander(dice, true_s) / TICK_S + dice.random(true_s.shape))
    ),
    "10 % disturbed": disturbed,
    "a few ms in all": alone(
        lambda dice, true_s: wander(dice, 0.002 * true_s, 0.05) + np.abs(dice.normal(0, 5e-5, true_s.shape))
    ),
    # one of two is 3 % slower, and a round of a case is run on one of them
    "-j 2, unequal cores": alone(
        lambda dice, true_s: (1 + 0.03 * (dice.random((1, true_s.shape[1])) < 0.5)) * wander(dice, true_s)
    ),
}


def ranked(work: Sequence[float], seed: int, machine: Made, way: str) -> list[int]:
    """Run one contest; return the rank of each row."""
    field: Field = field_of(work, seed, machine=machine, alike=True)
    if way == "rank":
        return field.settle()
    if way == "repeat":
        field.repeat(5)
        return field.ranks()
    dice = np.random.default_rng(seed)
    probed = np.abs(machine(dice)(np.full((1, MOST), PROBE_S), np.arange(MOST)[None]))
    return field.ranks(_spread([math.log(max(time_s, 1e-6)) for time_s in probed.ravel()]))


def apart(copies: int, contests: int, machine: Made, way: str) -> int:
    """Return in how many of so many contests any two copies had different ranks."""
    return sum(len(set(ranked([1.0] * copies, seed, machine, way))) > 1 for seed in range(contests))


def found(more: float, contests: int, machine: Made, way: str) -> tuple[int, int]:
    """Return in how many contests one with so much more work was ranked below, and above, its original."""
    ranks = [ranked([1.0, 1 + more, *OTHERS], 10_000 + seed, machine, way) for seed in range(contests)]
    return sum(one[0] < one[1] for one in ranks), sum(one[0] > one[1] for one in ranks)


def main() -> None:
    parser = argparse.ArgumentParser(description="How often copies are told apart, and true differences found.")
    parser.add_argument("--contests", type=int, default=100, help="of each kind")
    parser.add_argument("--way", choices=WAYS, default="repeat", help="how it is measured")
    parser.add_argument("--only", action="append", help="only this machine")
    asked = parser.parse_args()
    heads = [*(f"{count} copies" for count in COPIES), *(f"+{more:.0%}" for more in MORE), "above"]
    table = Table("machine", *heads, title=f"{asked.way}, % of {asked.contests} contests")

    def share(count: int) -> str:
        return f"{100 * count / asked.contests:.0f}"

    for name, machine in MACHINES.items():
        if asked.only and name not in asked.only:
            continue
        cells = [share(apart(count, asked.contests, machine, asked.way)) for count in COPIES]
        more = [found(one, asked.contests, machine, asked.way) for one in MORE]
        table.add_row(name, *cells, *(share(below) for below, _ in more), share(max(above for _, above in more)))
    show(table)


if __name__ == "__main__":
    main()
