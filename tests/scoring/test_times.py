"""Samples as times by round: what pairs, what is left out."""

from __future__ import annotations

import msgspec

from judge.model import CaseResult, Measurement
from judge.scoring.times import bytes_of, time_of, times_of
from tests.scoring.made import AC, WA, judged, problem_of

CASE = ("secret", "c0")


def found(*samples: Measurement, since: int = 0, clock: str = "cpu") -> list[float]:
    """The times of one case in the order of their rounds."""
    made = judged(problem_of(1), [(AC, 7.0)])
    run = msgspec.structs.replace(made.runs[0], samples=samples)
    times = times_of(msgspec.structs.replace(made, runs=(run,)), {CASE}, clock, since)  # type: ignore[arg-type]
    return [times[CASE][at] for at in sorted(times[CASE])] if times else []


def sample(cpu_s: float, at: int = 0, verdict: object = AC, lost_s: float = 0.0) -> Measurement:
    return Measurement(verdict, 10 * cpu_s, cpu_s, 1, lost_s, round=at)  # type: ignore[arg-type]


def test_each_sample_has_a_round_of_its_own() -> None:
    """Those of one round, A B B A, pair by their order in it; so do those of a judge that knew no rounds."""
    assert found(sample(1.0, 2), sample(2.0, 1), sample(3.0, 2), sample(4.0)) == [4.0, 2.0, 1.0, 3.0]
    assert found(sample(1.0, 1), sample(2.0, 2), sample(3.0, 1)) == [1.0, 3.0, 2.0]
    assert found(sample(1.0), sample(2.0), sample(3.0), clock="wall") == [10.0, 20.0, 30.0]


def test_what_was_disturbed_or_wrong_is_left_out_and_keeps_its_place() -> None:
    samples = (sample(1.0), sample(2.0, lost_s=9.0), sample(3.0, verdict=WA), sample(4.0))
    assert found(*samples) == [1.0, 4.0]
    made = judged(problem_of(1), [(AC, 7.0)])
    run = msgspec.structs.replace(made.runs[0], samples=samples)
    times = times_of(msgspec.structs.replace(made, runs=(run,)), {CASE}, "cpu")
    assert list(times[CASE]) == [0, 3], "the fourth pairs with the fourth of another"


def test_where_most_were_disturbed_their_cpu_counts_as_well() -> None:
    most = (sample(1.0, lost_s=9.0), sample(2.0, lost_s=19.0), sample(3.0))
    assert found(*most) == [1.0, 2.0, 3.0]
    assert found(*most, sample(4.0)) == [3.0, 4.0]
    assert found(*most, clock="wall") == [30.0], "a wall clock tells of the others"


def test_where_no_time_counts_the_median_is_one_repetition() -> None:
    assert found(sample(1.0, lost_s=9.0), sample(2.0, lost_s=19.0), clock="wall") == [14.0]
    assert found() == [7.0], "as an old file has it"
    assert times_of(judged(problem_of(1), [(AC, 7.0)]), {CASE}, "cpu") == {CASE: {0: 7.0}}
    assert found(clock="wall") == [14.0]


def test_only_rounds_from_since_on_were_taken_side_by_side() -> None:
    assert found(sample(1.0), sample(2.0, 1), sample(3.0, 2), since=1) == [2.0, 3.0]
    assert found(sample(1.0), sample(2.0), since=1) == []


def test_one_case_without_a_time_leaves_nothing_to_compare() -> None:
    made = judged(problem_of(3), [(AC, 1.0), (AC, 2.0), (WA, 3.0)])
    cases = {("secret", "c0"), ("secret", "c1"), ("secret", "c2")}
    measured = msgspec.structs.replace(made.runs[0], samples=(sample(1.0, 1),))
    half = msgspec.structs.replace(made, runs=(measured, *made.runs[1:]))
    assert times_of(half, cases, "cpu", since=1) == {}
    assert list(times_of(half, {CASE}, "cpu", since=1)) == [CASE]
    assert list(times_of(half, cases, "cpu")) == [("secret", "c0"), ("secret", "c1")], "what was solved"


def test_bytes_are_the_same_where_they_are_run_in_the_same_way() -> None:
    assert bytes_of("aa", ".py") == bytes_of("aa", ".py") != bytes_of("aa", ".c")
    assert bytes_of("", ".py") == "", "nobody knows them"


def test_the_clock_chooses() -> None:
    run = CaseResult("c", "g", "DFS", AC, wall_s=2.0, cpu_s=1.0)
    assert (time_of(run, "cpu"), time_of(run, "wall")) == (1.0, 2.0)
