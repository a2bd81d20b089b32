"""Signs of life where nothing else is said for a while, and the line that tells how long a judge waits for a core."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from judge.reports.terminal.console import PlainConsole
from judge.sandbox import Waiting

if TYPE_CHECKING:
    from rich.status import Status

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


# --- waiting for a core -----------------------------------------------------------------------------------------------
class WaitingLine:
    """Says on stderr what a claim of cores says."""

    def __init__(self) -> None:
        self._console = PlainConsole(stderr=True)
        self._now_and_then = Waiting.now_and_then(
            lambda words: self._console.print(words, soft_wrap=True, highlight=False)
        )
        self._status: Status | None = None

    def say(self, words: str | Waiting) -> None:
        """Print a message; how long it waits already takes the place of what was said of that before."""
        if isinstance(words, str) or not self._console.is_terminal:
            self._now_and_then(words)
        elif self._status:
            self._status.update(str(words))
        else:
            self._console.print(words.why, soft_wrap=True, highlight=False)
            # Slowly, as others time on this machine; and in ASCII, which each terminal can show.
            self._status = self._console.status(str(words), spinner="line", refresh_per_second=2)
            self._status.start()

    def over(self) -> None:
        """Take the line away."""
        if self._status:
            self._status.stop()
        self._status = None
