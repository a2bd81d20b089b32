"""Brings what runs in a box to rest: only then is the kernel's account of it whole.

CPU is booked at a tick of the kernel or when a thread leaves its core. Who answers and keeps on computing would be
told up to 4 ms less than it used. An honest attempt sleeps a few microseconds after its answer, and is only looked at;
whoever still runs after GLANCE_S is stopped. A signal takes effect when a thread is on its core, so on a busy host
this waits for its turn, up to PATIENCE_S.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable

from judge.sandbox.inside.procfs import runs

GLANCE_S = 0.0002
PATIENCE_S = 0.25


def bring_to_rest(threads: Callable[[], Iterable[int]], patience_s: float = PATIENCE_S) -> bool:
    """Say whether all threads have left their cores, and stop those that don't; what was stopped stays so.

    `threads` is asked again and again, as there may be new ones.
    """
    start_s = time.monotonic()
    while running := [tid for tid in threads() if runs(tid)]:
        spent_s = time.monotonic() - start_s
        if spent_s > patience_s:
            return False
        if spent_s > GLANCE_S:
            for tid in running:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(tid, signal.SIGSTOP)
            time.sleep(GLANCE_S)  # the core that it needs may be ours
    return True
