"""What the kernel accounts to an attempt: CPU of its whole tree, peak memory, processes.

`meter_maker()` finds out once what the host offers and returns a maker of meters, one for each attempt:

    CgroupMeter     a leaf of cgroup v1 (cpuacct, memory, pids) or of a delegated v2 tree: exact, counts every child
    ProcessMeter    the process's CPU clock and /proc, summed over the tree: of a child that died unseen it counts whole
                    ticks, and nothing where its parent let the kernel reap it

cpuacct.usage and cpu.stat are sums of exact run times; the tick-based counters (cpuacct.stat, times()) are not used.
A thread's time is added at a tick or when it leaves its core: they are true of a tree that is at rest (still.py).
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Protocol

from judge.model import Limits
from judge.sandbox.cgroup import CgroupMeter, sweep, tried
from judge.sandbox.hierarchy import parents
from judge.sandbox.process_meter import ProcessMeter


class Meter(Protocol):
    """The counters of one attempt. `freeze_forks` is called before the kill, `close` after everything is dead."""

    exact: bool
    looks_s: tuple[float, float] | None  # where memory must be seen often: into a window, doubled until the second

    def doors(self) -> list[int]: ...
    def attach(self, pid: int) -> None: ...
    def threads(self) -> list[int]: ...
    def cpu_s(self) -> float: ...
    def reaped(self, used_s: float) -> None: ...
    def memory_bytes(self) -> int: ...
    def out_of_memory(self) -> bool: ...
    def freeze_forks(self) -> None: ...
    def close(self) -> None: ...


def meter_maker() -> tuple[Callable[[Limits], Meter], bool, bool]:
    """Return the best meter of this host, tried out once; whether it is exact; and whether the peak of memory is what
    the kernel keeps, not the largest that was seen."""
    for groups in parents():
        with contextlib.suppress(OSError):
            sweep(groups)
            keeps_peak = tried(groups)
            return functools.partial(CgroupMeter, groups), True, keeps_peak
    return ProcessMeter, False, False
