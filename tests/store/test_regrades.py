"""Regrades: nothing is published too early, and who decides is told what can't be decided."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import pytest

from judge.model import Batch, Conditions, Problem, Record, Run, Schedule, Student
from judge.store import Store
from tests.conftest import there
from tests.make import AC, HOST, JE, TLE, WA, batch, replace
from tests.refused import refused
from tests.store.make import NEW, PROBLEM, add, batch_of, board_of, finish, judge_it, regrade, state, submission_of

RESULTS = {"ann": [AC] * 4, "bob": [AC, AC, AC, WA], "cid": [JE, TLE, AC, AC]}
OLD_STATE = {"ann": (WA, 37.5), "bob": (AC, 50), "cid": (TLE, 25)}


@pytest.fixture
def graded(store: Store) -> Store:
    """A class of three, judged on the old package."""
    for owner, verdicts in {"ann": [AC, WA, AC, AC], "bob": [AC] * 4, "cid": [TLE, TLE, AC, AC]}.items():
        judge_it(store, batch_of(store), owner, verdicts)
    return store


def wish(problem: Problem = PROBLEM, label: str = "", reason: str = "") -> Batch:
    return batch(problem, kind="regrade", label=label, reason=reason)


def test_a_regrade_is_compared_and_published_only_when_applied(graded: Store) -> None:
    begun, changes = regrade(graded, RESULTS)
    assert all(one.new for one in changes)
    assert [(change.old.owner, change.gain) for change in changes if change.moves] == [("ann", 12.5), ("bob", -12.5)]
    assert [change.old.owner for change in changes if change.failed] == ["cid"]
    assert state(graded) == OLD_STATE
    pending = there(graded.regrades.pending(NEW))
    assert (pending.id, pending.reason, pending.host) == (begun.id, "case c1 was wrong", HOST)
    assert not graded.enter(batch_of(graded, NEW), submission_of("ann"), "ann").done, "nobody uses it"

    before_s = time.time()
    graded.regrades.decide(begun, "applied")
    assert state(graded) == {"ann": (AC, 50), "bob": (WA, 37.5), "cid": (TLE, 25)}, "a judge error changes nothing"
    assert graded.regrades.pending(NEW) is None
    before = board_of(graded, before_s=before_s)
    old = {row.owner: row.standing.judgement.points for row in before.rows}
    assert old == {"ann": 37.5, "bob": 50, "cid": 25}, "the old judgements stay"


def test_a_part_of_a_regrade_holds_what_was_taken_over(graded: Store) -> None:
    """Ann's third case and nobody else's; her other runs are there when it begins, and are not run again."""

    def kept(record: Record) -> Sequence[Run] | None:
        c0, c1, _, c3 = record.judgement.runs
        return (c0, c1, c3) if record.owner == "ann" else None

    part = wish(label="--student ann", reason="noise")
    begun = graded.regrades.begin(part, kept)
    [ticket] = graded.regrades.tickets(begun)
    assert (ticket.owner, [run.case for run in ticket.runs]) == ("ann", ["c0", "c1", "c3"])
    assert [record.owner for record in graded.regrades.others(begun)] == ["bob", "cid"]
    assert there(graded.regrades.pending(PROBLEM)).part == "--student ann"
    same = graded.regrades.begin(replace(part, reason="again"), kept)
    assert (same.id, same.reason, same.part) == (begun.id, "noise", "--student ann"), "it goes on"
    whole = graded.regrades.begin(replace(part, label=""), kept)
    assert (whole.id, whole.part) == (begun.id, "--student ann"), "without its words, too"
    with refused("E451", "another regrade of pkg is pending: noise") as caught:
        graded.regrades.begin(replace(part, label="--disturbed"), kept)
    assert caught.value.command == "judge regrade --problem pkg --apply   or   --cancel"
    finish(graded, ticket, [AC] * 4)
    graded.regrades.decide(begun, "applied")
    assert state(graded) == OLD_STATE | {"ann": (AC, 50)}


def test_the_same_bytes_under_two_names_are_one_change_of_what_counts(store: Store) -> None:
    """What is published last counts, also where the other name was judged after the regrade had begun."""
    judge_it(store, batch_of(store), "ann", [AC] * 4)
    begun = store.regrades.begin(wish())
    renamed = store.enter(batch_of(store, NEW), submission_of("ann", "yours.py"), "ann")
    finish(store, renamed, [AC] * 4, NEW)
    finish(store, store.regrades.tickets(begun)[0], [WA] * 4)
    store.regrades.decide(begun, "applied")
    _, changes = regrade(store, {"ann": [AC] * 4})
    assert [(one.old.owner, one.old.judgement.points, one.gain) for one in changes] == [("ann", 0, 50)]


def test_a_regrade_of_nothing_is_none_and_one_that_is_pending_comes_first(graded: Store) -> None:
    for nothing in (wish(label="--disturbed"), wish(replace(PROBLEM, name="other"))):
        with refused("E453", f"nothing was judged on {nothing.problem.name}"):
            graded.regrades.begin(nothing, lambda _: None)
    assert graded.regrades.pending(PROBLEM) is None
    begun, _ = regrade(graded, {})
    assert (begun.part, graded.regrades.others(begun)) == ("", []), "a whole one is no part of itself"
    for other in (replace(begun, label="--disturbed"), wish()):
        with refused("E451") as caught:
            graded.regrades.begin(other)
        assert caught.value.help


def read(store: Store) -> bytes:
    """All that anybody reads of what counts."""
    schedule = Schedule(
        "c", "C", 0, 1 << 50, (Schedule.Task("A", "pkg", problem="pkg"),), (Schedule.Team("t", "T", ("ann", "bob")),)
    )
    found: list[object] = []
    for problem in (PROBLEM, NEW):
        under = Conditions.of(problem, HOST)
        found += [store.records(problem), store.scores.last(problem.name), store.scores.grounds(problem)]
        found += [board_of(store, problem, under, kind) for kind in (None, *PROBLEM.algorithms)]
        found += [store.boards.place(problem, under, HOST, owner) for owner in ("ann", "bob")]
    found += [[*store.briefs.of(owner).items()] for owner in ("ann", "bob")]
    found += [store.tries.of(schedule, 1 << 50), store.marks.of("pkg", "")]
    return msgspec.json.encode(found, enc_hook=str)


@pytest.mark.parametrize("word", ["", "cancelled"])
def test_a_regrade_that_is_not_applied_changes_nothing_that_is_read(graded: Store, word: Batch.Decision) -> None:
    judge_it(graded, batch_of(graded, kind="submit"), "ann", [AC, AC, WA, AC], "again")
    before = read(graded)
    begun, _ = regrade(graded, dict.fromkeys(RESULTS, [WA] * 4))
    assert read(graded) == before
    if word:
        graded.regrades.decide(begun, word)
        assert read(graded) == before
    graded.upkeep.prune()
    assert read(graded) == before, "and so does pruning"


def test_what_is_left_is_counted_and_a_decision_is_the_last(graded: Store) -> None:
    begun, _ = regrade(graded, {})
    seen = [graded.regrades.progress(begun)]
    left = iter(("3 submissions are", "2 submissions are", "2 submissions are", "1 submission is"))
    for ticket in graded.regrades.tickets(begun)[:2]:
        for _ in range(2):  # judged again, it counts once
            with refused("E452", f"{next(left)} still to be judged"):
                graded.regrades.decide(begun, "applied")
            finish(graded, ticket, [AC] * 4, NEW)
        seen.append(graded.regrades.progress(begun))
    assert seen == [(0, 3), (1, 3), (2, 3)]
    assert graded.regrades.progress(replace(begun, id=begun.id + 1)) == (0, 0)
    assert graded.regrades.decisions(NEW) == {}
    graded.regrades.decide(begun, "cancelled")
    again, _ = regrade(graded, RESULTS)
    graded.regrades.decide(again, "applied")
    for word in ("applied", "cancelled"):
        with refused("E454"):
            graded.regrades.decide(again, word)
    assert graded.regrades.decisions(NEW) == {begun.id: "cancelled", again.id: "applied"}
    assert graded.regrades.decisions(replace(NEW, name="other")) == {}


def test_the_classes_of_a_problem_are_told_apart(store: Store) -> None:
    """The bonuses of one class are its own; of who has handed in twice the last counts. The web is a class of those who
    are students."""
    for label, owner, text in (("a", "ann", "x"), ("a", "bob", "y"), ("b", "ann", "z"), ("a", "ann", "new")):
        judge_it(store, batch_of(store, label=label), owner, [AC] * 4, text)
    judge_it(store, batch_of(store, kind="submit"), "cid", [AC] * 4)
    sums = {text: submission_of(text).sha256 for text in ("y", "z", "new", "two")}
    assert store.regrades.classes(PROBLEM) == [{"ann": sums["new"], "bob": sums["y"]}, {"ann": sums["z"]}]
    for name in ("ann", "bob", "prof"):
        store.accounts.enter(Student(name), "host" if name == "prof" else "student", "")
    store.accounts.remove("bob", "")
    for owner, text in (("ann", "one"), ("ann", "two"), ("ann", "replaced"), ("bob", "x"), ("prof", "y")):
        store.queue.step(add(store, owner, 1.0, text=text), "replaced" if text == "replaced" else "done")
    assert store.regrades.classes(PROBLEM)[2:] == [{"ann": sums["two"]}]
