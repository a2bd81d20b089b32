"""The end of a cluster where submissions run: sandboxes, what was sent to them, and the functions that Dask calls.

Dask's worker and its threads are the process around it; a thread takes one of the sandboxes for each order. What a
station is given and returns are bytes (message.py). A submission runs in a box as ever: it has no network, and sees
neither this process nor its files.
"""

from __future__ import annotations

import contextlib
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue

import msgspec
from zict import LRU

from judge.cluster import parcel
from judge.cluster.message import PROBE, Facts, Made, Order, Report, kept, pack, unpack
from judge.judging import Looks, Task, Worker
from judge.model import Problem, Submission, version_of
from judge.sandbox import Sandbox

PROBLEMS, SUBMISSIONS = 8, 1024  # that a station remembers
PREPARED = 48  # submissions in a sandbox, before it lets go of them all


class Station:
    """Sandboxes that work for a cluster, as many orders at once as there are of them."""

    def __init__(self, sandboxes: Sequence[Sandbox], folder: Path) -> None:
        self.name = uuid.uuid4().hex
        self.folder = folder
        self._problems = LRU[str, Problem](PROBLEMS, {})  # by digest
        self._submissions = LRU[str, Submission](SUBMISSIONS, {})
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        self._workers = [Worker(sandbox) for sandbox in sandboxes]
        self._prepared: dict[Worker, set[Submission]] = {worker: set() for worker in self._workers}
        for worker in self._workers:
            self._idle.put(worker)
        cores = tuple(one.core for one in sandboxes if one.core is not None)
        self.facts = Facts(self.name, version_of() or "unknown", sandboxes[0].host(), len(self._workers), cores)

    def keep(self, kind: str, data: bytes) -> None:
        """Keep a parcel by its digest, which is counted here. ValueError, or JudgeError, for one that can't be read."""
        digest = parcel.digest_of(data)
        if kind == "problem" and not self._problems.get(digest):
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:  # all that a run needs of it is read
                self._problems[digest] = parcel.unpack_problem(data, Path(folder))
        elif kind == "sources":
            self._submissions[digest] = parcel.unpack_sources(data)

    def work(self, order: Order) -> Report:
        """Do what an order asks for, in one of the sandboxes."""
        bare = Report(order.id, self.name)
        found = [self._submissions.get(digest) for digest in order.submissions]
        problem = Worker.TRIVIAL if order.problem == PROBE else self._problems.get(order.problem)
        needed = zip((order.problem, *order.submissions), (problem, *found), strict=True)
        lacking = tuple(digest for digest, held in needed if held is None)
        if problem is None or lacking:
            return msgspec.structs.replace(bare, lacking=lacking)
        # One file may compete on several problems: on each it is prepared for itself.
        submissions = [msgspec.structs.replace(one, problem=order.problem) for one in found if one]
        worker = self._idle.get()
        try:
            self._make_room(worker, submissions)
            if not order.errands:
                made = tuple(worker.prepare(problem, one) for one in submissions)
                return msgspec.structs.replace(bare, prepared=made)
            return _ran(worker, order, problem, submissions, bare)
        finally:
            self._idle.put(worker)

    def stop(self) -> None:
        """Break off what runs."""
        for worker in self._workers:
            worker.sandbox.stopped.set()

    def _make_room(self, worker: Worker, submissions: Sequence[Submission]) -> None:
        prepared = self._prepared[worker]
        if len(prepared) > PREPARED:
            worker.forget()
            prepared.clear()
        prepared.update(submissions)


def _ran(worker: Worker, order: Order, problem: Problem, submissions: Sequence[Submission], bare: Report) -> Report:
    """Make the attempts of an order, one after the other, until its time is over."""
    begun_s = time.monotonic()
    cases = {case.place: case for case in problem.cases}
    looks = Looks()
    worker.looks = looks
    for submission, seen in zip(submissions, order.seen, strict=False):
        if seen:
            looks.note(problem, submission)
    made: list[Made] = []
    for at, errand in enumerate(order.errands):
        now_s = time.monotonic() - begun_s
        over = order.left_s is not None and now_s >= order.left_s
        if over or (made and order.slice_s is not None and now_s >= order.slice_s):
            return msgspec.structs.replace(bare, made=tuple(made), sliced=not over)
        case, submission = cases[errand.group, errand.case], submissions[errand.submission]
        task = Task(problem, submission, case, errand.round, errand.at_most_s)
        made.append(_made(worker, at, task, begun_s + now_s))
    return msgspec.structs.replace(bare, made=tuple(made))


def _made(worker: Worker, at: int, task: Task, begun_s: float) -> Made:
    """Make one attempt, and look closer at it where nobody has."""
    before = worker.looks.taken(task.problem, task.submission)
    plain = worker.run(task, look=False)
    run = worker.explained(plain, task)
    looked = not before and worker.looks.taken(task.problem, task.submission)
    took_s = time.monotonic() - begun_s
    return Made(at, kept(run), took_s, kept(plain) if looked else None)


# --- what Dask calls, in a thread of its worker ----------------------------------------------------------------------
_here: Station | None = None  # of this process


@contextlib.contextmanager
def opened_here(sandboxes: Sequence[Sandbox]) -> Iterator[Station]:
    """Make a station of this process, with these sandboxes; break off what runs there in the end."""
    global _here  # noqa: PLW0603 - Dask calls functions by name, and a process has one station
    with tempfile.TemporaryDirectory(prefix="judge-station-") as folder:
        _here = station = Station(sandboxes, Path(folder))
        try:
            yield station
        finally:
            station.stop()
            _here = None


def facts() -> bytes:
    """Return what this station is; nothing where this is none, such as a worker that `dask worker` has started."""
    return pack(_here.facts) if _here else b""


def keep(kinds: Sequence[str], parcels: Sequence[bytes]) -> bytes:
    """Keep parcels; return why not, in words, or nothing."""
    if _here is None:
        return b"no station"
    try:
        for kind, data in zip(kinds, parcels, strict=True):
            _here.keep(kind, data)
    except Exception as error:
        return f"{type(error).__name__}: {error}".encode(errors="replace")
    return b""


def work(message: bytes) -> bytes:
    """Do what an order asks for, and return the report. Whatever is raised is told as a fault: Dask would send it as a
    pickle."""
    order = unpack(message, Order)
    try:
        if _here is None:
            return pack(Report(order.id, "", fault="no station"))
        return pack(_here.work(order))
    except Exception as error:
        return pack(Report(order.id, _here.name if _here else "", fault=f"{type(error).__name__}: {error}"))
