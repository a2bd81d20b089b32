"""Leaderboards of several classes of host, each on one ground."""

from __future__ import annotations

import math
import time

import msgspec
import pytest

from judge.model import Host, Machine, Measurement, Prepared, Verdict
from judge.model.record import Batch, conditions
from judge.scoring.leaderboard import Leaderboard, placed
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.test_store import HOST, PROBLEM, batch_of, judge_it, runs_of, submission_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
UNDER = conditions(PROBLEM, HOST)


def host(cpu: str, governor: str = "performance") -> Host:
    return msgspec.structs.replace(HOST, sandbox="namespaces", machine=Machine(cpu, governor, calibration_s=0.01))


LAB = host("a CPU")
BATTERY = host("a CPU", "powersave")


def judged(
    store: Store, at: Host, owner: str, time_s: float, verdicts: tuple[Verdict, ...] = (AC,) * 4, *, text: str = ""
) -> Batch:
    under = conditions(PROBLEM, at)
    batch = batch_of(store, PROBLEM, host=at, conditions=under, kind="submit", again=True)
    judge_it(store, batch, owner, verdicts, text, time_s=time_s)
    return batch


def board(store: Store, *, before_s: float = math.inf) -> Leaderboard:
    return store.boards.board(store.boards.outline(PROBLEM, UNDER, before_s), None, before_s)


def told(found: Leaderboard) -> list[tuple[str, float]]:
    return [(row.owner, round(row.standing.par2_s, 6)) for row in found.rows]


def test_two_machines_of_a_lab_are_ranked_together_and_battery_apart(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    judged(store, msgspec.structs.replace(LAB, python="3.13"), "bob", 2.0)
    judged(store, BATTERY, "cid", 0.1)
    found = board(store)
    assert told(found) == [("ann", 4.0), ("bob", 8.0)]
    assert (found.hosts, found.elsewhere, found.apart, found.stale) == (2, 1, 0, 0)
    assert found.ground.host_class == LAB.host_class
    assert [ground.host_class for ground in found.beside] == [BATTERY.host_class]


def test_a_frozen_board_is_of_the_class_that_had_most_owners_then(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    then_s = time.time()
    for owner in ("bob", "cid"):
        judged(store, BATTERY, owner, 1.0)
    assert board(store).ground.host_class == BATTERY.host_class
    frozen = board(store, before_s=then_s)
    assert (told(frozen), frozen.beside, frozen.elsewhere) == ([("ann", 4.0)], (), 0)


def test_the_own_rank_is_that_of_the_board_of_this_class(store: Store) -> None:
    for owner, time_s in (("ann", 1.0), ("bob", 2.0), ("cid", 3.0)):
        judged(store, LAB, owner, time_s)
    judged(store, BATTERY, "dan", 0.1)
    found = board(store)
    ranks = {row.owner: row.standing.rank for row in found.rows}
    for owner in ("ann", "bob", "cid"):
        place = placed(store.scores.best(found.ground), owner, PROBLEM)
        assert place
        assert (place.rank, place.count) == (ranks[owner], 3)
    assert placed(store.scores.best(found.ground), "dan", PROBLEM) is None


def test_own_rank_is_among_those_of_the_same_host_and_the_board_is_named_where_it_is_another(store: Store) -> None:
    judged(store, BATTERY, "ann", 1.0)
    judged(store, BATTERY, "bob", 3.0)
    then_s = time.time()
    place, shown = store.boards.place(PROBLEM, UNDER, BATTERY, "bob")
    assert place
    assert (place.rank, place.count, place.above, place.behind_s, shown) == (2, 2, "ann", 8.0, None)
    for owner, time_s in (("cid", 0.5), ("dan", 0.6), ("eve", 0.7)):
        judged(store, LAB, owner, time_s)
    judged(store, BATTERY, "ann", 9.0)
    place, shown = store.boards.place(PROBLEM, UNDER, BATTERY, "bob")
    assert place
    assert shown
    assert (place.rank, place.count, shown.host_class) == (1, 2, LAB.host_class)
    place, shown = store.boards.place(PROBLEM, UNDER, BATTERY, "bob", then_s)
    assert place
    assert (place.rank, shown) == (2, None)
    assert store.boards.place(PROBLEM, UNDER, LAB, "bob")[0] is None


def test_own_rank_without_a_box_is_among_those_without_one(store: Store) -> None:
    judged(store, HOST, "ann", 1.0)
    place, shown = store.boards.place(PROBLEM, UNDER, HOST, "ann")
    assert place
    assert (place.rank, place.count, shown) == (1, 1, None)
    judged(store, LAB, "bob", 1.0)
    place, shown = store.boards.place(PROBLEM, UNDER, HOST, "ann")
    assert place
    assert shown
    assert (place.count, shown.boxed) == (1, True)


def test_a_board_says_what_it_is_of_and_who_failed_later_is_not_on_it(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    then_s = time.time()
    judged(store, LAB, "bob", 1.0, (JE,) * 4)
    assert [row.owner for row in board(store).rows] == ["bob", "ann"]
    assert [row.owner for row in board(store, before_s=then_s).rows] == ["ann"]
    whole = store.boards.outline(PROBLEM, UNDER)
    assert (store.boards.board(whole).algorithm, store.boards.board(whole, "SA").algorithm) == (None, "SA")


@pytest.mark.parametrize(("first", "rank", "tied"), [(0, 1, True), (1, 2, False)])
def test_a_place_rests_on_the_rounds_that_were_timed_side_by_side(
    store: Store, first: int, rank: int, tied: bool
) -> None:
    """One round is too few to tell 5 % apart, two are enough here; what was timed before the first round is none."""
    for owner, time_s in (("ann", 1.0), ("bob", 1.05)):
        rounds = (first, first + 1)
        samples = tuple(Measurement(AC, 9.0, time_s + at / 1e4, 1, round=at) for at in rounds)
        runs = tuple(msgspec.structs.replace(run, samples=samples) for run in runs_of((AC,) * 4, time_s))
        batch = batch_of(store, PROBLEM, host=LAB, conditions=conditions(PROBLEM, LAB), kind="submit", again=True)
        ticket = store.enter(batch, submission_of(owner), owner)
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs))
    place, _ = store.boards.place(PROBLEM, conditions(PROBLEM, LAB), LAB, "bob")
    assert place
    assert (place.rank, place.tied) == (rank, tied)
