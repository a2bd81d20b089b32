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
import itertools
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from judge.model import Limits
from judge.sandbox.inside.procfs import look, reaped_s, threads, tree
from judge.sandbox.sockets import socket_bytes

_serial = itertools.count()


class Meter(Protocol):
    """The counters of one attempt. `freeze_forks` is called before the kill, `close` after everything is dead."""

    exact: bool

    def doors(self) -> list[int]: ...
    def attach(self, pid: int) -> None: ...
    def threads(self) -> list[int]: ...
    def cpu_s(self) -> float: ...
    def memory_bytes(self) -> int: ...
    def out_of_memory(self) -> bool: ...
    def freeze_forks(self) -> None: ...
    def close(self) -> None: ...


class CgroupMeter:
    """One leaf in each hierarchy; v2 has a single one. Limits are set before a process is attached."""

    exact = True

    def __init__(self, parents: dict[str, Path], limits: Limits) -> None:
        name = f"judge-{os.getpid()}-{next(_serial)}"
        self.leaves = {controller: parent / name for controller, parent in parents.items()}
        self.unified = "unified" in parents
        for leaf in set(self.leaves.values()):
            leaf.mkdir()
        memory, pids = str(limits.memory_bytes), str(limits.processes)
        if self.unified:
            self._write("unified", "memory.max", memory)
            self._write("unified", "memory.swap.max", "0", must=False)
            self._write("unified", "pids.max", pids)
            group = self.leaves["unified"]
            self._cpu, self._peak, self._events = f"{group}/cpu.stat", f"{group}/memory.peak", f"{group}/memory.events"
            self._threads = f"{group}/cgroup.threads"
        else:
            self._write("memory", "memory.limit_in_bytes", memory)
            self._write("memory", "memory.memsw.limit_in_bytes", memory, must=False)  # not every kernel counts swap
            self._write("pids", "pids.max", pids)
            self._cpu, self._threads = f"{self.leaves['cpuacct']}/cpuacct.usage", f"{self.leaves['cpuacct']}/tasks"
            self._peak = f"{self.leaves['memory']}/memory.max_usage_in_bytes"
            self._events = f"{self.leaves['memory']}/memory.oom_control"

    def doors(self) -> list[int]:
        """Descriptors of files in which the first process of a box, while it has one thread, enters by writing 0; the
        caller closes them. A thread that moves itself waits for nobody; to move another process the kernel stops all
        forks of the machine, which takes up to a grace period of RCU. In v2 only whole processes move."""
        if self.unified:
            return []
        return [os.open(leaf / "tasks", os.O_WRONLY | os.O_CLOEXEC) for leaf in self.leaves.values()]

    def attach(self, pid: int) -> None:
        for controller in self.leaves:
            self._write(controller, "cgroup.procs", str(pid))

    def threads(self) -> list[int]:
        """Of every process of the tree, its first one's too."""
        with contextlib.suppress(OSError):
            return list(map(int, look(self._threads).split()))
        return []

    def cpu_s(self) -> float:
        text = look(self._cpu)
        return int(text.split()[1]) / 1e6 if self.unified else int(text) / 1e9

    def memory_bytes(self) -> int:
        if not self.unified:
            return int(look(self._peak))
        with contextlib.suppress(OSError):  # memory.peak came with Linux 5.19
            return int(look(self._peak))
        return int(look(f"{self.leaves['unified']}/memory.current"))

    def out_of_memory(self) -> bool:
        words = look(self._events).split()
        return "oom_kill" in words and int(words[words.index("oom_kill") + 1]) > 0

    def freeze_forks(self) -> None:
        if self.unified:
            self._write("unified", "cgroup.kill", "1", must=False)  # since Linux 5.14
        self._write("unified" if self.unified else "pids", "pids.max", "0", must=False)

    def close(self) -> None:
        for leaf in set(self.leaves.values()):
            _kill_all_in(leaf)
            for pause_s in (0, 0.001, 0.01, 0.1, 1):  # v1 says EBUSY for a moment after the last death
                try:
                    leaf.rmdir()
                except OSError:
                    time.sleep(pause_s)
                else:
                    break

    def _write(self, controller: str, file: str, value: str, *, must: bool = True) -> None:
        try:
            fd = os.open(f"{self.leaves[controller]}/{file}", os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.write(fd, value.encode())
            finally:
                os.close(fd)
        except OSError:
            if must:
                raise


class ProcessMeter:
    """Without a cgroup: CPU clock and anonymous memory of every process of the tree that can be seen now."""

    exact = False

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pid = 0
        self.baseline_bytes = 0  # what a fork shares with the zygote
        self.peak_bytes = 0
        self.seen_s: dict[int, float] = {}
        self.known_s = 0.0

    def doors(self) -> list[int]:
        return []

    def attach(self, pid: int) -> None:
        self.pid = pid
        self.baseline_bytes = _own_bytes(pid)
        if hasattr(resource, "prlimit"):  # nobody else bounds memory between two looks; its children inherit this
            bound = self.limits.memory_bytes + _status_bytes(pid, "VmData:")
            resource.prlimit(pid, resource.RLIMIT_DATA, (bound, bound))

    def threads(self) -> list[int]:
        return [tid for pid in tree(self.pid) for tid in threads(pid)]

    def cpu_s(self) -> float:
        """The larger of two that both miss something: of all who were ever seen, what each had used when last seen; and
        of who is there now, what they and those they have reaped used."""
        there_s = 0.0
        for pid in tree(self.pid):
            with contextlib.suppress(OSError):
                self.seen_s[pid] = max(self.seen_s.get(pid, 0.0), _cpu_clock_s(pid))
                there_s += self.seen_s[pid] + reaped_s(pid)
        self.known_s = max(self.known_s, there_s, sum(self.seen_s.values()))
        return self.known_s

    def memory_bytes(self) -> int:
        used = sum(max(0, _own_bytes(pid) - self.baseline_bytes) for pid in tree(self.pid))
        self.peak_bytes = max(self.peak_bytes, used)
        return self.peak_bytes

    def out_of_memory(self) -> bool:
        return self.peak_bytes > self.limits.memory_bytes

    def freeze_forks(self) -> None:
        pass

    def close(self) -> None:
        pass


def meter_maker() -> tuple[Callable[[Limits], Meter], bool]:
    """The best meter of this host, tried out once by making and removing a leaf; and whether it is exact."""
    for parents in (_v1_parents(), _v2_parents()):
        if parents:
            with contextlib.suppress(OSError):
                _sweep(parents)
                CgroupMeter(parents, Limits()).close()
                return functools.partial(CgroupMeter, parents), True
    return ProcessMeter, False


def _kill_all_in(leaf: Path) -> None:
    """Whoever is still there: the zygote that should have ended it may itself be gone."""
    with contextlib.suppress(OSError):
        for pid in map(int, (leaf / "cgroup.procs").read_text().split()):
            os.kill(pid, signal.SIGKILL)


def _sweep(parents: dict[str, Path]) -> None:
    """Remove the leaves of judges that were killed."""
    for parent in set(parents.values()):
        for leaf in parent.glob("judge-*-*"):
            judge = leaf.name.split("-")[1]
            if judge.isdigit() and not Path(f"/proc/{judge}").exists():
                _kill_all_in(leaf)
                with contextlib.suppress(OSError):
                    leaf.rmdir()


def _v1_parents() -> dict[str, Path]:
    """Where this process stands in the three v1 hierarchies; empty where one is not mounted."""
    parents: dict[str, Path] = {}
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            for controller in {"cpuacct", "memory", "pids"} & set(controllers.split(",")):
                mount = next(
                    (m for m in (Path("/sys/fs/cgroup") / c for c in (controllers, controller)) if m.is_dir()),
                    None,
                )
                if mount:  # inside a container the path may be the host's: then the mount's root is ours
                    inside = mount / path.lstrip("/")
                    parents[controller] = inside if inside.is_dir() else mount
    return parents if len(parents) == 3 else {}


def _v2_parents() -> dict[str, Path]:
    """A v2 group of our own with memory and pids for its children; this process moves into a leaf of it, because
    a group that holds processes can't hand controllers to its children."""
    with contextlib.suppress(OSError, StopIteration):
        lines = Path("/proc/self/cgroup").read_text().splitlines()
        path = next(line[3:] for line in lines if line.startswith("0::"))
        group = Path("/sys/fs/cgroup") / path.lstrip("/")
        if group.name == "judge-main":  # another judge of this session has made the tree already
            return {"unified": group.parent}
        if {"memory", "pids"} <= set((group / "cgroup.controllers").read_text().split()):
            home = group / "judge-main"
            home.mkdir(exist_ok=True)
            for pid in (group / "cgroup.procs").read_text().split():
                (home / "cgroup.procs").write_text(pid)
            (group / "cgroup.subtree_control").write_text("+memory +pids")
            return {"unified": group}
    return {}


def _cpu_clock_s(pid: int) -> float:
    if sys.platform == "linux":  # clock_getcpuclockid(3): the clock of all threads of a process, to the nanosecond
        return time.clock_gettime((~pid << 3) | 2)
    import psutil

    times = psutil.Process(pid).cpu_times()
    return float(times.user + times.system)


def _own_bytes(pid: int) -> int:
    """Memory that no file backs: anonymous and shared, here or swapped out, page tables, and what lies in sockets."""
    status = sum(_status_bytes(pid, field) for field in ("RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"))
    return status + socket_bytes(pid)


def _status_bytes(pid: int, field: str) -> int:
    with contextlib.suppress(OSError):
        for line in look(f"/proc/{pid}/status").splitlines():
            if line.startswith(field):
                return int(line.split()[1]) << 10
    return 0
