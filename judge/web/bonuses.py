"""The bonuses of the class on the web, found once for all who look at their first page.

A bonus is a matter of the whole class: it is read as the gradebook reads it, which takes a second in a large class. So
that is done only when something has changed, every 2 s at most, and in a tenth of the time. Who asks meanwhile is shown
what was found last.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Final

import msgspec

from judge.classroom.gradebook.gradebook import read_bonuses
from judge.classroom.web_class import web_class
from judge.model import Problem
from judge.store import Store

_EVERY_S: Final = 2.0
_SHARE: Final = 10.0  # so many times as long as it took, until it is done again
_LONGEST_S: Final = 60.0  # a role may have changed, or somebody been forgotten


class _Found(msgspec.Struct, frozen=True, eq=False):
    """The bonus of each job that has one, by its code; `version` is that of the store."""

    problem: Problem
    version: tuple[object, ...]
    points: Mapping[str, float]
    made_s: float
    took_s: float

    def is_old(self, version: tuple[object, ...], problem: Problem, now_s: float) -> bool:
        """Say whether it is time to look again."""
        known, age_s = self.problem, now_s - self.made_s
        same = problem.cases is known.cases and (problem.scheme, problem.limits) == (known.scheme, known.limits)
        changed = version != self.version and age_s >= max(_EVERY_S, _SHARE * self.took_s)
        return changed or not same or age_s >= _LONGEST_S


class Bonuses:
    """Those of one site. May be asked by any thread."""

    def __init__(self) -> None:
        self._held: dict[str, _Found] = {}
        self._locks: dict[str, threading.Lock] = {}

    def of(self, store: Store, problem: Problem) -> Mapping[str, float]:
        """Return the points that jobs on this problem get on top, by their codes; a job without any is not in it."""
        if problem.scheme.bonus is None:
            return {}
        held, lock = self._held.get(problem.name), self._locks.setdefault(problem.name, threading.Lock())
        if not lock.acquire(blocking=held is None) and held:
            return held.points  # another thread is at it
        try:
            held, version = self._held.get(problem.name), _version(store, problem)
            if held is None or held.is_old(version, problem, time.monotonic()):
                held = self._held[problem.name] = _found(store, problem, version)
            return held.points
        finally:
            lock.release()


def _version(store: Store, problem: Problem) -> tuple[object, ...]:
    """Return what changes with what was handed in, judged or regraded, and with a date."""
    return (*store.queue.version(), *store.tries.version(), store.terms.last(problem.name))


def _found(store: Store, problem: Problem, version: tuple[object, ...]) -> _Found:
    began_s = time.monotonic()
    found = web_class(store, problem, store.queue.handed_in(problem.name))
    points = read_bonuses(store, found.roll, found.problem)
    now_s = time.monotonic()
    return _Found(problem, version, points, now_s, now_s - began_s)
