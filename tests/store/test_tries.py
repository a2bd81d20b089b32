"""What was tried in a contest, out of a store: whose it is, when it was handed in, and which judgement counts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from judge.model import Batch, Conditions, Job, Schedule, Ticket, Verdict
from judge.store import Store
from tests.make import AC, HOST, JE, WA
from tests.store.make import NEW, PROBLEM, Clock, add, batch_of, board_of, finish, submission_of

START_S = 1_763_733_600.0  # 2025-11-21 14:00 UTC
NOW_MS = 1_763_800_000_000
TEAMS = (Schedule.Team("t1", "The Lizards", ("ann", "bob")), Schedule.Team("t2", "Zoë", ("Zoë",)))


@pytest.fixture
def clock(clock: Clock) -> Clock:
    clock.now_s = START_S
    return clock


def schedule(**changes: object) -> Schedule:
    task = Schedule.Task("A", "pkg", problem="pkg", digest=PROBLEM.digest)
    start_ms = round(START_S * 1000)
    made = Schedule("c", "C", start_ms, start_ms + 18_000_000, (task,), TEAMS)
    return msgspec.structs.replace(made, **changes)


def submit(
    store: Store,
    clock: Clock,
    after_s: float,
    owner: str,
    verdicts: Sequence[Verdict],
    *,
    text: str = "",
    kind: str = "submit",
) -> int:
    """Begin to judge it a second after it was handed in, and end 9 seconds later; without verdicts, never."""
    clock.now_s = START_S + after_s + 1
    batch = batch_of(store, kind=kind, again=True)
    ticket = store.enter(batch, submission_of(text or f"{owner}{after_s}"), owner, START_S + after_s)
    clock.now_s += 9
    if verdicts:
        finish(store, ticket, verdicts)
    return ticket.id


def on_new(store: Store, clock: Clock, after_s: float, text: str, verdicts: Sequence[Verdict] = ()) -> Ticket:
    """Ann hands in on the mended package, and that is judged unless it is done already."""
    clock.now_s = START_S + after_s + 1
    batch = batch_of(store, NEW, kind="submit", conditions=Conditions.of(NEW, HOST))
    ticket = store.enter(batch, submission_of(text), "ann", START_S + after_s)
    if verdicts and not ticket.done:
        finish(store, ticket, verdicts, NEW)
    return ticket


def tries(store: Store, now_ms: int = NOW_MS, **changes: object) -> list[Schedule.Try]:
    return list(store.tries.of(schedule(**changes), now_ms).tries)


def told(found: Sequence[Schedule.Try]) -> list[tuple[str, float, Verdict | None]]:
    """Whose, how many seconds after the start, and the verdict."""
    return [(one.team, (one.at_ms - START_S * 1000) / 1000, one.verdict) for one in found]


def test_a_try_is_its_teams_at_the_time_when_it_was_handed_in(store: Store, clock: Clock) -> None:
    known = submit(store, clock, 60.25, "ann", [AC] * 4)
    submit(store, clock, 70, "bob", [WA] * 4)
    submit(store, clock, 80, "Zoë", [AC] * 3 + [WA])
    first, second, third = tries(store)
    at_ms = round(START_S * 1000) + 60_250
    assert first == Schedule.Try(known, "t1", "pkg", at_ms, AC, 50.0, at_ms + 10_000, ".py", PROBLEM.digest)
    assert told([second, third]) == [("t1", 70, WA), ("t2", 80, WA)]


def test_what_is_handed_in_before_the_start_or_at_the_end_does_not_count(store: Store, clock: Clock) -> None:
    for after_s in (-0.5, 0, 17_999.5, 18_000):
        submit(store, clock, after_s, "ann", [AC] * 4)
    assert told(tries(store)) == [("t1", 0, AC), ("t1", 17_999.5, AC)]


def test_who_is_in_no_team_is_counted_apart_and_so_is_who_was_forgotten(store: Store, clock: Clock) -> None:
    for after_s, owner in ((1, "eve"), (2, "eve"), (3, "bad\x1b[2J"), (4, "ann"), (5, "later")):
        submit(store, clock, after_s, owner, [AC] * 4)
    found = store.tries.of(schedule(), round((START_S + 3) * 1000))
    assert found.unknown == {"bad\x1b[2J": 1, "eve": 2}
    assert {one.team for one in found.tries} == {"t1"}
    store.upkeep.forget("ann")
    found = store.tries.of(schedule(), NOW_MS)
    assert (found.tries, sum(name.startswith("forgotten-") for name in found.unknown)) == ((), 1)


def test_a_class_that_is_graded_and_another_problem_are_no_tries(store: Store, clock: Clock) -> None:
    submit(store, clock, 1, "ann", [AC] * 4, kind="grade")
    assert tries(store) == []
    submit(store, clock, 2, "ann", [AC] * 4)
    assert len(tries(store)) == 1
    assert tries(store, tasks=(Schedule.Task("A", "other", problem="other"),)) == []


def test_what_the_judge_failed_on_waits_until_it_is_judged_again(store: Store, clock: Clock) -> None:
    """The same command goes on with the same ticket: it was handed in when it was handed in first."""
    submit(store, clock, 60, "ann", [AC, JE, AC, AC], text="x")
    assert told(tries(store)) == [("t1", 60, None)]
    ticket = store.enter(batch_of(store, kind="submit"), submission_of("x"), "ann", START_S + 90)
    finish(store, ticket, [AC] * 4)
    assert told(tries(store)) == [("t1", 60, AC)]


def test_a_try_on_which_the_judge_failed_is_the_same_one_once_the_package_is_fixed(store: Store, clock: Clock) -> None:
    first = submit(store, clock, 60, "ann", [AC, JE, AC, AC], text="x")
    on_new(store, clock, 3000, "x", [JE] * 4)
    assert told(tries(store)) == [("t1", 60, None)], "it was not fixed yet"
    on_new(store, clock, 3100, "x", [WA] * 4)
    assert [(one.id, one.package) for one in tries(store)] == [(first, NEW.digest)]
    assert told(tries(store)) == [("t1", 60, WA)]
    on_new(store, clock, 4000, "x")
    assert told(tries(store)) == [("t1", 60, WA), ("t1", 4000, WA)], "now it is handed in once more"


def test_what_a_regrade_has_judged_does_not_wait_any_more(store: Store, clock: Clock) -> None:
    submit(store, clock, 60, "ann", [JE] * 4, text="x")
    regraded(store, clock, [WA] * 4, 1000, "applied")
    on_new(store, clock, 2000, "x")
    assert told(tries(store)) == [("t1", 60, WA), ("t1", 2000, WA)]


def test_a_job_goes_on_with_what_the_judge_had_failed_on(store: Store, clock: Clock) -> None:
    submit(store, clock, 60, "ann", [JE] * 4, text="x")
    hand_in(store, 90, "x"), hand_in(store, 95, "y")
    assert told(tries(store)) == [("t1", 60, None), ("t1", 95, None)]
    job, before = take(store), [one.id for one in tries(store)]
    ticket = on_new(store, clock, job.at_s - START_S, "x")
    store.queue.step(job, "preparing", judgement=ticket.id)
    finish(store, ticket, [AC] * 4, NEW)
    assert told(tries(store)) == [("t1", 60, AC), ("t1", 95, None)]
    assert [one.id for one in tries(store)] == before


def test_what_is_not_judged_yet_waits_and_a_verdict_counts_from_its_millisecond_on(store: Store, clock: Clock) -> None:
    submit(store, clock, 60, "ann", [])
    submit(store, clock, 100.25, "bob", [AC] * 4)
    judged_ms = round(START_S * 1000) + 110_250
    for after_ms, verdict in ((-5000, None), (-1, None), (0, AC)):
        assert told(tries(store, judged_ms + after_ms)) == [("t1", 60, None), ("t1", 100.25, verdict)]


@pytest.mark.parametrize(("before_s", "count"), [(60, 3), (-60, 2)])
def test_the_same_bytes_again_are_another_try(store: Store, clock: Clock, before_s: float, count: int) -> None:
    """They are not run again, but were handed in again; who practised with them before the start needs that."""
    submit(store, clock, before_s, "ann", [WA] * 4, text="x")
    clock.now_s = START_S + 91
    for after_s in (90, 120):
        assert store.enter(batch_of(store, kind="submit"), submission_of("x"), "ann", START_S + after_s).done
    found = [("t1", before_s, WA), ("t1", 90, WA), ("t1", 120, WA)]
    assert told(tries(store)) == found[-count:]
    [record] = store.records(PROBLEM)
    assert record.owner == "ann", "there is one that counts"
    assert [row.owner for row in board_of(store, PROBLEM, Conditions.of(PROBLEM, HOST)).rows] == ["ann"]


def regraded(store: Store, clock: Clock, verdicts: Sequence[Verdict], after_s: float, word: str) -> None:
    clock.now_s = START_S + after_s
    batch = store.regrades.begin(Batch("regrade", NEW, HOST, Conditions.of(NEW, HOST), reason="c1 was wrong"))
    for ticket in store.regrades.tickets(batch):
        finish(store, ticket, verdicts, NEW)
    clock.now_s += 100
    if word:
        store.regrades.decide(batch, word)  # type: ignore[arg-type]


def test_a_regrade_stands_for_all_that_came_before_it_once_it_is_applied(store: Store, clock: Clock) -> None:
    for after_s in (60, 120):
        submit(store, clock, after_s, "ann", [WA] * 4, text="x")
    regraded(store, clock, [AC] * 4, 1000, "applied")
    submit(store, clock, 2000, "ann", [WA] * 4, text="x")
    assert told(tries(store)) == [("t1", 60, AC), ("t1", 120, AC), ("t1", 2000, WA)]
    assert told(tries(store, round((START_S + 1099) * 1000)))[0] == ("t1", 60, WA), "it was not published then"
    assert tries(store)[0].package == NEW.digest != PROBLEM.digest


@pytest.mark.parametrize(("word", "verdict"), [("", AC), ("cancelled", AC), ("applied", JE)])
def test_a_regrade_that_is_not_applied_or_on_which_the_judge_failed_changes_nothing(
    store: Store, clock: Clock, word: str, verdict: Verdict
) -> None:
    submit(store, clock, 60, "ann", [WA] * 4)
    regraded(store, clock, [verdict] * 4, 1000, word)
    assert told(tries(store)) == [("t1", 60, WA)]


def hand_in(store: Store, after_s: float, text: str, *, replaces: bool = False) -> Job:
    return add(store, "ann", START_S + after_s, text=text, replaces=replaces)


def take(store: Store) -> Job:
    job = store.queue.take("one")
    assert job
    return job


def test_what_waits_in_the_queue_waits_at_its_time(store: Store, clock: Clock) -> None:
    submit(store, clock, 100, "bob", [AC] * 4)
    hand_in(store, -1, "too early")
    job = hand_in(store, 60.25, "x")
    first, second = sorted(tries(store), key=lambda one: one.at_ms)
    assert (first.team, first.at_ms, first.verdict, first.suffix) == ("t1", job.at_s * 1000, None, ".py")
    assert second.verdict is AC
    assert first.id > second.id, "no judgement will have this id"


def test_what_is_replaced_is_no_try_and_what_no_judge_could_judge_waits(store: Store) -> None:
    hand_in(store, 60, "x")
    hand_in(store, 70, "y", replaces=True)
    assert told(tries(store)) == [("t1", 70, None)]
    store.queue.end(take(store), "three judges have ended on it")
    assert told(tries(store)) == [("t1", 70, None)]


def test_a_job_is_one_try_from_the_queue_to_its_verdict(store: Store, clock: Clock) -> None:
    hand_in(store, 60, "x")
    job, [known] = take(store), [one.id for one in tries(store)]
    ticket = store.enter(batch_of(store, kind="submit"), submission_of("x"), "ann", job.at_s)
    assert told(tries(store)) == [("t1", 60, None)], "the judge has not said yet whose judgement it is"
    job = store.queue.step(job, "preparing", judgement=ticket.id)
    assert [one.id for one in tries(store)] == [known], "an id that was shown stays"
    clock.now_s = START_S + 80
    finish(store, ticket, [AC] * 4)
    store.queue.step(job, "done")
    assert told(tries(store)) == [("t1", 60, AC)]
    assert [one.id for one in tries(store)] == [known]


def test_a_second_judgement_of_one_job_is_no_second_try(store: Store, clock: Clock) -> None:
    """The package has changed while it was judged."""
    submit(store, clock, 60, "ann", [], text="x")
    submit(store, clock, 60, "ann", [AC] * 4, text="x")
    assert told(tries(store)) == [("t1", 60, AC)]


def test_the_version_changes_with_what_was_tried(store: Store, clock: Clock) -> None:
    seen = [store.tries.version()]
    for change in (
        lambda: hand_in(store, 60, "x"),
        lambda: submit(store, clock, 60, "ann", [WA] * 4),
        lambda: regraded(store, clock, [AC] * 4, 1000, "applied"),
        lambda: store.upkeep.forget("ann"),
    ):
        change()
        seen.append(store.tries.version())
    assert len(set(seen)) == len(seen)
    assert store.tries.version() == seen[-1]
