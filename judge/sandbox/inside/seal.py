"""The seal of a box: what a process gives up for good before a line of a submission runs in it.

`seal` drops the user id and every capability, sets no_new_privs, enters a Landlock domain and loads a seccomp filter;
then `attest` looks whether that holds, by trying, and raises where it does not.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Sequence
from typing import Final

from judge.sandbox.inside import linux, seccomp
from judge.sandbox.inside.linux import call, libc, prctl

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
SECCOMP: Final = (317, 277)
CAPSET: Final = (126, 91)
PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_DROP = 39, 21, 24
SECCOMP_SET_MODE_FILTER, SPEC_ALLOW = 1, 4
SECCOMP_MODE_FILTER = 2


class SealError(Exception):
    """The box could not be sealed, or does not hold; nothing of a submission has run."""


def require() -> None:
    """Raise OSError where this machine can't seal a box at all."""
    if seccomp.ISA is None:
        raise OSError(errno.ENOSYS, f"no table of system calls for {platform.machine()}")
    if not landlock_abi():
        raise OSError(errno.ENOSYS, "this kernel has no Landlock (it came with Linux 5.13, and can be switched off)")


def seal(
    uid: int | None, readable: Sequence[str], writable: Sequence[str], program: bytes, listed: Sequence[str] = ()
) -> None:
    """Give everything up, in the one order that works; raises SealError or OSError when a step fails.

    `uid` is the box's own user and group, None to keep the present one; `program` is that of `seccomp_program`.
    `readable`, `writable` and `listed` are the paths of its Landlock domain (`_confine`).
    """
    for capability in range(64):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError as error:  # the kernel has fewer than 64; who may drop none gains none either (no_new_privs)
            if capability == 0 and linux.held(linux.SETPCAP):
                raise SealError("the capability bounding set can't be dropped") from error
    _confine(readable, writable, listed)
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    assert seccomp.ISA is not None
    call(CAPSET[seccomp.ISA], struct.pack("=Ii", 0x20080522, 0), bytes(24))
    buffer = ctypes.create_string_buffer(program)
    fprog = struct.pack("@HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    # SPEC_ALLOW: without it kernels before 5.16 slow a filtered process down against a fault that is not our case.
    call(SECCOMP[seccomp.ISA], SECCOMP_SET_MODE_FILTER, SPEC_ALLOW, fprog)


def attest(uid: int | None, forbidden: Sequence[str]) -> None:
    """Look from inside whether the seal holds; SealError names what does not. `forbidden` must not be readable."""
    import socket

    if uid is not None and set(os.getresuid() + os.getresgid()) != {uid}:
        raise SealError("the user id was not dropped")
    if prctl(PR_GET_NO_NEW_PRIVS) != 1:
        raise SealError("no_new_privs is not set")
    if prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER:
        raise SealError("no seccomp filter is loaded")
    capabilities = ctypes.create_string_buffer(24)
    assert seccomp.ISA is not None
    call(CAPSET[seccomp.ISA] - 1, struct.pack("=Ii", 0x20080522, 0), capabilities)  # capget comes before capset
    if any(capabilities.raw):
        raise SealError("capabilities are left")
    try:
        socket.socket(socket.AF_INET).close()
    except PermissionError:
        pass
    else:
        raise SealError("a network socket could be made")
    for path in forbidden:
        try:
            os.listdir(path) if os.path.isdir(path) else os.close(os.open(path, os.O_RDONLY))
        except OSError:
            continue
        raise SealError(f"{path} can be read")


# --- Landlock -------------------------------------------------------------------------------------------------------
def landlock_abi() -> int:
    """Return the kernel's Landlock version, 0 where there is none."""
    return max(0, int(libc.syscall(CREATE, None, 0, 1)))


def _confine(readable: Sequence[str], writable: Sequence[str], listed: Sequence[str] = ()) -> None:
    """Enter a Landlock domain, which says by the kernel's own rules what this process can reach: LOOK below `readable`,
    WORK below `writable`, only names of files below `listed`, nothing elsewhere."""
    version = landlock_abi()
    allowed_here = RIGHTS_OF_ABI.get(version, ALL_RIGHTS)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = call(CREATE, struct.pack("=QQQ", allowed_here, NO_TCP, SCOPES)[:size], size, 0)
    for paths, allowed in ((readable, LOOK), (writable, WORK), (listed, READ_DIR)):
        for path in paths:
            _allow(ruleset, path, allowed & allowed_here)
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
