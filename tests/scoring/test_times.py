"""Samples as times by round: what pairs, what is left out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from judge.model import Host, Judgement, Run
from judge.scoring import boards, times_of, unsettled
from tests.make import AC, WA, judgement, problem

CASE = ("secret", "c0")


def found(*samples: Run.Measurement, since: int = 0, clock: str = "cpu") -> list[float]:
    """The times of one case in the order of their rounds."""
    made = judgement(problem(1), [(AC, 7.0)])
    run = msgspec.structs.replace(made.runs[0], samples=samples)
    times = times_of(msgspec.structs.replace(made, runs=(run,)), {CASE}, clock, since)  # type: ignore[arg-type]
    return [times[CASE][at] for at in sorted(times[CASE])] if times else []


def sample(cpu_s: float, at: int = 0, verdict: object = AC, lost_s: float = 0.0) -> Run.Measurement:
    return Run.Measurement(verdict, 1.5 * cpu_s, cpu_s, 1, lost_s, round=at)  # type: ignore[arg-type]


def test_each_sample_has_a_round_of_its_own() -> None:
    """Those of one round, A B B A, pair by their order in it; so do those of a judge that knew no rounds."""
    assert found(sample(1.0, 2), sample(2.0, 1), sample(3.0, 2), sample(4.0)) == [4.0, 2.0, 1.0, 3.0]
    assert found(sample(1.0, 1), sample(2.0, 2), sample(3.0, 1)) == [1.0, 3.0, 2.0]
    assert found(sample(1.0), sample(2.0), sample(3.0), clock="wall") == [1.5, 3.0, 4.5]


def test_what_was_disturbed_or_wrong_is_left_out_and_keeps_its_place() -> None:
    samples = (sample(1.0), sample(2.0, lost_s=9.0), sample(3.0, verdict=WA), sample(4.0))
    assert found(*samples) == [1.0, 4.0]
    made = judgement(problem(1), [(AC, 7.0)])
    run = msgspec.structs.replace(made.runs[0], samples=samples)
    times = times_of(msgspec.structs.replace(made, runs=(run,)), {CASE}, "cpu")
    assert list(times[CASE]) == [0, 3], "the fourth pairs with the fourth of another"


def test_where_most_were_disturbed_their_cpu_counts_as_well() -> None:
    most = (sample(1.0, lost_s=9.0), sample(2.0, lost_s=19.0), sample(3.0))
    assert found(*most) == [1.0, 2.0, 3.0]
    assert found(*most, sample(4.0)) == [3.0, 4.0]
    assert found(*most, clock="wall") == [4.5], "a wall clock tells of the others"


def test_where_no_time_is_kept_the_median_is_one_repetition() -> None:
    assert found() == [7.0], "as an old file has it"
    assert times_of(judgement(problem(1), [(AC, 7.0)]), {CASE}, "cpu") == {CASE: {0: 7.0}}
    assert found(clock="wall") == [14.0]


def test_a_case_without_a_calm_run_has_no_time_on_the_wall() -> None:
    assert found(sample(1.0, lost_s=9.0), sample(2.0, lost_s=19.0), clock="wall") == []
    assert found(sample(1.0, lost_s=9.0)) == [1.0], "its CPU counts"


@pytest.mark.parametrize(
    ("runs", "patient", "out"),
    [
        ([(0.00025, 0.13875)], False, [True]),
        ([(0.00025, 0.13875)], True, [False]),  # as most other cases of a program that sleeps
        ([(0.00025, 0.004)], False, [False]),  # such a wait is that of any start
        ([(0.5, 0.4)], False, [False]),
        ([(0.5, 0.505)], False, [False]),
        ([(0.5, 0.6)], False, [True]),
        ([(0.001, 0.139), (0.001, 0.001)], False, [True, False]),
        ([(0.001, 0.139), (0.001, 0.001)], True, [True, False]),  # its own runs tell more than other cases
        ([(0.001, 0.1), (0.001, 0.12), (0.001, 0.11)], False, [False] * 3),  # it sleeps each time
        ([(0.001, 0.1), (0.001, 0.12), (0.001, 0.5)], False, [False, False, True]),
        ([(0.001, 0.1), (0.001, 0.12), (0.001, 0.0)], False, [False] * 3),  # most often
        ([(0.1, 0.0), (0.9, 0.0)], False, [False] * 2),  # it searches by chance
    ],
)
def test_a_run_that_waits_far_longer_than_others_has_stalled(
    runs: Sequence[tuple[float, float]], patient: bool, out: list[bool]
) -> None:
    """Of these computed and waited, on a case beside two others on which it waits as well or not."""
    made = waiting("a", [0.001, *[0.2 * patient] * 2], 0.001)
    samples = tuple(
        Run.Measurement(AC, computed_s + waited_s, computed_s, 1, round=at)
        for at, (computed_s, waited_s) in enumerate(runs)
    )
    own = msgspec.structs.replace(made.runs[0], samples=samples)
    times = times_of(msgspec.structs.replace(made, runs=(own, *made.runs[1:])), {CASE}, "wall").get(CASE, {})
    assert sorted(times.values()) == sorted(sample.wall_s for sample, one in zip(samples, out, strict=True) if not one)


def waiting(name: str, waits_s: Sequence[float | tuple[float, ...]], cpu_s: float = 0.00025) -> Judgement:
    """A submission that computed as long in each run, and waited so long in each of each case."""
    made = judgement(problem(len(waits_s)), [(AC, cpu_s)] * len(waits_s), name)
    runs = []
    for run, waits in zip(made.runs, waits_s, strict=True):
        each = waits if isinstance(waits, tuple) else (waits,)
        samples = tuple(Run.Measurement(AC, cpu_s + one, cpu_s, 1, round=at) for at, one in enumerate(each))
        middle_s = sorted(sample.wall_s for sample in samples)[len(samples) // 2]
        runs.append(msgspec.structs.replace(run, wall_s=middle_s, samples=samples))
    return msgspec.structs.replace(made, runs=tuple(runs))


def ranks(*rows: Judgement, clock: Host.Clock = "wall") -> list[int | None]:
    [board] = boards(rows, clock)
    return [row.rank for row in board]


def test_a_single_run_that_stalled_tells_nobody_apart() -> None:
    calm = [0.001] * 4
    late = [0.001, 0.13875, 0.001, 0.001]
    assert ranks(*(waiting(name, calm) for name in "abc"), waiting("d", late)) == [1, 1, 1, 1]
    assert ranks(*(waiting(name, calm[:1]) for name in "abc"), waiting("d", late[1:2])) == [1, 1, 1, 1]
    left = unsettled([waiting("a", calm), waiting("d", late)], "wall")
    names = [(above.submission.name, below.submission.name) for above, below in left]
    assert names == [("a", "d")], "--rank repeats it"
    stuck = waiting("d", [0.13875] * 2 + [0.001] * 2)
    assert ranks(waiting("a", calm), stuck) == [1, 1], "their true times are less"


def test_what_always_waits_is_slower_by_its_waits() -> None:
    assert ranks(waiting("a", [0.001] * 4), waiting("b", [0.1, 0.1, 0.1, 0.2])) == [1, 2]
    assert ranks(waiting("a", [(0.001, 0.001, 0.001)]), waiting("b", [(0.1, 0.1, 0.1)])) == [1, 2]
    assert ranks(waiting("a", [0.001] * 4), waiting("b", [0.2, *[0.1] * 3]), clock="cpu") == [1, 1], "and of no CPU"


def unseen(row: Judgement) -> Judgement:
    """Where not all CPU is seen, the time counts as CPU in which nobody else had the core."""
    runs = []
    for run in row.runs:
        samples = [
            msgspec.structs.replace(one, cpu_s=one.wall_s, unseen_s=one.wall_s - one.cpu_s) for one in run.samples
        ]
        runs.append(msgspec.structs.replace(run, cpu_s=run.wall_s, samples=tuple(samples)))
    return msgspec.structs.replace(row, runs=tuple(runs))


def test_a_stall_in_time_that_nobody_saw_tells_nobody_apart() -> None:
    rows = [waiting(name, [0.001] * 4) for name in "abc"]
    stuck = unseen(waiting("d", [0.001, 0.13875, 0.001, 0.001]))
    assert ranks(*map(unseen, rows), stuck, clock="cpu") == [1, 1, 1, 1]
    assert ranks(*map(unseen, rows), unseen(waiting("d", [0.1] * 4)), clock="cpu") == [1, 1, 1, 4], "it hides its CPU"


def test_the_other_cases_tell_apart_who_stalled_on_one() -> None:
    assert ranks(waiting("a", [0.0] * 4, 0.1), waiting("b", [0.0, 5.0, 0.0, 0.0], 0.2)) == [1, 2]


def test_only_rounds_from_since_on_were_taken_side_by_side() -> None:
    assert found(sample(1.0), sample(2.0, 1), sample(3.0, 2), since=1) == [2.0, 3.0]
    assert found(sample(1.0), sample(2.0), since=1) == []


def test_one_case_without_a_time_leaves_nothing_to_compare() -> None:
    made = judgement(problem(3), [(AC, 1.0), (AC, 2.0), (WA, 3.0)])
    cases = {("secret", "c0"), ("secret", "c1"), ("secret", "c2")}
    measured = msgspec.structs.replace(made.runs[0], samples=(sample(1.0, 1),))
    half = msgspec.structs.replace(made, runs=(measured, *made.runs[1:]))
    assert times_of(half, cases, "cpu", since=1) == {}
    assert list(times_of(half, {CASE}, "cpu", since=1)) == [CASE]
    assert list(times_of(half, cases, "cpu")) == [("secret", "c0"), ("secret", "c1")], "what was solved"
