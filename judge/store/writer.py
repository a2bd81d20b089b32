"""What is written down, row by row, and how a row is read: the tables of `schema.sql` but for those of ranks."""

from __future__ import annotations

import time
from collections.abc import Iterable
from sqlite3 import Row

import msgspec

from judge.model import Host, Judgement, Problem, Run, Submission, Verdict
from judge.model.record import Batch, Conditions, Record, Ticket
from judge.scoring import ranking
from judge.scoring.points import waits
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People, shown
from judge.store.ranks import Scores

BEST_FIRST = "ORDER BY faults > 0, since_s DESC, outcome DESC"  # of several outcomes of a submission
FAULTLESS = "EXISTS (SELECT 1 FROM outcome WHERE outcome.judgement = judgement.id AND faults = 0)"


class Writer:
    """The rows of one store. Nothing is changed or deleted."""

    def __init__(self, db: Database, scores: Scores, people: People) -> None:
        self._db, self._scores, self._people = db, scores, people

    def runs(self, judgement: int) -> tuple[Run, ...]:
        found = self._db.ask("SELECT facts FROM run WHERE judgement = ? ORDER BY id", judgement)
        runs = (codec.unpack_run(row["facts"]) for row in found)
        return tuple(run for run in runs if run.verdict is not Verdict.JE)

    def tickets(self, which: str, *values: object) -> list[Ticket]:
        """Return the tickets of these judgements in their order, submissions with their sources."""
        found = self._db.ask(
            f"SELECT judgement.*, {shown('owner')} AS name, main, files, {FAULTLESS} AS done"
            f" FROM judgement JOIN source USING (sha256) WHERE {which} ORDER BY id",
            *values,
        )
        return [
            Ticket(
                row["id"],
                row["name"],
                named(codec.unpack_submission(row["paper"], row["main"], row["files"]), row["name"]),
                self.runs(row["id"]),
                bool(row["done"]),
            )
            for row in found
        ]

    def add_runs(self, judgement: int, runs: Iterable[Run]) -> None:
        for run in runs:
            self._db.add("INSERT INTO run (judgement, facts) VALUES (?, ?)", judgement, codec.pack_run(run))

    def add_batch(self, batch: Batch) -> int:
        under = batch.conditions
        self._db.add("INSERT OR IGNORE INTO host VALUES (?, ?)", under.host, msgspec.json.encode(batch.host).decode())
        return self._db.add(
            "INSERT INTO batch (kind, problem, label, package, limits, judge, host, reason, begun_s)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            *(batch.kind, batch.problem.name, codec.plain(batch.label), *digests(under)),
            *(codec.plain(batch.reason), time.time()),
        )

    def add_source(self, one: Submission) -> None:
        self._db.add(
            "INSERT OR IGNORE INTO source VALUES (?, ?, ?)", one.sha256, one.source, codec.pack_files(one.files)
        )

    def add_judgement(
        self, batch: int, one: Submission, owner: str, replaces: int | None = None, handed_s: float | None = None
    ) -> int:
        """Write down that it is to be judged. It was handed in at `handed_s`; by default now."""
        return self._db.add(
            "INSERT INTO judgement (batch, owner, sha256, kind, paper, replaces, begun_s) VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(batch, self._people.enter(owner), one.sha256, codec.kind(one), paper_of(one, owner), replaces),
            time.time() if handed_s is None else handed_s,
        )

    def add_outcome(self, ticket_id: int, made: Judgement) -> None:
        """Write it down with its scores, unless it belongs to a regrade, which nobody sees before it is applied."""
        outcome = self._db.add(
            "INSERT INTO outcome (judgement, verdict, points, faults, prepared, runs, at_s)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(ticket_id, made.verdict.value, made.points or 0.0, made.faults),
            *(codec.pack_prepared(made.prepare), codec.pack_runs(made.runs), time.time()),
        )
        if self._db.ask("SELECT 1 FROM published WHERE outcome = ?", outcome):
            self._scores.add(outcome, made.runs, made.problem)


def digests(under: Conditions) -> tuple[str, str, str, str]:
    return under.package, under.limits, under.judge, under.host


def conditions_in(row: Row) -> Conditions:
    return Conditions(row["package"], row["limits"], row["judge"], row["host"])


def paper_of(one: Submission, owner: str) -> str:
    """Return a Submission without its sources as JSON; without its name where that is its owner's."""
    return codec.pack_submission(msgspec.structs.replace(one, name="") if codec.plain(one.name) == owner else one)


def named(submission: Submission, owner: str) -> Submission:
    """Return the submission under its owner's name, where it has none of its own."""
    return submission if submission.name else msgspec.structs.replace(submission, name=owner)


def record_in(row: Row, problem: Problem) -> Record:
    """Return the record that a row of `finished` holds."""
    prepare, runs = codec.unpack_prepared(row["prepared"]), codec.unpack_runs(row["runs"])
    waiting = prepare.verdict is Verdict.JE or waits(problem, runs)
    judgement = Judgement(
        submission=named(codec.unpack_submission(row["paper"]), row["name"]),
        problem=problem,
        prepare=prepare,
        runs=runs,
        verdict=Verdict(row["verdict"]),
        points=None if waiting else row["points"],
    )
    host = msgspec.json.decode(row["facts"], type=Host)
    times = row["at_s"], row["since_s"]
    timed = ranking.clock_of(host), host.host_class
    return Record(row["judgement"], row["name"], judgement, conditions_in(row), *times, *timed)
