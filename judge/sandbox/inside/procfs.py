"""What the kernel tells under /proc of processes, threads and cores; what is gone tells nothing."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Final, NamedTuple

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
