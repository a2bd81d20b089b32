"""Which times a limit is made of, and when they say too little."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Finding, Host, Judgement, Programs, Run, Verdict
from judge.scoring import Proposal
from tests.conftest import there
from tests.make import AC, CE, TLE, WA, judgement, problem

CLOCKS: tuple[Host.Clock, ...] = ("cpu", "wall")


def timed(name: str, *times: Sequence[float], verdict: Verdict = AC, lost_s: float = 0.0) -> Judgement:
    """Make a judgement with the CPU seconds of the repetitions of each case; each waits for as long again."""
    row = judgement(problem(len(times)), [(verdict, max(one)) for one in times], name)
    runs = tuple(
        msgspec.structs.replace(
            run,
            memory_bytes=1 << 20,
            samples=tuple(Run.Measurement(verdict, 2 * one_s, one_s, 1 << 20, lost_s) for one_s in own),
        )
        for run, own in zip(row.runs, times, strict=True)
    )
    return msgspec.structs.replace(row, runs=runs)


def in_python(row: Judgement, factor: float) -> Judgement:
    """Return the judgement of a program in Python, which has so many times the limit."""
    problem = msgspec.structs.replace(row.problem, programs=Programs(multipliers={"python": factor}))
    return msgspec.structs.replace(
        row, problem=problem, prepare=msgspec.structs.replace(row.prepare, language="Python")
    )


def broken(name: str, code: str, message: str) -> Judgement:
    """Make the judgement of a submission that is not ready to run."""
    row = judgement(problem(1), [], name, prepare=CE)
    prepare = msgspec.structs.replace(row.prepare, message=message, finding=Finding(code, message))
    return msgspec.structs.replace(row, prepare=prepare)


def proposed(accepted: Sequence[Judgement], slow: Sequence[Judgement] = (), clock: Host.Clock = "cpu") -> Proposal:
    return Proposal.of("pkg", accepted, slow, clock)


def test_the_slowest_repetition_of_the_slowest_case_decides() -> None:
    rows = [timed("quick", [0.1, 0.2], [0.1]), timed("slow", [0.3], [0.4, 0.9, 0.5])]
    slowest = there(proposed(rows).slowest)
    assert (str(slowest), slowest.time_s) == ("slow on secret/c1", 0.9)
    assert round(slowest.spread, 2) == 1.25
    nothing = proposed([])
    assert (nothing.time_limit, nothing.slowest, nothing.fastest, nothing.memory) == (None,) * 4


def test_the_clock_says_which_time_counts() -> None:
    rows = [timed("mine", [0.3, 0.4])]
    in_cpu = Proposal.Worst("mine", "secret/c0", 0.4, (0.3, 0.4), stopped=False, disturbed=False)
    in_wall = msgspec.structs.replace(in_cpu, time_s=0.8, times=(0.6, 0.8))
    for clock, worst in zip(CLOCKS, (in_cpu, in_wall), strict=True):
        found = proposed(rows, rows, clock)
        assert (found.slowest, found.fastest, found.languages) == (worst, worst, {"function": worst})


def test_a_disturbed_repetition_counts_only_where_all_are() -> None:
    row = timed("mine", [0.5, 0.3])
    first, second = row.runs[0].samples
    run = msgspec.structs.replace(row.runs[0], samples=(msgspec.structs.replace(first, lost_s=0.4), second))
    half = there(proposed([msgspec.structs.replace(row, runs=(run,))]).slowest)
    assert (half.time_s, half.disturbed) == (0.3, False)
    whole = there(proposed([timed("mine", [0.5, 0.3], lost_s=0.4)]).slowest)
    assert (whole.time_s, whole.disturbed) == (0.5, True)


def test_the_fastest_of_the_too_slow_by_its_slowest_case() -> None:
    slow, slower = timed("slow", [2.0], [0.1], verdict=WA), timed("slower", [1.0], [2.5], verdict=WA)
    stopped = timed("stopped", [1.5], verdict=TLE)
    assert str(proposed([], [slower, slow, stopped]).fastest) == "slow on secret/c0"
    assert there(proposed([], [stopped]).fastest).stopped


def test_both_sides_are_satisfied_or_the_two_are_named() -> None:
    accepted = [timed("mine", [0.9])]
    assert not proposed(accepted).contradicts
    assert not proposed(accepted, [timed("slow", [3.0], verdict=WA)]).contradicts
    near = proposed(accepted, [timed("slow", [2.9], verdict=WA)])
    assert near.contradicts
    assert near.coarse, "1.8 s would do"
    assert not proposed(accepted, [timed("slow", [2.6], verdict=WA)]).coarse
    assert not proposed(accepted, [timed("slow", [2.9], verdict=TLE)]).contradicts, "it was stopped, and needs more"


def test_a_language_with_more_time_counts_for_less() -> None:
    found = proposed([in_python(timed("mine", [3.0]), 3.0), timed("other", [0.5])]).languages
    assert {name: worst.time_s for name, worst in found.items()} == {"Python": 1.0, "function": 0.5}
    untimed = in_python(judgement(problem(1), [(AC, 3.0)]), 2.0)
    assert [there(proposed([untimed], (), clock).slowest).times for clock in CLOCKS] == [(1.5,), (3.0,)]


def test_who_was_to_be_accepted_and_is_not() -> None:
    late = timed("late", [0.1], [2.0], [2.0])
    first, *others = late.runs
    wrong = [msgspec.structs.replace(run, verdict=TLE, code="E201", message="it took 2 s") for run in others]
    late = msgspec.structs.replace(late, runs=(first, *wrong))
    found = proposed([timed("mine", [0.1]), late, broken("torn", "E214", "it took 61 s")])
    assert (found.time_limit, found.fits) == (None, False)
    assert [*map(msgspec.structs.astuple, found.faults)] == [
        ("late", "secret/c1", TLE, "E201", "it took 2 s", AC),
        ("torn", "", CE, "E214", "it took 61 s", AC),
    ]


def test_who_was_to_be_too_slow_and_could_not_be_run() -> None:
    too_slow = [timed("slow", [3.0], verdict=WA), broken("torn", "E214", "it took 61 s")]
    found = proposed([timed("mine", [0.1])], too_slow)
    assert (found.time_limit, found.fits) == (1.0, False)
    assert [*map(msgspec.structs.astuple, found.faults)] == [("torn", "", CE, "E214", "it took 61 s", TLE)]


def test_when_the_times_are_not_to_be_relied_on() -> None:
    assert proposed([timed("mine", [0.40, 0.45])]).noise == ""
    assert proposed([timed("mine", [0.0004, 0.0045])]).noise == "", "too short to say"
    assert "differ by 50 %" in proposed([timed("mine", [0.4, 0.6])]).noise
    assert "no core for itself" in proposed([timed("mine", [0.4], lost_s=0.3)]).noise
    others = [timed("mine", [0.9]), *(timed("other", [0.4], lost_s=0.3) for _ in range(2))]
    assert proposed(others).noise.startswith("2 of 3 runs were disturbed")


def test_the_most_memory_over_all_submissions_and_cases() -> None:
    hungry = timed("hungry", [0.1], [0.1])
    first, second = hungry.runs
    hungry = msgspec.structs.replace(hungry, runs=(first, msgspec.structs.replace(second, memory_bytes=3 << 20)))
    most = Proposal.Worst("hungry", "secret/c1", 3 << 20, (), stopped=False, disturbed=False)
    assert proposed([timed("mine", [0.9]), hungry, timed("other", [0.9])]).memory == most


# --- margins ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("slowest_s", "limit"), [(0.0003, 1.0), (0.5, 1.0), (0.500001, 2.0), (1.2, 3.0), (3.0, 6.0), (0.0, 1.0)]
)
def test_the_limit(slowest_s: float, limit: float) -> None:
    assert Proposal.MARGINS.least_limit_s(slowest_s) == limit


@settings(max_examples=60, deadline=None)
@given(st.floats(1e-6, 1e4))
def test_no_smaller_multiple_is_enough(slowest_s: float) -> None:
    limit, needed = Proposal.MARGINS.least_limit_s(slowest_s), Fraction(slowest_s) * 2
    assert limit.is_integer()
    assert needed <= limit
    assert limit == 1 or limit - 1 < needed


def test_what_is_too_late_is_as_exact() -> None:
    assert Proposal.MARGINS.too_late_s(0.3) == 0.45
