"""When a process under the supervisor is to stop: on SIGTERM, and when the supervisor is gone.

The supervisor holds the other end of the standard input, so that ends with it, however it ends.
"""

from __future__ import annotations

import os
import signal
import threading


class Lifeline:
    """Made once, in the main thread."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal: the supervisor says
        threading.Thread(target=self._watch, daemon=True).start()

    def stopping(self) -> bool:
        """Say whether it is time to stop."""
        return self._stopped.is_set()

    def _stop(self, *_: object) -> None:
        """Stop after what is being done; the second time at once."""
        if self._stopped.is_set():
            raise KeyboardInterrupt
        self._stopped.set()

    def _watch(self) -> None:
        while os.read(0, 1):
            pass
        self._stopped.set()
