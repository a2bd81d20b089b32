"""Samples as times by round: what pairs, what is left out, and who is told apart by a wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from judge.model import Host, Judgement, Run
from judge.scoring import boards, times_of, unsettled_pairs
from tests.make import AC, WA, each_run, judgement, replace
from tests.scoring.make import name_of, written_rows

CASES = [("secret", f"c{at}") for at in range(3)]
CASE = CASES[0]


def measured(*samples: Run.Measurement) -> Judgement:
    """One case that was run so often."""
    return each_run(judgement(1, [(AC, 7.0)]), samples=samples)


def found(*samples: Run.Measurement, since: int = 0, clock: Host.Clock = "cpu") -> list[float]:
    """The times of one case in the order of their rounds."""
    times = times_of(measured(*samples), {CASE}, clock, since)
    return [times[CASE][at] for at in sorted(times[CASE])] if times else []


def sample(cpu_s: float, at: int = 0, verdict: Any = AC, lost_s: float = 0.0) -> Run.Measurement:
    return Run.Measurement(verdict, 1.5 * cpu_s, cpu_s, 1, lost_s, round=at)


def test_each_sample_has_a_round_of_its_own() -> None:
    """Those of one round, A B B A, pair by their order in it; so do those of a judge that knew no rounds."""
    assert found(sample(1.0, 2), sample(2.0, 1), sample(3.0, 2), sample(4.0)) == [4.0, 2.0, 1.0, 3.0]
    assert found(sample(1.0, 1), sample(2.0, 2), sample(3.0, 1)) == [1.0, 3.0, 2.0]
    assert found(sample(1.0), sample(2.0), sample(3.0), clock="wall") == [1.5, 3.0, 4.5]
    assert found(sample(1.0), sample(2.0, 1), sample(3.0, 2), since=1) == [2.0, 3.0], "those taken side by side"
    assert found(sample(1.0), sample(2.0), since=1) == []


def test_what_was_disturbed_or_wrong_is_left_out_and_keeps_its_place() -> None:
    samples = (sample(1.0), sample(2.0, lost_s=9.0), sample(3.0, verdict=WA), sample(4.0))
    assert found(*samples) == [1.0, 4.0]
    times = times_of(measured(*samples), {CASE}, "cpu")
    assert list(times[CASE]) == [0, 3], "the fourth pairs with the fourth of another"


def test_where_most_were_disturbed_their_cpu_counts_as_well() -> None:
    most = (sample(1.0, lost_s=9.0), sample(2.0, lost_s=19.0), sample(3.0))
    assert found(*most) == [1.0, 2.0, 3.0]
    assert found(*most, sample(4.0)) == [3.0, 4.0]
    assert found(*most, clock="wall") == [4.5], "a wall clock tells of the others"
    assert found(*most[:2], clock="wall") == [], "no run was calm"
    assert found(most[0]) == [1.0]


def test_where_no_time_is_kept_the_median_is_one_repetition() -> None:
    assert found() == [7.0], "as an old file has it"
    assert times_of(judgement(1, [(AC, 7.0)]), {CASE}, "cpu") == {CASE: {0: 7.0}}
    assert found(clock="wall") == [14.0]


def test_one_case_without_a_time_leaves_nothing_to_compare() -> None:
    made = judgement(3, [(AC, 1.0), (AC, 2.0), (WA, 3.0)])
    half = each_run(made, samples=lambda run: (sample(1.0, 1),) * (run.case == "c0"))
    assert times_of(half, {*CASES}, "cpu", since=1) == {}
    assert list(times_of(half, {CASE}, "cpu", since=1)) == [CASE]
    assert list(times_of(half, {*CASES}, "cpu")) == CASES[:2], "what was solved"


# --- stalls ----------------------------------------------------------------------------------------------------------
def waiting(name: str, waits_s: Sequence[float | tuple[float, ...]], cpu_s: float = 0.00025) -> Judgement:
    """A submission that computed as long in each run, and waited so long in each of each case."""
    waits = iter([one if isinstance(one, tuple) else (one,) for one in waits_s])
    computed = judgement(len(waits_s), [(AC, cpu_s)] * len(waits_s), name)

    def samples(_: Run) -> tuple[Run.Measurement, ...]:
        return tuple(Run.Measurement(AC, cpu_s + one, cpu_s, 1, round=at) for at, one in enumerate(next(waits)))

    made = each_run(computed, samples=samples)
    return each_run(made, wall_s=lambda run: sorted(one.wall_s for one in run.samples)[len(run.samples) // 2])


def ranks(*rows: Judgement, clock: Host.Clock = "wall") -> list[int | None]:
    [board] = boards(rows, clock)
    return [row.rank for row in board]


@pytest.mark.parametrize(("runs", "waits", "out"), written_rows("by_hand.toml", "stalls"))
def test_who_waits_far_longer_has_stalled(runs: Sequence[Sequence[float]], waits: int, out: list[bool]) -> None:
    """By the wall; a wait that costs no CPU is none by that."""
    own = tuple(Run.Measurement(AC, sum(one), one[0], 1, sum(one[2:]), round=at) for at, one in enumerate(runs))
    made = waiting("a", [0.001, *[0.2] * waits, *[0.0] * (2 - waits)], 0.001)
    made = each_run(made, samples=lambda run: own if run.case == "c0" else run.samples)
    assert len(times_of(made, {CASE}, "cpu")[CASE]) == len(own)
    times = times_of(made, {CASE}, "wall")
    left = [sample.wall_s for sample, stalled in zip(own, out, strict=True) if not stalled]
    assert sorted(times.get(CASE, {}).values()) == sorted(left)


def test_a_single_run_that_stalled_tells_nobody_apart() -> None:
    calm, late = [0.001] * 4, [0.001, 0.13875, 0.001, 0.001]
    assert ranks(*(waiting(name, calm) for name in "abc"), waiting("d", late)) == [1, 1, 1, 1]
    assert ranks(*(waiting(name, calm[:1]) for name in "abc"), waiting("d", late[1:2])) == [1, 1, 1, 1]
    left = unsettled_pairs([waiting("a", calm), waiting("d", late)], "wall")
    assert [[name_of(row) for row in pair] for pair in left] == [["a", "d"]], "--rank repeats it"
    stuck = waiting("d", [0.13875] * 2 + [0.001] * 2)
    assert ranks(waiting("a", calm), stuck) == [1, 1], "their true times are less"


def test_what_always_waits_is_slower_by_its_waits() -> None:
    assert ranks(waiting("a", [0.001] * 4), waiting("b", [0.1, 0.1, 0.1, 0.2])) == [1, 2]
    assert ranks(waiting("a", [(0.001, 0.001, 0.001)]), waiting("b", [(0.1, 0.1, 0.1)])) == [1, 2]
    assert ranks(waiting("a", [0.001] * 4), waiting("b", [0.2, *[0.1] * 3]), clock="cpu") == [1, 1], "and of no CPU"
    stalled = waiting("b", [0.0, 5.0, 0.0, 0.0], 0.2)
    assert ranks(waiting("a", [0.0] * 4, 0.1), stalled) == [1, 2], "the other cases tell apart who stalled on one"


def unseen(row: Judgement) -> Judgement:
    """Where not all CPU is seen, the time counts as CPU in which nobody else had the core."""

    def samples(run: Run) -> tuple[Run.Measurement, ...]:
        return tuple(replace(one, cpu_s=one.wall_s, unseen_s=one.wall_s - one.cpu_s) for one in run.samples)

    return each_run(row, cpu_s=lambda run: run.wall_s, samples=samples)


def test_a_stall_in_time_that_nobody_saw_tells_nobody_apart() -> None:
    rows = [unseen(waiting(name, [0.001] * 4)) for name in "abc"]
    stuck = unseen(waiting("d", [0.001, 0.13875, 0.001, 0.001]))
    assert ranks(*rows, stuck, clock="cpu") == [1, 1, 1, 1]
    assert ranks(*rows, unseen(waiting("d", [0.1] * 4)), clock="cpu") == [1, 1, 1, 4], "it hides its CPU"
