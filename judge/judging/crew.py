"""What a contest asks of its workers, and those of this host: each with a sandbox on a core of its own.

A contest gives out Work, and hears of each attempt. Whoever makes it is one of Workers: a Crew here, or a cluster.

Theory of operation of a crew. One thread per worker runs one unit at a time. The caller's own thread starts a unit
whenever a worker is idle, and hands on results in the order of the units. A short unit that ends first waits for its
turn, and its worker takes the next one meanwhile. So a caller that stops loses what ended beside the unit whose turn it
was.

A worker that finds no unit left prepares ahead: submissions of later problems, one at a time. So no core idles while
another one compiles the last submission of a problem, or makes its last attempt. A unit waits for such a preparation as
it waits for another unit: no worker does two things at once, so nothing disturbs a timed window on its core.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from threading import Event
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from judge.judging.attempts import Looks, Task, Worker
from judge.model import Host, Prepared, Problem, Run, Submission
from judge.sandbox import Sandbox

_T = TypeVar("_T")
Unit = Callable[[Worker], Iterator[_T]]  # what is done one after the other by the same worker, such as attempts


def nothing(_: object) -> None:
    """Do nothing."""


class Work(msgspec.Struct, frozen=True, eq=False):
    """Attempts that one worker makes, one after the other. None begins later than `until_s` of the monotonic clock.

    Works with an equal `together` that follow each other run on one host: their times are compared, unless they are
    `apart`. Who makes them asks `spared` as late as can be, as others may have ended meanwhile: what it returns takes
    the attempt's place.
    """

    class Done(NamedTuple):
        """An attempt that was made, and the seconds on the wall that it took with all that belongs to it."""

        task: Task
        run: Run
        took_s: float = 0.0

    tasks: tuple[Task, ...]
    together: Hashable = None
    apart: bool = False
    until_s: float = math.inf
    spared: Callable[[Task], Run | None] = nothing


Heard = Callable[[Work.Done], object]


class Workers(Protocol):
    """What prepares submissions and makes attempts, wherever that is; of this machine, unless it says otherwise."""

    looks: Looks

    @property
    def size(self) -> int:
        """Return how many attempts are made at once."""

    @property
    def far(self) -> bool:
        """Say whether a worker has to prepare again what another one has prepared."""
        return False

    def get_ready(self, contracts: Iterable[Submission.Contract]) -> None:
        """Let what these contracts need start, while the judge does other work."""

    def expect(self, preparations: Iterable[tuple[Problem, Submission]]) -> None:
        """Take note of all preparations that a contest will ask for: idle workers may do them ahead, in this order."""

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each submission once; yield how that ended, in their order."""

    def attempt(self, works: Iterable[Work], heard: Heard = nothing) -> Iterator[Work.Done]:
        """Make the attempts; each work is taken when there is a worker for it. Yield them in the order of the works;
        `heard` is told of each as soon as it is over, before its turn."""

    def forget(self, problem: Problem) -> None:
        """Let go of the submissions of a problem that is over."""

    def end(self) -> None:
        """Let go of every submission, and break off what is prepared ahead: the contest is over."""

    def seen(self) -> list[Host.Seen]:
        """Return the machines that work, and those that may not; none where it is this one."""
        return []


Hands = Sequence[Sandbox] | Workers


# --- on this host -----------------------------------------------------------------------------------------------------
class _Job(Generic[_T]):
    """A unit, and those of its results that wait for their turn."""

    def __init__(self, unit: Unit[_T], heard: Callable[[_T], object] = nothing) -> None:
        self.unit, self.heard = unit, heard
        self.begun = self.over = False
        self._results: deque[_T] = deque()
        self._fault: BaseException | None = None

    def hear(self, result: _T) -> None:
        """Take a result from a worker."""
        self.heard(result)
        self._results.append(result)

    def end(self, fault: BaseException | None) -> None:
        """Take note that the worker is done with it."""
        self.over, self._fault = True, fault

    def results(self) -> Iterator[_T]:
        """Yield what has come since the last call; raise what the unit raised."""
        while self._results:
            yield self._results.popleft()
        if self._fault:
            raise self._fault


class Crew(Workers):
    """Workers that run units, as many at once as there are workers. What they return comes in the order of the
    units."""

    def __init__(self, sandboxes: Sequence[Sandbox]) -> None:
        self.looks = Looks()
        self._workers = [Worker(sandbox, self.looks) for sandbox in sandboxes]
        self._idle = deque(self._workers)
        self._pool: ThreadPoolExecutor | None = None
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()  # that the workers' threads leave to the caller's
        self._unwanted = Event()  # set while all that runs is broken off
        self._ahead: dict[tuple[str, Submission], _Job[Prepared]] = {}
        self._past: dict[Worker, list[Problem]] = defaultdict(list)  # to be forgotten before its next unit

    @property
    def size(self) -> int:
        """Return how many units run at once."""
        return len(self._workers)

    def get_ready(self, contracts: Iterable[Submission.Contract]) -> None:
        """Let the processes that these contracts need start, while the judge does other work."""
        for contract in contracts:
            for worker in self._workers:
                worker.get_ready(contract)

    def expect(self, preparations: Iterable[tuple[Problem, Submission]]) -> None:
        """Prepare these ahead, in this order, whenever a worker has no unit to run."""
        self._ahead = {(problem.path, one): _preparation(problem, one) for problem, one in preparations}

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each in one worker, as many at once as there are workers, unless that was done ahead. The others lay
        out what is kept of it when it is its turn there."""
        yield from self._run(self._prepared(problem, one) for one in submissions)

    def attempt(self, works: Iterable[Work], heard: Heard = nothing) -> Iterator[Work.Done]:
        """Make the attempts of each work in one worker, as many works at once as there are workers."""
        return self._run(_Job(_attempts(work), heard) for work in works)

    def forget(self, problem: Problem) -> None:
        """Let go of the submissions of a problem: each worker does so before its next unit."""
        for worker in self._workers:
            self._past[worker].append(problem)

    def end(self) -> None:
        """Break off what is prepared ahead, and let go of every submission."""
        self._break_off()
        self._past.clear()
        for worker in self._workers:
            worker.forget()

    def run(self, units: Iterable[Unit[_T]]) -> Iterator[_T]:
        """Run the units; each is taken when a worker is free for it."""
        return self._run(map(_Job, units))

    def _prepared(self, problem: Problem, submission: Submission) -> _Job[Prepared]:
        """Return the preparation of a submission, which may have begun ahead."""
        ahead = (problem.path, submission) in self._ahead
        return self._ahead.pop((problem.path, submission)) if ahead else _preparation(problem, submission)

    def _run(self, jobs: Iterable[_Job[_T]]) -> Iterator[_T]:
        """Run the jobs. At Ctrl-C, and where nobody listens any more, all that runs is broken off."""
        if self.size == 1:  # no thread between the judge and its clock where none is needed
            [worker] = self._workers
            for job in jobs:
                self._tidy(worker)
                for result in job.unit(worker):
                    job.heard(result)
                    yield result
            return
        try:
            yield from self._run_at_once(iter(jobs))
        except BaseException:
            self._break_off()
            raise

    def _run_at_once(self, jobs: Iterator[_Job[_T]]) -> Iterator[_T]:
        begun: deque[_Job[_T]] = deque()  # those whose results are not all handed on
        more = True
        while True:
            while more and self._idle:
                job = next(jobs, None)
                more = job is not None
                if job:
                    self._begin(job)
                    begun.append(job)
            for ahead in self._ahead.values():
                self._begin(ahead)
            while begun:
                yield from begun[0].results()
                if not begun[0].over:
                    break
                begun.popleft()
            if not (begun or more):
                return
            self._calls.get()()

    def _begin(self, job: _Job[Any]) -> None:
        """Begin a job, unless it has begun or nobody is idle."""
        if self._idle and not job.begun:
            job.begun = True
            self._pool = self._pool or ThreadPoolExecutor(self.size)
            self._pool.submit(self._work, job, self._idle.popleft())

    def _work(self, job: _Job[_T], worker: Worker) -> None:
        """Run a job in a thread, to its end or to that of the attempt in which nobody wants it any more."""
        fault = None
        try:
            self._tidy(worker)
            for result in job.unit(worker):
                self._calls.put(partial(job.hear, result))
                if self._unwanted.is_set():
                    break
        except BaseException as error:
            fault = error
        self._calls.put(partial(self._ended, job, worker, fault))

    def _ended(self, job: _Job[Any], worker: Worker, fault: BaseException | None) -> None:
        job.end(fault)
        self._idle.append(worker)

    def _tidy(self, worker: Worker) -> None:
        for problem in self._past.pop(worker, ()):
            worker.forget(problem)

    def _break_off(self) -> None:
        """Break off what runs, wait for its end, and drop what was prepared ahead."""
        self._ahead.clear()
        if self._pool is None:
            return
        try:
            self._unwanted.set()
            for worker in self._workers:
                worker.sandbox.stopped.set()
            self._pool.shutdown(cancel_futures=True)
        finally:
            for worker in self._workers:
                worker.sandbox.stopped.clear()
            self._unwanted.clear()
            self._pool, self._calls, self._idle = None, SimpleQueue(), deque(self._workers)


def workers_of(hands: Hands) -> Workers:
    """Return the workers, or a crew of these sandboxes."""
    return Crew(hands) if isinstance(hands, Sequence) else hands


def _preparation(problem: Problem, submission: Submission) -> _Job[Prepared]:
    return _Job(lambda worker: iter([worker.prepare(problem, submission)]))


def _attempts(work: Work) -> Unit[Work.Done]:
    """Return the attempts of a work as a unit."""

    def unit(worker: Worker) -> Iterator[Work.Done]:
        for task in work.tasks:
            begun_s = time.monotonic()
            if begun_s >= work.until_s:
                return
            run = work.spared(task) or worker.run(task)
            yield Work.Done(task, run, time.monotonic() - begun_s)

    return unit
