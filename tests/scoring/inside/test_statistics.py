"""Intervals of ratios: known quantiles, intervals by hand, hiccups; and what each neighbour, each look and an unknown
noise cost. An inside, because a wrong constant or share of the error moves no rank that an example would show."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from judge.model import Conditions, Host, Judgement, Standing
from judge.scoring import Difference, boards, statistics, times_of
from judge.scoring.statistics import Times, compared, confidence, finest, pooled, settled, state, student
from tests import make
from tests.conftest import there
from tests.scoring.make import timed, written_rows

JITTER = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.01, 0.99)


def taken(*cases: Sequence[float]) -> Times:
    return {("secret", f"c{place}"): dict(enumerate(times_s)) for place, times_s in enumerate(cases)}


def certain(above: Times, below: Times, level: float = 0.95, noise: float | None = None) -> Standing.Interval:
    found = there(compared(above, below, level, noise))
    assert found.low <= found.value <= found.high
    return found


def exp(*logs: float) -> list[float]:
    return [math.exp(one) for one in logs]


@pytest.mark.parametrize(("level", "freedom", "quantile", "rel"), written_rows("by_hand.toml", "quantiles"))
def test_student_s_quantiles(level: float, freedom: float, quantile: float, rel: float) -> None:
    assert student(level, freedom) == pytest.approx(quantile, rel=rel)


FOUR, ONCE = exp(0.1, 0.2, 0.3, 0.4), (taken([1.0]), taken([1.5]))
ODD = taken([1.0, 2.0, 4.0, 8.0]), taken([one * ratio for one, ratio in zip((1, 2, 4, 8), FOUR, strict=True)])
THREE = taken([1.0] * 3), taken(exp(0.1, 0.2, 0.3))


@pytest.mark.parametrize(
    ("pair", "noise", "log", "half"),
    [
        (ODD, None, 0.25, student(0.95, 3) * math.sqrt(0.05 / 3 / 4)),  # Student's interval of the log ratios
        ((taken([1.0, 1.0]), taken(exp(0.1, 0.3))), None, 0.2, student(0.95, 1) * 0.1),
        # Of five the ends are trimmed.
        ((taken([1.0] * 5), taken(exp(0.1, 0.2, 0.3, 0.4, 9.0))), None, 0.3, student(0.95, 2) * math.sqrt(0.04 / 6)),
        # Two cases: errors add up.
        ((taken([1.0] * 4, [1.0] * 4), taken(FOUR, FOUR)), None, 0.25, student(0.95, 6) * math.sqrt(0.05 / 3 / 4 / 2)),
        # A noise counts as eight more; once, it is all that is known, but never surer than copies.
        (THREE, 0.05, 0.2, student(0.95, 10) * math.sqrt((0.02 / 3 + 16 * 0.0025 / 3) / 10)),
        (ONCE, 0.1, math.log(1.5), student(0.95, 8) * 0.1 * math.sqrt(2)),
        (ONCE, 0.001, math.log(1.5), math.log1p(statistics.LONE_SPREAD)),
        ((taken([1.0, 100.0]), taken([100.0, 1.0])), None, 0.0, 50.0),  # two wild rounds are a number
        ((taken([1.0] * 4), taken([1.0] * 4)), None, 0.0, math.log1p(statistics.RESOLUTION_S)),  # as exact as the clock
    ],
)
def test_intervals_by_hand(pair: tuple[Times, Times], noise: float | None, log: float, half: float) -> None:
    found = certain(*pair, 0.95, noise)
    assert found.value == pytest.approx(math.exp(log))
    assert (found.high / found.value, found.value / found.low) == pytest.approx((math.exp(half),) * 2)


def test_cases_weigh_by_their_median_time() -> None:
    for slow in ([1.0, 2.0, 50.0], [1.0, 2.0, 2.0, 50.0]):
        above, below = taken(slow, [3.0] * len(slow)), taken(slow, [6.0] * len(slow))
        assert certain(above, below).value == pytest.approx((2 + 6) / (2 + 3))
    small = certain(taken([1.0] * 4, [0.001] * 4), taken(FOUR, [0.001 * one for one in FOUR]))
    whole = certain(taken([1.0] * 4), taken(FOUR))
    assert small.high == pytest.approx(whole.high, rel=0.002), "a thousandth is worth nothing"
    assert certain(taken([1.0] * 9, [3.0] * 9), taken([2.0] * 9, [3.0] * 9)).value == pytest.approx(5 / 4)
    loud = certain(taken(JITTER), taken([5.0, *JITTER[::-1][1:]]), 0.99)
    assert loud.value == pytest.approx(1, rel=0.01), "one hiccup moves nothing"
    assert loud.high < 1.06


def test_what_can_t_be_compared() -> None:
    assert compared(taken([1.0] * 4), taken([1.0] * 4, [1.0] * 4), 0.95) is None
    assert compared({}, {}, 0.95) is None
    assert compared(taken([1.0]), taken([9.0]), 0.95) is None, "nobody knows the noise"
    lone = {("secret", "c0"): {7: 1.0, 8: 3.0, 9: 1.5}}
    assert compared(taken([1.0]), lone, 0.95) is None, "no round in common"
    found = certain(taken([1.0], JITTER[::-1]), {**lone, ("secret", "c1"): dict(enumerate(JITTER))})
    assert found.value == pytest.approx(1.25, rel=0.01), "the median stands for all"
    assert found.low < 1.25 / 1.02, "and is as uncertain as any"
    more, own = {("secret", "c0"): {1: 2.0, 2: 3.0, 3: 4.0, 9: 77.0}}, taken([2.0, 3.0, 4.0])
    assert compared(taken([1.0, 2.0, 3.0, 4.0]), more, 0.95) == compared(own, own, 0.95)


def test_what_is_the_same_is_equal_as_exactly_as_the_clock_can_say() -> None:
    for time_s, exact in ((1.0, True), (0.01, False)):
        found = certain(taken([time_s] * 4), taken([time_s] * 4), 0.99)
        assert found.value == 1.0
        assert (1 / found.low, found.high) == pytest.approx((1 + statistics.RESOLUTION_S / time_s,) * 2)
        assert (state(found) == "equal") is exact
        assert settled(found, time_s, 1), "more rounds make the clock no better"
    assert finest(2.0, 4) == math.log1p(0.001)
    assert finest(0.0, 1) > 1


# --- the noise of the times themselves -----------------------------------------------------------------------------
LOGS = (0.1, 0.2, 0.3, 0.4, 9.0)  # of the ratios; of five, one at either end is left out


def made(scale_s: float, logs: Sequence[float] = LOGS) -> tuple[list[float], list[float]]:
    return [scale_s] * len(logs), [scale_s * math.exp(one) for one in logs]


def sides(*cases: tuple[list[float], list[float]]) -> tuple[Times, Times]:
    return taken(*(above for above, _ in cases)), taken(*(below for _, below in cases))


def test_noise_is_pooled_from_the_long_cases() -> None:
    """Yuen's variance of a mean of five is 0.04 / (3 x 2), that of one five times as much; each time has half."""
    cases = [*map(made, (10.0, 9.0, 8.0, 7.0)), made(0.1, (5.0, -5.0, 3.0, -3.0, 0.0))]
    assert pooled(*sides(*cases[1:4])) == (None, math.inf), "six degrees of freedom are fewer than it counts for"
    fewer, _ = pooled(*sides(*cases[1:]))
    assert there(fewer) > 1, "then the next case tells as well"
    two, _ = pooled(taken(*[[1.0] * 2] * 12), taken(*[[1.0, 1.1]] * 12))
    assert two is None, "two rounds of a case tell nothing"
    found, known = pooled(*sides(*cases))
    assert known == 4 * (5 - 1), "the rounds of four cases"
    assert found == pytest.approx(math.sqrt(5 * 0.04 / (3 * 2) / 2)), "a case that weighs nothing tells nothing"
    louder, _ = pooled(*sides(*cases, made(50.0, (1.0, -1.0, 1.0, -1.0, 0.0))))
    assert there(louder) > 2 * there(found)


def test_the_longest_cases_tell_the_noise_wherever_they_stand_and_however_short_they_are() -> None:
    quiet, loud = ((0.001 * step for step in range(15)), (0.1 * step for step in range(15)))
    long = made(0.4, [*quiet]), made(0.4, [*loud])
    short = [made(0.001, [(-1.0) ** step for step in range(15)])] * 10
    assert pooled(*sides(*short, *long))[0] == pooled(*sides(*long))[0] != pooled(*sides(long[0]))[0]
    most, rest = (made(scale_s, [spread * step for step in range(-7, 8)]) for scale_s, spread in ((9, 0.001), (1, 0.1)))
    assert pooled(*sides(most, rest)) == pooled(*sides(most)), "nine tenths of the time are enough"


# --- claims ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("interval", "known"),
    [
        *(((1.001, 1.1, 1.2), "slower"), ((0.8, 0.9, 0.999), "faster"), ((1.002, 1.005, 1.011), "slower")),
        *((one, "open") for one in ((1.0, 1.1, 1.2), (0.8, 0.9, 1.0), (0.98, 1, 1.005), (0.995, 1, 1.02))),
        *((one, "equal") for one in ((0.995, 1, 1.01), (1 / 1.01, 1, 1), (1.002, 1.005, 1.01))),
    ],
)
def test_one_percent_is_equal_and_what_excludes_one_is_apart(interval: tuple[float, float, float], known: str) -> None:
    assert state(Standing.Interval(*interval)) == known
    assert settled(Standing.Interval(*interval), 1.0, 1) == (known != "open")
    assert settled(Standing.Interval(0.95, 1.0, 1.05), 0.01, 1), "that is as exact as the clock"


def test_the_errors_of_all_looks_and_neighbours_add_up_to_one_promise() -> None:
    total = sum(24 * (1 - confidence(24, looks)) for looks in range(1, 2000))
    assert total == pytest.approx(statistics.ERROR, rel=0.001)
    assert confidence(0, 1) == confidence(1, 1) == 1 - statistics.ERROR / 2


# --- what a claim costs ----------------------------------------------------------------------------------------------
NOISE = 0.02


def standing(
    rows: Sequence[Judgement], noise: float | None = None, clock: Host.Clock = "cpu"
) -> Standing.Interval | None:
    """What the board says of the second row beside the best one."""
    return boards(rows, clock, noise)[0][1].ratio_within


def times(row: Judgement) -> Times:
    return times_of(row, {(run.group, run.case) for run in row.runs}, "cpu")


def test_each_neighbour_costs_some_confidence() -> None:
    rows = [timed("a", [1.0, 1.1, 1.0, 1.1]), timed("b", [1.2, 1.1, 1.2, 1.2]), timed("c", [2.0] * 4)]
    other = make.judgement(1, [make.WA], "d")
    for field, comparisons in ((rows[:2], 1), (rows, 2), ([*rows, other], 2)):
        assert standing(field, NOISE) == compared(times(rows[0]), times(rows[1]), confidence(comparisons, 1), NOISE)


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
    assert standing(rows, NOISE) == compared(times(rows[0]), times(rows[1]), confidence(1, looks), NOISE)


def test_the_noise_of_all_long_cases_speaks_where_no_probe_has_run() -> None:
    above, below = (
        timed(name, *([factor * (1 + 0.05 * dice.random()) for _ in range(5)] for _ in range(6)))
        for name, dice, factor in (("a", random.Random(1), 1.0), ("b", random.Random(2), 1.05))
    )
    both = times(above), times(below)
    assert standing([above, below]) == compared(*both, confidence(1, 1), *pooled(*both))


LENGTHY = [[0.1, 0.13, 0.12, 0.11, 0.14, 0.1, 0.12, 0.13, 0.11], [0.002] * 7 + [0.0015, 0.004], [0.0019, 0.0001, 0.03]]
LATER = [[0.11] * 9, [0.001 * at for at in range(1, 10)], [0.002, 0.001, 0.003]]


def test_a_difference_takes_the_noise_of_the_times_and_half_of_the_error_for_the_cases() -> None:
    first, second = timed("a", *LENGTHY), timed("b", *LATER)
    before, after = times(first), times(second)
    noise = pooled(before, after)
    for one in Difference.of([(first, second)] * 5, "cpu", 0.3):
        assert one.whole == compared(before, after, 1 - 0.005, *noise)
        for case in one.cases:
            key = case.group, case.case
            assert case.ratio == compared({key: before[key]}, {key: after[key]}, 1 - 0.005 / 3, *noise), case.case
