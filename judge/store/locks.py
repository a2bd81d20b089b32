"""Who is judging what just now: of several judges at one store, each ticket is run by one.

A claim is a lock on one byte of a file beside the store, at the ticket's number. The kernel drops it with the process
that holds it, however that ends, so nothing stale can stay behind. Locks hold between processes, not within one.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from judge.errors import JudgeError, Place


class Claims:
    """The claims of one process. Close them when the store is closed."""

    def __init__(self, path: Path) -> None:
        """Open the file; JudgeError E355 when the file can't be made."""
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            repair = "run the judge in a folder that you may write to"
            message = f"nobody can say what is being judged: {fault.strerror}"
            raise JudgeError("E355", message, Place(str(path)), help=repair) from fault

    def close(self) -> None:
        os.close(self._file)

    def take(self, ticket: int) -> bool:
        """Say whether the ticket is now this judge's; not if another one holds it. Where a file system knows no locks,
        everything may be had: then two judges may run one submission twice, and both results are kept."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, ticket)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True

    def others(self, tickets: Iterable[int]) -> int:
        """Count those of these tickets that other judges hold. Each free one is held for a moment, so ask for none that
        is held here."""
        held = 0
        for ticket in tickets:
            if self.take(ticket):
                self.give_back(ticket)
            else:
                held += 1
        return held

    def give_back(self, ticket: int) -> None:
        with suppress(OSError):  # a file system that knows no locks can't drop one either
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, ticket)
