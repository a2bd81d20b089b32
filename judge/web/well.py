"""Whether the store takes rows, for all who ask: one thread asks it at a time, as that may wait for whoever writes."""

from __future__ import annotations

import threading

from judge.store import Store


class Well:
    """That of one site. May be asked by any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: bool | None = None

    def writable(self, store: Store) -> bool:
        """Say whether a row could be written now; while another thread asks that, what was found last."""
        if not self._lock.acquire(blocking=self._last is None):
            return bool(self._last)
        try:
            self._last = store.pulse.writable()
            return self._last
        finally:
            self._lock.release()
