"""Who the boxes run as. The kernel counts processes by user id (RLIMIT_NPROC), in each user namespace apart.

So the boxes of one sandbox, where root has one to give, get a user id that nobody else on this machine has at the same
time: two judges that shared one would let a fork bomb in the one end a program in the other. An abstract socket is the
claim; it dies with the process that holds it. Boxes that have to run as their user, outside of a namespace, are
counted together with all that this user runs.
"""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path

from judge.errors import JudgeError

FIRST, COUNT = 64_000, 1000  # nobody's elsewhere: above what distributions give to people and services


class Claim:
    """A user id of our own until `close`."""

    def __init__(self) -> None:
        for uid in range(FIRST, FIRST + COUNT):
            claim = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            with contextlib.suppress(OSError):
                claim.bind(f"\0judge-user-{uid}")
                self.uid, self._claim = uid, claim
                return
            claim.close()
        raise JudgeError("E303", f"the user ids {FIRST} to {FIRST + COUNT - 1} for boxes are all in use")

    def close(self) -> None:
        """Let others have it."""
        self._claim.close()


def threads_in_use() -> int:
    """Of all processes of the user of this one, by the kernel's own count; those that end meanwhile are left out."""
    count = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and entry.stat().st_uid == os.getuid():
                _, _, after = Path(entry.path, "status").read_text().partition("\nThreads:")
                count += int(after.split(maxsplit=1)[0])
    return count
