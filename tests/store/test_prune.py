"""Only what nobody needs goes: what counts, what is ranked and what is to go on stays as it was."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest

from judge.model import Prepared, Verdict
from judge.model.classroom import Student
from judge.model.record import Batch, conditions
from judge.scoring.verdict import judgement_of
from judge.store import Store
from tests.store.test_store import (
    HOST,
    PROBLEM,
    attempt_of,
    batch_of,
    board_of,
    judge_it,
    problem_of,
    runs_of,
    submission_of,
)

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE


def runs(store: Store) -> dict[int, int]:
    """How many repetitions each judgement has in the file."""
    found = store._db.ask("SELECT judgement, count(*) AS count FROM run GROUP BY judgement")
    return {row["judgement"]: row["count"] for row in found}


def bytes_of(store: Store) -> int:
    return sum(len(row["facts"].encode()) for row in store._db.ask("SELECT facts FROM run"))


def regraded(store: Store, word: str) -> Batch:
    """A regrade of all, pending unless a word decides about it."""
    other = problem_of(pieces=2)
    regrade = Batch("regrade", other, HOST, conditions(other, HOST), reason=word)
    batch = store.regrades.begin(regrade)
    for ticket in store.regrades.tickets(batch):
        for run in runs_of([AC] * 4):
            store.record_run(ticket, attempt_of(run))
        store.finish(ticket, judgement_of(ticket.submission, other, Prepared(), runs_of([AC] * 4)))
    if word:
        store.regrades.decide(batch, word)  # type: ignore[arg-type]
    return batch


def test_repetitions_go_and_what_counts_stays(store: Store) -> None:
    for owner, verdicts in (("ann", [AC] * 4), ("zoë", [AC, WA, AC, AC])):
        judge_it(store, batch_of(store), owner, verdicts)
    under = conditions(PROBLEM, HOST)
    before = store.records(PROBLEM), board_of(store, PROBLEM, under).rows
    size = bytes_of(store)
    assert store.upkeep.prune(dry_run=True) == (8, size)
    assert store.upkeep.contents().prunable_bytes == size
    assert store.upkeep.prune() == (8, size)
    assert runs(store) == {}
    assert store.upkeep.prune() == (0, 0)
    assert store.upkeep.prune(dry_run=True) == (0, 0)
    after = store.records(PROBLEM), board_of(store, PROBLEM, under).rows
    assert [msgspec.json.encode(rows, enc_hook=str) for rows in after] == [
        msgspec.json.encode(rows, enc_hook=str) for rows in before
    ]
    again = store.enter(batch_of(store), submission_of("ann"), "ann")
    assert (again.done, len(again.runs)) == (True, 4)


def test_what_was_judged_later_stays(store: Store) -> None:
    first = judge_it(store, batch_of(store), "ann", [AC] * 4)
    second = judge_it(store, batch_of(store), "bob", [AC] * 4)
    [row] = store._db.ask("SELECT begun_s FROM judgement WHERE id = ?", second)
    then_s = row["begun_s"]
    assert store.upkeep.prune(0.0) == (0, 0)
    assert runs(store) == {first: 4, second: 4}
    assert store.upkeep.prune(then_s, dry_run=True)[0] == 4
    assert store.upkeep.prune(then_s)[0] == 4
    assert runs(store) == {second: 4}


def test_what_is_to_go_on_stays(store: Store) -> None:
    failed = judge_it(store, batch_of(store), "ann", [AC, JE, AC, AC])
    begun = store.enter(batch_of(store), submission_of("bob"), "bob")
    store.record_run(begun, attempt_of(runs_of([AC])[0]))
    assert store.upkeep.prune() == (0, 0)
    assert runs(store) == {failed: 4, begun.id: 1}
    ticket = store.enter(batch_of(store), submission_of("ann"), "ann")
    assert (ticket.id, len(ticket.runs)) == (failed, 3)


@pytest.mark.parametrize(("word", "left"), [("", 4), ("applied", 0), ("cancelled", 0)])
def test_a_pending_regrade_stays(store: Store, word: str, left: int) -> None:
    judge_it(store, batch_of(store), "ann", [AC] * 4)
    regraded(store, word)
    assert store.upkeep.prune(math.inf)[0] == 8 - left
    assert sum(runs(store).values()) == left


def test_the_file_becomes_smaller(store: Store, tmp_path: Path) -> None:
    batch = batch_of(store)
    for number in range(40):
        ticket = store.enter(batch, submission_of(f"{number}"), f"{number}")
        for run in runs_of([WA] * 4):
            store.record_run(ticket, attempt_of(msgspec.structs.replace(run, message=f"{number}" * 2000)))
        store.finish(ticket, judgement_of(ticket.submission, PROBLEM, Prepared(), runs_of([WA] * 4)))
    before = store.upkeep.contents().size_bytes
    _, size = store.upkeep.prune()
    assert size > 400_000
    assert store.upkeep.contents().size_bytes < before - size
    assert store._db.ask("PRAGMA freelist_count")[0][0] == 0
    assert (tmp_path / "store.db-wal").stat().st_size == 0


def test_what_lets_nobody_in_any_more_goes_and_jobs_stay(store: Store) -> None:
    ann = store.accounts.enter(Student("ann"), "student", "")
    job = store.queue.add(PROBLEM.name, "ann", "ann", submission_of(), 1.0, replaces=False)
    store.queue.end(job, "why")
    made = {lasts_s: store.credentials.make("session", ann, "student", lasts_s, "") for lasts_s in (-9.0, -1.0, 60.0)}
    store.credentials.end(store.credentials.make("link", ann, "student", None, "")[1].id)
    store.upkeep.prune(made[-9.0][1].expires_s + 1)
    assert _lets_in(store) == 3
    store.upkeep.prune()
    assert _lets_in(store) == 1
    assert store.credentials.find("session", made[60.0][0], made[60.0][1].made_s) == made[60.0][1]
    assert [(one.code, one.state) for one in store.queue.of("ann")] == [(job.code, "done")]


def _lets_in(store: Store) -> int:
    return int(store._db.ask("SELECT count(*) FROM credential")[0][0])
