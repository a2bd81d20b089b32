"""Files, pipes and sockets that a process has open."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

THEM = Path("/proc/self/fd")


@contextmanager
def none_left_open() -> Iterator[None]:
    """Fail if what is done within leaves a descriptor open. One of an earlier test may be closed meanwhile."""
    gc.collect()
    before = _open()
    yield
    gc.collect()
    assert _open() - before == set()


def _open() -> set[tuple[str, str]]:
    """Return the number of each and what it leads to; nothing where the system does not tell (it is not Linux)."""
    found: set[tuple[str, str]] = set()
    for number in THEM.iterdir() if THEM.is_dir() else ():
        with suppress(FileNotFoundError):  # the listing's own is closed by now
            found.add((number.name, str(number.readlink())))
    return found
