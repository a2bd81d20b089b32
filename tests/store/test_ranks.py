"""Leaderboards out of the store: the same as those of a contest, each on one ground, found by index."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge.model import Host, Job, Prepared, Run, Verdict
from judge.scoring import Leaderboard, OwnRank, judgement_of
from judge.store import Store, brief_of
from tests.conftest import there
from tests.make import AC, HOST, JE, WA, replace
from tests.store.make import PROBLEM, UNDER, add, batch_of, board_of, finish, judge_it, plans, runs_of, submission_of

BOXED = replace(HOST, sandbox="namespaces")
WALL = replace(BOXED, clock="process")
MACHINES = [Host.Machine("a CPU", governor, calibration_s=0.01) for governor in ("performance", "powersave")]
LAB, BATTERY = (replace(BOXED, machine=one) for one in MACHINES)
GROUND = Leaderboard.Ground("pkg", UNDER.package, UNDER.limits)


def judged(store: Store, owner: str, time_s: float = 1.0, on: Host = HOST, verdicts: Sequence[Verdict] = (AC,)) -> None:
    judge_it(store, batch_of(store, host=on, kind="submit", again=True), owner, [*verdicts, AC, AC, AC][:4],
             time_s=time_s)  # fmt: skip


def board(store: Store, before_s: float = math.inf) -> dict[str, tuple[int | None, float]]:
    """Of each owner the rank and PAR-2."""
    rows = board_of(store, before_s=before_s).rows
    return {row.owner: (row.standing.rank, round(row.standing.par2_s, 6)) for row in rows}


def place(store: Store, on: Host, before_s: float = math.inf) -> tuple[OwnRank, Leaderboard.Ground | None]:
    found, shown = store.boards.place(PROBLEM, UNDER, on, "bob", before_s)
    return there(found), shown


Judged = tuple[str, str, list[Verdict], float]
ATTEMPT = st.tuples(
    st.sampled_from(["ann", "", "%", "a'b", "\u0000x"]),  # no name is a pattern
    st.sampled_from(["one", "two"]),
    st.lists(st.sampled_from([AC, AC, WA, JE]), min_size=4, max_size=4),
    st.sampled_from([0.1, 0.1005, 0.101, 0.2]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(attempts=[("ann", "one", [AC, WA, AC, WA], 0.1), ("ann", "two", [WA, AC, WA, AC], 0.2)])
@given(attempts=st.lists(ATTEMPT, max_size=8))
def test_the_index_ranks_as_a_contest_does(tmp_path_factory: pytest.TempPathFactory, attempts: list[Judged]) -> None:
    """Held against all records, ranked at once: of each owner and source the last, of each owner the best."""
    with Store(tmp_path_factory.mktemp("s") / "store.db") as store:
        for owner, text, verdicts, time_s in attempts:
            judge_it(store, batch_of(store, again=True), owner, verdicts, f"{owner} {text}", time_s=time_s)
        ground = replace(GROUND, clock="cpu", boxed=False)
        for algorithm in (None, *PROBLEM.algorithms):
            whole = [row for row in store.records(PROBLEM) if JE not in {run.verdict for run in row.judgement.runs}]
            plainly: dict[str, tuple[int, float]] = {}
            for row in Leaderboard(PROBLEM, ground).filled(whole, algorithm).rows:
                plainly.setdefault(row.owner, (row.standing.solved, row.standing.par2_s))
            rows = board_of(store, algorithm=algorithm).rows
            found = [row for row in rows if row.standing.rank is not None]
            unlucky = {row.owner for row in store.records(PROBLEM)} - set(plainly) if algorithm is None else set()
            assert [row.owner for row in rows[: len(rows) - len(found)]] == sorted(unlucky), "first, without a rank"
            assert {row.owner: (row.standing.solved, row.standing.par2_s) for row in found} == plainly
            if algorithm is None:
                scores = store.scores.best(ground)
                assert {score.run_as for score in scores} <= {".py"}
                places = {row.owner: OwnRank.of(scores, row.owner, PROBLEM) for row in found}
                assert {owner: place and place.rank for owner, place in places.items()} == {
                    row.owner: row.standing.rank for row in found
                }


# --- on which ground -------------------------------------------------------------------------------------------------
def test_who_was_timed_by_another_clock_or_without_a_box_stands_apart(store: Store) -> None:
    judged(store, "forger", 0.001)  # in the plain tier
    assert list(board(store)) == ["forger"]
    judged(store, "waller", on=WALL)
    assert list(board(store)) == ["waller"], "with a box, though not by CPU time"
    judged(store, "ann", on=BOXED)
    judged(store, "bob", 2, replace(BOXED, cores=64))
    found = board_of(store)
    assert [row.owner for row in found.rows] == ["ann", "bob"]
    assert (found.apart, found.stale, found.hosts) == (2, 0, 2)
    assert (found.ground.clock, found.ground.boxed) == ("cpu", True)
    own = OwnRank.of(store.scores.best(replace(GROUND, clock="cpu", boxed=False)), "forger", PROBLEM)
    assert own, "who submits is told a rank on the ground of their own host"
    assert (own.rank, own.count, OwnRank.of(store.scores.best(GROUND), "eve", PROBLEM)) == (1, 1, None)


def test_who_is_level_comes_in_alphabetical_order(store: Store) -> None:
    for owner in ("Zoe", "adam"):
        judged(store, owner)
    found = board_of(store)
    best = store.scores.best(found.ground)
    assert [row.owner for row in found.rows] == [row.owner for row in best] == ["adam", "Zoe"]


def test_two_machines_of_a_lab_are_ranked_together_and_battery_apart(store: Store) -> None:
    judged(store, "ann", 1.0, LAB)
    judged(store, "bob", 2.0, replace(LAB, python="3.13"))
    judged(store, "cid", 0.1, BATTERY)
    found = board_of(store)
    assert board(store) == {"ann": (1, 4.0), "bob": (2, 8.0)}
    assert (found.hosts, found.elsewhere, found.apart, found.stale) == (2, 1, 0, 0)
    assert found.ground.host_class == LAB.host_class
    assert [ground.host_class for ground in found.beside] == [BATTERY.host_class]
    assert [row.host_class for row in store.records(PROBLEM)] == [LAB.host_class, LAB.host_class, BATTERY.host_class]


def test_a_frozen_board_is_of_the_class_that_had_most_owners_then(store: Store) -> None:
    judged(store, "ann", 1.0, LAB)
    then_s, last = time.time(), store.scores.last("pkg")
    judged(store, "dan", 1.0, LAB, [JE] * 4)
    assert [board_of(store, before_s=before_s).faulty for before_s in (math.inf, then_s)] == [1, 0]
    assert store.scores.last("pkg") > last > 0 == store.scores.last("other"), "who keeps a board sees that it changes"
    for owner in ("bob", "cid"):
        judged(store, owner, 1.0, BATTERY)
    assert board_of(store).ground.host_class == BATTERY.host_class
    frozen = board_of(store, before_s=then_s)
    assert (board(store, then_s), frozen.beside, frozen.elsewhere) == ({"ann": (1, 4.0)}, (), 0)


def test_the_same_bytes_run_again_replace_what_was_there(store: Store) -> None:
    """Or a lucky moment of the machine could be waited for."""
    judged(store, "ann", 1)
    first_s = time.time()
    judged(store, "ann", 2)
    assert (board(store), board(store, first_s)) == ({"ann": (1, 8.0)}, {"ann": (1, 4.0)}), "as it stood then"


# --- one's own place -------------------------------------------------------------------------------------------------
def test_own_rank_is_among_those_of_the_same_host_and_the_board_is_named_where_it_is_another(store: Store) -> None:
    judged(store, "ann", 1.0, BATTERY)
    judged(store, "bob", 3.0, BATTERY)
    then_s = time.time()
    own, shown = place(store, BATTERY)
    assert (own.rank, own.count, own.above, own.behind_s, shown) == (2, 2, "ann", 8.0, None)
    for owner in ("cid", "dan", "eve"):
        judged(store, owner, 0.5, LAB)
    judged(store, "ann", 9.0, BATTERY)
    own, shown = place(store, BATTERY)
    assert (own.rank, own.count, shown and shown.host_class) == (1, 2, LAB.host_class)
    own, shown = place(store, BATTERY, then_s)
    assert (own.rank, shown) == (2, None)
    assert store.boards.place(PROBLEM, UNDER, LAB, "bob")[0] is None


@pytest.mark.parametrize(("first", "rank", "tied"), [(0, 1, True), (1, 2, False)])
def test_a_place_rests_on_the_rounds_timed_side_by_side(store: Store, first: int, rank: int, tied: bool) -> None:
    """One round is too few to tell 5 % apart, two are enough here; what was timed before the first round is none."""
    for owner, time_s in (("ann", 1.0), ("bob", 1.05)):
        samples = tuple(Run.Measurement(AC, 9.0, time_s + at / 1e4, 1, round=at) for at in (first, first + 1))
        runs = tuple(replace(run, samples=samples) for run in runs_of((AC,) * 4, time_s))
        ticket = store.enter(batch_of(store, host=LAB), submission_of(owner), owner)
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs))
    own, _ = place(store, LAB)
    assert (own.rank, own.tied) == (rank, tied)


def test_scores_rank_before_what_was_solved(store: Store) -> None:
    """Of one owner the best score counts, whatever was quicker or solved more."""
    problem = replace(PROBLEM, scored=True)
    batch = replace(batch_of(store), problem=problem)
    for owner, time_s, scores in (
        ("ann", 0.1, (0.5, 0.5, 0.5, 0.5)),
        ("ann", 1.0, (1.0, 1.0, 0.9, None)),
        ("bob", 0.1, (0.7, 0.7, 0.7, 0.7)),
        ("cleo", 0.1, (1.0, 1.0, None, None)),
        ("cleo", 2.0, (0.5, 0.5, 0.5, 0.5)),
        ("dan", 0.1, (0.7, 0.7, 0.6, None)),
    ):
        ticket = store.enter(batch, submission_of(f"{owner} {time_s}"), owner)
        runs = runs_of([WA if score is None else AC for score in scores], time_s)
        runs = tuple(replace(run, score=score) for run, score in zip(runs, scores, strict=True))
        store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), runs))
    rows = [(row.owner, row.standing) for row in board_of(store, problem).rows]
    assert [(owner, one.rank, one.score, one.solved) for owner, one in rows] == [
        ("ann", 1, 2.9, 3), ("bob", 2, 2.8, 4), ("cleo", 3, 2.0, 4), ("dan", 4, 2.0, 3),
    ]  # fmt: skip
    assert [one.par2_s for _, one in rows[2:]] == pytest.approx([8.0, 10.3]), "of one score PAR-2 decides"
    best = store.scores.best(replace(GROUND, clock="cpu", boxed=False))
    found = [(one.owner, one.solved, one.score) for one in best]
    assert found == [(owner, one.solved, one.score) for owner, one in rows]
    assert [one.entrant.par2_s for one in best] == pytest.approx([one.par2_s for _, one in rows])


# --- how it is found -------------------------------------------------------------------------------------------------
def test_judging_and_ranks_read_by_index_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        judged(store, "ann")
    steps = plans(monkeypatch)
    with Store(path) as store:
        steps.clear()
        judge_it(store, batch_of(store), "bob", [AC] * 4, "text")
        assert store.enter(batch_of(store), submission_of("text"), "cid").done
        assert store.record(1, PROBLEM)
        assert not [step for step in steps if step.startswith("SCAN")]
        assert len(board_of(store, algorithm="DFS").rows) == 3
    assert len(steps) > 20
    assert not [step for step in steps if step.startswith("SCAN") and not re.search("SCAN owner|CONSTANT", step)]
    whole = "INDEX score_of_owner (ground=? AND algorithm=?)"
    assert not [step for step in steps if whole in step and "COVERING" not in step]


# --- what came of submissions ----------------------------------------------------------------------------------------
def test_each_submission_has_what_counts_of_it(store: Store) -> None:
    for text, verdicts in (
        ("wrong", [AC, WA, AC, AC]),
        *(("right", verdicts) for verdicts in ([AC, JE, AC, AC], [AC] * 4)),
        *(("failed", [AC, JE, AC, AC]), ("failed at all", [WA, JE, JE, JE]), ("waits", [])),
    ):
        add(store, "ada", 1.0, text=text)
        if verdicts:
            job = there(store.queue.take("judge 1"))
            ticket = store.enter(batch_of(store, kind="submit", again=True), submission_of(text), "ada", 1.0)
            job = store.queue.step(job, "preparing", ticket.id)
            finish(store, ticket, verdicts)
            store.queue.give_back(store.queue.step(job, "done"))
    briefs, jobs = store.briefs.of("ada", "pkg"), store.queue.of("ada")
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
