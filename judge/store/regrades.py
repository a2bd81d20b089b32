"""Regrades: everything that counts on a problem judged again, aside, until somebody publishes it or drops it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from judge.errors import JudgeError
from judge.model import Batch, Conditions, Host, Problem, Record, Run
from judge.store import codec
from judge.store.database import Database, noun_in
from judge.store.people import shown
from judge.store.ranks import Scores
from judge.store.writer import Writer

if TYPE_CHECKING:
    from judge.store.store import Store


# Students alone: what others try out gets no bonus.
_ON_THE_WEB = f"""
SELECT 'web:' AS label, {shown("job.owner")} AS owner, job.sha256 FROM job
WHERE job.problem = ? AND job.kind = 'submit'
AND NOT EXISTS (SELECT 1 FROM step WHERE step.job = job.id AND step.word = 'replaced')
AND 'student' = (SELECT role FROM account WHERE account.owner = job.owner ORDER BY account.id DESC LIMIT 1)
ORDER BY job.id
"""


_Key = tuple[str, str, str]


def _key(record: Record) -> _Key:
    submission = record.judgement.submission
    return record.owner, submission.sha256, codec.kind(submission)


class Regrades:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, store: Store, db: Database, writer: Writer, scores: Scores) -> None:
        self._store, self._db, self._writer, self._scores = store, db, writer, scores

    def begin(self, batch: Batch, kept: Callable[[Record], Sequence[Run] | None] = lambda _: ()) -> Batch:
        """Return a pending regrade of all that counts on the problem; the one that is pending, if its conditions and
        its part are the same. `kept` says which runs of a record stand for themselves, None where nothing of it is run
        again.

        Raises JudgeError E451 when another is pending, E453 when there is nothing to regrade.
        """
        name = batch.problem.name
        with self._db.writing():
            pending = self.pending(batch.problem)
            if pending and pending.conditions == batch.conditions and batch.part in ("", pending.part):
                return msgspec.structs.replace(batch, id=pending.id, reason=pending.reason, label=pending.label)
            if pending:
                message = f"another regrade of {name} is pending: {pending.reason}"
                repair = "apply or cancel it first", f"judge regrade --problem {name} --apply   or   --cancel"
                note = "its cases, limits, repetitions, judge, host or part were others"
                raise JudgeError("E451", message, note=note, help=repair)
            records = Record.latest(self._store.records(batch.problem))
            known = [one for one in records if self._store.people.knows(one.owner)]
            found = [(record, kept(record)) for record in known]
            old = [(record, runs) for record, runs in found if runs is not None]
            if not old:
                message = f"there is nothing to regrade: nothing was judged on {name}"
                raise JudgeError("E453", message, help=("", "judge grade FOLDER, or judge submit FILE, first"))
            self._store.packages.keep(batch.conditions.package, batch.problem)
            begun = msgspec.structs.replace(batch, id=self._writer.add_batch(batch))
            for record, runs in old:
                submission = record.judgement.submission
                due = self._writer.add_judgement(begun.id, submission, record.owner, record.id)
                self._writer.add_runs(due, runs)
            return begun

    def pending(self, problem: Problem) -> Batch | None:
        """Return the regrade of this problem that is neither applied nor cancelled."""
        row = self._db.first(
            "SELECT batch.*, host.facts FROM batch JOIN host ON host.digest = batch.host WHERE problem = ?"
            " AND kind = 'regrade' AND NOT EXISTS (SELECT 1 FROM decision WHERE decision.batch = batch.id)",
            problem.name,
        )
        if not row:
            return None
        host = codec.unpack(row["facts"], Host)
        under = noun_in(row, Conditions)
        return Batch("regrade", problem, host, under, row["label"], row["reason"], id=row["id"])

    def tickets(self, batch: Batch) -> list[Batch.Ticket]:
        """Return all tickets of a batch, submissions with their sources."""
        return self._writer.tickets("batch = ?", batch.id)

    def progress(self, batch: Batch) -> tuple[int, int]:
        """Return how many submissions of a batch are judged, and how many there are."""
        judged = "EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id)"
        [(done, due)] = self._db.ask(
            f"SELECT coalesce(sum({judged}), 0), count(*) FROM judgement WHERE batch = ?", batch.id
        )
        return done, due

    def decisions(self, problem: Problem) -> dict[int, Batch.Decision]:
        """Return what was decided about the regrades of a problem, by their ids."""
        found = self._db.ask(
            "SELECT decision.batch, decision.word FROM decision JOIN batch ON batch.id = decision.batch"
            " WHERE batch.problem = ?",
            problem.name,
        )
        return {row["batch"]: row["word"] for row in found}

    def changes(self, batch: Batch) -> list[Record.Change]:
        """Return what a pending regrade makes of what counts now, in the order in which that was judged first."""
        known = self._store.records(batch.problem)
        now = {_key(one): one for one in sorted(known, key=lambda one: not one.judgement.faults)}
        again = self._judged_again(batch)
        return [
            Record.Change(now[key], self._store.record(at, batch.problem)) for key, at in again.items() if key in now
        ]

    def others(self, batch: Batch) -> list[Record]:
        """Return what counts on the problem and is no part of the regrade."""
        again = self._judged_again(batch)
        return [one for one in Record.latest(self._store.records(batch.problem)) if _key(one) not in again]

    def _judged_again(self, batch: Batch) -> dict[_Key, int]:
        """Return the ids of the judgements of a regrade, in their order, by whose they are and of what."""
        asked = f"SELECT id, {shown('owner')} AS name, sha256, kind FROM judgement WHERE batch = ? ORDER BY id"
        return {(row["name"], row["sha256"], row["kind"]): row["id"] for row in self._db.ask(asked, batch.id)}

    def decide(self, batch: Batch, word: Batch.Decision) -> None:
        """Publish a regrade, or drop it. Raises JudgeError E452 when it is to be applied and is not finished, E454
        when that was decided before."""
        with self._db.writing():
            if earlier := self._db.first("SELECT word FROM decision WHERE batch = ?", batch.id):
                raise JudgeError("E454", f"this regrade was {earlier['word']} before", help="begin another")
            done, due = self.progress(batch)
            if done < due and word == "applied":
                are = "submissions are" if due - done > 1 else "submission is"
                message = f"the regrade is not finished: {due - done} {are} still to be judged"
                raise JudgeError(
                    "E452", message, help=("wait until that is done", "judge regrade  goes on where it stopped")
                )
            self._db.insert("decision", batch=batch.id, word=word, at_s=time.time())
            if word == "applied":
                self._scores.publish(batch)

    def classes(self, problem: Problem) -> list[dict[str, str]]:
        """Return every class that was graded on the problem, and that of the web: of each owner in it the SHA-256 of
        what was handed in last."""
        found = self._db.ask(
            f"SELECT label, {shown('owner')} AS owner, sha256 FROM batch JOIN judgement ON judgement.batch = batch.id"
            " WHERE batch.problem = ? AND batch.kind = 'grade' ORDER BY judgement.id",
            problem.name,
        )
        members: dict[str, dict[str, str]] = {}
        for row in [*found, *self._db.ask(_ON_THE_WEB, problem.name)]:
            members.setdefault(row["label"], {})[row["owner"]] = row["sha256"]
        return list(members.values())
