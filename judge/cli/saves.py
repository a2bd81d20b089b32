"""Wait until a submission is saved: its files are looked at a few times a second."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path

EVERY_S = 0.2
_MOST = 256  # files of a folder

Stamp = tuple[tuple[str, int, int, int], ...]  # of each file: name, time of change, size, inode


def stamp_of(path: Path) -> Stamp:
    """Return what changes when a file, or any file of a folder, is saved; nothing where it is not there.

    Editors save by writing another file and renaming it: that shows in the inode.
    """
    with contextlib.suppress(OSError):
        files = [path] if not path.is_dir() else sorted(path.rglob("*"))[:_MOST]
        return tuple(_facts(file) for file in files if file.is_file())
    return ()  # gone between two looks


def _facts(file: Path) -> tuple[str, int, int, int]:
    found = file.stat()
    return str(file), found.st_mtime_ns, found.st_size, found.st_ino


def await_save(path: Path, seen: Stamp, sleep: Callable[[float], object] = time.sleep) -> Stamp:
    """Return the new stamp once it differs from `seen`, the file is there, and two looks find the same: a file is not
    read while it is being written."""
    last: Stamp = ()
    while True:
        now = stamp_of(path)
        if now and now == last and now != seen:
            return now
        last = now
        sleep(EVERY_S)
