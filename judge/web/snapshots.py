"""What many readers ask for at once is found once: leaderboards, the bonuses of a class, gradebooks, the queue, the
store's health.

With 300 students and 80 cases a leaderboard takes 0.2 s of CPU, and the bonuses of a large class a second, as the whole
gradebook is read. So both are found anew only when something has changed, every 2 s at most, and in a tenth of the
time. Who asks meanwhile is shown what was found last.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import is_
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec

from judge.classroom import Gradebook, web_class
from judge.errors import JudgeError
from judge.model import Conditions, Instance, Job, Problem
from judge.reports import LiveBoard
from judge.scoring import Cohort
from judge.store import Store

_LOOK_S: Final = 0.25  # between two looks at whether something was ranked
_EVERY_S: Final = 2.0
_SHARE: Final = 10.0  # so many times as long as it took, until it is done again
_LONGEST_S: Final = 60.0  # a role may have changed, or somebody been forgotten
_PLACES_S: Final = 2.0  # between two looks at who is where in the queue
MOST_BOARDS: Final = 5  # before and after a change, for the public and for the jury, and what reveals one
_BOOKS: Final = 3  # gradebooks that are held: of a large class each takes some MiB
_REPEAT: Final = 1  # how often each case of what is handed in here is run
_LOG: Final = logging.getLogger("judge.web")
_Asked = TypeVar("_Asked", bound=Hashable)
_Found = TypeVar("_Found")
_Steps = dict[int, tuple[int, int]]


class Latest(Generic[_Found]):
    """What was found last for each key, of the newest few keys alone where there are very many. One thread looks at a
    time; the others get what was found before."""

    def __init__(self, most: int | None = None) -> None:
        self._held: OrderedDict[Hashable, _Found] = OrderedDict()
        self._locks: dict[Hashable, threading.Lock] = {}
        self._most = most

    def held(self, key: Hashable = None) -> _Found | None:
        """Return what was found last, without a look."""
        return self._held.get(key)

    def of(self, look: Callable[[_Found | None], _Found], key: Hashable = None) -> _Found:
        """Return what `look` makes of what was found last; that itself while another thread looks."""
        held, lock = self._held.get(key), self._locks.setdefault(key, threading.Lock())
        if not lock.acquire(blocking=held is None) and held is not None:
            return held
        try:
            found = self._held[key] = look(self._held.get(key))
            if self._most and len(self._held) > self._most:
                self._locks.pop(self._held.popitem(last=False)[0], None)
            return found
        finally:
            lock.release()
            if key not in self._held:  # nothing could be found: each version would leave a lock
                self._locks.pop(key, None)


class Books:
    """What was read of all that was handed in, each as it is until something of that changes."""

    def __init__(self) -> None:
        self._latest = Latest[tuple[Sequence[Problem], Any]](_BOOKS)

    def of(
        self,
        store: Store,
        problems: Sequence[Problem],
        read: Callable[[], _Found],
        *more: Hashable,
        version: Hashable = None,
    ) -> _Found:
        """Return what `read` finds of these problems: what it found last, unless that or one of `more` has changed. The
        `version` was that when reading began, where it has begun already."""
        known = version or self.version(store, problems)

        def look(held: tuple[Sequence[Problem], _Found] | None) -> tuple[Sequence[Problem], _Found]:
            same = held is not None and all(map(is_, held[0], problems))
            return held if held and same else (problems, read())

        found: _Found = self._latest.of(look, (*more, known))[1]
        return found

    @staticmethod
    def version(store: Store, problems: Sequence[Problem]) -> Hashable:
        """Return something that changes with what can be read of these problems."""
        decided = [(one.name, store.terms.last(one.name), store.marks.last(one.name)) for one in problems]
        return *decided, *store.queue.version(), *store.tries.version(), *store.accounts.everybody()

    def forget(self) -> None:
        """Hold nothing any more: a class that was uploaded and is gone may have been large."""
        self._latest = Latest(_BOOKS)


# --- of a problem -----------------------------------------------------------------------------------------------------
class _Made(msgspec.Struct, Generic[_Found], frozen=True, eq=False):
    """What was found of a problem, and at which version of the store; how long that took."""

    found: _Found
    problem: Problem
    version: object
    made_s: float
    took_s: float

    def is_old(self, version: object, problem: Problem, now_s: float) -> bool:
        """Say whether it is time to look again."""
        known, age_s = self.problem, now_s - self.made_s
        same = problem.cases is known.cases and (problem.scheme, problem.limits) == (known.scheme, known.limits)
        changed = version != self.version and age_s >= max(_EVERY_S, _SHARE * self.took_s)
        return changed or not same or age_s >= _LONGEST_S


class ProblemSnapshots(Generic[_Asked, _Found]):
    """What takes long to find of a problem, for each thing that is asked about it. May be asked by any thread."""

    def __init__(
        self,
        path: Path,
        version: Callable[[Store, Problem], object],
        find: Callable[[Store, Problem, _Asked], _Found],
    ) -> None:
        """`version` is cheap; what `find` returns stays the same while it does. `path` is where the store is."""
        self._path, self._version, self._find = path, version, find
        self._latest = Latest[_Made[_Found]]()
        self._at_work: set[_Asked] = set()
        self._looked_s: dict[_Asked, float] = {}

    def of(self, store: Store, problem: Problem, asked: _Asked) -> _Found:
        """Return it as it is now, or was a moment ago."""
        held = self._latest.held(asked)
        return held.found if held and self._is_fresh(asked) else self._look(store, problem, asked)

    def lately(self, store: Store, problem: Problem, asked: _Asked) -> _Found:
        """Return it as it was found last: where that is old it is found again in a thread, so that whoever looks for
        many waits for nothing."""
        held = self._latest.held(asked)
        if held is None:
            return self._look(store, problem, asked)
        if asked not in self._at_work and not self._is_fresh(asked):
            now_s = self._looked_s[asked] = time.monotonic()
            if held.is_old(self._version(store, problem), problem, now_s):
                self._at_work.add(asked)
                threading.Thread(target=self._again, args=(problem, asked), daemon=True).start()
        return held.found

    def _is_fresh(self, asked: _Asked) -> bool:
        return time.monotonic() - self._looked_s.get(asked, -_LOOK_S) < _LOOK_S

    def _look(self, store: Store, problem: Problem, asked: _Asked) -> _Found:
        def look(held: _Made[_Found] | None) -> _Made[_Found]:
            version, began_s = self._version(store, problem), time.monotonic()
            if held is None or held.is_old(version, problem, began_s):
                found, now_s = self._find(store, problem, asked), time.monotonic()
                held = _Made(found, problem, version, now_s, now_s - began_s)
            self._looked_s[asked] = time.monotonic()
            return held

        return self._latest.of(look, asked).found

    def _again(self, problem: Problem, asked: _Asked) -> None:
        try:
            with Store(self._path) as store:
                self._look(store, problem, asked)
        except JudgeError:  # a store that is locked for a while is looked at again
            _LOG.warning("a leaderboard could not be ranked", exc_info=True)
        finally:
            self._at_work.discard(asked)


class Asked(msgspec.Struct, frozen=True):
    """A leaderboard: of the problem of this name, as it was at the time `before_s`; with `algorithm`, of its cases."""

    problem: str
    before_s: float = math.inf
    algorithm: Instance.Algorithm | None = None


class Ranked(msgspec.Struct, frozen=True, eq=False):
    """A leaderboard, and how the class did on each of its cases; what was judged is not kept. Another one whenever it
    is ranked again."""

    board: LiveBoard
    cohort: Cohort


def standings(path: Path) -> ProblemSnapshots[Asked, Ranked]:
    """Return the leaderboards of one site, out of its store."""
    return ProblemSnapshots(path, lambda store, problem: store.scores.last(problem.name), _rank)


def _rank(store: Store, problem: Problem, asked: Asked) -> Ranked:
    whole = store.boards.outline(problem, Conditions.of(problem, repeat=_REPEAT), asked.before_s)
    board = store.boards.board(whole, asked.algorithm, asked.before_s)
    figures = Cohort.of((row.standing.judgement for row in board.rows), whole.ground.clock)
    return Ranked(LiveBoard.of(board, store.key), figures)


def bonuses(path: Path) -> ProblemSnapshots[str, Mapping[str, float]]:
    """Return the points that jobs get on top, by their codes, for the name of a problem, as the gradebook reads them; a
    job without any is not in it."""
    return ProblemSnapshots(path, _bonus_version, _bonuses)


def _bonus_version(store: Store, problem: Problem) -> object:
    """Return what changes with what was handed in, judged or regraded, and with a date."""
    if problem.scheme.bonus is None:
        return ()
    return *store.queue.version(), *store.tries.version(), store.terms.last(problem.name)


def _bonuses(store: Store, problem: Problem, _: str) -> Mapping[str, float]:
    if problem.scheme.bonus is None:
        return {}
    problem, roll = web_class(store, problem)
    return Gradebook.read(store, roll, problem).bonuses


# --- the queue, and whether the store takes rows --------------------------------------------------------------------
class Waiting:
    """The queue of one site, as pages see it that fill by themselves. Two threads may look at once: the later look
    counts."""

    def __init__(self) -> None:
        self._look: tuple[Store | None, int, _Steps] = (None, 0, {})  # of one connection, before somebody has written
        self._places: dict[int, Job.Place] = {}
        self._places_s = -_PLACES_S

    def step(self, store: Store, job: int) -> tuple[int, int] | None:
        """Return the id of the last step of an open job, and its judgement; None once it is over."""
        (looked, at, steps), changed = self._look, store.queue.changed()
        if looked is not store or at != changed:
            steps = store.queue.steps()
            self._look = store, changed, steps
        return steps.get(job)

    def place(self, store: Store, job: int) -> Job.Place | None:
        """Return where a job waits, as it was some seconds ago; None where it does not wait."""
        now_s = time.monotonic()
        if now_s - self._places_s >= _PLACES_S:
            self._places, self._places_s = store.queue.places(), now_s
        return self._places.get(job)
