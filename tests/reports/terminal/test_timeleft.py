"""The time left that is shown, on runs that were recorded: after the first tenth it is never more than twice wrong."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from judge.model import Prepared, Programs, Ran, Readied, Verdict
from judge.reports.terminal.timeleft import TimeLeft
from tests.reports.terminal.replayed import FOLDER, Recorded, recorded

NEAR_END_S = 2.0  # of a time left this short nobody reads how wrong it is
RUNS = ("first", "one", "queens")  # the README's first command; a file on all cases; three files on all cases
LOOK_S = 0.25  # as often as a terminal is drawn


@pytest.fixture
def run() -> Recorded:
    return recorded(FOLDER / "queens.json")


def believed(run: Recorded) -> list[tuple[float, float]]:
    """Pairs of what was left and what was said, at every look."""
    left, looks = TimeLeft(run.entries, run.total, 0.0), []
    end_s, next_s = run.events[-1][0], 0.0
    for at_s, event in run.events:
        while next_s < at_s:
            said_s = left.left_s(next_s)
            assert said_s is not None
            looks.append((end_s - next_s, said_s))
            next_s += LOOK_S
        left.event(event, at_s)
    return looks


def kernels_kept(run: Recorded) -> Recorded:
    """The same run, with hardly any time for compiling."""
    events, last_s, now_s = [], 0.0, 0.0
    for at_s, event in run.events:
        now_s += (at_s - last_s) * (0.05 if isinstance(event, Readied) else 1.0)
        last_s = at_s
        events.append((now_s, event))
    return Recorded(run.entries, run.total, events)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("change", [lambda run: run, kernels_kept], ids=["as it was", "kernels kept"])
def test_after_the_first_tenth_it_is_never_more_than_twice_wrong(
    name: str, change: Callable[[Recorded], Recorded]
) -> None:
    looks = believed(change(recorded(FOLDER / f"{name}.json")))
    assert len(looks) > 20
    wrong = {
        round(true_s, 1): round(said_s, 1)
        for true_s, said_s in looks[len(looks) // 10 :]
        if not true_s / 2 - NEAR_END_S <= said_s <= 2 * true_s + NEAR_END_S
    }
    assert not wrong, "what was left, and what was said"


def test_what_does_not_compile_takes_no_time(run: Recorded) -> None:
    left = TimeLeft(run.entries, run.total, 0.0)
    before_s = left.left_s(0.0)
    for entry in run.entries:
        for one in entry.submissions:
            left.event(Readied(one, Prepared(Verdict.CE)), 0.0)
    assert before_s is not None
    assert before_s > 5
    assert left.left_s(0.0) == 0


def test_what_may_be_late_is_late_at_the_limit_of_its_language() -> None:
    made = recorded(FOLDER / "one.json")
    [entry] = made.entries
    programs = Programs(multipliers={"Python": 10.0})
    entry = msgspec.structs.replace(entry, problem=msgspec.structs.replace(entry.problem, programs=programs))
    late = next(
        event for _, event in late_from(made, 0, entry.problem.limits.time_limit).events if isinstance(event, Ran)
    )
    most_s = []
    for language in ("C", "Python"):
        left = TimeLeft([entry], made.total, 0.0)
        left.expect_all()
        left.event(Readied(late.submission, Prepared(language=language)), 1.0)
        left.event(late, 2.0)
        found = left.range_s(2.0)
        assert found is not None
        most_s.append(found[1] - found[0])
    assert most_s[1] == pytest.approx(10 * most_s[0])


def late_from(run: Recorded, first: int, limit_s: float) -> Recorded:
    """The same run of one submission, of which every attempt from there on runs out of time."""
    events, now_s = [], 0.0
    for (at_s, event), (last_s, _) in zip(run.events, [(0.0, None), *run.events], strict=False):
        now_s += at_s - last_s
        if isinstance(event, Ran) and event.done > first:
            samples = tuple(msgspec.structs.replace(one, wall_s=limit_s) for one in event.run.samples)
            late = msgspec.structs.replace(event.run, verdict=Verdict.TLE, samples=samples)
            event, now_s = msgspec.structs.replace(event, run=late), now_s + limit_s  # noqa: PLW2901
        events.append((now_s, event))
    return Recorded(run.entries, run.total, events)


def test_where_one_submission_is_late_everywhere_the_range_holds_what_is_left() -> None:
    made = recorded(FOLDER / "one.json")
    limit_s = made.entries[0].problem.limits.time_limit
    run = late_from(made, 10, limit_s)
    left = TimeLeft(run.entries, run.total, 0.0)
    left.expect_all()
    end_s, late = run.events[-1][0], 0
    for at_s, event in run.events:
        left.event(event, at_s)
        late += isinstance(event, Ran) and event.run.verdict is Verdict.TLE
        found = left.range_s(at_s)
        assert found is not None
        if late:
            assert found[0] <= 2 * (end_s - at_s) + NEAR_END_S
            assert found[1] >= (end_s - at_s) / 2 - NEAR_END_S
    assert late > 10


def test_without_time_outs_the_range_is_narrow(run: Recorded) -> None:
    left = TimeLeft(run.entries, run.total, 0.0)
    found = left.range_s(0.0)
    assert found is not None
    assert found[0] == found[1] == left.left_s(0.0)


def test_a_budget_for_more_rounds_counts_until_it_is_spent(run: Recorded) -> None:
    plain, more = TimeLeft(run.entries, run.total, 0.0), TimeLeft(run.entries, run.total, 0.0, 30.0)
    for at_s, event in run.events[:-1]:
        plain.event(event, at_s)
        more.event(event, at_s)
    *_, (at_s, last), (_, finished) = run.events
    assert _left(more, at_s) == pytest.approx(_left(plain, at_s) + 30)
    more.event(last, at_s + 12)  # once more: a further round
    assert _left(more, at_s + 12) == pytest.approx(_left(plain, at_s) + 18)
    more.event(finished, at_s + 12)
    assert _left(more, at_s + 12) == 0


def test_of_a_class_only_the_share_that_is_done_is_known(run: Recorded) -> None:
    left = TimeLeft((), 100, 0.0)
    assert left.left_s(3.0) is None
    [ran, *_] = [event for _, event in run.events if isinstance(event, Ran)]
    left.event(msgspec.structs.replace(ran, done=25, total=100), 10.0)
    assert left.left_s(10.0) == 30.0


def test_what_takes_longer_than_believed_takes_still_longer(run: Recorded) -> None:
    left = TimeLeft(run.entries, run.total, 0.0)
    assert _left(left, 1000.0) > 100


def _left(left: TimeLeft, now_s: float) -> float:
    said_s = left.left_s(now_s)
    assert said_s is not None
    return said_s
