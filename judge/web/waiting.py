"""What many pages that are open ask for at once is read once: the queue, for all who wait in it."""

from __future__ import annotations

import time
import weakref
from typing import Final

import msgspec

from judge.model.job import Place
from judge.store import Store

_PLACES_S: Final = 2.0  # between two looks at who is where in the queue
_Steps = dict[int, tuple[int, int]]


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
