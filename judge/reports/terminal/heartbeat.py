"""Signs of life where nothing else is said for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

EVERY_S = 10.0


class Heartbeat:
    """Calls `say`, in a thread of its own, when nobody has told it for `every_s` that something was said."""

    def __init__(self, say: Callable[[], object], every_s: float = EVERY_S) -> None:
        self._say, self._every_s = say, every_s
        self._over = threading.Event()
        self._said_s = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._said_s = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """End it; nothing is said any more when this returns."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def said(self) -> None:
        """Take note that something was said."""
        self._said_s = time.monotonic()

    def wait_s(self) -> float:
        """Return how long nothing need be said."""
        return max(0.0, self._said_s + self._every_s - time.monotonic())

    def _run(self) -> None:
        while not self._over.wait(self.wait_s()):
            if not self.wait_s():
                self.said()
                self._say()
