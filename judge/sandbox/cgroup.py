"""The exact meter: a leaf of cgroup for each attempt, v1 or v2; and what of a leaf is left by judges that were killed.

From Linux 5.19 on the kernel keeps the peak of a v2 leaf. Before that the meter keeps the largest that it saw; as a box
that has ended holds nothing any more, it has to be looked at early and often.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import itertools
import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from judge.locks import abandoned, make_held
from judge.model import Limits
from judge.sandbox.folders import PATH
from judge.sandbox.hierarchy import parents as places
from judge.sandbox.inside.linux import look
from judge.sandbox.meter import Meter, ProcessMeter

PEAK = "memory.peak"
LOOKS_S = (0.001, 0.005)  # where the peak is what was seen: of a run of 20 ms, too


class CgroupMeter(Meter):
    """One leaf in each hierarchy; v2 has a single one. Limits are set before a process is attached."""

    exact = True

    def __init__(self, parents: dict[str, Path], limits: Limits) -> None:
        self.unified = "unified" in parents
        self._made: list[tuple[Path, int]] = []
        self._limit_bytes, self._seen_bytes = limits.memory_bytes, 0
        try:
            name = f"judge-{os.getpid()}-{secrets.token_hex(4)}"
            made = {parent: self._make_leaf(parent, name) for parent in set(parents.values())}
            self.leaves = {controller: made[parent] for controller, parent in parents.items()}
            self._set_limits(limits)
        except BaseException:
            self.close()
            raise
        self._choose_files()

    def _choose_files(self) -> None:
        """Find out once what is read at each look."""
        if self.unified:
            group = self.leaves["unified"]
            self.keeps_peak = Path(group, PEAK).exists()
            self._cpu, self._events = f"{group}/cpu.stat", f"{group}/memory.events"
            self._threads = f"{group}/cgroup.threads"
            self._memory = f"{group}/{PEAK if self.keeps_peak else 'memory.current'}"
            if not self.keeps_peak:
                self.looks_s = LOOKS_S
        else:
            cpuacct, memory = self.leaves["cpuacct"], self.leaves["memory"]
            self.keeps_peak = True
            self._cpu, self._threads = f"{cpuacct}/cpuacct.usage", f"{cpuacct}/tasks"
            self._memory, self._events = f"{memory}/memory.max_usage_in_bytes", f"{memory}/memory.oom_control"

    def _make_leaf(self, parent: Path, name: str) -> Path:
        """Make a leaf that is held; closed to other users, so that none of them can lock it first."""
        tries = itertools.count()

        def make() -> Path:
            leaf = parent / f"{name}_{next(tries)}"
            leaf.mkdir(mode=0o700)
            return leaf

        self._made.append(make_held(make))
        return self._made[-1][0]

    def _set_limits(self, limits: Limits) -> None:
        memory, pids = str(limits.memory_bytes), str(limits.processes)
        if self.unified:
            self._write("unified", "memory.max", memory)
            self._write("unified", "memory.swap.max", "0", must=False)
            self._write("unified", "pids.max", pids)
        else:
            self._write("memory", "memory.limit_in_bytes", memory)
            self._write("memory", "memory.memsw.limit_in_bytes", memory, must=False)  # not every kernel counts swap
            self._write("pids", "pids.max", pids)

    def doors(self) -> list[int]:
        """Return descriptors of files in which the first process of a box, while it has one thread, enters by writing
        0; the caller closes them. A thread that moves itself waits for nobody; to move another process the kernel stops
        all forks of the machine, which takes up to a grace period of RCU. In v2 only whole processes move."""
        if self.unified:
            return []
        return [os.open(leaf / "tasks", os.O_WRONLY | os.O_CLOEXEC) for leaf in self.leaves.values()]

    def attach(self, pid: int) -> None:
        for controller in self.leaves:
            self._write(controller, "cgroup.procs", str(pid))

    def threads(self) -> list[int]:
        """Return the threads of every process of the tree, its first one's too."""
        with contextlib.suppress(OSError):
            return list(map(int, look(self._threads).split()))
        return []

    def cpu_s(self) -> float:
        text = look(self._cpu)
        return int(text.split()[1]) / 1e6 if self.unified else int(text) / 1e9

    def memory_bytes(self) -> int:
        """Return the peak; where the kernel keeps none, the largest that was seen, and at least a limit that was
        reached."""
        seen_bytes = int(look(self._memory))
        if not self.keeps_peak:
            reached = self._event("max") or self._event("oom_kill")
            self._seen_bytes = max(self._seen_bytes, seen_bytes, self._limit_bytes if reached else 0)
            return self._seen_bytes
        return seen_bytes

    def out_of_memory(self) -> bool:
        return self._event("oom_kill")

    def _event(self, name: str) -> bool:
        """Say whether this has happened in the leaf."""
        words = look(self._events).split()
        return name in words and int(words[words.index(name) + 1]) > 0

    def freeze_forks(self) -> None:
        if self.unified:
            self._write("unified", "cgroup.kill", "1", must=False)  # since Linux 5.14
        self._write("unified" if self.unified else "pids", "pids.max", "0", must=False)

    def close(self) -> None:
        """Remove the leaves, with all who are still in them."""
        for leaf, lock in self._made:
            _kill_all_in(leaf)
            for pause_s in (0, 0.001, 0.01, 0.1, 1):  # v1 says EBUSY for a moment after the last death
                try:
                    leaf.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(pause_s)
                else:
                    break
            os.close(lock)
        self._made.clear()

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


def _kill_all_in(leaf: Path) -> None:
    """Kill who is still there: the zygote that should have ended it may itself be gone."""
    with contextlib.suppress(OSError):
        pids = look(f"{leaf}/cgroup.procs").split()
        if pids:
            with contextlib.suppress(OSError):  # since Linux 5.14, in v2; it reaches who is in another pid namespace
                (leaf / "cgroup.kill").write_text("1")
        for pid in map(int, pids):
            if pid > 0:  # those who can't be seen from here have the number 0, which would be our own group
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def sweep(parents: dict[str, Path]) -> None:
    """Remove the leaves of judges that were killed."""
    for parent in set(parents.values()):
        for leaf in parent.glob("judge-*-*"):
            if re.fullmatch(r"judge-[0-9]+-\w+", leaf.name, re.ASCII):
                with abandoned(leaf) as is_left, contextlib.suppress(OSError):
                    if is_left:
                        _kill_all_in(leaf)
                        leaf.rmdir()


def tried(parents: dict[str, Path]) -> bool:
    """Make a leaf, move a process into it, remove both; OSError where one of these can't be done. Say whether the
    kernel keeps the peak of its memory."""
    meter, null = CgroupMeter(parents, Limits()), subprocess.DEVNULL
    try:
        if meter.unified:  # in v1 boxes enter by themselves
            with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=null, env={"PATH": PATH}) as child:
                meter.attach(child.pid)
                if child.pid not in meter.threads():
                    raise OSError(errno.EINVAL, "a process was not moved into its leaf")
    finally:
        meter.close()
    return meter.keeps_peak


def meter_maker() -> tuple[Callable[[Limits], Meter], bool, bool]:
    """Return what makes the best meters of this host, tried out once; whether they are exact; and whether the peak of
    memory is what the kernel keeps, not the largest that was seen."""
    for groups in places():
        with contextlib.suppress(OSError):
            sweep(groups)
            keeps_peak = tried(groups)
            return functools.partial(CgroupMeter, groups), True, keeps_peak
    return ProcessMeter, False, False
