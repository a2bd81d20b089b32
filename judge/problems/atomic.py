"""Write a file of a package whole or not at all, so that a judge that is killed leaves no half of one."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from judge.errors import JudgeError

PART = ".judge.part"  # what begins with a dot is no part of a package; the next writer takes the same name


def write_file(file: Path, data: bytes) -> None:
    """Write a file beside its place, then put it there, and make its folder; JudgeError E435 where that can't be done.

    A link that lies there is replaced, not followed.
    """
    scratch = file.with_name(PART)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with _alone(file.parent):
            try:
                scratch.unlink(missing_ok=True)
                with scratch.open("xb") as part:
                    part.write(data)
                scratch.replace(file)
            finally:
                scratch.unlink(missing_ok=True)
    except OSError as error:
        message = f"{file} can't be written: {error.strerror}"
        raise JudgeError("E435", message, help="name a folder that you may write to") from error


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other judges from writing into a folder meanwhile, where its file system has locks: all take one name."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
