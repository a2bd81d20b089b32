"""The line between a supervisor and a process of it: the one says that it is ready, and both learn that the other ends.

It is a socket, handed over as standard input. However the supervisor ends, the kernel closes its side: then the process
is told to stop as by the supervisor itself, with SIGTERM.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress


class Lifeline:
    """The side of the process. Made once, before others are started: they get an empty standard input."""

    def __init__(self) -> None:
        self._line = os.dup(0)  # no process that is started inherits it
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        threading.Thread(target=self._watch, daemon=True).start()

    def ready(self) -> None:
        """Say that it does its work from here on."""
        with suppress(OSError):
            os.write(self._line, b"+")

    def _watch(self) -> None:
        with suppress(OSError):
            while os.read(self._line, 1):
                pass
        main = threading.main_thread().ident
        if main is not None:
            signal.pthread_kill(main, signal.SIGTERM)  # it wakes from whatever it waits for


class Stop:
    """Whether a process has been told to stop. Made on the main thread. SIGINT ends it at once, as ever."""

    def __init__(self) -> None:
        self._at_work = self._told = False
        signal.signal(signal.SIGTERM, self._hear)

    def __call__(self) -> bool:
        """Say whether it is time to stop."""
        return self._told

    def at_work(self) -> None:
        """Finish what is being done when SIGTERM comes from here on; before, it is a KeyboardInterrupt."""
        self._at_work = True

    def _hear(self, *_: object) -> None:
        self._told = True
        if not self._at_work:
            raise KeyboardInterrupt
