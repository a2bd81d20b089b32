"""The web process keeps off the cores on which judges of this machine time, as every judge does."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from judge.sandbox.corelocks import timed
from judge.sandbox.cores import available

_THREADS = Path("/proc/self/task")


class OffCores:
    """Remembers the cores that this process may use, before it leaves any of them."""

    def __init__(self) -> None:
        self._all = set(available())

    def move(self) -> None:
        """Move every thread to cores on which nobody times just now; where there is none, to all."""
        free = self._all - timed() or self._all
        if not free or set(available()) == free:
            return
        for thread in _THREADS.iterdir():
            with suppress(OSError):  # it has ended meanwhile
                os.sched_setaffinity(int(thread.name), free)
