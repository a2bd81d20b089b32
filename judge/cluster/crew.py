"""The workers of a contest that sit on other machines: what it asks for becomes jobs, and is told in its order."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, Self

from judge.cluster.address import Address, read_address
from judge.cluster.client import Bytes, connected
from judge.cluster.dispatch import PATIENCE_S, Dispatch
from judge.cluster.fleet import Wanted
from judge.cluster.jobs import SLICE_S, AttemptJob, PrepareJob
from judge.cluster.parcel import Outbox
from judge.cluster.stations import LOOK_S, Stations
from judge.errors import JudgeError
from judge.judging import Looks, Work
from judge.model import Host, Prepared, Problem, Submission
from judge.sandbox import usable_cores

OWN_PATIENCE_S: Final = 600.0  # for those that were started for this run: a core may be another judge's
TELL_S: Final = 10.0
_LOCAL: Final = re.compile(r"local:([0-9]{1,4})")
ORDERS_A_S: Final = 250.0  # that a scheduler is asked for at most: with more slots each order is longer


class ClusterCrew:
    """The stations of a scheduler as the workers of a contest."""

    far = True

    def __init__(self, client: Bytes, address: str, wanted: Wanted, expected: int = 1) -> None:
        self._expected = expected  # stations, to begin with
        self.looks = Looks()
        self.stations = Stations(client, address, wanted)
        self._outbox = Outbox()
        self._homes: dict[tuple[str, Submission], str] = {}  # where it is prepared: the name of a station
        self._dispatch = Dispatch(client, self.stations, self._outbox, self.looks)

    @classmethod
    @contextmanager
    def joined(cls, words: str, tier: str = "auto", *, trust: bool = False, share_core: bool = False) -> Iterator[Self]:
        """Join the cluster of the scheduler at an address, or start one on this machine alone: local:2 has two
        stations. JudgeError E484 for what is no address."""
        with ExitStack() as stack:
            address, expected = _opened(words, tier, share_core, stack)
            client = stack.enter_context(connected(address))
            yield cls(client, address.url, Wanted.like_this(tier, trust=trust), expected)

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
                raise self.stations.nobody()
            time.sleep(LOOK_S / 5)

    def get_ready(self, contracts: Iterable[Submission.Contract]) -> None:
        """Do nothing: a station begins when it is asked to."""

    def expect(self, preparations: Iterable[tuple[Problem, Submission]]) -> None:
        """Do nothing: a scheduler is asked for what is due."""

    def forget(self, _: Problem) -> None:
        """Let go of what a problem needed. A station forgets what it has not used for long."""
        self.end()

    def end(self) -> None:
        """Let go of what a contest needed."""
        self._homes.clear()
        self._outbox.clear()

    def seen(self) -> list[Host.Seen]:
        """Return the stations, and what each has done."""
        return self.stations.seen()

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each submission at one station; yield how that ended, in their order."""
        digest, jobs = self._outbox.problem(problem), []
        for submission in submissions:
            jobs.append(PrepareJob(digest, submission, self._outbox.sources(submission)))
        self.stations.look()
        self.stations.provide(self.stations.ready(), self._outbox.parcels)  # all at once, and not one with each order
        for job in self._dispatch.under_way(iter(jobs)):
            assert isinstance(job, PrepareJob)
            if job.prepared:
                self._homes[digest, job.submission] = job.home
                yield job.prepared

    def attempt(
        self, works: Iterable[Work], heard: Callable[[Work.Done], object] = lambda _: None
    ) -> Iterator[Work.Done]:
        """Make the attempts; works that belong together go to one station. Yield them in the order of the works."""
        for job in self._dispatch.under_way(self._bundled(works)):
            assert isinstance(job, AttemptJob)
            for done in job.ready(self.looks):
                heard(done)
                yield done

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


def _opened(words: str, tier: str, share_core: bool, stack: ExitStack) -> tuple[Address, int]:
    """Return where the scheduler is, and how many stations to wait for; those of this machine alone are started."""
    if not (found := _LOCAL.fullmatch(words)):
        return read_address(words), 1
    stations = int(found[1])
    if not stations:
        raise JudgeError("E484", "local:0 is a cluster without a machine", help="write local:2")
    from judge.cluster.local import local_cluster

    sharing = share_core or stations > max(1, len(usable_cores()))
    options = ["--sandbox", tier, *(["--share-core"] if sharing else [])]
    return stack.enter_context(local_cluster(stations, options)), stations
