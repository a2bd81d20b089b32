"""The exact meter: a leaf of cgroup for each attempt, v1 or v2; where it may lie, and what of leaves is left by judges
that were killed.

From Linux 5.19 on the kernel keeps the peak of a v2 leaf. Before that the meter keeps the largest that it saw; as a box
that has ended holds nothing any more, it has to be looked at early and often.

In v2 a group hands controllers to its children only while no process is in it; the root of all groups may do both. So
the judge's own group has to be emptied before it can hold leaves, which moves whoever else is in it: the shell and the
sshd of a login session. A group above that hands controllers down already has room for leaves beside the judge's own
group; nobody is moved but boxes. The kernel lets the judge move these if it may write to that group. In this order:

    own      delegated by systemd, or with nobody in it but the judge: all of the box's use stays within its bounds
    above    the nearest that belongs to the judge's user and hands down memory and pids, so that nothing is changed
    own      what is left, as in a container: all that is in it moves into a group of its own, judge-main
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from judge.locks import abandoned, make_held
from judge.model import Limits
from judge.sandbox.holdings import PATH
from judge.sandbox.inside.linux import look
from judge.sandbox.meter import Meter, ProcessMeter

LOOKS_S = (0.001, 0.005)  # where the peak is what was seen: of a run of 20 ms, too


# What is read of a leaf, and written there: the file of v1, where each controller has a leaf of its own, and of v2.
FILES: Final = {
    "cpu": ("cpuacct/cpuacct.usage", "unified/cpu.stat"),
    "threads": ("cpuacct/tasks", "unified/cgroup.threads"),
    "peak": ("memory/memory.max_usage_in_bytes", "unified/memory.peak"),
    "used": ("memory/memory.usage_in_bytes", "unified/memory.current"),
    "events": ("memory/memory.oom_control", "unified/memory.events"),
    "memory": ("memory/memory.limit_in_bytes", "unified/memory.max"),
    "swap": ("memory/memory.memsw.limit_in_bytes", "unified/memory.swap.max"),
    "processes": ("pids/pids.max", "unified/pids.max"),
}


class CgroupMeter(Meter):
    """One leaf in each hierarchy; v2 has a single one. Limits are set before a process is attached."""

    exact = True

    def __init__(self, parents: dict[str, Path], limits: Limits) -> None:
        self.unified = "unified" in parents
        self._limit_bytes, self._seen_bytes = limits.memory_bytes, 0
        self._held: dict[Path, tuple[Path, int]] = {}  # by parent
        try:
            for parent in set(parents.values()):
                self._held[parent] = make_held(parent)
            self.leaves = {hierarchy: self._held[parent][0] for hierarchy, parent in parents.items()}
            files = {what: names[self.unified].split("/") for what, names in FILES.items()}
            self._paths = {what: f"{self.leaves[hierarchy]}/{file}" for what, (hierarchy, file) in files.items()}
            memory = str(limits.memory_bytes)
            _write(self._paths["memory"], memory)
            with contextlib.suppress(OSError):  # not every kernel counts swap
                _write(self._paths["swap"], "0" if self.unified else memory)
            _write(self._paths["processes"], str(limits.processes))
        except BaseException:
            self.close()
            raise
        self.keeps_peak = not self.unified or Path(self._paths["peak"]).exists()
        self._cpu, self._memory = self._paths["cpu"], self._paths["peak" if self.keeps_peak else "used"]
        if not self.keeps_peak:
            self.looks_s = LOOKS_S

    def doors(self) -> list[int]:
        """Return descriptors of files in which the first process of a box, while it has one thread, enters by writing
        0; the caller closes them. A thread that moves itself waits for nobody; to move another process the kernel stops
        all forks of the machine, which takes up to a grace period of RCU. In v2 only whole processes move."""
        if self.unified:
            return []
        return [os.open(leaf / "tasks", os.O_WRONLY | os.O_CLOEXEC) for leaf in self.leaves.values()]

    def attach(self, pid: int) -> None:
        for leaf in self.leaves.values():
            _write(f"{leaf}/cgroup.procs", str(pid))

    def threads(self) -> list[int]:
        """Return the threads of every process of the tree, its first one's too."""
        with contextlib.suppress(OSError):
            return list(map(int, look(self._paths["threads"]).split()))
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
        words = look(self._paths["events"]).split()
        return name in words and int(words[words.index(name) + 1]) > 0

    def freeze_forks(self) -> None:
        with contextlib.suppress(OSError):  # since Linux 5.14
            if self.unified:
                _write(f"{self.leaves['unified']}/cgroup.kill", "1")
        with contextlib.suppress(OSError):
            _write(self._paths["processes"], "0")

    def close(self) -> None:
        """Remove the leaves, with all who are still in them."""
        for leaf, lock in self._held.values():
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
        self._held.clear()


def _write(path: str, value: str) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, value.encode())
    finally:
        os.close(fd)


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
        for leaf in abandoned(parent):
            with contextlib.suppress(OSError):
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


# --- where leaves may lie, in the hierarchies of v1 or in that of v2 --------------------------------------------------
MOUNT = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")
MAIN: Final = "judge-main"
NEEDED: Final = {"memory", "pids"}
ROUNDS: Final = 100  # of moving who is in a group: meanwhile those who are not moved yet may fork


def places() -> Iterator[dict[str, Path]]:
    """Yield the groups in which leaves may be made, by hierarchy (v2 has one, `unified`), the best first."""
    with contextlib.suppress(OSError):
        yield from v1_parents()
    with contextlib.suppress(OSError):
        for group in v2_parents():
            yield {"unified": group}


def v1_parents() -> Iterator[dict[str, Path]]:
    """Yield where this process stands in the three v1 hierarchies; nothing where one is not mounted."""
    found: dict[str, Path] = {}
    for line in MEMBERSHIP.read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in {"cpuacct", "memory", "pids"} & set(controllers.split(",")):
            mount = next((m for m in (MOUNT / c for c in (controllers, controller)) if m.is_dir()), None)
            if mount:  # inside a container the path may be the host's: then the mount's root is ours
                inside = mount / path.lstrip("/")
                found[controller] = inside if inside.is_dir() else mount
    if len(found) == 3:
        yield found


def v2_parents() -> Iterator[Path]:
    """Yield groups that hand memory and pids to their children; the judge's own is emptied when it is asked for."""
    lines = MEMBERSHIP.read_text().splitlines()
    own = next((MOUNT / line[3:].lstrip("/") for line in lines if line.startswith("0::")), None)
    if own is None:
        return
    if own.name == MAIN:  # it was emptied, by us or by another judge of the session
        own, first = own.parent, True
    else:
        first = _is_delegated(own) or _processes(own) == [os.getpid()]
    if first and _empty(own):
        yield own
    yield from filter(_hands_down, _above(own))
    if not first and _empty(own):
        yield own


def _is_delegated(group: Path) -> bool:
    """Say whether systemd leaves this group to who runs in it; the manager of a user can't tell."""
    for name in ("user.delegate", "trusted.delegate"):
        with contextlib.suppress(OSError):
            if sys.platform == "linux" and os.getxattr(group, name) == b"1":
                return True
    return False


def _above(own: Path) -> Iterator[Path]:
    """Yield the groups above this one, the nearest first; and this one where it is the root of all."""
    if own == MOUNT and _is_root(own):
        yield own
    yield from (group for group in own.parents if group.is_relative_to(MOUNT))


def _is_root(group: Path) -> bool:
    """Say whether this is the root of all groups, not that of a container: it alone has no type."""
    return group == MOUNT and not (group / "cgroup.type").exists()


def _hands_down(group: Path) -> bool:
    """Say whether the judge may make leaves here and move its own processes to them."""
    try:
        ours = group.stat().st_uid == os.geteuid()
        writable = all(os.access(path, os.W_OK) for path in (group, group / "cgroup.procs"))
        if not (ours and writable):
            return False
        return _enable(group) if _is_root(group) else _has(group, "subtree_control")
    except OSError:
        return False


def _empty(group: Path) -> bool:
    """Move all who are in this group into one of their own, until it hands down the controllers."""
    try:
        if not (_has(group, "controllers") and os.access(group / "cgroup.procs", os.W_OK)):
            return False
        home = group / MAIN
        home.mkdir(exist_ok=True)
        for _ in range(ROUNDS):
            for pid in _processes(group):
                _move(pid, home)
            if _enable(group):
                return True
    except OSError:
        pass
    return False


def _move(pid: int, home: Path) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
        (home / "cgroup.procs").write_text(str(pid))


def _enable(group: Path) -> bool:
    """Have a group hand down what it does not yet; False while a process is in it."""
    if _has(group, "subtree_control"):
        return True
    try:
        (group / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in sorted(NEEDED)))
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
    return _has(group, "subtree_control")


def _processes(group: Path) -> list[int]:
    """Return who is in a group, without those that this process can't see: they have the number 0, which as a target
    of a move or of a signal means ourselves."""
    return [pid for pid in map(int, (group / "cgroup.procs").read_text().split()) if pid > 0]


def _has(group: Path, which: str) -> bool:
    """Say whether a group has what boxes need among its `controllers`, or hands it down (`subtree_control`)."""
    return set((group / f"cgroup.{which}").read_text().split()) >= NEEDED
