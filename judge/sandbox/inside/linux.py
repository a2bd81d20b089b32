"""What the kernel offers and Python does not: system calls, what this process may do, and what /proc tells.

What a process may do are its capabilities, and the user ids that its user namespace knows. The number of a user says
neither. Root of a container has lost some capabilities, and root of a user namespace that `unshare -Ur` made has all of
them, over one id.

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
from collections.abc import Iterator
from typing import Final, NamedTuple, NoReturn

# --- system calls that Python has no function for ---------------------------------------------------------------------
libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int = 0) -> int:
    """Call prctl(2) where there is one, and return what it returns; OSError when it fails."""
    result = int(libc.prctl(option, value, 0, 0, 0)) if sys.platform == "linux" else 0
    if result < 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}")
    return result


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number; OSError when it fails."""
    result = int(libc.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"system call {number}: {os.strerror(code)}")
    return result


def invoke(name: str, *arguments: object, step: str = "") -> int:
    """Call a function of libc by its name; OSError when it fails, which names the step."""
    result = int(getattr(libc, name)(*arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{step or name}: {os.strerror(code)}")
    return result


# --- what this process may do -----------------------------------------------------------------------------------------
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


# --- what /proc tells of processes, threads and cores; what is gone tells nothing -------------------------------------
SCHEDSTAT: Final = "/proc/self/schedstat"
_FORKNOEXEC: Final = 0x40  # PF_FORKNOEXEC of linux/sched.h
HEXADECIMAL: Final = "0123456789abcdef"  # how the line of a mapping begins, and no line about it


class Turns(NamedTuple):
    """How long a thread has computed, and how long it was ready to while its core did something else."""

    computed_ns: int
    waited_ns: int


def look(path: str) -> str:
    """Read a file of the kernel's, which is one read: io's layers would cost more than all that is measured with
    them."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(fd, 1 << 16).decode()
    finally:
        os.close(fd)


def children(pid: int) -> list[int]:
    """Return the processes that this one has forked and not yet reaped; none where /proc does not tell."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.scandir(f"/proc/{pid}/task"):
            found += map(int, look(f"{thread.path}/children").split())
    return found


def tree(pid: int) -> Iterator[int]:
    """Yield this process and all below it; not by recursion, as a program chooses how deep it is."""
    left = [pid]
    while left:
        yield (one := left.pop())
        left += reversed(children(one))


def threads(pid: int) -> list[int]:
    """Return the threads of a process, by their ids."""
    with contextlib.suppress(OSError):
        return [int(task.name) for task in os.scandir(f"/proc/{pid}/task")]
    return []


def turns(tid: int) -> Turns | None:
    """Return those of a thread, None when it is gone or the kernel does not tell. What the last turn brought is booked
    at its end, or at a tick; the wait before a turn at its beginning."""
    with contextlib.suppress(OSError, ValueError):
        computed, waited, _ = look(f"/proc/{tid}/schedstat").split()
        return Turns(int(computed), int(waited))
    return None


def runs(tid: int) -> bool:
    """Say whether a thread is on a core or queues for one. What sleeps, is stopped or dead has been booked."""
    with contextlib.suppress(OSError):
        return look(f"/proc/{tid}/stat").rpartition(")")[2].split()[0] == "R"
    return False


def has_not_execed(pid: int) -> bool:
    """Say whether a process still has the memory that it was forked with."""
    with contextlib.suppress(OSError, IndexError):
        return bool(int(look(f"/proc/{pid}/stat").rpartition(")")[2].split()[6]) & _FORKNOEXEC)
    return False


def untouched_heap_bytes(pid: int) -> int | None:
    """Return how much of the heap the kernel may take back, as nobody has written to it since it was told so; None of
    a process that is gone or can't be looked at. The heap comes early in the listing: what follows is not asked for."""
    found, is_heap, was_heap, text = 0, False, False, ""
    try:
        with open(f"/proc/{pid}/smaps") as listing:
            for text in listing:
                if text[0] in HEXADECIMAL:
                    is_heap = text.endswith("[heap]\n")
                    if was_heap and not is_heap:
                        break
                    was_heap = is_heap
                elif is_heap and text.startswith("LazyFree:"):
                    found += int(text.split()[1]) << 10
    except OSError:
        return None
    return found if text else None


def reaped_s(pid: int) -> float:
    """Return CPU of a process's children that it has waited for, and of theirs, in ticks of 10 ms mostly."""
    with contextlib.suppress(OSError):
        words = look(f"/proc/{pid}/stat").rpartition(")")[2].split()
        return (int(words[13]) + int(words[14])) / os.sysconf("SC_CLK_TCK")
    return 0.0


class CoreTimes(NamedTuple):
    """Of one core or of all, in ticks of 10 ms mostly: doing nothing, and kept by the hypervisor for others."""

    idle_s: float = 0.0
    stolen_s: float = 0.0


def core_times(core: int | None) -> CoreTimes:
    """Return the times since the machine was started; nothing of a core that there is none of."""
    name = "cpu " if core is None else f"cpu{core} "
    with contextlib.suppress(OSError, IndexError):
        for line in look("/proc/stat").splitlines():
            if line.startswith(name):
                words = line.split()
                tick_s = 1 / os.sysconf("SC_CLK_TCK")
                return CoreTimes((int(words[4]) + int(words[5])) * tick_s, int(words[8]) * tick_s)
    return CoreTimes()
