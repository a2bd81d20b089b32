"""Leaderboards of several classes of host, each on one ground."""

from __future__ import annotations

import math
import time

import pytest

from judge.model import Batch, Conditions, Host, Job, Measurement, Prepared, Verdict
from judge.scoring import Ground, Leaderboard, OwnRank, judgement_of
from judge.store import Store, brief_of
from tests.make import HOST, replace
from tests.store.make import PROBLEM, add, batch_of, board_of, finish, judge_it, runs_of, submission_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
UNDER = Conditions.of(PROBLEM, HOST)


def host(cpu: str, governor: str = "performance") -> Host:
    return replace(HOST, sandbox="namespaces", machine=Host.Machine(cpu, governor, calibration_s=0.01))


LAB = host("a CPU")
BATTERY = host("a CPU", "powersave")


def on(store: Store, at: Host) -> Batch:
    return batch_of(store, PROBLEM, host=at, conditions=Conditions.of(PROBLEM, at), kind="submit", again=True)


def judged(store: Store, at: Host, owner: str, time_s: float) -> None:
    judge_it(store, on(store, at), owner, (AC,) * 4, time_s=time_s)


def board(store: Store, before_s: float = math.inf) -> Leaderboard:
    return board_of(store, PROBLEM, UNDER, before_s=before_s)


def place(store: Store, at: Host, before_s: float = math.inf) -> tuple[OwnRank, Ground | None]:
    found, shown = store.boards.place(PROBLEM, UNDER, at, "bob", before_s)
    assert found
    return found, shown


def told(found: Leaderboard) -> list[tuple[str, float]]:
    return [(row.owner, round(row.standing.par2_s, 6)) for row in found.rows]


def test_two_machines_of_a_lab_are_ranked_together_and_battery_apart(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    judged(store, replace(LAB, python="3.13"), "bob", 2.0)
    judged(store, BATTERY, "cid", 0.1)
    found = board(store)
    assert told(found) == [("ann", 4.0), ("bob", 8.0)]
    assert (found.hosts, found.elsewhere, found.apart, found.stale) == (2, 1, 0, 0)
    assert found.ground.host_class == LAB.host_class
    assert [ground.host_class for ground in found.beside] == [BATTERY.host_class]


def test_a_frozen_board_is_of_the_class_that_had_most_owners_then(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    then_s, last = time.time(), store.scores.last("pkg")
    judge_it(store, on(store, LAB), "dan", (JE,) * 4)
    assert (board(store).faulty, board(store, then_s).faulty) == (1, 0)
    assert store.scores.last("pkg") > last > 0 == store.scores.last("other"), "who keeps a board sees that it changes"
    for owner in ("bob", "cid"):
        judged(store, BATTERY, owner, 1.0)
    assert board(store).ground.host_class == BATTERY.host_class
    frozen = board(store, then_s)
    assert (told(frozen), frozen.beside, frozen.elsewhere) == ([("ann", 4.0)], (), 0)


def test_own_rank_is_among_those_of_the_same_host_and_the_board_is_named_where_it_is_another(store: Store) -> None:
    judged(store, BATTERY, "ann", 1.0)
    judged(store, BATTERY, "bob", 3.0)
    then_s = time.time()
    own, shown = place(store, BATTERY)
    assert (own.rank, own.count, own.above, own.behind_s, shown) == (2, 2, "ann", 8.0, None)
    for owner, time_s in (("cid", 0.5), ("dan", 0.6), ("eve", 0.7)):
        judged(store, LAB, owner, time_s)
    judged(store, BATTERY, "ann", 9.0)
    own, shown = place(store, BATTERY)
    assert (own.rank, own.count, shown and shown.host_class) == (1, 2, LAB.host_class)
    own, shown = place(store, BATTERY, then_s)
    assert (own.rank, shown) == (2, None)
    assert store.boards.place(PROBLEM, UNDER, LAB, "bob")[0] is None


@pytest.mark.parametrize(("first", "rank", "tied"), [(0, 1, True), (1, 2, False)])
def test_a_place_rests_on_the_rounds_that_were_timed_side_by_side(
    store: Store, first: int, rank: int, tied: bool
) -> None:
    """One round is too few to tell 5 % apart, two are enough here; what was timed before the first round is none."""
    for owner, time_s in (("ann", 1.0), ("bob", 1.05)):
        samples = tuple(Measurement(AC, 9.0, time_s + at / 1e4, 1, round=at) for at in (first, first + 1))
        runs = tuple(replace(run, samples=samples) for run in runs_of((AC,) * 4, time_s))
        ticket = store.enter(on(store, LAB), submission_of(owner), owner)
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs))
    own, _ = store.boards.place(PROBLEM, Conditions.of(PROBLEM, LAB), LAB, "bob")
    assert own
    assert (own.rank, own.tied) == (rank, tied)


# --- What came of submissions ----------------------------------------------------------------------------------------


def _submit(store: Store, text: str, *verdicts: Verdict) -> None:
    """Ada hands in this, and it is judged if it comes to anything."""
    add(store, "ada", 1.0, text=text)
    if verdicts:
        job = store.queue.take("a judge")
        assert job
        ticket = store.enter(batch_of(store, kind="submit", again=True), submission_of(text), "ada", 1.0)
        job = store.queue.step(job, "preparing", ticket.id)
        finish(store, ticket, verdicts)
        store.queue.give_back(store.queue.step(job, "done"))


def test_each_submission_has_what_counts_of_it(store: Store) -> None:
    _submit(store, "wrong", AC, WA, AC, AC)
    _submit(store, "right", AC, JE, AC, AC)
    _submit(store, "right", AC, AC, AC, AC)
    _submit(store, "failed", AC, JE, AC, AC)
    _submit(store, "failed at all", WA, JE, JE, JE)
    _submit(store, "waits")
    briefs = store.briefs.of("ada", "pkg")
    jobs = store.queue.of("ada")
    found = [brief_of(job, briefs) for job in reversed(jobs)]
    said = [one and (one.verdict, one.points, one.solved, one.time_s) for one in found]
    again = (AC, 50.0, 4, 4.0)
    assert said == [(WA, 37.5, 3, 3.0), again, again, (JE, None, 3, 3.0), (JE, None, 0, 0.0), None]
    assert store.briefs.of("ada") == briefs
    assert store.briefs.of("ada", "other") == store.briefs.of("bob") == {}
    states: tuple[Job.State, ...] = ("waiting", "preparing", "running", "done", "replaced")
    told = [brief_of(replace(jobs[-1], state=state), briefs) for state in states]
    assert told == [None, None, None, found[0], None], "its bytes may have been judged before"
    assert brief_of(replace(jobs[-1], submission=None), briefs) is None
