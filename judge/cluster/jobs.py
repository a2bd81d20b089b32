"""What a cluster has to do, one job at a time: prepare a submission, or make attempts that belong together.

A job is ordered from a station, maybe in several orders, until it is over. Pure: it knows no network.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from judge.cluster.message import Errand, Order, Report, asked_for
from judge.errors import JudgeError
from judge.executors import calmer_runs
from judge.judging import Looks, Task, Work
from judge.model import Finding, Prepared, Run, Submission, fault_of

SLICE_S: Final = 0.5  # of an order: at most so much is run again where a station ends
TRIES: Final = 3  # of an order that ends its station


class Asked(msgspec.Struct, frozen=True):
    """An order, and where it has its errands from."""

    order: Order
    tasks: tuple[Task, ...]
    places: tuple[int, ...]  # of the errands among the tasks of the job


class PrepareJob:
    """Prepare a submission."""

    def __init__(self, problem: str, submission: Submission, digest: str) -> None:
        self.problem, self.digests, self.submission = problem, (digest,), submission
        self.avoided: set[str] = set()
        self.home = ""
        self.tries = 0
        self.prepared: Prepared | None = None

    @property
    def over(self) -> bool:
        """Say whether there is nothing left to order."""
        return self.prepared is not None

    def ask(self, name: str, _: float, __: Looks) -> Asked:
        """Return the order of this name."""
        return Asked(Order(name, self.problem, self.digests), (), ())

    def take(self, report: Report, asked: Asked, *, others: bool) -> list[Run]:
        """Take what a station has made. With `others` a submission that found no turn there is tried elsewhere.
        ValueError for what nobody asked for."""
        asked_for(report, asked.order, ())
        [prepared] = report.prepared
        if prepared.starved and others and not self.avoided:
            self.avoided.add(report.station)
        else:
            self.prepared, self.home = prepared, report.station
        return []

    def give_up(self) -> None:
        """End it as a judge error."""
        self.prepared = Prepared.failed(_ended())


class Slot(msgspec.Struct):
    """One attempt of a job: what it is, and what came of it so far."""

    task: Task
    made: Run | None = None
    bare: Run | None = None
    took_s: float = 0.0
    earlier: Slot | None = None  # at a station where others disturbed it


class AttemptJob:
    """Make attempts that follow each other. Those that are compared (`apart` is False) are told when all are made, and
    all are made again elsewhere where others disturbed one of them."""

    def __init__(
        self,
        problem: str,
        works: Sequence[Work],
        digests: dict[Submission, str],
        *,
        apart: bool,
        slice_s: float = SLICE_S,
    ) -> None:
        self.problem, self._digests, self._apart, self._slice_s = problem, digests, apart, slice_s
        self._until_s = min((work.until_s for work in works), default=math.inf)
        self._slots = [Slot(task, work.spared(task)) for work in works for task in work.tasks]
        self._next = 0  # to be told
        self._ended = False
        self.avoided: set[str] = set()
        self.home = ""
        self.tries = 0

    @property
    def digests(self) -> tuple[str, ...]:
        """Return what a station needs to have."""
        return tuple(dict.fromkeys(self._digests[slot.task.submission] for slot in self._slots if not slot.made))

    @property
    def over(self) -> bool:
        """Say whether there is nothing left to order."""
        return self._ended or all(slot.made for slot in self._slots)

    def ask(self, name: str, now_s: float, looks: Looks) -> Asked:
        """Return the order of this name: all that is left."""
        digests = self.digests
        places = tuple(at for at, slot in enumerate(self._slots) if not slot.made)
        tasks = tuple(self._slots[at].task for at in places)
        seen = {self._digests[one.submission]: looks.taken(one.problem, one.submission) for one in tasks}
        order = Order(
            name,
            self.problem,
            digests,
            tuple(_errand(task, digests.index(self._digests[task.submission])) for task in tasks),
            left_s=None if math.isinf(self._until_s) else max(0.0, self._until_s - now_s),
            slice_s=self._slice_s if self._apart else None,
            seen=tuple(seen[digest] for digest in digests),
        )
        return Asked(order, tasks, places)

    def take(self, report: Report, asked: Asked, *, others: bool) -> list[Run]:
        """Take what a station has made, and return it; with `others` what was disturbed there is made elsewhere, once.
        ValueError for what nobody asked for."""
        found = asked_for(report, asked.order, asked.tasks)
        places = [asked.places[at] for at, _, _ in found]
        for place, (_, run, made) in zip(places, found, strict=True):
            slot = self._slots[place]
            bare = made.bare.whole if made.bare else None
            self._slots[place] = Slot(slot.task, run, bare, made.took_s, slot.earlier)
        self.home = report.station
        self._ended = not report.sliced and len(found) < len(asked.order.errands)  # its time is over
        if self._ended:
            self._take_back()
        if others and not self.avoided and not self._ended:
            self._move(report.station)
        if self._apart:
            self._choose([[place] for place in places])
        elif self.over:
            self._choose([range(len(self._slots))])
        return [run for _, run, _ in found]

    def give_up(self) -> None:
        """End it: what was made before holds, however disturbed it was, and the rest are judge errors."""
        self._take_back()
        for slot in self._slots:
            slot.made = slot.made or slot.task.unrun(_ended())

    def _take_back(self) -> None:
        """Let what was made before count, where it is not made again: of those that are compared all of it."""
        again = [at for at, slot in enumerate(self._slots) if slot.earlier and not slot.made]
        whole = range(len(self._slots)) if again and not self._apart else again
        for at in whole:
            self._slots[at] = self._slots[at].earlier or self._slots[at]

    def ready(self, looks: Looks) -> Iterator[Work.Done]:
        """Yield what is made and not told yet, in order. Of the looks at a submission the first in this order counts,
        whichever station was first."""
        while self._next < len(self._slots) and (self._apart or self.over):
            slot = self._slots[self._next]
            if not slot.made:
                return
            self._next += 1
            run, task = slot.made, slot.task
            if slot.bare and not looks.note(task.problem, task.submission):
                run = slot.bare
            yield Work.Done(task, run, slot.took_s)

    def _move(self, station: str) -> None:
        """Make again elsewhere what others have disturbed at a station."""
        made = [(at, slot.made) for at, slot in enumerate(self._slots) if slot.made]
        disturbed = [at for at, run in made if run.disturbed or run.starved]
        if not disturbed or not (self._apart or self.over):
            return
        self.avoided.add(station)
        for at in disturbed if self._apart else range(len(self._slots)):
            slot = self._slots[at]
            if slot.made and at >= self._next and slot.made.samples:
                self._slots[at] = Slot(slot.task, earlier=slot)

    def _choose(self, groups: Sequence[Sequence[int]]) -> None:
        """Of attempts that were made twice let the less disturbed count: those of a group all from one station, but for
        a verdict that is so on any host."""
        for group in groups:
            twice = [
                (at, earlier, first, again)
                for at in group
                if (earlier := self._slots[at].earlier) and (first := earlier.made) and (again := self._slots[at].made)
            ]
            counting = calmer_runs([first for _, _, first, _ in twice], [again for _, _, _, again in twice])
            for (at, earlier, first, _), run in zip(twice, counting, strict=True):
                if run is first:
                    self._slots[at] = earlier
                self._slots[at].earlier = None


Job = PrepareJob | AttemptJob


def _errand(task: Task, submission: int) -> Errand:
    return Errand(submission, task.case.group, task.case.name, task.round, task.at_most_s)


def _ended() -> Finding:
    return fault_of(JudgeError("E303", f"{TRIES} workers of the cluster have ended while they ran it, or failed on it"))
