"""A copy of a store in one file, whole or not at all, while judges may go on writing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judge.errors import JudgeError, Place
from judge.store.database import Database


def backup(db: Database, target: Path) -> int:
    """Copy the store into a new file, check the copy, and return its size in bytes.

    Raises JudgeError E490 where something is there already, E435 when it can't be written, E352 when the store is
    damaged. Nothing is left there then.
    """
    scratch = target.with_name(f".judge-{os.getpid()}.part")
    with _said(target):
        if os.path.lexists(target):
            raise FileExistsError
        try:
            os.close(os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            db.copy(scratch)
            size = scratch.stat().st_size
            _publish(scratch, target)
        finally:
            scratch.unlink(missing_ok=True)
    return size


def _publish(scratch: Path, target: Path) -> None:
    """Give the file its name, on the disk for sure. FileExistsError where somebody has taken the name meanwhile."""
    with scratch.open("rb") as file:
        os.fsync(file.fileno())
    try:
        target.hardlink_to(scratch)
    except FileExistsError:
        raise
    except OSError:  # a file system without a second name for one file
        scratch.rename(target)


@contextmanager
def _said(target: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError as fault:
        raise JudgeError("E490", f"{target} is there already", help="name a file that is not there yet") from fault
    except OSError as fault:
        repair = "name a file in a folder that you may write to"
        raise JudgeError(
            "E435", f"{target} can't be written: {fault.strerror}", Place(str(target)), help=repair
        ) from fault
