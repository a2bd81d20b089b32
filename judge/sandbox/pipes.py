"""The five pipes between the judge and one box."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Sequence

PIPE_BYTES = 1 << 20  # a 1000 x 1000 board fits: one write, one wake-up


def open_pipes() -> tuple[list[int], list[int]]:
    """Return our ends, which don't block, and theirs: case (we write), answer, stdout, stderr, report (we read)."""
    pipes = [os.pipe() for _ in range(5)]
    ours = [pipes[0][1], *(read for read, _ in pipes[1:])]
    theirs = [pipes[0][0], *(write for _, write in pipes[1:])]
    for fd in ours[:2]:
        with contextlib.suppress(OSError, AttributeError):  # a full quota of pipe pages, or not Linux
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    for fd in ours:
        os.set_blocking(fd, False)
    return ours, theirs


def close_all(fds: Sequence[int]) -> None:
    for fd in fds:
        os.close(fd)
