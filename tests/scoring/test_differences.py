"""What became slower, faster, wrong or right: never said of noise, and said of what is so."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Host, Judgement, Limits, Verdict
from judge.scoring import Difference
from tests import make
from tests.conftest import there
from tests.make import AC, CE, JE, TLE, WA
from tests.scoring.make import name_of, written_rows


def noisy(true_s: Sequence[float], seed: int, spread: float = 0.02, repeat: int = 5) -> Judgement:
    chance = random.Random(seed)
    times_s = [[one * chance.lognormvariate(0, spread) for _ in range(repeat)] for one in true_s]
    return make.judgement(len(true_s), times_s)


def compared(old: Judgement, new: Judgement, *, pairs: int = 1, clock: Host.Clock = "cpu", **how: Any) -> Difference:
    """Compare them, as one of so many pairs."""
    found = Difference.of([(old, new)] * pairs, clock, **how)
    assert found == (found[0],) * pairs
    return found[0]


SECONDS = st.one_of(st.floats(1e-5, 10), st.just(0.0))  # a clock may say nothing
TIMES = st.lists(st.lists(SECONDS, min_size=1, max_size=6), min_size=1, max_size=6)


@given(TIMES, TIMES, st.sampled_from([None, 0.02]), st.booleans())
def test_nothing_is_slower_than_itself_and_swapped_it_is_the_reciprocal(
    one: list[list[float]], other: list[list[float]], noise: float | None, beside: bool
) -> None:
    first, second = (make.judgement(6, times) for times in (one, other))
    there, back = (compared(*pair, noise=noise, side_by_side=beside) for pair in ((first, second), (second, first)))
    for case, same in zip(there.cases, back.cases, strict=True):
        assert (case.before_s, case.after_s) == (same.after_s, same.before_s)
        assert (case.slower, case.faster, case.worse, case.better) == (same.faster, same.slower, False, False)
        assert (case.ratio is None) is (same.ratio is None)
        if case.ratio and same.ratio:
            ends = (case.ratio.low, case.ratio.value, case.ratio.high)
            assert ends[1] == pytest.approx(1 / same.ratio.value)
            assert ends[0] <= ends[1] <= ends[2]
    itself = compared(first, first, noise=noise, side_by_side=beside)
    assert not any(case.slower or case.faster for case in itself.cases)
    assert not itself.regressed(0.0)
    assert (there.gone, there.new) == (back.new, back.gone)


def test_a_file_and_itself_measured_again() -> None:
    """In 60 comparisons of noise 5 % may be wrong, and their seeds are fixed."""
    true_s = [0.0003, 0.002, 0.01, 0.03, 0.1, 0.5]
    found = [compared(noisy(true_s, seed), noisy(true_s, seed + 1000)) for seed in range(60)]
    assert sum(any(case.slower or case.faster for case in one.cases) for one in found) <= 2
    assert not any(one.regressed(0.05) for one in found)


@pytest.mark.parametrize(("after_s", "slower", "whole", "limits"), written_rows("by_hand.toml", "slower"))
def test_what_is_slower_is_said(
    after_s: list[float], slower: str, whole: list[float], limits: list[tuple[float, bool]]
) -> None:
    found = compared(noisy([1.0, 0.01, 0.1, 0.2, 0.3, 0.1], 1, 0.005), noisy(after_s, 2, 0.005))
    assert "".join(case.case[1:] for case in found.cases if case.slower) == slower
    assert whole[0] < there(found.whole).low < there(found.whole).high < whole[1]
    for limit, worse in limits:
        assert found.regressed(limit) is worse
        assert found.exit_status(limit) == worse


def test_the_low_end_decides() -> None:
    found = compared(noisy([1.0] * 5, 1, 0.005), noisy([1.2] * 5, 2, 0.005))
    low = max(ratio.low for ratio in (found.whole, *(case.ratio for case in found.cases)) if ratio)
    assert (found.regressed(low - 1 - 1e-9), found.regressed(low - 1)) == (True, False)


def test_a_difference_is_less_sure_at_different_times_and_of_many_pairs() -> None:
    """Once: only by a known noise. At different times, of many pairs, of many cases: more carefully."""
    once = [make.judgement(2, [[0.1], [0.2]]), make.judgement(2, [[0.3], [0.6]])]
    nothing, known = compared(*once), compared(*once, noise=0.01)
    assert (nothing.whole, [case.ratio for case in nothing.cases], nothing.regressed(0.05)) == (None, [None] * 2, False)
    assert there(known.whole).low > 2
    before, after = noisy([0.1, 0.5, 1.0], 1, 0.001), noisy([0.107, 0.535, 1.07], 2, 0.001)
    beside, apart = there(compared(before, after).whole), there(compared(before, after, side_by_side=False).whole)
    assert beside.low > 1 > apart.low
    assert (apart.low, apart.value, apart.high) == pytest.approx((beside.low / 1.1, beside.value, beside.high * 1.1))
    one, ten = compared(before, after), compared(before, after, pairs=10)
    for near, far in ((one.whole, ten.whole), *((one.cases[at].ratio, ten.cases[at].ratio) for at in range(3))):
        assert there(far).low < there(near).low <= there(near).high < there(far).high
    one_case, of_three = (compared(noisy([0.1] * count, 1), noisy([0.1] * count, 2)) for count in (1, 3))
    assert one_case.whole == one_case.cases[0].ratio
    high = there(of_three.whole).high
    assert all(there(case.ratio).high / there(case.ratio).value > high for case in of_three.cases)


@pytest.mark.parametrize(("then", "now", "worse", "better", "status"), written_rows("by_hand.toml", "changed"))
def test_a_verdict_that_changed(then: str, now: str, worse: bool, better: bool, status: int) -> None:
    before, after = Verdict(then), Verdict(now)
    found = compared(make.judgement(1, [before]), make.judgement(1, [after]), noise=0.01)
    [case] = found.cases
    assert (case.worse, case.better, case.before, case.after) == (worse, better, before, after)
    assert found.exit_status(0.05) == status
    assert (case.ratio is None) is (before is not after)
    assert found.faults == (JE in (before, after))


def test_what_does_not_compile_any_more_and_what_only_one_has_run() -> None:
    right, broken = make.judgement(1, [AC]), make.judgement(1, [], prepare=CE)
    found = [compared(right, broken), compared(broken, right), compared(broken, broken)]
    assert [(one.broken, one.exit_status(0.05)) for one in found] == [(True, 1), (False, 0), (False, 0)]
    problem = make.problem("a b c")
    some, others = make.judgement(problem, [AC, WA, AC]), make.judgement(problem, [AC, WA, TLE])
    found_ = compared(make.replace(some, runs=some.runs[:2]), make.replace(others, runs=others.runs[1:]))
    assert ([case.case for case in found_.cases], found_.gone, found_.new) == (["b"], ("secret/a",), ("secret/c",))
    assert found_.exit_status(0.05) == 0


def test_disturbed_times_are_left_out_and_the_clock_is_chosen() -> None:
    steady = make.judgement(1, [[0.5] * 6])
    hit = tuple(make.replace(one, cpu_s=5.0, lost_s=9.0) if one.round < 2 else one for one in steady.runs[0].samples)
    [case] = compared(steady, make.each_run(steady, samples=hit)).cases
    assert there(case.ratio).value == pytest.approx(1.0)
    waits = make.judgement(1, [[0.5] * 6], wall=4.0)
    for clock, told in (("wall", (1.0, 2.0, True)), ("cpu", (0.5, 0.5, False))):
        [case] = compared(steady, waits, clock=clock).cases  # type: ignore[arg-type]
        assert (case.before_s, case.after_s, case.slower) == told
    busy = make.each_run(steady, samples=tuple(make.replace(one, lost_s=9.0) for one in steady.runs[0].samples))
    for pair in ((steady, busy), (busy, steady)):
        found = compared(*pair, clock="wall")
        assert (found.whole, [case.ratio for case in found.cases]) == (None, [None]), "on the wall no time is calm"


@pytest.mark.parametrize(("before", "after", "names", "found"), written_rows("by_hand.toml", "pairs"))
def test_who_is_compared_with_whom(before: str, after: str, names: str, found: str) -> None:
    def named(words: str) -> list[Judgement]:
        return [make.judgement(make.problem(1, name=word[0]), [AC], word[2:]) for word in words.split()]

    made = Difference.pairs(named(before), named(after), names.split())
    assert ", ".join(" ".join(f"{row.problem.name}/{name_of(row)}" for row in pair) for pair in made) == found


def test_runs_that_were_not_measured_alike() -> None:
    """What the sandbox enforces it says itself, and a calibration is a measurement."""
    machine = Host.Machine(cpu="A", calibration_s=0.1)
    host = Host("namespaces", ("a",), (), "cgroup", "x", "y", "z", 2, machine)
    again = make.replace(host, enforced=("b",), missing=("a",), machine=make.replace(machine, calibration_s=0.2))
    assert host.unlike(again) == Limits().unlike(Limits()) == []
    other = make.replace(host, sandbox="plain", machine=make.replace(machine, cpu="B"))
    assert host.unlike(other) == ["sandbox namespaces and plain", "cpu A and B"]
    assert host.unlike(make.replace(host, machine=None)) == ["machine known and unknown"]
    assert Limits().unlike(Limits(memory=256, processes=3)) == ["memory 512 and 256", "processes 64 and 3"]
