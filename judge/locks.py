"""Who is judging what just now: of several judges at one store, each ticket is run by one.

A claim is a lock on one byte of a file beside the store, at the ticket's number. The kernel drops it with the process
that holds it, however that ends, so nothing stale can stay behind. On Linux it belongs to the file as this store has
opened it: another store in the process is another judge. Elsewhere it is the process's, and falls with the first store
that is closed there.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
from contextlib import suppress
from pathlib import Path

from judge.errors import JudgeError, Place

_FLOCK = struct.Struct("hhqqi0q")  # type, whence, first byte, length and process of a lock, as fcntl(2) has them


class Claims:
    """The claims of one store. Close them when the store is closed."""

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
            self._set(ticket, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.F_WRLCK)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True
        return True

    def others(self, first: int, count: int) -> int:
        """Return how many of so many tickets, from the first on, others hold. Nothing is held for that."""
        asked = _FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, first, count, 0)
        command = fcntl.F_OFD_GETLK if sys.platform == "linux" else fcntl.F_GETLK
        try:
            held = _FLOCK.unpack(fcntl.fcntl(self._file, command, asked))[0] != fcntl.F_UNLCK
        except OSError:  # a file system that knows no locks
            return 0
        if not held:
            return 0
        half = count // 2
        return self.others(first, half) + self.others(first + half, count - half) if half else 1

    def give_back(self, ticket: int) -> None:
        with suppress(OSError):  # a file system that knows no locks can't drop one either
            self._set(ticket, fcntl.LOCK_UN, fcntl.F_UNLCK)

    def _set(self, ticket: int, operation: int, kind: int) -> None:
        """Lock or unlock the byte of a ticket: by `kind` as an open file does it, by `operation` as a process does."""
        if sys.platform == "linux":
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _FLOCK.pack(kind, os.SEEK_SET, ticket, 1, 0))
        else:
            fcntl.lockf(self._file, operation, 1, ticket)
