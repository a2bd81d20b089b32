"""The leaderboards of the site, ranked once for all who look: when something was ranked since, and not too often.

With 300 students and 80 cases it takes 0.2 s of CPU; so it is done at most every 2 s, and takes at most a tenth of the
time. Who asks meanwhile is shown what was ranked last.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from judge.errors import JudgeError
from judge.model import Algorithm, Case, Limits, Problem
from judge.model.host import NOWHERE
from judge.model.record import conditions
from judge.reports.web.board import LeaderboardView, leaderboard_view
from judge.scoring.cohort import Cohort, cohort
from judge.store import Store

_LOOK_S: Final = 0.25  # between two looks at whether something was ranked
_EVERY_S: Final = 2.0
_SHARE: Final = 10.0  # so many times as long as it took, until it is done again
_LONGEST_S: Final = 60.0  # somebody may have been forgotten
_REPEAT: Final = 1  # how often each case of what is handed in here is run
_LOG: Final = logging.getLogger("judge.web")
_Key = tuple[str, Algorithm | None, float]


class Ranked(msgspec.Struct, frozen=True, eq=False):
    """A leaderboard, and how the class did on each of its cases; what was judged is not kept. `version` is another one
    whenever it is ranked again."""

    version: int
    board: LeaderboardView
    cohort: Cohort
    last: int
    cases: tuple[Case, ...]
    limits: Limits
    made_s: float
    took_s: float

    def is_old(self, last: int, problem: Problem, now_s: float) -> bool:
        """Say whether it is time to rank again."""
        age_s = now_s - self.made_s
        other = problem.cases is not self.cases or problem.limits != self.limits
        return other or age_s >= _LONGEST_S or (last != self.last and age_s >= max(_EVERY_S, _SHARE * self.took_s))


class Standings:
    """Those of one site, out of its store. May be asked by any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: dict[_Key, Ranked] = {}
        self._at_work: set[_Key] = set()
        self._looked_s: dict[_Key, float] = {}
        self._locks: dict[_Key, threading.Lock] = {}
        self._versions = count(1)  # its next() is one step, whichever threads take it

    def of(
        self, store: Store, problem: Problem, before_s: float = math.inf, algorithm: Algorithm | None = None
    ) -> Ranked:
        """Return the leaderboard of a problem as it was at the time `before_s`; with `algorithm`, of its cases."""
        key = problem.name, algorithm, before_s
        held, now_s = self._held.get(key), time.monotonic()
        if held and now_s - self._looked_s.get(key, 0.0) < _LOOK_S:
            return held
        lock = self._locks.setdefault(key, threading.Lock())
        if not lock.acquire(blocking=held is None) and held:
            return held  # another thread is at it
        try:
            held, last = self._held.get(key), store.scores.last(problem.name)
            if held is None or held.is_old(last, problem, now_s):
                held = self._held[key] = _ranked(store, problem, key, (next(self._versions), last))
            self._looked_s[key] = time.monotonic()
            return held
        finally:
            lock.release()

    def lately(
        self, store: Store, problem: Problem, before_s: float = math.inf, algorithm: Algorithm | None = None
    ) -> Ranked:
        """Return the same, as it was ranked last: where that is old it is ranked again in a thread, so that who looks
        for many waits for nothing."""
        key = problem.name, algorithm, before_s
        held = self._held.get(key)
        if held is None:
            return self.of(store, problem, before_s, algorithm)
        now_s = time.monotonic()
        if key not in self._at_work and now_s - self._looked_s.get(key, 0.0) >= _LOOK_S:
            self._looked_s[key] = now_s
            if held.is_old(store.scores.last(problem.name), problem, now_s):
                self._at_work.add(key)
                threading.Thread(target=self._again, args=(problem, key), daemon=True).start()
        return held

    def _again(self, problem: Problem, key: _Key) -> None:
        _, algorithm, before_s = key
        try:
            with Store(self._path) as store:
                self._looked_s.pop(key, None)
                self.of(store, problem, before_s, algorithm)
        except JudgeError:  # a store that is locked for a while is looked at again
            _LOG.warning("a leaderboard could not be ranked", exc_info=True)
        finally:
            self._at_work.discard(key)


def _ranked(store: Store, problem: Problem, key: _Key, known: tuple[int, int]) -> Ranked:
    began_s = time.monotonic()
    _, algorithm, before_s = key
    whole = store.boards.outline(problem, conditions(problem, NOWHERE, _REPEAT), before_s)
    board = store.boards.board(whole, algorithm, before_s)
    figures = cohort((row.standing.judgement for row in board.rows), whole.ground.clock)
    now_s = time.monotonic()
    version, last = known
    return Ranked(
        version,
        leaderboard_view(board, store.key),
        figures,
        last,
        problem.cases,
        problem.limits,
        now_s,
        now_s - began_s,
    )
