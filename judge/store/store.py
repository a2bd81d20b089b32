"""The store: what was judged, in SQLite under `.judge/`. The only room with SQL; `schema.sql` explains the tables.

Every run is on disk before the next begins, in a transaction of its own: a judge that is killed loses at most the run
in flight. Nothing is changed or deleted, so two judges on one store only ever add to it, and a rejudge is a second
judgement. A store that can't be read or written is left as it is (E351 to E355).

    with Store() as store:
        batch = store.begin(Batch("grade", problem, host, Conditions.of(problem, host), label="class.zip"))
        ticket = store.enter(batch, submission, owner)
        if not ticket.done:  # run what is missing from ticket.runs
            store.record_run(ticket, run)
            store.finish(ticket, judgement)
        rows = store.records(problem)
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from sqlite3 import Row
from typing import Final

import msgspec

from judge.locks import Claims
from judge.model import Batch, Host, Judgement, Problem, Record, Run, Submission
from judge.scoring import judgement_of
from judge.store import codec
from judge.store.boards import Boards, Briefs
from judge.store.database import VERSION, Database
from judge.store.logs import ContestWords, Deeds, Marks, Terms
from judge.store.packages import Packages
from judge.store.people import Accounts, Credentials, People
from judge.store.queue import Queue
from judge.store.ranks import Scores
from judge.store.regrades import Regrades
from judge.store.tries import Tries
from judge.store.upkeep import Upkeep
from judge.store.writer import BEST_FIRST, FAULTLESS, SINCE, Writer, record_in

WAIT_S = 30.0  # for another judge that is writing
_WAITING = f"""
SELECT begun_s FROM (
    SELECT judgement.begun_s, min(judgement.id) AS first, max({FAULTLESS}) AS done
    FROM judgement JOIN batch ON batch.id = judgement.batch
    WHERE owner = ?1 AND sha256 = ?2 AND judgement.kind = ?3 AND problem = ?4 AND batch.kind = ?5
    GROUP BY judgement.begun_s
) WHERE NOT done AND NOT EXISTS (
    SELECT 1 FROM published WHERE owner = ?1 AND sha256 = ?2 AND kind = ?3 AND problem = ?4
    AND batch_kind = 'regrade' AND judgement > first
) ORDER BY begun_s LIMIT 1
"""
_SAME = "package = ? AND limits = ? AND judge = ? AND host = ?"


class Store:
    """One store, open; made if there is none. Every method raises JudgeError E352 to E355 when the file fails."""

    PATH: Final = Path(".judge/store.db")

    def __init__(self, path: Path = PATH, wait_s: float = WAIT_S) -> None:
        """Open the store. Raises JudgeError E351 for the store of a newer judge, E352 for a file that is no store."""
        with ExitStack() as opening:
            self._db = Database(path, wait_s)
            opening.callback(self._db.close)
            self.packages = Packages(self._db)
            self.scores = Scores(self._db, self.packages)
            self.boards = Boards(self._db, self.scores)
            self.people = People(self._db)
            self._writer = Writer(self._db, self.scores, self.people)
            self.regrades = Regrades(self, self._db, self._writer, self.scores)
            self.tries = Tries(self._db)
            self.marks = Marks(self._db, self.people)
            self.briefs = Briefs(self._db, self.people)
            self.accounts = Accounts(self._db, self.people)
            self.credentials = Credentials(self._db, self.people, self.accounts)
            self.deeds = Deeds(self._db, self.people)
            self.terms = Terms(self._db, self.people)
            self.contest_words = ContestWords(self._db, self.people)
            self.queue = Queue(self._db, self._writer, self.people)
            opening.callback(self.queue.close)
            self.upkeep = Upkeep(self._db)
            if self._db.version < VERSION:
                self.scores.fill()
            self.claims = Claims(path.with_suffix(".claims"))
            opening.callback(self.claims.close)
            self._opened = opening.pop_all()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def key(self) -> bytes:
        """Return what pseudonyms are made with; each store has its own."""
        return bytes(self._db.ask("SELECT key FROM secret")[0]["key"])

    # --- judging -----------------------------------------------------------------------------------------------------
    def begin(self, batch: Batch) -> Batch:
        """Return the batch with its id: the same one for the same problem, label and conditions."""
        facts = (batch.kind, batch.problem.name, codec.plain(batch.label), *msgspec.structs.astuple(batch.conditions))
        with self._db.writing():
            same = f"SELECT id FROM batch WHERE kind = ? AND problem = ? AND label = ? AND {_SAME}"
            self.packages.keep(batch.conditions.package, batch.problem)
            return msgspec.structs.replace(batch, id=self._db.number(same, *facts) or self._writer.add_batch(batch))

    def enter(self, batch: Batch, submission: Submission, owner: str, handed_s: float | None = None) -> Batch.Ticket:
        """Give a ticket for one judgement: a new one, or one that was interrupted, with what it has run; or one that is
        done, as the same bytes were judged before under the same conditions, for whomever. With the time `handed_s`
        it was handed in then, and is written down as often as that is done; but what still waits for a verdict goes on
        under the time at which it was handed in first, also where the package has changed since."""
        owner = codec.plain(owner)
        with self._db.writing():
            if handed_s is not None:
                handed_s = self._waiting_since(batch, submission, owner) or handed_s
            self._writer.add_source(submission)
            due = 0 if batch.again else self._due(batch, submission, owner, handed_s)
            own = None if batch.again else self._own(batch, submission, owner)
            known = own or (None if batch.again else self._known(batch, submission, owner))
            runs = self._writer.runs(due)
            if not batch.spared:  # what was left out elsewhere is run here
                known, own = (None if one and _spared(one.judgement.runs) else one for one in (known, own))
                due, runs = (0, ()) if _spared(runs) else (due, runs)
            if known and not (runs and due > known.id):
                same = known.judgement.of_same_bytes(submission)
                made = judgement_of(submission, batch.problem, same.prepare, same.runs)
                if own and own.judgement.points == made.points and handed_s is None:
                    return _done(own.id, owner, made)
                due = due or self._writer.add_judgement(batch.id, submission, owner, None, handed_s)
                self._writer.add_outcome(due, made)
                return _done(due, owner, made)
            due = due or self._writer.add_judgement(batch.id, submission, owner, None, handed_s)
            return Batch.Ticket(due, owner, submission, runs)

    def record_run(self, ticket: Batch.Ticket, run: Run) -> None:
        """Write down one attempt at one case, now."""
        self._writer.add_runs(ticket.id, [run])

    def seed(self, ticket_id: int) -> str:
        """Return the seed of the sequence in which its hidden cases were run last, "" where none is written down."""
        found = self._db.first("SELECT seed FROM draw WHERE judgement = ? ORDER BY id DESC LIMIT 1", ticket_id)
        return str(found["seed"]) if found else ""

    def record_seed(self, ticket: Batch.Ticket, seed: str) -> None:
        """Write down by which seed its hidden cases are run from now on."""
        self._db.insert("draw", judgement=ticket.id, seed=seed)

    def finish(self, ticket: Batch.Ticket, judgement: Judgement) -> None:
        """Write down how it ended. With a judge error in it, `enter` gives the ticket out again."""
        with self._db.writing():
            self._writer.add_outcome(ticket.id, judgement)

    def taken_up(self, ticket: Batch.Ticket) -> Batch.Ticket:
        """Return the ticket with all that any judge has run for it by now."""
        return msgspec.structs.replace(ticket, runs=self._writer.runs(ticket.id))

    def entered(self, number: int, batch: Batch) -> Batch.Ticket | None:
        """Return the ticket of a judgement that was entered in this batch; None if that was in another one."""
        found = self._writer.tickets("id = ? AND batch = ?", number, batch.id)
        return found[0] if found else None

    def at_once(self) -> AbstractContextManager[None]:
        """Hold one transaction: all that is written meanwhile is kept, or nothing."""
        return self._db.writing()

    # --- reading -----------------------------------------------------------------------------------------------------
    def records(self, problem: Problem) -> list[Record]:
        """Return what counts on the problem of this name, what came to count last at the end.

        For each owner, submission, package and limits the last judgement, one without a judge error if there is any.
        Points are those given when it was made.
        """
        within = "PARTITION BY owner, sha256, kind, package, limits"
        ranked = f"SELECT outcome AS chosen, {SINCE} AS since, row_number() OVER ({within} {BEST_FIRST}) AS place"
        found = self._db.ask(
            f"SELECT finished.* FROM ({ranked} FROM published WHERE problem = ?)"
            " JOIN finished ON finished.outcome = chosen WHERE place = 1 ORDER BY since",
            problem.name,
        )
        return [record_in(row, problem) for row in found]

    def counting(self, problem: Problem, submissions: Iterable[tuple[str, Submission]]) -> list[Record]:
        """Return what counts now for each of these submissions of these owners, whatever the conditions."""
        found = [self._counting(problem, owner, one) for owner, one in submissions]
        return [record_in(row, problem) for row in found if row]

    def record(self, ticket_id: int, problem: Problem) -> Record | None:
        """Return how the judgement of this ticket ended, published or not; None while it is not finished."""
        best_first = "ORDER BY faults > 0, outcome DESC"
        found = self._db.first(f"SELECT * FROM finished WHERE judgement = ? {best_first} LIMIT 1", ticket_id)
        return record_in(found, problem) if found else None

    def newest(self) -> int:
        """Return the number of the outcome that was written down last; 0 where there is none."""
        return self._db.number("SELECT max(id) FROM outcome")

    def host(self, ticket_id: int) -> Host:
        """Return the machine that a ticket, which is there, was judged on."""
        [row] = self._db.ask(
            "SELECT facts FROM judgement JOIN batch ON batch.id = batch JOIN host ON digest = host"
            " WHERE judgement.id = ?",
            ticket_id,
        )
        return codec.unpack(row["facts"], Host)

    def sourced(self, submission: Submission) -> Submission:
        """Return a submission of a record with its sources."""
        [row] = self._db.ask("SELECT main, files FROM source WHERE sha256 = ?", submission.sha256)
        files = codec.unpack(row["files"], codec.Files)
        return msgspec.structs.replace(submission, source=row["main"], files=files)

    # --- inside ------------------------------------------------------------------------------------------------------
    def _due(self, batch: Batch, submission: Submission, owner: str, handed_s: float | None) -> int:
        """Return the last judgement of the batch on the same that is not finished, or not without a judge error, and
        was handed in then; 0 for none. What was handed in at another time may have been judged in another batch."""
        asked = "SELECT max(id) FROM judgement WHERE batch = ? AND owner = ? AND sha256 = ? AND kind = ?"
        whose = self.people.key(owner), submission.sha256, codec.kind(submission)
        then = "begun_s = coalesce(?, begun_s)"
        return self._db.number(f"{asked} AND {then} AND NOT {FAULTLESS}", batch.id, *whose, handed_s)

    def _waiting_since(self, batch: Batch, submission: Submission, owner: str) -> float | None:
        """Return when the owner first handed in what no judge has got through with yet; None where nothing waits."""
        whose = self.people.key(owner), submission.sha256, codec.kind(submission)
        found = self._db.first(_WAITING, *whose, batch.problem.name, batch.kind)
        return float(found["begun_s"]) if found else None

    def _own(self, batch: Batch, submission: Submission, owner: str) -> Record | None:
        """Return what counts now for this submission of this owner, if it was judged in this batch: not when a regrade
        or another batch has come after it, so that what is judged last counts."""
        row = self._counting(batch.problem, owner, submission)
        return record_in(row, batch.problem) if row and row["batch"] == batch.id and not row["faults"] else None

    def _known(self, batch: Batch, submission: Submission, owner: str) -> Record | None:
        """Return what the same bytes came to under the same conditions: what counts for the owner now, a regrade also
        with more repetitions, as nothing is judged that could change it; else the last, whoever handed it in."""
        now, under = self._counting(batch.problem, owner, submission), batch.conditions
        own = record_in(now, batch.problem) if now and not now["faults"] else None
        regraded = now is not None and now["batch_kind"] == "regrade"
        if own and (own.conditions == under or (regraded and own.conditions.cover(under, batch.problem.limits))):
            return own
        found = self._db.first(
            f"SELECT * FROM published WHERE sha256 = ? AND kind = ? AND problem = ? AND {_SAME} AND faults = 0"
            " ORDER BY judgement DESC LIMIT 1",
            *(submission.sha256, codec.kind(submission), batch.problem.name),
            *msgspec.structs.astuple(batch.conditions),
        )
        return record_in(found, batch.problem) if found else None

    def _counting(self, problem: Problem, owner: str, submission: Submission) -> Row | None:
        """Return the row of `finished` that counts now for this submission of this owner: the last without a judge
        error."""
        return self._db.first(
            f"SELECT * FROM published WHERE owner = ? AND sha256 = ? AND kind = ? AND problem = ? {BEST_FIRST} LIMIT 1",
            *(self.people.key(owner), submission.sha256, codec.kind(submission), problem.name),
        )


def _done(number: int, owner: str, made: Judgement) -> Batch.Ticket:
    attempts = tuple(attempt for run in made.runs for attempt in run.attempts())
    return Batch.Ticket(number, owner, made.submission, attempts, done=True)


def _spared(runs: Iterable[Run]) -> bool:
    """Say whether larger cases were left out after time-outs."""
    return any(run.not_run for run in runs)
