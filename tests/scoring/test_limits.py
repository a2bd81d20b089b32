"""Which times a limit is made of, and when they say too little."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Finding, Host, Judgement, Prepared, Programs, Run, Verdict
from judge.scoring import Proposal
from tests.conftest import there
from tests.make import AC, CE, TLE, WA, each_run, judgement, replace


def timed(name: str, *times: Sequence[float], verdict: Verdict = AC, lost_s: float = 0.0) -> Judgement:
    """Make a judgement with the CPU seconds of the repetitions of each case; each waits for as long again."""
    own = iter(times)
    return each_run(
        judgement(len(times), [(verdict, max(one)) for one in times], name),
        memory_bytes=1 << 20,
        samples=lambda _: tuple(Run.Measurement(verdict, 2 * one_s, one_s, 1 << 20, lost_s) for one_s in next(own)),
    )


def in_python(row: Judgement, factor: float) -> Judgement:
    """Return the judgement of a program in Python, which has so many times the limit."""
    of = replace(row.problem, programs=Programs(multipliers={"python": factor}))
    return replace(row, problem=of, prepare=replace(row.prepare, language="Python"))


def proposed(accepted: Sequence[Judgement], slow: Sequence[Judgement] = (), clock: Host.Clock = "cpu") -> Proposal:
    return Proposal.of("pkg", accepted, slow, clock)


MINE = timed("mine", [0.9])
SLOW = timed("slow", [3.0], verdict=WA)
TORN = judgement(1, [], "torn", prepare=Prepared(CE, message="it took 61 s", finding=Finding("E214", "it took 61 s")))


def test_the_slowest_repetition_of_the_slowest_case_decides() -> None:
    rows = [timed("quick", [0.1, 0.2], [0.1]), timed("slow", [0.3], [0.4, 0.9, 0.5])]
    slowest = there(proposed(rows).slowest)
    assert (str(slowest), slowest.time_s) == ("slow on secret/c1", 0.9)
    assert round(slowest.spread, 2) == 1.25
    nothing = proposed([])
    assert (nothing.time_limit, nothing.slowest, nothing.fastest, nothing.memory) == (None,) * 4


def test_the_clock_says_which_time_counts_of_what_was_not_disturbed() -> None:
    rows = [timed("mine", [0.3, 0.4])]
    worst = Proposal.Worst("mine", "secret/c0", 0.4, (0.3, 0.4), stopped=False, disturbed=False)
    for clock, one in (("cpu", worst), ("wall", replace(worst, time_s=0.8, times=(0.6, 0.8)))):
        found = proposed(rows, rows, clock)  # type: ignore[arg-type]
        assert (found.slowest, found.fastest, found.languages) == (one, one, {"function": one})
    # A disturbed repetition counts only where all are.
    row = timed("mine", [0.5, 0.3])
    half = each_run(row, samples=lambda run: (replace(run.samples[0], lost_s=0.4), *run.samples[1:]))
    slowest = [there(proposed([one]).slowest) for one in (half, timed("mine", [0.5, 0.3], lost_s=0.4))]
    assert [(one.time_s, one.disturbed) for one in slowest] == [(0.3, False), (0.5, True)]


def test_the_fastest_of_the_too_slow_by_its_slowest_case() -> None:
    slow, slower = timed("slow", [2.0], [0.1], verdict=WA), timed("slower", [1.0], [2.5], verdict=WA)
    stopped = timed("stopped", [1.5], verdict=TLE)
    assert str(proposed([], [slower, slow, stopped]).fastest) == "slow on secret/c0"
    assert there(proposed([], [stopped]).fastest).stopped


@pytest.mark.parametrize(
    ("slow", "contradicts", "coarse"),
    [
        ([], False, False),
        ([SLOW], False, True),
        ([timed("slow", [2.9], verdict=WA)], True, True),  # 1.8 s would do
        ([timed("slow", [2.6], verdict=WA)], True, False),
        ([timed("slow", [2.9], verdict=TLE)], False, True),  # it was stopped, and needs more
    ],
)
def test_both_sides_are_satisfied_or_the_two_are_named(slow: list[Judgement], contradicts: bool, coarse: bool) -> None:
    found = proposed([MINE], slow)
    assert (found.contradicts, found.coarse) == (contradicts, coarse)


def test_a_language_with_more_time_counts_for_less() -> None:
    found = proposed([in_python(timed("mine", [3.0]), 3.0), timed("other", [0.5])]).languages
    assert {name: worst.time_s for name, worst in found.items()} == {"Python": 1.0, "function": 0.5}
    untimed = in_python(judgement(1, [(AC, 3.0)]), 2.0)
    assert there(proposed([untimed]).slowest).times == (1.5,)
    assert there(proposed([untimed], clock="wall").slowest).times == (3.0,)


def test_who_is_not_what_they_were_to_be() -> None:
    late = timed("late", [0.1], [2.0], [2.0])
    first, *others = late.runs
    others = [replace(run, verdict=TLE, code="E201", message="it took 2 s") for run in others]
    found = proposed([timed("mine", [0.1]), replace(late, runs=(first, *others)), TORN])
    assert (found.time_limit, found.fits) == (None, False)
    slow, torn = map(msgspec.structs.astuple, found.faults)
    assert slow == ("late", "secret/c1", TLE, "E201", "it took 2 s", AC)
    assert torn == ("torn", "", CE, "E214", "it took 61 s", AC)
    found = proposed([timed("mine", [0.1])], [SLOW, TORN])
    assert (found.time_limit, found.fits) == (1.0, False)
    assert [*map(msgspec.structs.astuple, found.faults)] == [(*torn[:-1], TLE)]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([timed("mine", [0.40, 0.45])], ""),
        ([timed("mine", [0.0004, 0.0045])], ""),  # too short to say
        ([timed("mine", [0.4, 0.6])], "differ by 50 %"),
        ([timed("mine", [0.4], lost_s=0.3)], "no core for itself"),
        ([MINE, *[timed("other", [0.4], lost_s=0.3)] * 2], "2 of 3 runs were disturbed"),
    ],
)
def test_when_the_times_are_not_to_be_relied_on(rows: list[Judgement], said: str) -> None:
    found = proposed(rows).noise
    assert (said in found, bool(found)) == (True, bool(said))


def test_the_most_memory_over_all_submissions_and_cases() -> None:
    hungry = timed("hungry", [0.1], [0.1])
    hungry = each_run(hungry, memory_bytes=lambda run: 3 << 20 if run.case == "c1" else 1 << 20)
    most = Proposal.Worst("hungry", "secret/c1", 3 << 20, (), stopped=False, disturbed=False)
    assert proposed([MINE, hungry, timed("other", [0.9])]).memory == most


# --- margins ----------------------------------------------------------------------------------------------------------
@settings(max_examples=60, deadline=None)
@given(st.floats(1e-6, 1e4))
@example(0.0)
@example(0.5)
@example(0.500001)
def test_no_smaller_multiple_is_enough(slowest_s: float) -> None:
    limit, needed = Proposal.MARGINS.least_limit_s(slowest_s), Fraction(slowest_s) * 2
    assert limit.is_integer()
    assert needed <= limit
    assert limit == 1 or limit - 1 < needed
    assert Proposal.MARGINS.too_late_s(0.3) == 0.45, "what is too late is as exact"
