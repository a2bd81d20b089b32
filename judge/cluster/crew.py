"""The workers of a contest that sit on other machines: Dask has each order done by one of the stations that may.

Orders are sent a few more than there are slots, so that a slot that falls empty has work at once; Dask queues them,
moves them to who is idle, and does again what a lost worker had. What it can't know is decided here: which stations are
of one class, who is silent, and what others have disturbed. Attempts come in the order in which they were asked for.
"""

from __future__ import annotations

import contextlib
import random
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Final

import msgspec
from distributed import Future

from judge.cluster import station
from judge.cluster.client import Bytes, holders, lost, submitted, under_way
from judge.cluster.fleet import Wanted
from judge.cluster.jobs import SLICE_S, TRIES, Asked, AttemptJob, Job, PrepareJob
from judge.cluster.message import pack, read_report
from judge.cluster.outbox import Outbox
from judge.cluster.stations import ASK_S, LOOK_S, Stations, nobody
from judge.judging.curiosity import Curiosity
from judge.judging.work import Done, Work
from judge.model import Attempt, Contract, Host, Prepared, Problem, Submission
from judge.model.cluster import Seen
from judge.model.verdict import Verdict

PATIENCE_S: Final = 60.0  # without any station, before a run gives up
OWN_PATIENCE_S: Final = 600.0  # for those that were started for this run: a core may be another judge's
TELL_S: Final = 10.0
AHEAD: Final = 1.5  # orders for each slot
CHOICE: Final = 16  # stations among which Dask chooses (M. Mitzenmacher, The power of two choices, 2001)
ORDERS_A_S: Final = 250.0  # that a scheduler is asked for at most: with more slots each order is longer
HELD: Final = 16  # times as many jobs may wait to be told


class _Sent(msgspec.Struct, frozen=True, eq=False):
    """An order that is under way, and at whose address it may be."""

    job: Job
    asked: Asked
    future: Future[bytes]
    stations: tuple[str, ...]
    names: frozenset[str]  # of these stations


class ClusterCrew:
    """The stations of a scheduler as the workers of a contest."""

    far = True

    def __init__(self, client: Bytes, address: str, wanted: Wanted, expected: int = 1) -> None:
        self._expected = expected  # stations, to begin with
        self.curiosity = Curiosity()
        self.stations = Stations(client, wanted)
        self._client, self._address = client, address
        self._outbox = Outbox()
        self._homes: dict[tuple[str, Submission], str] = {}  # where it is prepared: the name of a station
        self._news: SimpleQueue[str] = SimpleQueue()
        self._sent: dict[str, _Sent] = {}
        self._at_home = Counter[str]()  # orders under way that one address alone may have
        self._unsent: deque[Job] = deque()
        self._alone_s = 0.0  # since when there is nobody

    @property
    def size(self) -> int:
        """Return how many attempts are made at once, now."""
        return max(1, self.stations.fleet.slots)

    def wait_for_stations(self, say: Callable[[str], object] = lambda _: None) -> Host:
        """Return the machine that stands for them, as soon as all may work that are expected, or time is over. Say
        so where that takes a while. JudgeError E488 where none comes."""
        begun_s, told = time.monotonic(), False
        while True:
            self.stations.look()
            waited_s = time.monotonic() - begun_s
            late = waited_s >= (PATIENCE_S if self._expected == 1 else OWN_PATIENCE_S)
            if waited_s >= TELL_S and not told:
                told = True
                say(f"waits for workers: {len(self.stations.fleet.chosen)} of {self._expected} are there")
            if (host := self.stations.fleet.host) and (late or len(self.stations.fleet.chosen) >= self._expected):
                return host
            if late:
                raise nobody(self.stations.fleet, self._address)
            time.sleep(LOOK_S / 5)

    def get_ready(self, contracts: Iterable[Contract]) -> None:
        """Do nothing: a station begins when it is asked to."""

    def forget(self) -> None:
        """Let go of what a contest needed. A station forgets what it has not used for long."""
        self._homes.clear()
        self._outbox.clear()

    def seen(self) -> list[Seen]:
        """Return the stations, and what each has done."""
        return self.stations.seen()

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each submission at one station; yield how that ended, in their order."""
        digest, jobs = self._outbox.problem(problem), []
        for submission in submissions:
            jobs.append(PrepareJob(digest, submission, self._outbox.sources(submission)))
        self.stations.look()
        self.stations.provide(self.stations.ready(), self._outbox.parcels)  # all at once, and not one with each order
        for job in self._over(iter(jobs)):
            assert isinstance(job, PrepareJob)
            assert job.prepared
            self._homes[digest, job.submission] = job.home
            yield job.prepared

    def attempt(self, works: Iterable[Work]) -> Iterator[Done]:
        """Make the attempts; works that belong together go to one station. Yield them in the order of the works."""
        yield from self._told(self._bundled(works))

    def _bundled(self, works: Iterable[Work]) -> Iterator[AttemptJob]:
        """Yield a job for the works that belong together. The judge's own probe, which may come between them, does not
        part them."""
        chosen: list[Work] = []
        for work in works:
            if work.together is None:
                yield self._job([work])
                continue
            if chosen and chosen[0].together != work.together:
                yield self._job(chosen)
                chosen = []
            chosen.append(work)
        if chosen:
            yield self._job(chosen)

    def _job(self, works: Sequence[Work]) -> AttemptJob:
        tasks = [task for work in works for task in work.tasks]
        problem = self._outbox.problem(tasks[0].problem)
        digests = {task.submission: self._outbox.sources(task.submission) for task in tasks}
        job = AttemptJob(problem, works, digests, apart=works[0].apart, slice_s=max(SLICE_S, self.size / ORDERS_A_S))
        job.home = self._homes.get((problem, tasks[0].submission), "") if len(digests) == 1 else ""
        return job

    # --- orders ------------------------------------------------------------------------------------------------------
    def _told(self, jobs: Iterator[AttemptJob]) -> Iterator[Done]:
        """Yield what the jobs come to, in their order, as soon as it is known."""
        for job in self._under_way(jobs):
            assert isinstance(job, AttemptJob)
            yield from job.ready(self.curiosity)

    def _over(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """Yield the jobs in their order, each when it is over."""
        told = None
        for job in self._under_way(jobs):
            if job.over and job is not told:
                told = job
                yield job

    def _under_way(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """Yield the first job that is not over again and again, whenever something came of it; its last time it is
        over, and the next one is the first."""
        open_: deque[Job] = deque()
        try:
            while True:
                most = AHEAD * self.size
                while len(self._sent) + len(self._unsent) < most and len(open_) < HELD * most:
                    if (job := next(jobs, None)) is None:
                        break
                    open_.append(job)
                    if not job.over:
                        self._unsent.append(job)
                self._send()
                if not open_:
                    return
                first = open_[0]
                yield first
                if first.over:
                    open_.popleft()
                else:
                    self._wait()
        finally:
            self._break_off()

    def _send(self) -> None:
        """Send what can be sent."""
        for _ in range(len(self._unsent)):
            job = self._unsent.popleft()
            if not (found := self._places(job)):
                self._unsent.append(job)
                return
            self.stations.provide(found, self._outbox.of((job.problem, *job.digests)))
            found = [one for one in found if one in self.stations.fleet.chosen]
            if not found:
                self._unsent.append(job)
                continue
            asked = job.ask(uuid.uuid4().hex, time.monotonic(), self.curiosity)
            future = submitted(self._client, station.work, (pack(asked.order),), found)
            names = frozenset(self.stations.fleet.chosen[one].station for one in found)
            self._sent[asked.order.id] = _Sent(job, asked, future, tuple(found), names)
            self._at_home.update(found if len(found) == 1 else ())
            future.add_done_callback(lambda _, name=asked.order.id: self._news.put(name))

    def _no_longer_sent(self, name: str) -> _Sent | None:
        """Return an order that was under way, and is no longer; None where it was taken back before."""
        sent = self._sent.pop(name, None)
        if sent and len(sent.stations) == 1:
            self._at_home.subtract(sent.stations)
        return sent

    def _places(self, job: Job) -> list[str]:
        """Return at which stations a job may be done: where it is prepared, unless that has enough to do."""
        home = self.stations.address_of(job.home) if job.home and job.home not in job.avoided else None
        if home and self.stations.is_ready(home) and self._at_home[home] <= self.stations.fleet.chosen[home].slots:
            return [home]
        ready = self.stations.ready(job.avoided)
        if job.tries and ready:  # one alone, so that it is known who fails
            return [random.choice(ready)]
        # Of a few at random one is about as idle as the idlest of all, and the scheduler looks at a few alone.
        return random.sample(ready, CHOICE) if len(ready) > CHOICE else ready

    def _wait(self) -> None:
        """Wait until there is news, or a while; see who is there. JudgeError E488 where nobody is, for a long time."""
        try:
            self._settle(self._news.get(timeout=LOOK_S))
            while True:
                self._settle(self._news.get_nowait())
        except Empty:
            pass
        if self.stations.look():
            self._take_back()
        if self.stations.ready():
            self._alone_s = 0.0
            return
        self._alone_s = self._alone_s or time.monotonic()
        if time.monotonic() - self._alone_s > PATIENCE_S:
            raise nobody(self.stations.fleet, self._address)

    def _settle(self, name: str) -> None:
        """Take what came of an order; order again what it left."""
        if not (sent := self._no_longer_sent(name)):
            return
        job = sent.job
        if sent.future.status in ("cancelled", "lost") and self._client.status != "running":
            raise lost()
        if sent.future.status == "finished":
            self._take(sent)
        elif sent.future.status == "error":
            self._take_failure(sent)
        if job.tries >= TRIES:
            job.give_up()
        if not job.over:
            self._unsent.appendleft(job)

    def _take(self, sent: _Sent) -> None:
        """Look at a report, and believe it or its station nothing any more."""
        job, address = sent.job, ""
        try:
            report = read_report(sent.future.result(timeout=ASK_S), sent.names)
            address = self.stations.address_of(report.station) or ""
            if report.lacking:
                self.stations.forgot(report.station)
            elif report.fault:
                job.tries += 1
                job.avoided.add(report.station)
                self.stations.failed(report.station, report.fault[:200])
            else:
                runs = job.take(report, sent.asked, others=self.stations.others(report.station))
                self._note(report.station, runs)
        except (ValueError, TypeError, msgspec.MsgspecError) as error:  # TypeError: it is no bytes, so it stays unread
            self._disbelieve(sent, address, str(error))
        except Exception:  # the station ended before its report came
            job.tries += 1

    def _take_failure(self, sent: _Sent) -> None:
        """Count a try. Dask does not say who failed; where one station alone was asked, it is known."""
        sent.job.tries += 1
        if len(sent.names) == 1:
            [name] = sent.names
            sent.job.avoided.add(name)
            self.stations.failed(name, "its worker raises an error")

    def _note(self, name: str, runs: Sequence[Attempt]) -> None:
        for run in runs:
            if run.samples or run.verdict is Verdict.JE:
                self.stations.note(name, disturbed=run.disturbed or run.starved)

    def _disbelieve(self, sent: _Sent, address: str, why: str) -> None:
        """Refuse the station whose report is none: where it says it is, or where Dask has the result from."""
        found = [address] if address else holders(self._client, sent.future)
        for one in found:
            self.stations.refuse(one, f"it lies: {why}")

    def _take_back(self) -> None:
        """Order elsewhere what is at stations that are gone or silent."""
        there = self.stations.fleet.chosen
        silent = {one for one in there if self.stations.is_silent(one)}
        at = under_way(self._client, list(silent)) if silent else {}
        stuck = {key for keys in at.values() for key in keys}
        for name, sent in list(self._sent.items()):
            gone = not any(one in there and one not in silent for one in sent.stations)
            if gone or sent.future.key in stuck:
                self._no_longer_sent(name)
                sent.future.cancel(force=True)
                self._unsent.appendleft(sent.job)

    def _break_off(self) -> None:
        """Want nothing any more of what is under way."""
        for sent in self._sent.values():
            with contextlib.suppress(Exception):  # the scheduler may be lost, and that is what is told
                sent.future.cancel(force=True)
        self._sent.clear()
        self._at_home.clear()
        self._unsent.clear()
