"""The locks between judges, of three kinds: a folder that is mine, a named slot, and a number in a file.

The kernel lets go of each when its process ends, however it ends, so nothing stale can stay behind. Every process that
can open the file sees it, in whichever container or pid namespace it is; a pid tells nothing there.

- A folder is mine while I hold it (`make_held`, `alone`); those that nobody holds may be removed (`abandoned`). It is
  made first and locked a moment later, and who removes what dead judges have left locks it too. So a new folder may be
  lost to them; its maker sees that and makes another.
- A slot is one of several files of which each judge takes one (`free_slot`), or a file that names what it stands for
  (`lock`): cores.py.
- A number is one byte of a file (`Claims`): of several judges at one store, each ticket is run by one.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import secrets
import stat
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from judge.errors import JudgeError, Place

TRIES: Final = 9
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A lock as fcntl(2) has it: type, whence, first byte, length and process on Linux; elsewhere these two come last.
_LINUX: Final = sys.platform == "linux"
_BYTES: Final = struct.Struct("hhqqi0q" if _LINUX else "qqihh")


def lock(fd: int) -> None:
    """Lock an open file or folder until it is closed. BlockingIOError where somebody has it, another OSError where its
    file system has no locks."""
    fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_free(fd: int) -> bool:
    """Say whether it was free, which is locked from now on."""
    with suppress(OSError):
        lock(fd)
        return True
    return False


# --- a folder that is mine --------------------------------------------------------------------------------------------
def make_held(parent: Path) -> tuple[Path, int]:
    """Make a folder in there, closed to other users, that no other judge removes until the descriptor, which is
    returned with it, is closed. The pid in its name is for people."""
    for _ in range(TRIES):
        folder = parent / f"judge-{os.getpid()}-{secrets.token_hex(8)}"
        folder.mkdir(mode=0o700)
        with suppress(BlockingIOError, FileNotFoundError):
            return folder, _hold(folder)
    raise OSError(errno.EBUSY, "others remove or lock each new folder", str(parent))


def _hold(folder: Path) -> int:
    """Lock a folder. BlockingIOError or FileNotFoundError where somebody has it, or has removed it already."""
    fd = os.open(folder, _FOLDER)
    try:
        try:
            lock(fd)
        except BlockingIOError:
            raise
        except OSError:  # this file system has no locks: then nobody gets one, and nobody removes anything
            pass
        folder.lstat()  # who removes it has locked it before, so after the lock it stays
    except BaseException:
        os.close(fd)
        raise
    return fd


def open_own(folder: Path) -> int:
    """Open a folder that is this user's and closed to all others, made where it is missing; OSError where it can't
    be."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    fd = os.open(folder, _FOLDER)
    facts = os.fstat(fd)
    if facts.st_uid == os.geteuid() and not stat.S_IMODE(facts.st_mode) & 0o077:
        return fd
    os.close(fd)
    raise PermissionError(errno.EACCES, "it is another user's, or open to others", str(folder))


def abandoned(parent: Path) -> Iterator[Path]:
    """Yield the folders in there that `make_held` has made for this user, and that no judge holds any more. None can
    begin to hold one before the next is asked for."""
    for folder in parent.glob("judge-*-*"):
        if re.fullmatch(r"judge-[0-9]+-\w+", folder.name, re.ASCII):
            try:
                fd = os.open(folder, _FOLDER)
            except OSError:  # gone, a link, a file, or closed to us
                continue
            try:
                if os.fstat(fd).st_uid == os.geteuid() and _is_free(fd):
                    yield folder
            finally:
                os.close(fd)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other judge writes into a folder, and keep the next one waiting, where its file system has
    locks."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


# --- a named slot -----------------------------------------------------------------------------------------------------
def free_slot(folder: int, names: Iterable[str]) -> tuple[str, int] | None:
    """Return the first of these files that nobody has, with its descriptor: it is mine until that is closed. None where
    all are taken."""
    for name in names:
        fd = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder)
        if _is_free(fd):
            return name, fd
        os.close(fd)
    return None


# --- a number in a file -----------------------------------------------------------------------------------------------
class Claims:
    """The numbers of one file, such as the tickets of a store that judges are at. Close them with the store.

    On Linux a lock belongs to the file as it was opened here: another store in the process is another judge. Elsewhere
    it is the process's, and falls with the first store that is closed there.
    """

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
        command = fcntl.F_OFD_GETLK if sys.platform == "linux" else fcntl.F_GETLK
        try:
            found = _BYTES.unpack(fcntl.fcntl(self._file, command, _bytes(fcntl.F_WRLCK, first, count)))
        except OSError:  # a file system that knows no locks
            return 0
        if found[0 if _LINUX else 3] == fcntl.F_UNLCK:
            return 0
        half = count // 2
        return self.others(first, half) + self.others(first + half, count - half) if half else 1

    def give_back(self, ticket: int) -> None:
        with suppress(OSError):  # a file system that knows no locks can't drop one either
            self._set(ticket, fcntl.LOCK_UN, fcntl.F_UNLCK)

    def _set(self, ticket: int, operation: int, kind: int) -> None:
        """Lock or unlock the byte of a ticket: by `kind` as an open file does it, by `operation` as a process does."""
        if sys.platform == "linux":
            fcntl.fcntl(self._file, fcntl.F_OFD_SETLK, _bytes(kind, ticket, 1))
        else:
            fcntl.lockf(self._file, operation, 1, ticket)


def _bytes(kind: int, first: int, count: int) -> bytes:
    """Return a lock of so many bytes of a file, as fcntl(2) takes it."""
    if _LINUX:
        return _BYTES.pack(kind, os.SEEK_SET, first, count, 0)
    return _BYTES.pack(first, count, 0, kind, os.SEEK_SET)
