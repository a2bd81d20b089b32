"""Leaderboards of several classes of host: on one ground, and across all."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from judge.model import Host, Machine, Measurement, Prepared, Verdict
from judge.model.record import Batch, conditions
from judge.scoring.leaderboard import Leaderboard, placed
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.test_store import HOST, KINDS, PROBLEM, batch_of, judge_it, runs_of, submission_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
UNDER = conditions(PROBLEM, HOST)


def host(cpu: str, governor: str = "performance", figure_s: float | None = 0.01, **facts: object) -> Host:
    machine = Machine(cpu, governor, calibration_s=figure_s)
    return msgspec.structs.replace(HOST, sandbox="namespaces", machine=machine, **facts)


LAB = host("a CPU")
BATTERY = host("a CPU", "powersave", 0.02)
OTHER = host("another CPU", figure_s=0.005)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened:
        yield opened


def judged(
    store: Store, at: Host, owner: str, time_s: float, verdicts: tuple[Verdict, ...] = (AC,) * 4, *, text: str = ""
) -> Batch:
    under = conditions(PROBLEM, at)
    batch = batch_of(store, PROBLEM, host=at, conditions=under, kind="submit", again=True)
    judge_it(store, batch, owner, verdicts, text, time_s=time_s)
    return batch


def board(store: Store, *, across: bool = False, before_s: float = math.inf) -> Leaderboard:
    return store.boards.board(store.boards.outline(PROBLEM, UNDER, before_s, across=across), None, before_s)


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


def test_across_hosts_times_are_scaled_to_the_class_of_the_board(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    judged(store, LAB, "bob", 1.5)
    judged(store, BATTERY, "cid", 2.4)  # on mains 1.2
    judged(store, OTHER, "dan", 0.9)  # on a machine of the lab 1.8
    found = board(store, across=True)
    assert told(found) == [("ann", 4.0), ("cid", 4.8), ("bob", 6.0), ("dan", 7.2)]
    assert [row.standing.scale for row in found.rows] == [1.0, 0.5, 1.0, 2.0]
    assert [row.host_class for row in found.rows][1:3] == [BATTERY.host_class, LAB.host_class]
    assert (found.elsewhere, found.hosts, found.across) == (0, 3, True)


def test_across_hosts_a_board_of_one_class_is_as_ever(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    assert board(store, across=True).rows == board(store).rows


def test_across_hosts_each_owner_has_one_row(store: Store) -> None:
    judged(store, LAB, "ann", 1.0, text="first")
    judged(store, BATTERY, "ann", 1.6, text="second")  # on mains 0.8
    judged(store, LAB, "bob", 1.0)
    judged(store, BATTERY, "bob", 4.0)  # the same file: what is judged last counts
    judged(store, LAB, "cid", 9.0)
    assert told(board(store, across=True)) == [("ann", 3.2), ("bob", 8.0), ("cid", 36.0)]


def test_across_hosts_who_was_judged_on_one_class_is_not_one_on_whom_the_judge_failed(store: Store) -> None:
    judged(store, LAB, "ann", 1.0, (JE,) * 4)
    judged(store, BATTERY, "ann", 2.0)
    judged(store, BATTERY, "bob", 1.0, (AC, JE, AC, AC))
    judged(store, OTHER, "bob", 1.0, (JE,) * 4)
    found = board(store, across=True)
    assert [(row.owner, row.standing.rank) for row in found.rows] == [("bob", None), ("ann", 1)]
    assert found.faulty == 1


def test_across_hosts_an_algorithm_ranks_on_its_cases_alone(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    judged(store, LAB, "bob", 2.0)
    judged(store, BATTERY, "cid", 3.0, (AC, WA, AC, WA))
    whole = store.boards.outline(PROBLEM, UNDER, across=True)
    found = {kind: store.boards.board(whole, kind) for kind in KINDS}
    assert told(found["DFS"]) == [("ann", 2.0), ("cid", 3.0), ("bob", 4.0)]
    assert [row.owner for row in found["SA"].rows] == ["ann", "bob", "cid"]


def test_across_hosts_each_owner_has_the_best_file_for_this_algorithm(store: Store) -> None:
    judged(store, LAB, "ann", 1.0, (AC, WA, AC, WA), text="all of DFS")
    judged(store, LAB, "ann", 1.0, (AC, AC, WA, AC), text="the most")
    judged(store, BATTERY, "eve", 1.0, (JE,) * 4)
    whole = store.boards.outline(PROBLEM, UNDER, across=True)
    assert [(row.owner, row.standing.solved) for row in store.boards.board(whole, "DFS").rows] == [("ann", 2)]
    rows = store.boards.board(whole).rows
    assert [(row.owner, row.standing.solved) for row in rows] == [("eve", 0), ("ann", 3)]


def test_across_hosts_a_frozen_board_stands_as_it_was(store: Store) -> None:
    judged(store, LAB, "ann", 2.0)
    judged(store, LAB, "cid", 3.0)
    judged(store, BATTERY, "bob", 1.0, (AC, WA, AC, AC))
    then_s = time.time()
    judged(store, LAB, "ann", 1.0, text="a quicker one")
    judged(store, BATTERY, "eve", 1.0, (JE,) * 4)
    assert [row.owner for row in board(store, across=True).rows] == ["eve", "ann", "cid", "bob"]
    frozen = board(store, across=True, before_s=then_s)
    assert [(row.owner, row.standing.solved) for row in frozen.rows] == [("ann", 4), ("cid", 4), ("bob", 3)]
    assert told(frozen)[0] == ("ann", 8.0)


def test_what_can_be_ranked_across_hosts_says_since_when_it_counts(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    judged(store, LAB, "ann", 2.0, text="another file")
    found = {one.score.sha256: (one.since_s, one.host_class) for one in store.scores.timed(board(store).ground)}
    assert found == {row.judgement.submission.sha256: (row.since_s, row.host_class) for row in store.records(PROBLEM)}
    assert len(found) == 2


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


def test_hosts_of_one_class_that_differ_by_calibration_are_told(store: Store) -> None:
    judged(store, LAB, "ann", 1.0)
    assert board(store).uneven == 0
    for figure_s in (0.0105, 0.012):  # a later look at one of them changes no digest
        judged(store, host("a CPU", figure_s=figure_s), "ann", 1.0)
    assert board(store).uneven == pytest.approx(0.2)


def test_a_figure_is_written_down_once(store: Store) -> None:
    for _ in range(3):
        judged(store, LAB, "ann", 1.0)
    judged(store, host("silent", figure_s=None), "ann", 1.0)
    assert store.scores.figures(LAB.host_class) == [0.01]
    assert store.scores.figures(host("silent").host_class) == []


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
    named = store.boards.board(whole).algorithm, store.boards.board(whole, "SA").algorithm
    assert (whole.across, named) == (False, (None, "SA"))


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
