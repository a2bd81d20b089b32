"""What a sandbox has to itself on its host: a folder in which its homes lie, and a user id for its boxes.

The kernel counts processes by user id (RLIMIT_NPROC), in each user namespace apart. So the boxes of one sandbox, where
root has one to give, get a user id that nobody else on this machine has at the same time: two judges that shared one
would let a fork bomb in the one end a program in the other. A locked file is the claim. It lies where root alone can
make one, so that nobody else can take all the ids. Boxes that have to run as their user, outside of a namespace, are
counted together with all that this user runs.
"""

from __future__ import annotations

import contextlib
import os
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from judge.errors import JudgeError
from judge.locks import abandoned, free_slot, make_held, open_own
from judge.sandbox.inside import linux
from judge.sandbox.inside.jail import visible_paths

PATH: Final = "/usr/local/bin:/usr/bin:/bin"  # where commands of the system lie, for the judge and for boxes
_PASSED: Final = 0o711  # to pass through, not to open: nobody else can lock it


class Scratch:
    """A folder that is locked until `remove`; those of judges that were killed go when one is made.

    `homes` is empty and given to the zygote. `canary` is a file that no box can read: each tries to, before it runs
    anything.
    """

    def __init__(self) -> None:
        parent = Path(tempfile.gettempdir())
        for left in abandoned(parent):
            remove_tree(left)
        self.root, self._lock = make_held(parent)
        self.canary, self.homes = self.root / "canary", self.root / "scratch"
        try:
            self.canary.write_text("no box can read this\n")
            self.homes.mkdir()
            for folder in (self.root, self.homes):
                folder.chmod(_PASSED)
        except BaseException:  # the disk may be full, and a site tries again and again
            self.remove()
            raise

    def clear(self) -> None:
        """Remove every home: the zygote that had made them is gone."""
        remove_tree(self.homes)
        self.homes.mkdir()
        self.homes.chmod(_PASSED)

    def remove(self) -> None:
        """Remove all of it. Safe to call twice."""
        remove_tree(self.root)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def remove_tree(folder: Path) -> None:
    """Remove a folder, however deep it is; shutil.rmtree recurses, and a hostile tree is deeper than Python's stack."""
    remove = ["rm", "-rf", "--", str(folder)]
    if not os.path.lexists(folder) or not _system(remove):
        return
    _system(["chmod", "-R", "u+rwx", "--", str(folder)])
    _system(remove)


def _system(words: Sequence[str]) -> int:
    """Run a command of the system's, wherever it lies; its exit status."""
    return subprocess.run(words, check=False, stderr=subprocess.DEVNULL, env={"PATH": PATH}).returncode


# --- a user id for boxes ----------------------------------------------------------------------------------------------
FIRST, COUNT = 64_000, 1000  # nobody's elsewhere: above what distributions give to people and services
PLACES = ("/run/judge", "/var/lib/judge")  # below folders of root's; else where temporary files go


def can_be_given() -> bool:
    """Say whether this process can make a box run as any user of the range: root may be root of a single id."""
    return linux.gives(FIRST, COUNT)


class UserId:
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
            return open_own(Path(place))
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
