"""What became slower, faster, wrong or right: never said of noise, and said of what is so."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from judge.model import Interval, Judgement, Limits, Measurement, Prepared, Problem, Run, Submission, Verdict
from judge.scoring.difference import BETWEEN_RUNS, Terms, difference, exit_status, pairs, regressed
from judge.scoring.statistics import Times, compared, pooled
from tests.scoring.made import AC, CE, JE, TLE, WA

TERMS = Terms()
TIMES = st.lists(st.lists(st.floats(1e-5, 10), min_size=1, max_size=6), min_size=1, max_size=6)


def run(case: str, times: Sequence[float], verdict: Verdict = AC) -> Run:
    samples = tuple(Measurement(verdict, 2 * time_s, time_s, 1) for time_s in times)
    middle = sorted(times)[len(times) // 2] if times else 0.0
    return Run(case, "secret", "DFS", verdict, cpu_s=middle, wall_s=2 * middle, samples=samples)


def ends(found: Interval | None) -> object:
    assert found is not None
    return pytest.approx((found.low, found.value, found.high))


def judged(
    cases: Mapping[str, Sequence[float] | Verdict], name: str = "mine", problem: str = "pkg", prepare: Verdict = AC
) -> Judgement:
    runs = tuple(
        run(case, [0.1], what) if isinstance(what, Verdict) else run(case, what) for case, what in cases.items()
    )
    made = Problem(problem, "", "", (), False, Limits(), {}, (), problem)
    submission = Submission(name, problem, "function", Path(name), b"", name)
    verdict = next((one.verdict for one in runs if one.verdict is not AC), prepare)
    return Judgement(submission, made, Prepared(prepare), runs, verdict)


def noisy(true_s: Sequence[float], seed: int, spread: float = 0.02, repeat: int = 5) -> Judgement:
    chance = random.Random(seed)
    return judged(
        {
            f"c{at}": [time_s * chance.lognormvariate(0, spread) for _ in range(repeat)]
            for at, time_s in enumerate(true_s)
        }
    )


# --- times -----------------------------------------------------------------------------------------------------------
@settings(max_examples=50)
@given(TIMES)
def test_nothing_is_slower_than_itself(times: list[list[float]]) -> None:
    row = judged({f"c{at}": one for at, one in enumerate(times)})
    found = difference(row, row, TERMS)
    assert not any(case.slower or case.faster or case.worse or case.better for case in found.cases)
    assert found.whole is None or found.whole.low <= 1 <= found.whole.high
    assert not regressed(found, 0.0)


@settings(max_examples=30)
@given(TIMES, TIMES)
def test_what_is_slower_one_way_is_faster_the_other(first: list[list[float]], second: list[list[float]]) -> None:
    one, other = (judged({f"c{at}": times for at, times in enumerate(rows)}) for rows in (first, second))
    there, back = difference(one, other, TERMS), difference(other, one, TERMS)
    for case, same in zip(there.cases, back.cases, strict=True):
        assert (case.before_s, case.after_s) == (same.after_s, same.before_s)
        assert not (case.slower and same.slower)
        if case.ratio and same.ratio:
            assert case.ratio.value == pytest.approx(1 / same.ratio.value)


def test_noise_is_not_said_to_be_slower_or_faster() -> None:
    """In 60 comparisons of a file with itself; 5 % of them may be wrong, and their seeds are fixed."""
    true_s = [0.0003, 0.002, 0.01, 0.03, 0.1, 0.5]
    found = [difference(noisy(true_s, seed), noisy(true_s, seed + 1000), TERMS) for seed in range(60)]
    said = [one for one in found if any(case.slower or case.faster for case in one.cases)]
    assert len(said) <= 2
    assert not [one for one in found if regressed(one, 0.05)]


def test_what_is_slower_throughout_is_said() -> None:
    true_s = [0.01, 0.03, 0.1, 0.5, 1.0, 2.0]
    found = difference(noisy(true_s, 1, 0.005), noisy([1.3 * one for one in true_s], 2, 0.005), TERMS)
    assert found.whole
    assert found.whole.low > 1.2
    assert found.whole.value == pytest.approx(1.3, rel=0.05)
    assert regressed(found, 0.05)
    assert not regressed(found, 0.5)


def test_one_case_that_is_slower_is_said_though_the_sum_hides_it() -> None:
    true_s = [1.0, 0.01, 0.1, 0.2, 0.3, 0.1]
    slow_s = [1.0, 0.03, 0.1, 0.2, 0.3, 0.1]
    found = difference(noisy(true_s, 1, 0.005), noisy(slow_s, 2, 0.005), TERMS)
    assert [case.case for case in found.cases if case.slower] == ["c1"]
    assert found.whole
    assert found.whole.low < 1.05
    assert regressed(found, 0.05)
    assert exit_status([found], 0.05) == 1


def test_the_low_end_decides() -> None:
    found = difference(noisy([1.0] * 5, 1, 0.005), noisy([1.2] * 5, 2, 0.005), TERMS)
    assert found.whole
    low = max(ratio.low for ratio in (found.whole, *(case.ratio for case in found.cases)) if ratio)
    assert regressed(found, low - 1 - 1e-9)
    assert not regressed(found, low - 1)


def test_one_time_of_each_case_says_nothing_without_the_noise_of_the_machine() -> None:
    before, after = judged({"a": [0.1], "b": [0.2]}), judged({"a": [0.3], "b": [0.6]})
    found = difference(before, after, TERMS)
    assert found.whole is None
    assert [case.ratio for case in found.cases] == [None, None]
    assert not regressed(found, 0.05)
    known = difference(before, after, Terms(noise=0.01))
    assert known.whole
    assert known.whole.low > 2


def test_runs_of_different_times_are_compared_more_carefully() -> None:
    before, after = noisy([0.1, 0.5, 1.0], 1, 0.001), noisy([0.107, 0.535, 1.07], 2, 0.001)
    beside = difference(before, after, TERMS).whole
    apart = difference(before, after, Terms(drift=BETWEEN_RUNS)).whole
    assert beside
    assert apart
    assert beside.low > 1 > apart.low
    assert apart == Interval(beside.low / 1.1, beside.value, pytest.approx(beside.high * 1.1))  # type: ignore[arg-type]


def test_the_wall_clock_is_read_where_it_is_asked_for() -> None:
    [case] = difference(judged({"a": [0.1] * 5}), judged({"a": [0.1] * 5}), Terms("wall")).cases
    assert (case.before_s, case.after_s) == (0.2, 0.2)


def test_a_comparison_of_many_pairs_claims_each_more_carefully() -> None:
    before, after = noisy([0.1, 0.5], 1), noisy([0.1, 0.5], 2)
    one, many = (difference(before, after, Terms(pairs=count)).whole for count in (1, 10))
    assert one
    assert many
    assert many.low < one.low <= one.high < many.high


LONG = {"a": [0.1, 0.13, 0.12, 0.11, 0.14, 0.1, 0.12, 0.13, 0.11], "b": [0.002] * 7 + [0.0015, 0.004]}
SHORT = {"c": [0.0019, 0.0001, 0.03]}
LATER = {"a": [0.11] * 9, "b": [0.001 * at for at in range(1, 10)], "c": [0.002, 0.001, 0.003]}


def rounds(cases: Mapping[str, Sequence[float]], *names: str) -> Times:
    return {("secret", name): dict(enumerate(cases[name])) for name in names or cases}


def test_the_noise_is_that_of_the_times_as_in_a_ranking() -> None:
    before = LONG | SHORT
    found = difference(judged(before), judged(LATER), Terms(noise=0.3, pairs=5))
    noise = pooled(rounds(before), rounds(LATER))
    assert found.whole
    assert astuple(found.whole) == ends(compared(rounds(before), rounds(LATER), 1 - 0.005, *noise))
    for case in found.cases:
        one, other = rounds(before, case.case), rounds(LATER, case.case)
        assert case.ratio
        assert astuple(case.ratio) == ends(compared(one, other, 1 - 0.005 / 3, *noise)), case.case
    assert [(one.group, one.case, one.before_s, one.after_s) for one in found.cases] == [
        ("secret", "a", 0.12, 0.11),
        ("secret", "b", 0.002, 0.005),
        ("secret", "c", 0.0019, 0.002),
    ]


# --- verdicts --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("before", "after", "worse", "better", "status"),
    [
        (AC, WA, True, False, 1),
        (AC, TLE, True, False, 1),
        (AC, AC, False, False, 0),
        (WA, AC, False, True, 0),
        (WA, TLE, False, False, 0),
        (AC, JE, False, False, 3),
        (JE, AC, False, False, 3),
    ],
)
def test_a_verdict_that_changed(before: Verdict, after: Verdict, worse: bool, better: bool, status: int) -> None:
    found = difference(judged({"a": before}), judged({"a": after}), TERMS)
    [case] = found.cases
    assert (case.worse, case.better) == (worse, better)
    assert exit_status([found], 0.05) == status
    if before is not after:
        assert case.ratio is None


def test_what_does_not_compile_any_more_is_worse() -> None:
    broken = difference(judged({"a": AC}), judged({}, prepare=CE), TERMS)
    assert broken.broken
    assert broken.cases == ()
    assert exit_status([broken], 0.05) == 1
    mended = difference(judged({}, prepare=CE), judged({"a": AC}), TERMS)
    assert exit_status([mended], 0.05) == 0
    assert exit_status([difference(judged({}, prepare=CE), judged({}, prepare=CE), TERMS)], 0.05) == 0


def test_cases_that_only_one_has_run_are_named_and_not_compared() -> None:
    found = difference(judged({"a": AC, "b": WA}), judged({"b": WA, "c": TLE}), TERMS)
    assert [case.case for case in found.cases] == ["b"]
    assert (found.gone, found.new) == (("secret/a",), ("secret/c",))
    assert exit_status([found], 0.05) == 0


# --- who is compared with whom ---------------------------------------------------------------------------------------
def named(*words: str) -> list[Judgement]:
    return [judged({"a": AC}, name, problem) for problem, _, name in (word.partition("/") for word in words)]


@pytest.mark.parametrize(
    ("before", "after", "names", "found"),
    [
        (["q/a"], ["q/b"], [], ["q/a q/b"]),
        (["q/a", "q/b"], ["q/b", "q/c"], [], ["q/b q/b"]),
        (["q/a", "s/a"], ["s/x", "q/y"], [], ["q/a q/y", "s/a s/x"]),
        (["q/a", "q/b"], ["q/a", "q/b"], ["b"], ["q/b q/b"]),
        (["q/a"], ["q/b"], ["a"], []),
        (["q/a"], ["s/a"], [], []),
        (["q/a", "s/a", "s/b"], ["q/x", "s/a", "s/b"], [], ["q/a q/x", "s/a s/a", "s/b s/b"]),
        ([], ["q/a"], [], []),
    ],
)
def test_pairs(before: list[str], after: list[str], names: list[str], found: list[str]) -> None:
    made = pairs(named(*before), named(*after), names)
    words = [" ".join(f"{row.problem.name}/{row.submission.name}" for row in pair) for pair in made]
    assert words == found


def test_disturbed_times_are_left_out() -> None:
    steady = judged({"a": [0.5] * 6})
    [hit] = steady.runs
    samples = tuple(
        msgspec.structs.replace(one, cpu_s=5.0, lost_s=9.0) if at < 2 else one for at, one in enumerate(hit.samples)
    )
    other = msgspec.structs.replace(steady, runs=(msgspec.structs.replace(hit, samples=samples),))
    [case] = difference(steady, other, TERMS).cases
    assert case.ratio
    assert case.ratio.value == pytest.approx(1.0)
