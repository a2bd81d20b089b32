"""What this process may do: its capabilities, and the user ids that its user namespace knows.

The number of a user says neither. Root of a container has lost some capabilities, and root of a user namespace that
`unshare -Ur` made has all of them, over one id.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from typing import Final

from judge.sandbox.inside.syscall import libc

CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, SETPCAP, SYS_ADMIN, SETFCAP = 0, 1, 3, 5, 6, 7, 8, 21, 31
# To own what a box wrote, to end it, and to make a process somebody else's.
GIVE: Final = (CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID)
VERSION = 0x20080522
IDS: Final = ("/proc/self/uid_map", "/proc/self/gid_map")


def held(*capabilities: int) -> bool:
    """Say whether all of these are in force for this process, in its user namespace. No /proc is asked: a box may have
    none."""
    if sys.platform != "linux":
        return False
    data = ctypes.create_string_buffer(24)
    if libc.capget(struct.pack("=Ii", VERSION, 0), data) < 0:
        return False
    low, _, _, high, _, _ = struct.unpack("=6I", data.raw)
    return all((high << 32 | low) >> capability & 1 for capability in capabilities)


def known(path: str) -> list[tuple[int, int, int]]:
    """Return the ranges of ids of a map: the first inside, the first outside, and how many. None where it can't be
    read."""
    with contextlib.suppress(OSError, ValueError), open(path) as lines:
        return [(int(inside), int(outside), int(count)) for inside, outside, count in map(str.split, lines)]
    return []


def gives(first: int, count: int) -> bool:
    """Say whether this process is root, and can make others run as users of this range, and groups."""
    return os.geteuid() == 0 and held(*GIVE) and all(_has(path, first, count) for path in IDS) and not _groups_denied()


def is_host_root() -> bool:
    """Say whether this is, as far as can be seen, root of the whole machine: the kernel bounds its processes never."""
    return os.geteuid() == 0 and any(inside == outside == 0 for inside, outside, _ in known(IDS[0]))


def _has(path: str, first: int, count: int) -> bool:
    return any(inside <= first and first + count <= inside + size for inside, _, size in known(path))


def _groups_denied() -> bool:
    with contextlib.suppress(OSError), open("/proc/self/setgroups") as file:
        return file.read().strip() == "deny"
    return False
