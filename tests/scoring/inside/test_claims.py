"""How sure a claim has to be: what each neighbour, each look and an unknown noise cost.

An inside, because it is hard: a wrong share of the error moves no rank that an example would show.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from judge.model import Conditions, Host, Judgement, Standing
from judge.scoring import Difference, boards, times_of
from judge.scoring.statistics import Times, compared, confidence, pooled
from tests import make
from tests.scoring.make import timed

NOISE = 0.02


def within(
    rows: Sequence[Judgement], noise: float | None = None, clock: Host.Clock = "cpu"
) -> Standing.Interval | None:
    """What the board says of the second row beside the best one."""
    return boards(rows, clock, noise)[0][1].ratio_within


def taken(row: Judgement) -> Times:
    return times_of(row, {(run.group, run.case) for run in row.runs}, "cpu")


def test_each_neighbour_costs_some_confidence() -> None:
    rows = [timed("a", [1.0, 1.1, 1.0, 1.1]), timed("b", [1.2, 1.1, 1.2, 1.2]), timed("c", [2.0] * 4)]
    other = make.judgement(1, [make.WA], "d")
    for field, comparisons in ((rows[:2], 1), (rows, 2), ([*rows, other], 2)):
        assert within(field, NOISE) == compared(taken(rows[0]), taken(rows[1]), confidence(comparisons, 1), NOISE)


@pytest.mark.parametrize(
    ("looks", "rounds"),
    [
        (1, [0]),
        (1, [0, 1, 2, 3, 4]),
        (2, [0, Conditions.ASKED_ROUND]),
        (2, [0, Conditions.ASKED_ROUND, Conditions.ASKED_ROUND + 1]),
        (3, [0, 1, *range(Conditions.ASKED_ROUND, Conditions.ASKED_ROUND + 4)]),
        (2, [0, 1_700_000_000, 1_700_000_001]),
    ],
)
def test_each_look_that_asks_for_more_has_to_be_paid_for(looks: int, rounds: list[int]) -> None:
    rows = []
    for name, factor in (("a", 1.0), ("b", 2.0)):
        row = timed(name, [factor + 0.01 * at for at in range(len(rounds))])
        numbered = [make.replace(one, round=at) for one, at in zip(row.runs[0].samples, rounds, strict=True)]
        rows.append(make.each_run(row, samples=tuple(numbered)))
    assert within(rows, NOISE) == compared(taken(rows[0]), taken(rows[1]), confidence(1, looks), NOISE)


def test_the_noise_of_all_long_cases_speaks_where_no_probe_has_run() -> None:
    above, below = (
        timed(name, *([factor * (1 + 0.05 * dice.random()) for _ in range(5)] for _ in range(6)))
        for name, dice, factor in (("a", random.Random(1), 1.0), ("b", random.Random(2), 1.05))
    )
    times = taken(above), taken(below)
    assert within([above, below]) == compared(*times, confidence(1, 1), *pooled(*times))


LONG = [[0.1, 0.13, 0.12, 0.11, 0.14, 0.1, 0.12, 0.13, 0.11], [0.002] * 7 + [0.0015, 0.004], [0.0019, 0.0001, 0.03]]
LATER = [[0.11] * 9, [0.001 * at for at in range(1, 10)], [0.002, 0.001, 0.003]]


def test_a_difference_takes_the_noise_of_the_times_and_half_of_the_error_for_the_cases() -> None:
    first, second = timed("a", *LONG), timed("b", *LATER)
    before, after = taken(first), taken(second)
    noise = pooled(before, after)
    for one in Difference.of([(first, second)] * 5, "cpu", 0.3):
        assert one.whole == compared(before, after, 1 - 0.005, *noise)
        for case in one.cases:
            key = case.group, case.case
            assert case.ratio == compared({key: before[key]}, {key: after[key]}, 1 - 0.005 / 3, *noise), case.case
