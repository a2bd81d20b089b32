"""The exact meter: a leaf of cgroup for each attempt, v1 or v2, and where such leaves can be made."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from pathlib import Path

from judge.model import Limits
from judge.sandbox.inside.procfs import look

_serial = itertools.count()


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


def _kill_all_in(leaf: Path) -> None:
    """Kill who is still there: the zygote that should have ended it may itself be gone."""
    with contextlib.suppress(OSError):
        for pid in map(int, (leaf / "cgroup.procs").read_text().split()):
            os.kill(pid, signal.SIGKILL)


def sweep(parents: dict[str, Path]) -> None:
    """Remove the leaves of judges that were killed."""
    for parent in set(parents.values()):
        for leaf in parent.glob("judge-*-*"):
            judge = leaf.name.split("-")[1]
            if judge.isdigit() and not Path(f"/proc/{judge}").exists():
                _kill_all_in(leaf)
                with contextlib.suppress(OSError):
                    leaf.rmdir()


def v1_parents() -> dict[str, Path]:
    """Return where this process stands in the three v1 hierarchies; empty where one is not mounted."""
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


def v2_parents() -> dict[str, Path]:
    """Return a v2 group of our own with memory and pids for its children; this process moves into a leaf of it, because
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
