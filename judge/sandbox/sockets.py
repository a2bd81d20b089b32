"""What the sockets of a process can hold, where no cgroup counts that: the kernel's memory, in no account of its own.

A pair of sockets takes what is written until its buffer is full. A box can't change the size of that buffer (see
seccomp.py), so each is counted as full. Sockets that are themselves under way in a message are in no process; the
kernel lets a user have as many of those as RLIMIT_NOFILE says.
"""

from __future__ import annotations

import contextlib
import os
from functools import cache
from pathlib import Path

BUFFER_BYTES = 212_992  # the kernel's own default


def socket_bytes(pid: int) -> int:
    """Return the most that lies in the sockets that this process has open."""
    count = 0
    with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/fd") as descriptors:
        for descriptor in descriptors:
            with contextlib.suppress(OSError):  # closed meanwhile
                count += os.readlink(descriptor.path).startswith("socket:")
    return count * _buffer_bytes() if count else 0


@cache
def _buffer_bytes() -> int:
    try:
        return int(Path("/proc/sys/net/core/wmem_default").read_text())
    except (OSError, ValueError):
        return BUFFER_BYTES
