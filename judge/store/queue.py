"""The queue: what is to be judged by the judges at this store, and how far it is; who is next says `line.py`.

A judge that ends drops its claims, whatever ended it: what it was at is taken before all else. A newer submission that
replaces a waiting one has its place.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from sqlite3 import Row
from typing import Final, Literal

import msgspec

from judge.locks import Claims
from judge.model import Job, Run, Submission, Verdict
from judge.store import codec
from judge.store.database import Database
from judge.store.line import AT_WORK, LAST, Line, Open, takeable
from judge.store.people import People, shown
from judge.store.writer import Writer, named, paper_of

Word = Literal["taken", "preparing", "running", "waiting", "again", "done", "replaced"]
SEATS = range(1 << 40, (1 << 40) + 64)  # claims of judges that are alive, beyond the ids of jobs
_STATES: Final[dict[str, Job.State]] = {"taken": "preparing", "again": "waiting"}  # others are called as their word
_JOBS = f"""
SELECT job.id, job.code, job.kind, job.problem, job.paper, job.at_s,
    CASE job.owner WHEN '' THEN '' ELSE {shown("job.owner")} END AS owner,
    CASE job.author WHEN '' THEN '' ELSE {shown("job.author")} END AS author,
    coalesce(step.word, 'waiting') AS word, step.judgement, step.batch,
    coalesce(step.takes, 0) AS takes, coalesce(step.tries, 0) AS tries, coalesce(step.words, '') AS words,
    coalesce(step.at_s, job.at_s) AS changed_s
FROM job {LAST}
"""
_COUNTS = f"""
SELECT job.problem, count(DISTINCT job.owner) AS owners, sum(step.word IS NOT 'done') AS open,
    sum(step.word IS 'done') AS judged
FROM job {LAST}
WHERE job.kind = 'submit' AND step.word IS NOT 'replaced'
    AND (SELECT role FROM account WHERE account.owner = job.owner ORDER BY account.id DESC LIMIT 1) = 'student'
GROUP BY job.problem
"""
_ENDED = """
SELECT over.job, over.at_s - (SELECT max(at_s) FROM step WHERE step.job = over.job AND step.word = 'taken') AS took_s,
    (SELECT CASE WHEN faults > 0 THEN 'JE' ELSE verdict END FROM outcome WHERE outcome.judgement = over.judgement
     ORDER BY faults > 0, id DESC LIMIT 1) AS verdict
FROM step AS over WHERE over.word = 'done' AND over.id = (SELECT max(id) FROM step WHERE step.job = over.job)
"""
# Over without a judgement, or with one in which the judge has failed, and nothing that counts has come since.
_FAILED = f"""
SELECT ended.job, ended.took_s, ended.verdict FROM ({_ENDED} ORDER BY over.id DESC LIMIT 1000) AS ended
JOIN job ON job.id = ended.job {LAST}
LEFT JOIN judgement ON judgement.id = step.judgement
WHERE job.kind = 'submit' AND (ended.verdict IS NULL OR ended.verdict = 'JE') AND NOT EXISTS (
    SELECT 1 FROM published WHERE published.owner = judgement.owner AND published.sha256 = judgement.sha256
    AND published.kind = judgement.kind AND published.problem = job.problem AND published.faults = 0)
ORDER BY step.id DESC LIMIT ?
"""


class Queue:
    """The queue of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, writer: Writer, people: People) -> None:
        self._db, self._writer, self._people, self._line = db, writer, people, Line(db)
        self._held: set[int] = set()
        self._seat: int | None = None

    def close(self) -> None:
        """Drop all claims."""
        if "_claims" in vars(self):
            self._claims.close()

    # --- handing in --------------------------------------------------------------------------------------------------
    def add(  # noqa: PLR0913 - the facts of one row
        self,
        problem: str,
        owner: str,
        author: str,
        submission: Submission,
        at_s: float,
        *,
        replaces: bool,
        code: str = "",
    ) -> Job:
        """Put a submission into the queue. With `replaces` the owner's waiting jobs on the problem are over, and it has
        their place. Where there is a job of this `code` already, that one is returned, and nothing is added."""
        owner = codec.plain(owner)
        with self._db.writing():
            if code and (held := self.job(code)):
                return held
            self._writer.add_source(submission)
            key = self._people.enter(owner)
            by, paper = self._people.enter_if(author), paper_of(submission, owner)
            replaced = self._line.waiting_of(key, problem) if replaces else []
            for one in replaced:
                self.step(self.numbered(one.id), "replaced")
            turn = min(one.turn for one in replaced) if replaced else self._line.turn_of(key)
            place = {"turn": turn, "since_s": min((one.since_s for one in replaced), default=at_s)}
            facts = {"kind": "submit", "problem": problem, "sha256": submission.sha256, "paper": paper}
            return self._add(code, **facts, owner=key, author=by, at_s=at_s, **place)

    def add_regrade(self, problem: str, author: str, wish: Job.Wish, at_s: float, code: str = "") -> Job:
        """Put a regrade into the queue. No job has this `code` yet; "" is a random one."""
        with self._db.writing():
            facts = {"kind": "regrade", "problem": problem, "owner": "", "author": self._people.enter_if(author)}
            return self._add(code, **facts, paper=codec.pack(wish), at_s=at_s, turn=0, since_s=at_s)

    # --- reading -----------------------------------------------------------------------------------------------------
    def job(self, code: str) -> Job | None:
        """Return the job of this code."""
        return next(iter(self._jobs("job.code = ?", code)), None)

    def of(self, owner: str, problem: str = "") -> list[Job]:
        """Return the jobs of an owner, on one problem or on all, the newest first."""
        on, named = ("AND job.problem = ?", [problem]) if problem else ("", [])
        own = f"job.owner = ? AND job.kind = 'submit' {on} ORDER BY job.id DESC"
        return self._jobs(own, self._people.key(owner), *named)

    def regrades(self, problem: str) -> list[Job]:
        """Return the regrades of a problem, the newest first."""
        return self._jobs("job.problem = ? AND job.kind = 'regrade' ORDER BY job.id DESC", problem)

    def handed_in(self, problem: str) -> list[Job]:
        """Return every submission of the problem that was not replaced, the oldest first."""
        counting = "job.problem = ? AND job.kind = 'submit' AND step.word IS NOT 'replaced' ORDER BY job.id"
        return self._jobs(counting, problem)

    def counts(self) -> dict[str, Job.Counts]:
        """Return by problem how many submissions of students there are, and how far they are."""
        found = self._db.ask(_COUNTS)
        return {row["problem"]: Job.Counts(row["owners"], row["open"], row["judged"]) for row in found}

    def ended(self, count: int) -> list[Job.Ended]:
        """Return what was judged last, the latest first."""
        return [self._ended(row) for row in self._db.ask(f"{_ENDED} ORDER BY over.id DESC LIMIT ?", count)]

    def failed(self, count: int) -> list[Job.Ended]:
        """Return submissions that could not be judged, of the last thousand jobs that are over, the latest first."""
        return [self._ended(row) for row in self._db.ask(_FAILED, count)]

    def version(self) -> tuple[object, ...]:
        """Return something that changes when a job is added or goes on; it is read quickly."""
        return tuple(self._db.ask("SELECT (SELECT max(id) FROM job), (SELECT max(id) FROM step)")[0])

    def numbered(self, number: int) -> Job:
        """Return the job of this id, which is there."""
        return self._jobs("job.id = ?", number)[0]

    def steps(self) -> dict[int, tuple[int, int]]:
        """Return of each open job the id of its last step, and its judgement; 0 where there is none yet."""
        found = self._db.ask(
            "SELECT queued.job, coalesce(step.id, 0) AS step, coalesce(step.judgement, 0) AS judgement FROM queued"
            " LEFT JOIN step ON step.id = (SELECT max(id) FROM step WHERE step.job = queued.job)"
        )
        return {row["job"]: (row["step"], row["judgement"]) for row in found}

    def open(self) -> list[Job]:
        """Return what is at work, then what waits, in the order in which it will be taken."""
        found = {job.id: job for job in self._jobs("job.id IN (SELECT job FROM queued)")}
        return [found[one.id] for one in self._line.now() if one.id in found]

    def place(self, job: Job) -> Job.Place:
        """Return how many jobs are ahead of this one, those at work among them, and about how long until it is begun;
        for all who wait at once ask `places`."""
        return self.places().get(job.id) or Job.Place(0, 0.0, self.judges())

    def places(self) -> dict[int, Job.Place]:
        """Return the places of all jobs that wait, by their ids."""
        return self._line.places(self.judges())

    def runs_of(self, judgement: int, after: int = 0) -> list[tuple[int, Run]]:
        """Return the attempts that were written down for a judgement after the row of this id, each with its id."""
        asked = "SELECT id, facts FROM run WHERE judgement = ? AND id > ? ORDER BY id"
        return [(row["id"], codec.unpack_run(row["facts"])) for row in self._db.ask(asked, judgement, after)]

    def last_run(self, judgement: int) -> int:
        """Return the id of the last attempt that was written down for a judgement, 0 where there is none."""
        return self._db.number("SELECT max(id) FROM run WHERE judgement = ?", judgement)

    def changed(self) -> int:
        """Return a number that is another one when another process or thread has written."""
        return self._db.number("PRAGMA data_version")

    def judges(self) -> int:
        """Count the judges that are alive."""
        return self._claims.others(SEATS.start, len(SEATS)) + (self._seat is not None)

    # --- judging -----------------------------------------------------------------------------------------------------
    @contextmanager
    def seated(self) -> Iterator[None]:
        """Be counted among the judges meanwhile."""
        self._seat = next((seat for seat in SEATS if self._claims.take(seat)), None)
        try:
            yield
        finally:
            if self._seat is not None:
                self._claims.give_back(self._seat)
            self._seat = None

    def take(self, judge: str) -> Job | None:
        """Claim the job that is next, first of all one that an ended judge has left. None where there is none."""
        for one in takeable(self._line.now()):
            if one.id in self._held or not self._claims.take(one.id):
                continue
            self._held.add(one.id)
            with ExitStack() as unless_taken:
                unless_taken.callback(self.give_back, one)
                if taken := self._taken(one, judge):
                    unless_taken.pop_all()
                    return taken
        return None

    def step(self, job: Job, word: Word, judgement: int | None = None, batch: int | None = None) -> Job:
        """Write down how far a job is; what it was judged as stays known. Return the job as it is then. Once it is over
        nothing is written."""
        known = {"judgement": judgement or job.judgement, "batch": batch or job.batch}
        return self._step(msgspec.structs.replace(job, **known), word)

    def put_off(self, job: Job, words: str = "") -> Job:
        """Let a job wait that could not be judged, to be tried again after a rest. The words say why."""
        return self._step(job, "again", words)

    def end(self, job: Job, words: str) -> Job:
        """Let a job be over without a judgement. The words say why."""
        return self._step(job, "done", words)

    def again(self, job: Job) -> Job:
        """Open a job that is over anew: it goes on with its judgement, and may be tried as often as a new one."""
        with self._db.writing():
            now = self.numbered(job.id)
            if now.state != "done":
                return now
            self._db.add("INSERT OR IGNORE INTO queued VALUES (?)", job.id)
            return self._step(msgspec.structs.replace(now, tries=0), "waiting")

    def give_back(self, job: Job | Open) -> None:
        """Drop the claim."""
        self._held.discard(job.id)
        self._claims.give_back(job.id)

    def presses(self) -> bool:
        """Say whether a submission waits and no judge is free for it."""
        line = self._line.now()
        waits = any(not one.at_work and not one.regrade for one in takeable(line))
        return waits and sum(one.at_work for one in line) >= self.judges()

    # --- inside ------------------------------------------------------------------------------------------------------
    @cached_property
    def _claims(self) -> Claims:
        return Claims(self._db.path.with_suffix(".queue"))

    def _jobs(self, which: str, *values: object) -> list[Job]:
        return [_job(row) for row in self._db.ask(f"{_JOBS} WHERE {which}", *values)]

    def _taken(self, one: Open, judge: str) -> Job | None:
        """Write down that it is taken, unless another judge was quicker."""
        with self._db.writing():
            if one not in takeable(self._line.now()):
                return None
            job = self.numbered(one.id)
            return self._step(msgspec.structs.replace(job, takes=job.takes + 1), "taken", judge)

    def _step(self, job: Job, word: Word, words: str = "") -> Job:
        with self._db.writing():
            if self._db.ask("SELECT 1 FROM queued WHERE job = ?", job.id):
                takes, tries = job.takes if word in AT_WORK else 0, job.tries + (word == "again")
                facts = {"judgement": job.judgement, "batch": job.batch, "takes": takes, "tries": tries}
                self._db.insert("step", job=job.id, word=word, **facts, words=codec.plain(words), at_s=time.time())
            if word in ("done", "replaced"):
                self._db.add("DELETE FROM queued WHERE job = ?", job.id)
            return self.numbered(job.id)

    def _add(self, code: str, **row: object) -> Job:
        number = self._db.insert("job", code=code or secrets.token_hex(Job.CODE_BYTES), **row)
        self._db.add("INSERT INTO queued VALUES (?)", number)
        return self.numbered(number)

    def _ended(self, row: Row) -> Job.Ended:
        verdict = Verdict(row["verdict"]) if row["verdict"] else None
        return Job.Ended(self.numbered(row["job"]), row["took_s"], verdict)


def _job(row: Row) -> Job:
    facts = dict(row)
    word, paper = facts.pop("word"), facts.pop("paper")
    regrade = row["kind"] == "regrade"
    return Job(
        **facts | {"words": row["words"] if word in ("again", "done") else ""},
        state=_STATES.get(word, word),
        submission=None if regrade else named(codec.unpack_submission(paper), row["owner"]),
        wish=codec.unpack(paper, Job.Wish) if regrade else None,
    )
