"""Who the boxes run as. The kernel counts processes by user id (RLIMIT_NPROC), in each user namespace apart.

So the boxes of one sandbox, where root has one to give, get a user id that nobody else on this machine has at the same
time: two judges that shared one would let a fork bomb in the one end a program in the other. A locked file is the
claim; the lock dies with the process that holds it. It lies where root alone can make one, so that nobody else can take
all the ids. Boxes that have to run as their user, outside of a namespace, are counted together with all that this user
runs.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from judge.errors import JudgeError
from judge.locks import free_slot
from judge.sandbox.inside import linux
from judge.sandbox.inside.jail import visible_paths

FIRST, COUNT = 64_000, 1000  # nobody's elsewhere: above what distributions give to people and services
PLACES = ("/run/judge", "/var/lib/judge")  # below folders of root's; else where temporary files go


def can_be_given() -> bool:
    """Say whether this process can make a box run as any user of the range: root may be root of a single id."""
    return linux.gives(FIRST, COUNT)


class Claim:
    """A user id of our own until `close`."""

    def __init__(self) -> None:
        folder = _folder()
        try:
            found = free_slot(folder, (f"user-{uid}" for uid in range(FIRST, FIRST + COUNT)))
        finally:
            os.close(folder)
        if found is None:
            raise JudgeError("E303", f"the user ids {FIRST} to {FIRST + COUNT - 1} for boxes are all in use")
        name, self._lock = found
        self.uid = int(name.removeprefix("user-"))

    def close(self) -> None:
        """Let others have it. Safe to call twice."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _folder() -> int:
    """Return the first of the places that is there or can be made, and is this user's alone: the same for all its
    judges."""
    places = (*PLACES, f"{tempfile.gettempdir()}/judge-users-{os.geteuid()}")
    for place in places:
        with contextlib.suppress(OSError):
            with contextlib.suppress(FileExistsError):
                Path(place).mkdir(mode=0o700)
            folder = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
            facts = os.fstat(folder)
            if facts.st_uid == os.geteuid() and not stat.S_IMODE(facts.st_mode) & 0o077:
                return folder
            os.close(folder)
    raise JudgeError(
        "E303",
        "there is no folder in which user ids for boxes can be claimed",
        note=f"{', '.join(places)}: none can be made, or is this user's alone",
        help=f"sudo install -d -m 700 {places[0]}",
    )


def threads_in_use() -> int:
    """Count those of all processes of this one's user, by the kernel's own count, without those that end meanwhile."""
    count = 0
    for entry in os.scandir("/proc"):
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and entry.stat().st_uid == os.getuid():
                _, _, after = Path(entry.path, "status").read_text().partition("\nThreads:")
                count += int(after.split(maxsplit=1)[0])
    return count


def python_is_open() -> bool:
    """Say whether any user may pass through every folder above the interpreter and its packages."""
    above = {folder for path in visible_paths() for folder in (Path(path), *Path(path).parents)}
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in above if folder.is_dir())
