"""Intervals of ratios: known quantiles, symmetries that hold for any times, and what a hiccup must not do."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Interval
from judge.scoring.statistics import (
    ERROR,
    LONE,
    RESOLUTION_S,
    Times,
    compared,
    confidence,
    finest,
    pooled,
    settled,
    state,
    student,
)

FEW = settings(max_examples=60, deadline=None)
JITTER = (1.0, 1.01, 0.99, 1.02, 0.98, 1.0, 1.01, 0.99)


def taken(*cases: Sequence[float]) -> Times:
    return {("secret", f"c{place}"): dict(enumerate(times_s)) for place, times_s in enumerate(cases)}


def times_of(shape: Sequence[int]) -> st.SearchStrategy[Times]:
    """Cases with so many rounds each, of 10 ms to 10 s."""
    return st.tuples(*(st.lists(st.floats(0.01, 10), min_size=rounds, max_size=rounds) for rounds in shape)).map(
        lambda cases: taken(*cases)
    )


pairs = (
    st.lists(st.integers(1, 8), min_size=1, max_size=5)
    .filter(lambda shape: max(shape) > 1)
    .flatmap(lambda shape: st.tuples(times_of(shape), times_of(shape)))
)


def certain(found: Interval | None) -> Interval:
    assert found, "something can be said"
    assert found.low <= found.value <= found.high
    return found


# --- symmetries ----------------------------------------------------------------------------------------------------
@given(pairs, st.sampled_from([None, 0.02]))
@FEW
def test_swapped_it_is_the_same_the_other_way_round(pair: tuple[Times, Times], noise: float | None) -> None:
    there, back = certain(compared(*pair, 0.99, noise)), certain(compared(pair[1], pair[0], 0.99, noise))
    assert there.value == pytest.approx(1 / back.value)
    assert (there.low, there.high) == pytest.approx((1 / back.high, 1 / back.low))


def is_wider_than_the_clock(found: Interval) -> bool:
    """On at most five cases of 10 ms or more."""
    return math.log(found.high / found.value) > 1.001 * finest(0.01, 1)


@given(pairs, st.sampled_from([2.0, 64.0]))
@FEW
def test_a_faster_machine_changes_nothing(pair: tuple[Times, Times], factor: float) -> None:
    """Beyond the clock's resolution."""
    scaled = [
        {case: {at: factor * time_s for at, time_s in one.items()} for case, one in side.items()} for side in pair
    ]
    plain, found = certain(compared(*pair, 0.99)), certain(compared(scaled[0], scaled[1], 0.99))
    assert found.value == pytest.approx(plain.value)
    if is_wider_than_the_clock(plain) and is_wider_than_the_clock(found):
        assert found.high == pytest.approx(plain.high)


@given(pairs)
@FEW
def test_the_order_of_rounds_and_cases_changes_nothing(pair: tuple[Times, Times]) -> None:
    turned = [{case: dict(reversed([*one[case].items()])) for case in reversed([*one])} for one in pair]
    assert compared(turned[0], turned[1], 0.99) == compared(*pair, 0.99)


def test_what_is_the_same_is_equal_as_exactly_as_the_clock_can_say() -> None:
    for time_s, exact in ((1.0, True), (0.01, False)):
        found = certain(compared(taken([time_s] * 4), taken([time_s] * 4), 0.99))
        assert found.value == 1.0
        assert (1 / found.low, found.high) == pytest.approx((1 + RESOLUTION_S / time_s,) * 2)
        assert (state(found) == "equal") is exact
        assert settled(found, time_s, 1), "more rounds make the clock no better"
    assert finest(2.0, 4) == math.log1p(0.001)
    assert finest(0.0, 1) > 1


# --- how sure it is ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("level", "freedom", "quantile"),  # from the tables of Student's t
    [
        (0.95, 2, 4.303),
        (0.95, 3, 3.182),
        (0.95, 10, 2.228),
        (0.95, 120, 1.980),
        (0.99, 5, 4.032),
        (0.999, 4, 8.610),
        (0.999, 30, 3.646),
        (0.9999, 20, 4.838),
        (0.99999, 1000, 4.440),
    ],
)
def test_student_s_quantiles(level: float, freedom: float, quantile: float) -> None:
    assert student(level, freedom) == pytest.approx(quantile, rel=6e-4)


@pytest.mark.parametrize(
    ("level", "freedom", "quantile"),
    [
        (0.95, 2.5, 3.574692798717753),
        (0.9999, 7.0, 7.884585510072437),
        (0.975, 6.0, 2.9686865937983518),
        (0.99, 24.0, 2.7969395041361094),
        (0.95, 3.0, 3.182449116291139),
    ],
)
def test_its_figures_are_those_that_the_simulation_held_with(level: float, freedom: float, quantile: float) -> None:
    """To the last digits: the algorithm has 25 constants, and a wrong one moves little."""
    assert student(level, freedom) == pytest.approx(quantile, rel=1e-12)


def test_a_case_is_as_large_as_its_median() -> None:
    for slow in ([1.0, 2.0, 50.0], [1.0, 2.0, 2.0, 50.0]):
        above, below = taken(slow, [3.0] * len(slow)), taken(slow, [6.0] * len(slow))
        assert certain(compared(above, below, 0.95)).value == pytest.approx((2 + 6) / (2 + 3))


def test_with_one_degree_of_freedom_it_is_rather_too_wide() -> None:
    assert 12.706 < student(0.95, 1) < 12.706 * 1.2


def test_one_case_is_student_s_interval_of_the_log_ratios() -> None:
    """Four rounds: nothing is trimmed. Their log ratios are 0.1, 0.2, 0.3 and 0.4."""
    above, below = [1.0, 2.0, 4.0, 8.0], [math.exp(0.1), 2 * math.exp(0.2), 4 * math.exp(0.3), 8 * math.exp(0.4)]
    found = certain(compared(taken(above), taken(below), 0.95))
    half = student(0.95, 3) * math.sqrt(0.05 / 3 / 4)
    assert found.value == pytest.approx(math.exp(0.25))
    assert found.low == pytest.approx(math.exp(0.25 - half))
    assert found.high == pytest.approx(math.exp(0.25 + half))


def test_two_rounds_have_one_degree_of_freedom() -> None:
    found = certain(compared(taken([1.0, 1.0]), taken([math.exp(0.1), math.exp(0.3)]), 0.95))
    assert found.high == pytest.approx(math.exp(0.2 + student(0.95, 1) * 0.1))


def test_of_five_rounds_the_extremes_are_trimmed() -> None:
    """Yuen: the variance is that of the clipped values, and two degrees of freedom are gone."""
    logs = (0.1, 0.2, 0.3, 0.4, 9.0)
    found = certain(compared(taken([1.0] * 5), taken([math.exp(one) for one in logs]), 0.95))
    clipped = 0.02 * 2 + 0.0  # 0.2, 0.2, 0.3, 0.4, 0.4 around 0.3: the sum of squares is 0.04
    half = student(0.95, 2) * math.sqrt(clipped / (3 * 2))
    assert found.value == pytest.approx(math.exp(0.3))
    assert found.high == pytest.approx(math.exp(0.3 + half))


def test_cases_weigh_by_their_time_and_their_errors_add_up() -> None:
    """Satterthwaite: two cases of the same variance have twice the degrees of freedom, and half of it each."""
    logs = (0.1, 0.2, 0.3, 0.4)
    ratios = [math.exp(one) for one in logs]
    found = certain(compared(taken([1.0] * 4, [1.0] * 4), taken(ratios, ratios), 0.95))
    half = student(0.95, 6) * math.sqrt(0.05 / 3 / 4 / 2)
    assert found.high == pytest.approx(math.exp(0.25 + half))
    small = [0.001 * one for one in ratios]
    found = certain(compared(taken([1.0] * 4, [0.001] * 4), taken(ratios, small), 0.95))
    one = certain(compared(taken([1.0] * 4), taken(ratios), 0.95))
    assert found.high == pytest.approx(one.high, rel=0.002), "a case of a thousandth is worth nothing"
    mixed = certain(compared(taken([1.0] * 9, [3.0] * 9), taken([2.0] * 9, [3.0] * 9), 0.95))
    assert mixed.value == pytest.approx(5 / 4)


def test_one_hiccup_does_not_move_the_ratio() -> None:
    quiet = certain(compared(taken(JITTER), taken(JITTER[::-1]), 0.99))
    loud = certain(compared(taken(JITTER), taken([5.0, *JITTER[::-1][1:]]), 0.99))
    assert loud.value == pytest.approx(quiet.value, rel=0.01)
    assert loud.high < 1.06


def test_two_wild_rounds_say_nothing_but_are_a_number() -> None:
    found = certain(compared(taken([1.0, 100.0]), taken([100.0, 1.0]), 0.9999))
    assert found.value == pytest.approx(1)
    assert (found.low, found.high) == pytest.approx((math.exp(-50), math.exp(50)))


def test_different_cases_are_not_compared() -> None:
    assert compared(taken([1.0] * 4), taken([1.0] * 4, [1.0] * 4), 0.95) is None
    assert compared({}, {}, 0.95) is None


def test_rounds_that_one_lacks_are_left_out() -> None:
    above, below = taken([1.0, 2.0, 3.0, 4.0]), {("secret", "c0"): {1: 2.0, 2: 3.0, 3: 4.0, 9: 77.0}}
    assert compared(above, below, 0.95) == compared(taken([2.0, 3.0, 4.0]), taken([2.0, 3.0, 4.0]), 0.95)


def test_a_case_that_has_no_round_in_common_is_as_uncertain_as_any() -> None:
    lone = {("secret", "c0"): {7: 1.0, 8: 3.0, 9: 1.5}}
    shared = {("secret", "c1"): dict(enumerate(JITTER))}
    above, below = taken([1.0], JITTER[::-1]), {**lone, **shared}
    found = certain(compared(above, below, 0.95))
    assert found.value == pytest.approx(1.25, rel=0.01), "the median stands for all"
    assert found.low < 1.25 / 1.02
    assert compared(taken([1.0]), lone, 0.95) is None


# --- one repetition ------------------------------------------------------------------------------------------------
def test_one_repetition_says_nothing_where_the_noise_is_not_known() -> None:
    assert compared(taken([1.0]), taken([9.0]), 0.95) is None


def test_one_repetition_is_as_sure_as_the_noise_but_not_surer_than_copies() -> None:
    narrow = certain(compared(taken([1.0]), taken([1.5]), 0.95, 0.001))
    assert (narrow.low, narrow.high) == pytest.approx((1.5 / (1 + LONE), 1.5 * (1 + LONE)))
    wide = certain(compared(taken([1.0]), taken([1.5]), 0.95, 0.1))
    assert wide.high == pytest.approx(1.5 * math.exp(student(0.95, 8) * 0.1 * math.sqrt(2)))


def test_a_known_noise_is_worth_eight_repetitions() -> None:
    above, below = taken([1.0, 1.0, 1.0]), taken([math.exp(one) for one in (0.1, 0.2, 0.3)])
    found = certain(compared(above, below, 0.95, 0.05))
    variance = (2 * 0.01 / 3 + 8 * 2 * 0.05**2 / 3) / 10
    assert found.high == pytest.approx(math.exp(0.2 + student(0.95, 10) * math.sqrt(variance)))


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
    assert fewer
    assert fewer > 1, "then the next case tells as well"
    two, _ = pooled(taken(*[[1.0] * 2] * 12), taken(*[[1.0, 1.1]] * 12))
    assert two is None, "two rounds of a case tell nothing"
    found, known = pooled(*sides(*cases))
    assert known == 4 * (5 - 1), "the rounds of four cases"
    assert found
    assert found == pytest.approx(math.sqrt(5 * 0.04 / (3 * 2) / 2)), "a case that weighs nothing tells nothing"
    louder, _ = pooled(*sides(*cases, made(50.0, (1.0, -1.0, 1.0, -1.0, 0.0))))
    assert louder
    assert louder > 2 * found


def test_a_noise_that_few_rounds_told_is_known_no_better_than_by_these() -> None:
    cases = sides(*map(made, (10.0, 9.0, 8.0, 7.0)))
    exact, told, rarely = (compared(*cases, 0.975, 0.1, known) for known in (math.inf, 8, 4))
    assert exact
    assert told
    assert rarely
    assert exact.high < told.high < rarely.high


def test_what_slows_both_of_a_round_down_is_no_noise() -> None:
    minutes = [1.0, 3.0, 1.0, 2.0, 1.0, 1.5, 1.0, 1.2, 4.0, 2.5, 1.7, 2.2, 3.3, 1.1, 2.8]
    assert pooled(taken(minutes), taken([2 * one for one in minutes]))[0] == pytest.approx(0.0)


def test_the_longest_cases_tell_the_noise_wherever_they_stand_and_however_short_they_are() -> None:
    quiet, loud = ((0.001 * step for step in range(15)), (0.1 * step for step in range(15)))
    long = made(0.4, [*quiet]), made(0.4, [*loud])
    short = [made(0.001, [(-1.0) ** step for step in range(15)])] * 10
    assert pooled(*sides(*short, *long))[0] == pooled(*sides(*long))[0] != pooled(*sides(long[0]))[0]


def test_times_of_nothing_are_as_long_as_the_clock_can_tell() -> None:
    short = [0.0001] * 5, [0.0, 0.0001, 0.0, 0.0001, 0.0002]
    assert pooled(*sides(*[short] * 5))[0] == 0.0
    assert pooled(taken([1.0] * 9), {})[0] is None


# --- claims ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("interval", "known"),
    [
        ((1.001, 1.1, 1.2), "slower"),
        ((0.8, 0.9, 0.999), "faster"),
        ((1.0, 1.1, 1.2), "open"),
        ((0.8, 0.9, 1.0), "open"),
        ((0.98, 1, 1.005), "open"),
        ((0.995, 1, 1.02), "open"),
        ((0.995, 1, 1.01), "equal"),
        ((1 / 1.01, 1, 1), "equal"),
        ((1.002, 1.005, 1.01), "equal"),
        ((1.002, 1.005, 1.011), "slower"),
    ],
)
def test_what_lies_within_one_percent_is_equal_and_what_excludes_one_is_apart(
    interval: tuple[float, float, float], known: str
) -> None:
    assert state(Interval(*interval)) == known


def test_what_is_neither_is_not_settled() -> None:
    assert not settled(Interval(0.95, 1.0, 1.05), 1.0, 1)
    assert not settled(Interval(0.9, 0.95, 1.0), 1.0, 1)
    assert settled(Interval(1.01, 1.05, 1.1), 1.0, 1)
    assert settled(Interval(0.995, 1.0, 1.005), 1.0, 1)
    assert settled(Interval(0.95, 1.0, 1.05), 0.01, 1), "that is as exact as the clock"


def test_the_errors_of_all_looks_and_neighbours_add_up_to_one_promise() -> None:
    total = sum(24 * (1 - confidence(24, looks)) for looks in range(1, 2000))
    assert total == pytest.approx(ERROR, rel=0.001)
    assert confidence(0, 1) == confidence(1, 1) == 1 - ERROR / 2
