"""Whose a folder is: it belongs to a judge for as long as that judge holds a lock on it.

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
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

TRIES: Final = 9
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
