"""The store: what was judged, in SQLite under `.judge/`. The only room with SQL; `schema.sql` explains the tables.

Every run is on disk before the next begins, in a transaction of its own: a judge that is killed loses at most the run
in flight. Nothing is changed or deleted, so two judges on one store only ever add to it, and a rejudge is a second
judgement. A store that can't be read or written is left as it is (E351 to E355).

    with Store() as store:
        batch = store.begin(Batch("grade", problem, host, conditions(problem, host), label="class.zip"))
        ticket = store.enter(batch, submission, owner)
        if not ticket.done:  # run what is missing from ticket.runs
            store.record_run(ticket, run)
            store.finish(ticket, judgement)
        rows = store.records(problem)
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from sqlite3 import Row

import msgspec

from judge import scoring
from judge.errors import JudgeError
from judge.ledger import Batch, Change, Conditions, Decision, Record, Ticket, faults, latest
from judge.model import Host, Judgement, Problem, Run, Submission, Verdict
from judge.store import rows
from judge.store.database import Database

PATH = Path(".judge/store.db")
WAIT_S = 30.0  # for another judge that is writing
_BEST = "ORDER BY faults > 0, since_s DESC, outcome DESC"  # the outcome of several that counts
_FAULTLESS = "EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id AND faults = 0)"
_SAME = "package = ? AND limits = ? AND judge = ? AND host = ?"


class Store:
    """One store, open; made if there is none. Every method raises JudgeError E352 to E355 when the file fails."""

    def __init__(self, path: Path = PATH, wait_s: float = WAIT_S) -> None:
        """Raises JudgeError E351 for the store of a newer judge, E352 for a file that is no store."""
        self._db = Database(path, wait_s)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    @property
    def key(self) -> bytes:
        """What `leaderboard.pseudonym` needs; each store has its own."""
        return bytes(self._db.ask("SELECT key FROM secret")[0]["key"])

    # --- judging -----------------------------------------------------------------------------------------------------
    def begin(self, batch: Batch) -> Batch:
        """The batch with its id: the same one for the same problem, label and conditions."""
        facts = (batch.kind, batch.problem.name, rows.plain(batch.label), *_digests(batch.conditions))
        with self._db.writing():
            held = self._db.ask(
                f"SELECT id FROM batch WHERE kind = ? AND problem = ? AND label = ? AND {_SAME}", *facts
            )
            return msgspec.structs.replace(batch, id=held[0]["id"] if held else self._add_batch(batch))

    def enter(self, batch: Batch, submission: Submission, owner: str) -> Ticket:
        """A ticket for one judgement: a new one, or one that was interrupted, with what it has run; or one that is
        done, as the same bytes were judged before under the same conditions, for whomever."""
        owner = rows.plain(owner)
        with self._db.writing():
            self._add_source(submission)
            due = None if batch.again else self._due(batch, submission, owner)
            known = None if batch.again else self._known(batch, submission)
            runs = self._runs(due) if due else ()
            if known and not (due and runs and due > known.id):
                made = scoring.judgement(submission, batch.problem, known.judgement.prepare, known.judgement.runs)
                if known.owner == owner and known.judgement.points == made.points:
                    return Ticket(known.id, owner, submission, made.runs, done=True)
                due = due or self._add_judgement(batch.id, submission, owner)
                self._add_outcome(due, made)
                return Ticket(due, owner, submission, made.runs, done=True)
            return Ticket(due or self._add_judgement(batch.id, submission, owner), owner, submission, runs)

    def record_run(self, ticket: Ticket, run: Run) -> None:
        """Write down one repetition of one case, now."""
        self._db.add("INSERT INTO run (judgement, facts) VALUES (?, ?)", ticket.id, rows.pack_run(run))

    def finish(self, ticket: Ticket, judgement: Judgement) -> None:
        """Write down how it ended. With a judge error in it, `enter` gives the ticket out again."""
        self._add_outcome(ticket.id, judgement)

    # --- reading -----------------------------------------------------------------------------------------------------
    def records(self, problem: Problem, before_s: float = math.inf) -> list[Record]:
        """What counted at the time `before_s` on the problem of this name.

        For each owner, submission, package and limits the last judgement, one without a judge error if there is any.
        Points are those given when it was made.
        """
        within = "PARTITION BY owner, sha256, kind, package, limits"
        ranked = f"SELECT outcome AS chosen, row_number() OVER ({within} {_BEST}) AS place FROM published"
        found = self._db.ask(
            f"SELECT finished.* FROM ({ranked} WHERE problem = ? AND since_s <= ?)"
            " JOIN finished ON finished.outcome = chosen WHERE place = 1 ORDER BY judgement",
            *(problem.name, before_s),
        )
        return [_record(row, problem) for row in found]

    def record(self, ticket_id: int, problem: Problem) -> Record | None:
        """How the judgement of this ticket ended, published or not; None while it is not finished."""
        found = self._db.ask(f"SELECT * FROM finished WHERE judgement = ? {_BEST} LIMIT 1", ticket_id)
        return _record(found[0], problem) if found else None

    # --- regrading ---------------------------------------------------------------------------------------------------
    def begin_regrade(self, batch: Batch) -> Batch:
        """A pending regrade of all that counts on the problem; the one that is pending, if its conditions are the same.

        Raises JudgeError E451 when another is pending, E453 when there is nothing to regrade.
        """
        name = batch.problem.name
        with self._db.writing():
            pending = self.pending(batch.problem)
            if pending and pending.conditions == batch.conditions:
                return pending
            if pending:
                message = f"another regrade of {name} is pending: {pending.reason}"
                repair = f"judge regrade --problem {name} --apply   or   --cancel   it first"
                raise JudgeError("E451", message, note="its cases, limits, judge or host were others", help=repair)
            old = latest(self.records(batch.problem))
            if not old:
                message = f"there is nothing to regrade: nothing was judged on {name}"
                raise JudgeError("E453", message, help="judge grade FOLDER, or judge submit FILE, first")
            begun = msgspec.structs.replace(batch, id=self._add_batch(batch))
            for record in old:
                self._add_judgement(begun.id, record.judgement.submission, record.owner, record.id)
            return begun

    def pending(self, problem: Problem) -> Batch | None:
        """The regrade of this problem that is neither applied nor cancelled."""
        found = self._db.ask(
            "SELECT batch.*, host.facts FROM batch JOIN host ON host.digest = batch.host WHERE problem = ?"
            " AND kind = 'regrade' AND NOT EXISTS (SELECT 1 FROM decision WHERE decision.batch = batch.id)",
            problem.name,
        )
        if not found:
            return None
        row = found[0]
        host = msgspec.json.decode(row["facts"], type=Host)
        return Batch("regrade", problem, host, _conditions(row), row["label"], row["reason"], id=row["id"])

    def tickets(self, batch: Batch) -> list[Ticket]:
        """All tickets of a batch, submissions with their sources."""
        found = self._db.ask(
            f"SELECT judgement.*, main, files, {_FAULTLESS} AS done FROM judgement JOIN source USING (sha256)"
            " WHERE batch = ? ORDER BY id",
            batch.id,
        )
        return [
            Ticket(
                row["id"],
                row["owner"],
                rows.unpack_submission(row["paper"], row["main"], row["files"]),
                self._runs(row["id"]),
                bool(row["done"]),
            )
            for row in found
        ]

    def changes(self, batch: Batch) -> list[Change]:
        """What a regrade makes of each record, in the order in which they were judged first."""
        found = self._db.ask("SELECT id, replaces FROM judgement WHERE batch = ? ORDER BY id", batch.id)
        pairs = [(self.record(row["replaces"], batch.problem), self.record(row["id"], batch.problem)) for row in found]
        return [Change(old, new) for old, new in pairs if old]

    def decide(self, batch: Batch, word: Decision) -> None:
        """Publish a regrade, or drop it. Raises JudgeError E452 when it is to be applied and is not finished, E454
        when that was decided before."""
        unfinished = "NOT EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id)"
        with self._db.writing():
            if earlier := self._db.ask("SELECT word FROM decision WHERE batch = ?", batch.id):
                raise JudgeError("E454", f"this regrade was {earlier[0]['word']} before", help="begin another")
            due = self._db.ask(f"SELECT count(*) AS due FROM judgement WHERE batch = ? AND {unfinished}", batch.id)[0][
                "due"
            ]
            if due and word == "applied":
                message = (
                    f"the regrade is not finished: {due} submission{'s are' if due > 1 else ' is'} still to be judged"
                )
                raise JudgeError("E452", message, help="judge regrade  goes on where it stopped")
            self._db.add("INSERT INTO decision VALUES (?, ?, ?)", batch.id, word, time.time())

    # --- inside ------------------------------------------------------------------------------------------------------
    def _due(self, batch: Batch, submission: Submission, owner: str) -> int | None:
        """The last judgement of the batch on the same that is not finished, or not without a judge error."""
        found = self._db.ask(
            "SELECT id FROM judgement WHERE batch = ? AND owner = ? AND sha256 = ? AND kind = ?"
            f" AND NOT {_FAULTLESS} ORDER BY id DESC LIMIT 1",
            *(batch.id, owner, submission.sha256, rows.kind(submission)),
        )
        return int(found[0]["id"]) if found else None

    def _known(self, batch: Batch, submission: Submission) -> Record | None:
        found = self._db.ask(
            f"SELECT * FROM published WHERE sha256 = ? AND kind = ? AND problem = ? AND {_SAME} AND faults = 0"
            " ORDER BY judgement DESC LIMIT 1",
            *(submission.sha256, rows.kind(submission), batch.problem.name, *_digests(batch.conditions)),
        )
        return _record(found[0], batch.problem) if found else None

    def _runs(self, judgement: int) -> tuple[Run, ...]:
        found = self._db.ask("SELECT facts FROM run WHERE judgement = ? ORDER BY id", judgement)
        runs = (rows.unpack_run(row["facts"]) for row in found)
        return tuple(run for run in runs if run.verdict is not Verdict.JE)

    def _add_batch(self, batch: Batch) -> int:
        under = batch.conditions
        self._db.add("INSERT OR IGNORE INTO host VALUES (?, ?)", under.host, msgspec.json.encode(batch.host).decode())
        return self._db.add(
            "INSERT INTO batch (kind, problem, label, package, limits, judge, host, reason, begun_s)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(batch.kind, batch.problem.name, rows.plain(batch.label), *_digests(under)),
            *(rows.plain(batch.reason), time.time()),
        )

    def _add_source(self, one: Submission) -> None:
        self._db.add(
            "INSERT OR IGNORE INTO source VALUES (?, ?, ?)", one.sha256, one.source, rows.pack_files(one.files)
        )

    def _add_judgement(self, batch: int, one: Submission, owner: str, replaces: int | None = None) -> int:
        return self._db.add(
            "INSERT INTO judgement (batch, owner, sha256, kind, paper, replaces, begun_s) VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(batch, owner, one.sha256, rows.kind(one), rows.pack_submission(one), replaces, time.time()),
        )

    def _add_outcome(self, ticket_id: int, made: Judgement) -> None:
        self._db.add(
            "INSERT INTO outcome (judgement, verdict, points, faults, prepared, runs, at_s)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(ticket_id, made.verdict.value, made.points, faults(made)),
            *(rows.pack_prepared(made.prepare), rows.pack_runs(made.runs), time.time()),
        )


def _digests(under: Conditions) -> tuple[str, str, str, str]:
    return under.package, under.limits, under.judge, under.host


def _conditions(row: Row) -> Conditions:
    return Conditions(row["package"], row["limits"], row["judge"], row["host"])


def _record(row: Row, problem: Problem) -> Record:
    """A row of `finished`."""
    judgement = Judgement(
        submission=rows.unpack_submission(row["paper"]),
        problem=problem,
        prepare=rows.unpack_prepared(row["prepared"]),
        runs=rows.unpack_runs(row["runs"]),
        verdict=Verdict(row["verdict"]),
        points=row["points"],
    )
    return Record(row["judgement"], row["owner"], judgement, _conditions(row), row["at_s"], row["since_s"])
