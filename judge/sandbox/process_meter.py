"""The meter of a host without a cgroup of ours: what /proc and the CPU clocks tell of a tree that can be seen now."""

from __future__ import annotations

import contextlib
import resource
import sys
import time

from judge.model import Limits
from judge.sandbox.inside.procfs import children, has_not_execed, look, reaped_s, threads, tree
from judge.sandbox.sockets import socket_bytes


class ProcessMeter:
    """Without a cgroup: CPU clock and anonymous memory of every process of the tree that can be seen now."""

    exact = False
    looks_s: tuple[float, float] | None = None

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pid = 0
        self.baseline_bytes = 0  # what a fork shares with the zygote, until it execs
        self.execs_show = False
        self.peak_bytes = 0
        self.seen_s: dict[int, float] = {}
        self.known_s = 0.0

    def doors(self) -> list[int]:
        return []

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

    def freeze_forks(self) -> None:
        pass

    def close(self) -> None:
        pass


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
    return status + socket_bytes(pid)


def _status_bytes(pid: int, field: str) -> int:
    with contextlib.suppress(OSError):
        for line in look(f"/proc/{pid}/status").splitlines():
            if line.startswith(field):
                return int(line.split()[1]) << 10
    return 0
