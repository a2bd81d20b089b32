"""The workers of a contest, each with a sandbox on a core of its own, and the units of work that they share out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Event

from judge.judging.worker import Task, Worker
from judge.model import Attempt, Contract, Prepared, Problem, Submission, Verdict
from judge.sandbox.sandbox import Sandbox

Done = tuple[Task, Attempt]
Unit = Callable[[Worker], Iterator[Done]]  # attempts that are made one after the other, by the same worker


class Crew:
    """Workers that run units, as many at once as there are workers. What they return comes in the order of the
    units."""

    def __init__(self, sandboxes: Sequence[Sandbox]) -> None:
        self._workers = [Worker(sandbox) for sandbox in sandboxes]

    def get_ready(self, contracts: Iterable[Contract]) -> None:
        """Let the processes that these contracts need start, while the judge does other work."""
        for contract in contracts:
            for worker in self._workers:
                worker.get_ready(contract)

    def prepare(self, problem: Problem, submission: Submission) -> Prepared:
        """Prepare it in every worker, as each has kernels of its own; the first that fails speaks for all."""
        if len(self._workers) == 1:
            return self._workers[0].prepare(problem, submission)
        with self._threads() as pool:
            results = list(pool.map(lambda worker: worker.prepare(problem, submission), self._workers))
        found: Prepared = next((one for one in results if one.verdict is not Verdict.AC), results[0])
        return found

    def forget(self) -> None:
        """Let go of every submission."""
        for worker in self._workers:
            worker.forget()

    def run(self, units: Iterable[Unit]) -> Iterator[Done]:
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
            running: deque[Future[list[Done]]] = deque()
            try:
                for unit in units:
                    while len(running) >= len(self._workers):
                        yield from running.popleft().result()
                    running.append(pool.submit(_with_a_worker(idle, over), unit))
                while running:
                    yield from running.popleft().result()
            finally:
                over.set()
                for future in running:
                    future.cancel()

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


def _with_a_worker(idle: SimpleQueue[Worker], over: Event) -> Callable[[Unit], list[Done]]:
    """Return what runs a unit to its end, or to the end of the attempt in which nobody wants it any more."""

    def work(unit: Unit) -> list[Done]:
        worker, done = idle.get(), []
        try:
            for one in unit(worker):
                done.append(one)
                if over.is_set():
                    break
            return done
        finally:
            idle.put(worker)

    return work
