"""What is written down, row by row, and how a row is read: the tables of `schema.sql` but for those of ranks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from sqlite3 import Row

import msgspec

from judge.model import Batch, Conditions, Host, Judgement, Prepared, Problem, Record, Run, Submission, Verdict
from judge.scoring import judgement_of
from judge.store import codec
from judge.store.database import Database, noun_in
from judge.store.people import People, shown
from judge.store.ranks import Scores

# Which of two outcomes came to count later says the order in which they were ranked: a clock may be set back.
SINCE = "(SELECT score.id FROM score WHERE score.outcome = published.outcome AND score.algorithm = '')"
BEST_FIRST = f"ORDER BY faults > 0, {SINCE} DESC"  # of several outcomes of a submission
FAULTLESS = "EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id AND faults = 0)"


class Writer:
    """The rows of one store. Nothing is changed or deleted."""

    def __init__(self, db: Database, scores: Scores, people: People) -> None:
        self._db, self._scores, self._people = db, scores, people

    def runs(self, judgement: int) -> tuple[Run, ...]:
        found = self._db.ask("SELECT facts FROM run WHERE judgement = ? ORDER BY id", judgement)
        runs = (codec.unpack_run(row["facts"]) for row in found)
        return tuple(run for run in runs if run.verdict is not Verdict.JE)

    def tickets(self, which: str, *values: object) -> list[Batch.Ticket]:
        """Return the tickets of these judgements in their order, submissions with their sources."""
        found = self._db.ask(
            f"SELECT judgement.*, {shown('owner')} AS name, main, files, {FAULTLESS} AS done"
            f" FROM judgement JOIN source USING (sha256) WHERE {which} ORDER BY id",
            *values,
        )
        tickets = []
        for row in found:
            submission = named(codec.unpack_submission(row["paper"], row["main"], row["files"]), row["name"])
            tickets.append(Batch.Ticket(row["id"], row["name"], submission, self.runs(row["id"]), bool(row["done"])))
        return tickets

    def add_runs(self, judgement: int, runs: Iterable[Run]) -> None:
        for run in runs:
            self._db.insert("run", judgement=judgement, facts=codec.pack_run(run))

    def add_batch(self, batch: Batch) -> int:
        under = batch.conditions
        self._db.add("INSERT OR IGNORE INTO host VALUES (?, ?)", under.host, codec.pack(batch.host))
        return self._db.insert(
            "batch",
            **{"kind": batch.kind, "problem": batch.problem.name, **msgspec.structs.asdict(under)},
            **{"label": codec.plain(batch.label), "reason": codec.plain(batch.reason), "begun_s": time.time()},
        )

    def add_source(self, one: Submission) -> None:
        self._db.add("INSERT OR IGNORE INTO source VALUES (?, ?, ?)", one.sha256, one.source, codec.pack(one.files))

    def add_judgement(
        self, batch: int, one: Submission, owner: str, replaces: int | None = None, handed_s: float | None = None
    ) -> int:
        """Write down that it is to be judged. It was handed in at `handed_s`; by default now."""
        return self._db.insert(
            "judgement",
            batch=batch,
            owner=self._people.enter(owner),
            sha256=one.sha256,
            kind=codec.kind(one),
            paper=paper_of(one, owner),
            replaces=replaces,
            begun_s=time.time() if handed_s is None else handed_s,
        )

    def add_outcome(self, ticket_id: int, made: Judgement) -> None:
        """Write it down with its scores, unless it belongs to a regrade, which nobody sees before it is applied."""
        outcome = self._db.insert(
            "outcome",
            judgement=ticket_id,
            verdict=made.verdict.value,
            points=made.points or 0.0,
            faults=made.faults,
            prepared=codec.pack(made.prepare),
            runs=codec.pack_runs(made.runs),
            at_s=time.time(),
        )
        if self._db.ask("SELECT 1 FROM published WHERE outcome = ?", outcome):
            self._scores.add(outcome, made.runs, made.problem)


def paper_of(one: Submission, owner: str) -> str:
    """Return a Submission without its sources as JSON; without its name where that is its owner's."""
    return codec.pack_submission(msgspec.structs.replace(one, name="") if codec.plain(one.name) == owner else one)


def named(submission: Submission, owner: str) -> Submission:
    """Return the submission under its owner's name, where it has none of its own."""
    return submission if submission.name else msgspec.structs.replace(submission, name=owner)


def record_in(row: Row, problem: Problem) -> Record:
    """Return the record that a row of `finished` holds."""
    submission = named(codec.unpack_submission(row["paper"]), row["name"])
    prepare, runs = codec.unpack(row["prepared"], Prepared), codec.unpack_runs(row["runs"])
    made = judgement_of(submission, problem, prepare, runs, row["points"])
    judgement = msgspec.structs.replace(made, verdict=Verdict(row["verdict"]))
    host = codec.unpack(row["facts"], Host)
    known = row["at_s"], row["outcome"]
    timed = host.ranks_by, host.host_class
    return Record(row["judgement"], row["name"], judgement, noun_in(row, Conditions), *known, *timed)
