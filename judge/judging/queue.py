"""A judge of the queue: it takes jobs from the store, one after the other, until it is told to stop.

    with Store() as store, arena() as sandboxes:
        QueueJudge(store, sandboxes, sandboxes[0].host(), packages).run(told_to_stop)

Nothing is lost with a judge. What it has begun is in the store, its claims fall with it, and the next judge goes on
with the same judgement. A submission that has ended several judges is not run by another one: it becomes JE. What the
judge itself fails on is tried again later.

A submission's judgement is entered in the same transaction as the step that names it. So it is entered once, wherever a
judge is killed: whoever takes the job next goes on with that judgement, or finds it finished.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress

import msgspec

from judge.errors import JudgeError
from judge.judging.crew import Hands
from judge.judging.races import BonusRounds
from judge.judging.regrading import Regrading
from judge.judging.session import GradingSession, entered
from judge.model import (
    Batch,
    Conditions,
    Finding,
    Host,
    Job,
    Judgement,
    Prepared,
    Problem,
    Ran,
    Readied,
    Verdict,
    fault_of,
)
from judge.scoring import judgement_of
from judge.store import Store

MOST_ENDED = 3  # judges that a job may end
MOST_TRIES = 2  # more, after a judge error
PACKAGE = ("E301", "E302", "E305", "E309")  # judge errors that are the package's fault: a further try finds them again
LOOK_S = 0.1  # between two looks whether anything has changed
BONUS_S = 60.0  # for which a regrade measures who is near a bonus
AGAIN_S = 1.0  # after which it tries to take something in any case: a judge that was killed changes nothing
Packages = Callable[[str], Problem]  # of a problem's name, read anew
Stop = Callable[[], bool]


class QueueJudge:
    """One judge, for whom `packages` reads a problem anew. It runs each case `repeat` times."""

    def __init__(self, store: Store, hands: Hands, host: Host, packages: Packages, repeat: int = 1) -> None:
        self._store, self._hands, self._host, self._packages = store, hands, host, packages
        self._repeat = repeat
        self._queue = store.queue
        self._seen: int | None = None
        self._looked_s = 0.0

    def run(self, stop: Stop) -> None:
        """Judge what there is, and wait for more, until `stop` says so. A submission that is at work then is finished
        first; a regrade is left to another judge, as is a submission at Ctrl-C. Raises what makes it useless to go on,
        such as a store that fails."""
        with self._queue.seated():
            while not stop():
                if job := self._next():
                    self._judge(job, stop)
                else:
                    time.sleep(LOOK_S)

    def _next(self) -> Job | None:
        """Take a job, if anything has changed since the last look, or that was a while ago."""
        seen, now_s = self._queue.changed(), time.monotonic()
        if seen == self._seen and now_s < self._looked_s + AGAIN_S:
            return None
        job = self._queue.take(f"process {os.getpid()}")
        self._seen, self._looked_s = None if job else seen, now_s
        return job

    def _judge(self, job: Job, stop: Stop) -> None:
        try:
            if job.kind == "regrade":
                self._regrade(job, stop)
            else:
                self._submission(job)
        except Exception as error:
            try:
                words = _words_of(error)
            except Exception:
                self._leave(job)
                raise
            self._failed(job, words)
        except BaseException:
            self._leave(job)
            raise
        finally:
            self._queue.give_back(job)

    def _failed(self, job: Job, words: str) -> None:
        """Try it again later, or have it be over: a regrade somebody wishes anew, a submission after some tries."""
        now = self._queue.numbered(job.id)
        if now.kind == "submit" and now.tries < MOST_TRIES:
            self._queue.put_off(now, words)
        else:
            self._queue.end(now, words)

    def _leave(self, job: Job) -> None:
        """Leave it to another judge: it did not end this one. Where not even that can be written, it counts as if."""
        with suppress(Exception):
            self._queue.step(self._queue.numbered(job.id), "waiting")

    # --- a submission ------------------------------------------------------------------------------------------------
    def _submission(self, job: Job) -> None:
        """Judge a submission, or what another judge has left of it. One whose package can't be read waits for that."""
        try:
            problem = self._packages(job.problem)
        except Exception as error:
            self._queue.put_off(job, _words_of(error))
            return
        repeat = self._repeat
        batch = Batch("submit", problem, self._host, Conditions.of(problem, self._host, repeat), repeat=repeat)
        batch = self._store.begin(batch)
        if job.judgement and not self._store.entered(job.judgement, batch):
            known = self._judgement(job, problem)
            if known and not known.faults:  # it was finished before the package changed
                self._queue.step(job, "done")
                return
        ticket, job = self._entered(batch, job)
        if job.takes <= MOST_ENDED:
            self._run(batch, ticket, job)
        elif not ticket.done:
            self._store.finish(ticket, judgement_of(ticket.submission, problem, Prepared.failed(_deadly())))
            job = msgspec.structs.replace(job, tries=MOST_TRIES)
        made = self._judgement(job, problem)
        if job.tries < MOST_TRIES and (made is None or _may_pass(made)):
            self._queue.put_off(job)
        else:
            self._queue.step(job, "done")

    def _entered(self, batch: Batch, job: Job) -> tuple[Batch.Ticket, Job]:
        """Return the ticket of a job, which another judge may have entered, and the job that names it."""
        store = self._store
        if job.judgement and (ticket := store.entered(job.judgement, batch)):
            return ticket, job
        assert job.submission is not None, "a regrade has none"
        with store.at_once():
            ticket = entered(store, batch, store.sourced(job.submission), job.owner, job.at_s)
            first = msgspec.structs.replace(job, tries=0)  # those that were in vain as the package could not be read
            return ticket, self._queue.step(first, "preparing", ticket.id)

    def _run(self, batch: Batch, ticket: Batch.Ticket, job: Job) -> None:
        """Run what is missing. Where the judge itself fails on it as a whole, that is its judge error."""
        try:
            for event in GradingSession(self._store, batch, [ticket]).events(self._hands):
                ready = isinstance(event, Readied) and event.prepared.verdict is Verdict.AC
                if job.state != "running" and (ready or isinstance(event, Ran)):
                    job = self._queue.step(job, "running")
        except Exception as error:
            self._store.finish(ticket, judgement_of(ticket.submission, batch.problem, Prepared.failed(fault_of(error))))

    def _judgement(self, job: Job, problem: Problem) -> Judgement | None:
        """Return what a job was judged as."""
        record = self._store.record(job.judgement, problem) if job.judgement else None
        return record.judgement if record else None

    # --- a regrade ---------------------------------------------------------------------------------------------------
    def _regrade(self, job: Job, stop: Stop) -> None:
        """Judge again what somebody wishes, or what is left of it, and publish nothing.

        Give way to a submission that no judge is free for, and at a `stop`: it is gone on with later. One that is
        cancelled meanwhile is left as it is. Raises JudgeError where nothing can be judged again.
        """
        queue, problem = self._queue, self._packages(job.problem)
        regrading = Regrading(self._store, problem, job.wish or Job.Wish(""), self._repeat)
        if words := self._over(regrading, problem, job):
            queue.end(job, words)
            return
        batch = regrading.begin(self._host)
        job = queue.step(job, "running", batch=batch.id)
        with closing(self._regraded(regrading, batch)) as events:
            for _ in events:
                if queue.numbered(job.id).over:  # somebody has cancelled it
                    return
                if stop() or queue.presses():
                    queue.step(job, "waiting")
                    return
        queue.step(job, "done")

    def _over(self, regrading: Regrading, problem: Problem, job: Job) -> str:
        """Say why nothing is left to be done for a regrade; "" where something is."""
        if job.takes > MOST_ENDED:
            return f"E310: {_deadly().message}"
        if job.batch is None:
            there = not regrading.part or regrading.finds_any()
            return "" if there else "no run that counts is one of these"
        pending = self._store.regrades.pending(problem)
        return "" if pending and pending.id == job.batch else "somebody has decided about it meanwhile"

    def _regraded(self, regrading: Regrading, batch: Batch) -> Generator[object]:
        """Judge again, and measure who is near a bonus."""
        yield from regrading.session(batch).events(self._hands)
        for tickets in regrading.races(batch):
            rounds = BonusRounds(self._store, batch, tickets, BONUS_S, more=False)
            yield from rounds.events(self._hands)


def _words_of(error: Exception) -> str:
    """Return in a line why a job can't be judged. What makes it useless to go on is raised again."""
    finding = fault_of(error)
    place = f" ({error.place})" if isinstance(error, JudgeError) and error.place else ""
    return f"{finding.code}: {finding.message}{place}"


def _may_pass(made: Judgement) -> bool:
    """Say whether there is a judge error that a further try may not meet."""
    codes = [run.code for run in made.runs if run.verdict is Verdict.JE]
    codes += [made.prepare.finding.code if made.prepare.finding else ""] * (made.prepare.verdict is Verdict.JE)
    return any(code not in PACKAGE for code in codes)


def _deadly() -> Finding:
    return Finding(
        "E310",
        f"{MOST_ENDED} judges ended while they were at this",
        note="so it is not run again: it may be what ends them",
        help="find out what ended them, then judge it again",
        command="judge regrade",
        verdict=Verdict.JE,
    )
