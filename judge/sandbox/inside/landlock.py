"""A Landlock domain: the files that a box can reach, by the kernel's own rules."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from typing import Final

from judge.sandbox.inside.syscall import call, libc, prctl

CREATE, ADD, RESTRICT = 444, 445, 446  # system calls, the same everywhere
PR_SET_NO_NEW_PRIVS = 38
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = (
    1 << bit for bit in (0, 1, 2, 3, 4, 5, 7, 8)
)
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
ALL_RIGHTS: Final = (1 << 16) - 1
RIGHTS_OF_ABI: Final = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # later ones: all
FILE_RIGHTS: Final = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV  # what a rule on a file may name
LOOK: Final = EXECUTE | READ_FILE | READ_DIR
# Links, FIFOs, sockets and devices can't be made at all: whoever reads results meets plain files and folders.
WORK: Final = LOOK | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | REFER
NO_TCP, SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals


def abi() -> int:
    """Return the kernel's Landlock version, 0 where there is none."""
    return max(0, int(libc.syscall(CREATE, None, 0, 1)))


def enter(readable: Sequence[str], writable: Sequence[str], listed: Sequence[str] = ()) -> None:
    """Confine this process for good: LOOK below `readable`, WORK below `writable`, only names of files below `listed`,
    nothing elsewhere."""
    version = abi()
    rights = RIGHTS_OF_ABI.get(version, ALL_RIGHTS)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = call(CREATE, struct.pack("=QQQ", rights, NO_TCP, SCOPES)[:size], size, 0)
    for paths, allowed in ((readable, LOOK), (writable, WORK), (listed, READ_DIR)):
        for path in paths:
            _allow(ruleset, path, allowed & rights)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    call(RESTRICT, ruleset, 0)
    os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):
        allowed &= FILE_RIGHTS
    call(ADD, ruleset, 1, struct.pack("=Qi", allowed, fd), 0)
    os.close(fd)
