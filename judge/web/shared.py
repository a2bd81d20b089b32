"""What many readers ask for at once is found once: leaderboards, the bonuses of a class, the queue, the store's health.

With 300 students and 80 cases a leaderboard takes 0.2 s of CPU, and the bonuses of a large class a second, as the whole
gradebook is read. So both are found anew only when something has changed, every 2 s at most, and in a tenth of the
time. Who asks meanwhile is shown what was found last.
"""

from __future__ import annotations

import logging
import math
import threading
import time
import weakref
from collections.abc import Callable, Hashable, Mapping
from itertools import count
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from judge.classroom.gradebook import read_bonuses
from judge.classroom.web_class import web_class
from judge.errors import JudgeError
from judge.model import Algorithm, Problem
from judge.model.host import NOWHERE
from judge.model.job import Place
from judge.model.record import conditions
from judge.reports.web.board import LeaderboardView, leaderboard_view
from judge.scoring.cohort import Cohort, cohort
from judge.store import Store

_LOOK_S: Final = 0.25  # between two looks at whether something was ranked
_EVERY_S: Final = 2.0
_SHARE: Final = 10.0  # so many times as long as it took, until it is done again
_LONGEST_S: Final = 60.0  # a role may have changed, or somebody been forgotten
_PLACES_S: Final = 2.0  # between two looks at who is where in the queue
_REPEAT: Final = 1  # how often each case of what is handed in here is run
_LOG: Final = logging.getLogger("judge.web")
_Found = TypeVar("_Found")
_Steps = dict[int, tuple[int, int]]


class Latest(Generic[_Found]):
    """What was found last for each key. One thread looks at a time; the others get what was found before."""

    def __init__(self) -> None:
        self._held: dict[Hashable, _Found] = {}
        self._locks: dict[Hashable, threading.Lock] = {}

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
            return found
        finally:
            lock.release()


class _Timed(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What was found of a problem; `version` is that of the store then."""

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


# --- leaderboards ---------------------------------------------------------------------------------------------------
class Asked(msgspec.Struct, frozen=True):
    """A leaderboard: of the problem of this name, as it was at the time `before_s`; with `algorithm`, of its cases."""

    problem: str
    before_s: float = math.inf
    algorithm: Algorithm | None = None


class Ranked(_Timed, frozen=True, eq=False):
    """A leaderboard, and how the class did on each of its cases; what was judged is not kept. `number` is another one
    whenever it is ranked again."""

    number: int
    board: LeaderboardView
    cohort: Cohort


class Standings:
    """The leaderboards of one site, out of its store. May be asked by any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._latest = Latest[Ranked]()
        self._at_work: set[Asked] = set()
        self._looked_s: dict[Asked, float] = {}
        self._numbers = count(1)  # its next() is one step, whichever threads take it

    def of(self, store: Store, problem: Problem, asked: Asked) -> Ranked:
        """Return a leaderboard of this problem."""
        held, now_s = self._latest.held(asked), time.monotonic()
        if held and now_s - self._looked_s.get(asked, 0.0) < _LOOK_S:
            return held

        def look(held: Ranked | None) -> Ranked:
            last = store.scores.last(problem.name)
            if held is None or held.is_old(last, problem, now_s):
                held = _ranked(store, problem, asked, next(self._numbers), last)
            self._looked_s[asked] = time.monotonic()
            return held

        return self._latest.of(look, asked)

    def lately(self, store: Store, problem: Problem, asked: Asked) -> Ranked:
        """Return the same, as it was ranked last: where that is old it is ranked again in a thread, so that who looks
        for many waits for nothing."""
        held = self._latest.held(asked)
        if held is None:
            return self.of(store, problem, asked)
        now_s = time.monotonic()
        if asked not in self._at_work and now_s - self._looked_s.get(asked, 0.0) >= _LOOK_S:
            self._looked_s[asked] = now_s
            if held.is_old(store.scores.last(problem.name), problem, now_s):
                self._at_work.add(asked)
                threading.Thread(target=self._again, args=(problem, asked), daemon=True).start()
        return held

    def _again(self, problem: Problem, asked: Asked) -> None:
        try:
            with Store(self._path) as store:
                self._looked_s.pop(asked, None)
                self.of(store, problem, asked)
        except JudgeError:  # a store that is locked for a while is looked at again
            _LOG.warning("a leaderboard could not be ranked", exc_info=True)
        finally:
            self._at_work.discard(asked)


def _ranked(store: Store, problem: Problem, asked: Asked, number: int, last: int) -> Ranked:
    began_s = time.monotonic()
    whole = store.boards.outline(problem, conditions(problem, NOWHERE, _REPEAT), asked.before_s)
    board = store.boards.board(whole, asked.algorithm, asked.before_s)
    figures = cohort((row.standing.judgement for row in board.rows), whole.ground.clock)
    view, now_s = leaderboard_view(board, store.key), time.monotonic()
    return Ranked(number, view, figures, problem=problem, version=last, made_s=now_s, took_s=now_s - began_s)


# --- bonuses --------------------------------------------------------------------------------------------------------
class _Bonuses(_Timed, frozen=True, eq=False):
    """The bonus of each job that has one, by its code."""

    points: Mapping[str, float]


class Bonuses:
    """The bonuses of a class, read as the gradebook reads them. May be asked by any thread."""

    def __init__(self) -> None:
        self._latest = Latest[_Bonuses]()

    def of(self, store: Store, problem: Problem) -> Mapping[str, float]:
        """Return the points that jobs on this problem get on top, by their codes; a job without any is not in it."""
        if problem.scheme.bonus is None:
            return {}

        def look(held: _Bonuses | None) -> _Bonuses:
            # what changes with what was handed in, judged or regraded, and with a date
            version = (*store.queue.version(), *store.tries.version(), store.terms.last(problem.name))
            began_s = time.monotonic()
            if held and not held.is_old(version, problem, began_s):
                return held
            found = web_class(store, problem, store.queue.handed_in(problem.name))
            points, now_s = read_bonuses(store, found.roll, found.problem), time.monotonic()
            return _Bonuses(points, problem=problem, version=version, made_s=now_s, took_s=now_s - began_s)

        return self._latest.of(look, problem.name).points


# --- the queue, and whether the store takes rows --------------------------------------------------------------------
class _Look(msgspec.Struct, frozen=True, eq=False):
    """What one connection saw of the queue, until it is told that somebody has written."""

    store: weakref.ref[Store]
    changed: int
    steps: _Steps


class Waiting:
    """The queue of one site, as pages see it that fill by themselves. Two threads may look at once: the later look
    counts."""

    def __init__(self) -> None:
        self._look: _Look | None = None
        self._places: dict[int, Place] = {}
        self._places_s = -_PLACES_S

    def step(self, store: Store, job: int) -> tuple[int, int] | None:
        """Return the id of the last step of an open job, and its judgement; None once it is over."""
        look, changed = self._look, store.queue.changed()
        if look is None or look.store() is not store or look.changed != changed:
            look = self._look = _Look(weakref.ref(store), changed, store.queue.steps())
        return look.steps.get(job)

    def place(self, store: Store, job: int) -> Place | None:
        """Return where a job waits, as it was some seconds ago; None where it does not wait."""
        now_s = time.monotonic()
        if now_s - self._places_s >= _PLACES_S:
            self._places, self._places_s = store.queue.places(), now_s
        return self._places.get(job)
