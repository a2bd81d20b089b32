"""Folders of a judge: whose one is, the one of a sandbox where its homes lie, and the removal of trees of any depth.

A folder belongs to a judge for as long as that judge holds a lock on it.

The kernel lets go of a lock when its process ends, however it ends. Every process that can open the folder sees the
lock, in whichever container or pid namespace it is; a pid tells nothing there.

A folder is made first and locked a moment later, and who removes what dead judges have left locks it too. So a new
folder may be lost to them; its maker sees that and makes another.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

PATH: Final = "/usr/local/bin:/usr/bin:/bin"  # where commands of the system lie, for the judge and for boxes
TRIES: Final = 9
_PREFIX: Final = "judge-"
_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def make_held(make: Callable[[], Path]) -> tuple[Path, int]:
    """Make a folder that no other judge removes until the descriptor, which is returned with it, is closed."""
    for _ in range(TRIES):
        folder = make()
        with contextlib.suppress(BlockingIOError, FileNotFoundError):
            return folder, _hold(folder)
    raise OSError(errno.EBUSY, "others remove or lock each new folder", str(folder))


def _hold(folder: Path) -> int:
    """Lock a folder. BlockingIOError or FileNotFoundError where somebody has it, or has removed it already."""
    fd = os.open(folder, _FLAGS)
    try:
        _lock(fd)
        folder.lstat()  # who removes it has locked it before, so after the lock it stays
    except BaseException:
        os.close(fd)
        raise
    return fd


def _lock(fd: int) -> None:
    """BlockingIOError where somebody has it."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:  # this file system has no locks: then nobody gets one, and nobody removes anything
        pass


@contextlib.contextmanager
def abandoned(folder: Path) -> Iterator[bool]:
    """Say whether this folder is our user's and no judge holds it. While inside, none can begin to."""
    try:
        fd = os.open(folder, _FLAGS)
    except OSError:  # gone, a link, a file, or closed to us
        yield False
        return
    try:
        yield os.fstat(fd).st_uid == os.geteuid() and _is_free(fd)
    finally:
        os.close(fd)


def _is_free(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


class Scratch:
    """A folder that is locked until `remove`; those of judges that were killed go when one is made. The pid in its name
    is for people.

    `homes` is empty and given to the zygote. `canary` is a file that no box can read: each tries to, before it runs
    anything.
    """

    def __init__(self) -> None:
        _remove_left()
        self.root, self._lock = make_held(lambda: Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")))
        self.root.chmod(0o711)  # to pass through, not to open: nobody else can lock it
        self.canary, self.homes = self.root / "canary", self.root / "scratch"
        self.canary.write_text("no box can read this\n")
        self.homes.mkdir(0o711)

    def clear(self) -> None:
        """Remove every home: the zygote that had made them is gone."""
        remove_tree(self.homes)
        self.homes.mkdir(0o711)

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


def _remove_left() -> None:
    """Remove the folders of judges that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        if re.fullmatch(rf"{_PREFIX}[0-9]+-\w+", left.name, re.ASCII):
            with abandoned(left) as is_left:
                if is_left:
                    remove_tree(left)
