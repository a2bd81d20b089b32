"""What the kernel accounts to an attempt: CPU of its whole tree, peak memory, processes.

There are two meters; the best of a host is found out once (cgroup.py):

    CgroupMeter     a leaf of cgroup v1 (cpuacct, memory, pids) or of a delegated v2 tree: exact, counts every child
    ProcessMeter    the process's CPU clock and /proc, summed over the tree: of a child that died unseen it counts whole
                    ticks, and nothing where its parent let the kernel reap it

cpuacct.usage and cpu.stat are sums of exact run times; the tick-based counters (cpuacct.stat, times()) are not used.
A thread's time is added at a tick or when it leaves its core: they are true of a tree that is at rest (clock.py).
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
import time
from abc import ABC, abstractmethod
from functools import cache
from pathlib import Path

from judge.model import Limits
from judge.sandbox.inside.linux import children, has_not_execed, look, reaped_s, threads, tree

BUFFER_BYTES = 212_992  # of a socket: the kernel's own default


class Meter(ABC):
    """The counters of one attempt. `freeze_forks` is called before the kill, `close` after everything is dead."""

    exact: bool
    looks_s: tuple[float, float] | None = None  # where memory must be seen often: doubled up to the second

    @abstractmethod
    def attach(self, pid: int) -> None: ...
    @abstractmethod
    def threads(self) -> list[int]: ...
    @abstractmethod
    def cpu_s(self) -> float: ...
    @abstractmethod
    def memory_bytes(self) -> int: ...
    @abstractmethod
    def out_of_memory(self) -> bool: ...

    def doors(self) -> list[int]:
        """Return descriptors by which the first process of a box enters; without any it is attached."""
        return []

    def reaped(self, used_s: float) -> None:  # noqa: B027 - a cgroup has counted it
        """Take what all who died below the first process had used, where nobody counts that."""

    def freeze_forks(self) -> None:  # noqa: B027 - see its words
        """Let no process of the tree start another one, where that can be forbidden."""

    def close(self) -> None:  # noqa: B027 - see its words
        """Let go of what the kernel has for it."""


class ProcessMeter(Meter):
    """Without a cgroup: CPU clock and anonymous memory of every process of the tree that can be seen now."""

    exact = False

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pid = 0
        self.baseline_bytes = 0  # what a fork shares with the zygote, until it execs
        self.execs_show = False
        self.peak_bytes = 0
        self.seen_s: dict[int, float] = {}
        self.known_s = 0.0

    def attach(self, pid: int) -> None:
        self.pid = pid
        self.baseline_bytes = _own_bytes(pid)
        self.execs_show = has_not_execed(pid)
        if hasattr(resource, "prlimit"):  # nobody else bounds memory between two looks; its children inherit this
            bound = self.limits.memory_bytes + _status_bytes(pid, "VmData:")
            resource.prlimit(pid, resource.RLIMIT_DATA, (bound, bound))

    def threads(self) -> list[int]:
        return [tid for pid in tree(self.pid) for tid in threads(pid)]

    def cpu_s(self) -> float:
        """Return the larger of two that both miss something: of all who were ever seen, what each had used when last
        seen; and of who is there now, what they and those they have reaped used."""
        there_s = 0.0
        for pid in tree(self.pid):
            with contextlib.suppress(OSError):
                self.seen_s[pid] = max(self.seen_s.get(pid, 0.0), _cpu_clock_s(pid))
                there_s += self.seen_s[pid] + reaped_s(pid)
        self.known_s = max(self.known_s, there_s, sum(self.seen_s.values()))
        return self.known_s

    def reaped(self, used_s: float) -> None:
        """Take what all who died below the first process had used: ticks are no part of it."""
        self.known_s = max(self.known_s, used_s + self.seen_s.get(self.pid, 0.0))

    def memory_bytes(self) -> int:
        self.peak_bytes = max(self.peak_bytes, self._used_bytes())
        return self.peak_bytes

    def _used_bytes(self) -> int:
        """Return what all processes of the tree use. Whose parents have not execed either shares memory with the
        zygote. That is asked before the memory is read: who execs between the two looks is not charged for a fork."""
        used, left = 0, [(self.pid, True)]
        while left:
            pid, shares = left.pop()
            shares = shares and (has_not_execed(pid) or not self.execs_show)
            used += max(0, _own_bytes(pid) - (self.baseline_bytes if shares else 0))
            left += [(child, shares) for child in children(pid)]
        return used

    def out_of_memory(self) -> bool:
        return self.peak_bytes > self.limits.memory_bytes


def _cpu_clock_s(pid: int) -> float:
    if sys.platform == "linux":  # clock_getcpuclockid(3): the clock of all threads of a process, to the nanosecond
        return time.clock_gettime((~pid << 3) | 2)
    import psutil

    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def _own_bytes(pid: int) -> int:
    """Return memory that no file backs: anonymous and shared, here or swapped out, page tables, and what lies in
    sockets."""
    status = sum(_status_bytes(pid, field) for field in ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"))
    return status + _socket_bytes(pid)


def _status_bytes(pid: int, field: str) -> int:
    with contextlib.suppress(OSError):
        for line in look(f"/proc/{pid}/status").splitlines():
            if line.startswith(field):
                return int(line.split()[1]) << 10
    return 0


def _socket_bytes(pid: int) -> int:
    """Return the most that lies in the sockets that a process has open: the kernel's memory, in no account of its own.

    A pair of sockets takes what is written until its buffer is full. A box can't change the size of that buffer (see
    seccomp.py), so each is counted as full. Sockets that are themselves under way in a message are in no process; the
    kernel lets a user have as many of those as RLIMIT_NOFILE says."""
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
