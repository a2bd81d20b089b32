"""Orders on their way: jobs become orders, Dask has each done by one of the stations that may, and reports come back.

Orders are sent a few more than there are slots, so that a slot that falls empty has work at once; Dask queues them,
moves them to who is idle, and does again what a lost worker had. What it can't know is decided here: where a submission
is prepared, who is silent, whose report is none, and when a job has failed often enough.
"""

from __future__ import annotations

import contextlib
import random
import time
import uuid
from collections import Counter, deque
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Final

import msgspec
from distributed import Future

from judge.cluster import station
from judge.cluster.client import Bytes, holders, lost, submitted, under_way
from judge.cluster.jobs import TRIES, Asked, Job
from judge.cluster.message import pack, read_report
from judge.cluster.parcel import Outbox
from judge.cluster.stations import FETCH_S, LOOK_S, Stations
from judge.judging import Looks
from judge.model import Verdict

PATIENCE_S: Final = 60.0  # without any station, before a run gives up
AHEAD: Final = 1.5  # orders for each slot
CHOICE: Final = 16  # stations among which Dask chooses (M. Mitzenmacher, The power of two choices, 2001)
HELD: Final = 16  # times as many jobs may wait to be told


class _Sent(msgspec.Struct, frozen=True, eq=False):
    """An order that is under way, and at whose address it may be."""

    job: Job
    asked: Asked
    future: Future[bytes]
    stations: tuple[str, ...]
    names: frozenset[str]  # of these stations


class Dispatch:
    """The orders of one client."""

    def __init__(self, client: Bytes, stations: Stations, outbox: Outbox, looks: Looks) -> None:
        self._client, self._stations, self._outbox, self._looks = client, stations, outbox, looks
        self._news: SimpleQueue[str] = SimpleQueue()
        self._sent: dict[str, _Sent] = {}
        self._at_home = Counter[str]()  # orders under way that one address alone may have
        self._unsent: deque[Job] = deque()
        self._alone_s = 0.0  # since when there is nobody

    def under_way(self, jobs: Iterator[Job]) -> Iterator[Job]:
        """Yield the first job that is not over again and again, whenever something came of it; its last time it is
        over, and the next one is the first."""
        open_: deque[Job] = deque()
        try:
            while True:
                most = AHEAD * max(1, self._stations.fleet.slots)
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
            self._stations.provide(found, self._outbox.of((job.problem, *job.digests)))
            found = [one for one in found if one in self._stations.fleet.chosen]
            if not found:
                self._unsent.append(job)
                continue
            asked = job.ask(uuid.uuid4().hex, time.monotonic(), self._looks)
            future = submitted(self._client, station.work, (pack(asked.order),), found)
            names = frozenset(self._stations.fleet.chosen[one].station for one in found)
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
        home = self._stations.address_of(job.home) if job.home and job.home not in job.avoided else None
        if home and self._stations.is_ready(home) and self._at_home[home] <= self._stations.fleet.chosen[home].slots:
            return [home]
        ready = self._stations.ready(job.avoided)
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
        if self._stations.look():
            self._take_back()
        if self._stations.ready():
            self._alone_s = 0.0
            return
        self._alone_s = self._alone_s or time.monotonic()
        if time.monotonic() - self._alone_s > PATIENCE_S:
            raise self._stations.nobody()

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
            job.tries += 1
            if len(sent.names) == 1:  # Dask does not say which of several failed
                job.avoided |= sent.names
                self._stations.failed(next(iter(sent.names)), "its worker raises an error")
        self._try_again(job)

    def _try_again(self, job: Job, *, failed: bool = False) -> None:
        """Order what is left of a job; give it up where it, or all who had it, failed too often."""
        job.tries += failed
        if job.tries >= TRIES:
            job.give_up()
        if not job.over:
            self._unsent.appendleft(job)

    def _take(self, sent: _Sent) -> None:
        """Look at a report, and believe it or its station nothing any more."""
        job, address = sent.job, ""
        try:
            report = read_report(sent.future.result(timeout=FETCH_S), sent.names)
            address = self._stations.address_of(report.station) or ""
            if report.lacking:
                self._stations.forgot(report.station)
            elif report.fault:
                job.tries += 1
                job.avoided.add(report.station)
                self._stations.failed(report.station, report.fault[:200])
            else:
                for run in job.take(report, sent.asked, others=self._stations.others(report.station)):
                    if run.samples or run.verdict is Verdict.JE:
                        self._stations.note(report.station, disturbed=run.disturbed or run.starved)
        except (ValueError, TypeError, msgspec.MsgspecError) as error:  # TypeError: it is no bytes, so it stays unread
            # The station whose report is none: where it says it is, or where Dask has the result from.
            found = [address] if address else holders(self._client, sent.future)
            job.tries += not found  # nobody knows whose it was
            for one in found:
                self._stations.refuse(one, f"it lies: {error}")
        except Exception:  # the station ended before its report came
            job.tries += 1

    def _take_back(self) -> None:
        """Order elsewhere what is at stations that are gone or silent."""
        there = self._stations.fleet.chosen
        silent = {one for one in there if self._stations.is_silent(one)}
        at = under_way(self._client, list(silent)) if silent else {}
        stuck = {key for keys in at.values() for key in keys}
        for name, sent in list(self._sent.items()):
            gone = not any(one in there and one not in silent for one in sent.stations)
            if gone or sent.future.key in stuck:
                self._no_longer_sent(name)
                sent.future.cancel(force=True)
                self._try_again(sent.job, failed=not any(one in there for one in sent.stations))

    def _break_off(self) -> None:
        """Want nothing any more of what is under way."""
        for sent in self._sent.values():
            with contextlib.suppress(Exception):  # the scheduler may be lost, and that is what is told
                sent.future.cancel(force=True)
        self._sent.clear()
        self._at_home.clear()
        self._unsent.clear()
