"""What this process may do: its capabilities, and the user ids that its user namespace knows.

The number of a user says neither. Root of a container has lost some capabilities, and root of a user namespace that
`unshare -Ur` made has all of them, over one id.

In a user namespace of our own capabilities hold, and nowhere else, over the ids that it takes along. An ordinary user
may take one id along, its own. Root of a container can take all; the kernel lets a process write that which has stayed
outside, as rights outside are asked for.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from typing import Final, NoReturn

from judge.sandbox.inside.syscall import invoke, libc

CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID, SETPCAP, SYS_ADMIN, SETFCAP = 0, 1, 3, 5, 6, 7, 8, 21, 31
# To own what a box wrote, to end it, and to make a process somebody else's.
GIVE: Final = (CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID)
VERSION = 0x20080522
NEWUSER = 0x10000000
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


# --- a user namespace of our own -------------------------------------------------------------------------------------
class ForbiddenError(OSError):
    """The host lets this process make no user namespace; it is where it was."""


def enter_user_namespace(*, every_id: bool) -> None:
    """Move this process into a new user namespace, with its own ids or with every id that is known here. ForbiddenError
    where the host forbids it, OSError where its ids can't be mapped: then this process is of no use any more."""
    if every_id:
        _enter_with_every_id()
        return
    uid, gid = os.geteuid(), os.getegid()
    _unshare()
    _write("setgroups", "deny")
    _write("uid_map", f"{uid} {uid} 1")
    _write("gid_map", f"{gid} {gid} 1")


def _enter_with_every_id() -> None:
    heard, told = os.pipe()
    writer = os.fork()
    if not writer:
        os.close(told)
        _write_from_outside(heard)
    os.close(heard)
    try:
        _unshare()
        os.write(told, b"g")
    finally:
        os.close(told)
        code = os.waitstatus_to_exitcode(os.waitpid(writer, 0)[1])
    if code:
        raise OSError(code, f"map all user ids: {os.strerror(code)}")


def _write_from_outside(heard: int) -> NoReturn:
    """Wait until the parent is in its namespace, and map for it what is known here; the exit status is an errno."""
    status = 0
    try:
        maps = ["".join(f"{inside} {inside} {size}\n" for inside, _, size in known(path)) for path in IDS]
        if os.read(heard, 1):
            for path, lines in zip(IDS, maps, strict=True):
                with open(path.replace("self", str(os.getppid())), "w") as file:
                    file.write(lines)
    except OSError as error:
        status = error.errno or 1
    finally:
        os._exit(status)


def _unshare() -> None:
    try:
        invoke("unshare", NEWUSER, step="make a user namespace")
    except OSError as error:
        raise ForbiddenError(*error.args) from error


def _write(name: str, text: str) -> None:
    try:
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    except OSError as error:
        code = error.errno or 0
        raise OSError(code, f"map this user's id ({name}): {os.strerror(code)}") from error
