"""A judge of the queue: it takes jobs from the store, one after the other, until it is told to stop.

    with Store() as store, arena() as sandboxes:
        QueueJudge(store, sandboxes, sandboxes[0].host(), packages).run(told_to_stop)

Nothing is lost with a judge. What it has begun is in the store, its claims fall with it, and the next judge goes on
with the same judgement. A submission that has ended several judges is not run by another one: it becomes JE. What the
judge itself fails on is tried again later.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from judge.judging.crew import Hands
from judge.judging.queue_job import MOST_TRIES, Means, Packages, Stop, Ways, judge_regrade, judge_submission, words_of
from judge.model import Host
from judge.model.fence import ends_all
from judge.model.job import Job
from judge.store import Store

LOOK_S = 0.1  # between two looks whether anything has changed
AGAIN_S = 1.0  # after which it tries to take something in any case: a judge that was killed changes nothing
_WAYS = Ways()


class QueueJudge:
    """One judge. Nobody else in its process opens the store: to close it again would drop the claims of this one."""

    def __init__(self, store: Store, hands: Hands, host: Host, packages: Packages, ways: Ways = _WAYS) -> None:
        self._by = Means(store, hands, host, packages, ways)
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
                judge_regrade(self._by, job, stop)
            else:
                judge_submission(self._by, job)
        except Exception as error:
            if ends_all(error):
                self._leave(job)
                raise
            self._failed(job, words_of(error))
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
