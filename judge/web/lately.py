"""What many browsers ask for at once is read once: the queue, for all who wait in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from judge.model.job import Place
from judge.store import Store

_Read = TypeVar("_Read")
_LOOK_S = 0.05  # all pages that are looked at in one go see the same
_PLACES_S = 2.0  # between two looks at who is where in the queue


class Lately(Generic[_Read]):
    """Something of a store, as it was at most `every_s` seconds ago. Two threads may read it at once: the later one
    counts."""

    def __init__(self, every_s: float, read: Callable[[Store], _Read]) -> None:
        self._every_s, self._read = every_s, read
        self._held: tuple[float, _Read] | None = None

    def of(self, store: Store) -> _Read:
        """Return it."""
        held, now_s = self._held, time.monotonic()
        if held is None or now_s - held[0] >= self._every_s:
            held = self._held = now_s, self._read(store)
        return held[1]


class Waiting:
    """The queue of one site: how far each open job is, and its place."""

    def __init__(self) -> None:
        self._steps = Lately(_LOOK_S, lambda store: store.queue.steps())
        self._places = Lately(_PLACES_S, lambda store: store.queue.places())

    def step(self, store: Store, job: int) -> tuple[int, int] | None:
        """Return the id of the last step of an open job, and its judgement; None once it is over."""
        return self._steps.of(store).get(job)

    def place(self, store: Store, job: int) -> Place | None:
        """Return where a job waits; None where it does not."""
        return self._places.of(store).get(job)
