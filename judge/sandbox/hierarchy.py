"""Where the judge may make leaves of cgroup for its boxes, in the hierarchies of v1 or in that of v2.

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
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOUNT = Path("/sys/fs/cgroup")
MEMBERSHIP = Path("/proc/self/cgroup")
MAIN: Final = "judge-main"
NEEDED: Final = {"memory", "pids"}
ROUNDS: Final = 100  # of moving who is in a group: meanwhile those who are not moved yet may fork


def parents() -> Iterator[dict[str, Path]]:
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
