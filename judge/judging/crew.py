"""The workers of a contest, each with a sandbox on a core of its own, and the units of work that they share out."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event
from typing import TypeVar

from judge.judging.looks import Looks
from judge.judging.work import Done, Work, Workers
from judge.judging.worker import Worker
from judge.model import Contract, Prepared, Problem, Submission
from judge.model.cluster import Seen
from judge.sandbox.sandbox import Sandbox

_T = TypeVar("_T")
Unit = Callable[[Worker], Iterator[_T]]  # what is done one after the other by the same worker, such as attempts
_Told = SimpleQueue["tuple[_T] | BaseException | None"]  # what a unit returns, one by one, and how it ends
Hands = Sequence[Sandbox] | Workers


class Crew:
    """Workers that run units, as many at once as there are workers. What they return comes in the order of the
    units."""

    def __init__(self, sandboxes: Sequence[Sandbox]) -> None:
        self.looks = Looks()
        self._workers = [Worker(sandbox, self.looks) for sandbox in sandboxes]

    @property
    def size(self) -> int:
        """Return how many units run at once."""
        return len(self._workers)

    @property
    def far(self) -> bool:
        """Return False: what one has compiled is kept for all."""
        return False

    def get_ready(self, contracts: Iterable[Contract]) -> None:
        """Let the processes that these contracts need start, while the judge does other work."""
        for contract in contracts:
            for worker in self._workers:
                worker.get_ready(contract)

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each in one worker, as many at once as there are workers. The others lay out what is kept of it when
        it is its turn there."""

        def unit(submission: Submission) -> Unit[Prepared]:
            return lambda worker: iter([worker.prepare(problem, submission)])

        yield from self.run(map(unit, submissions))

    def attempt(self, works: Iterable[Work]) -> Iterator[Done]:
        """Make the attempts of each work in one worker, as many works at once as there are workers."""
        return self.run(map(_attempts, works))

    def forget(self) -> None:
        """Let go of every submission."""
        for worker in self._workers:
            worker.forget()

    def seen(self) -> list[Seen]:
        """Return none: they are all of this machine."""
        return []

    def run(self, units: Iterable[Unit[_T]]) -> Iterator[_T]:
        """Run the units; each is taken when a worker is free for it."""
        if len(self._workers) == 1:  # no thread between the judge and its clock where none is needed
            for unit in units:
                yield from unit(self._workers[0])
            return
        idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            idle.put(worker)
        over = Event()
        with self._threads() as pool:
            running: deque[_Told[_T]] = deque()
            try:
                for unit in units:
                    while len(running) >= len(self._workers):
                        yield from _until_over(running.popleft())
                    running.append(SimpleQueue())
                    pool.submit(_work, unit, running[-1], idle, over)
                while running:
                    yield from _until_over(running.popleft())
            finally:
                over.set()

    @contextmanager
    def _threads(self) -> Iterator[ThreadPoolExecutor]:
        """Yield a thread for each worker. At Ctrl-C, and where nobody listens any more, what runs is broken off."""
        with ThreadPoolExecutor(len(self._workers)) as pool:
            try:
                yield pool
            except BaseException:
                for worker in self._workers:
                    worker.sandbox.stopped.set()
                pool.shutdown(cancel_futures=True)
                raise
            finally:
                for worker in self._workers:
                    worker.sandbox.stopped.clear()


def workers_of(hands: Hands) -> Workers:
    """Return the workers, or a crew of these sandboxes."""
    return Crew(hands) if isinstance(hands, Sequence) else hands


def _attempts(work: Work) -> Unit[Done]:
    """Return the attempts of a work as a unit."""

    def unit(worker: Worker) -> Iterator[Done]:
        for task in work.tasks:
            begun_s = time.monotonic()
            if begun_s >= work.until_s:
                return
            run = work.made or worker.run(task)
            yield Done(task, run, time.monotonic() - begun_s)

    return unit


def _work(unit: Unit[_T], told: _Told[_T], idle: SimpleQueue[Worker], over: Event) -> None:
    """Run a unit to its end, or to the end of the attempt in which nobody wants it any more; tell each as it comes."""
    worker = idle.get()
    try:
        for one in unit(worker):
            told.put((one,))
            if over.is_set():
                break
        told.put(None)
    except BaseException as fault:
        told.put(fault)
    finally:
        idle.put(worker)


def _until_over(told: _Told[_T]) -> Iterator[_T]:
    while (said := told.get()) is not None:
        if isinstance(said, BaseException):
            raise said
        yield said[0]
