"""The line between a supervisor and a process of it: the one says that it is ready, and both learn that the other ends.

It is a socket, handed over as standard input. However the supervisor ends, the kernel closes its side.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress


class Lifeline:
    """The side of the process. Made once, before others are started: they get an empty standard input."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._line = os.dup(0)  # no process that is started inherits it
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        threading.Thread(target=self._watch, daemon=True).start()

    def ready(self) -> None:
        """Say that it does its work from here on."""
        with suppress(OSError):
            os.write(self._line, b"+")

    def stopping(self) -> bool:
        """Say whether it is time to stop, after what is being done: the supervisor says so, or is gone."""
        return self._stopped.is_set()

    def heed_sigterm(self) -> None:
        """Stop on SIGTERM too; on the main thread alone. SIGINT ends a process at once, as ever."""
        signal.signal(signal.SIGTERM, lambda *_: self._stopped.set())

    def _watch(self) -> None:
        with suppress(OSError):
            while os.read(self._line, 1):
                pass
        self._stopped.set()
