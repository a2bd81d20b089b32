"""The kinds of box, from the strongest to none: what each enforces, and what it leaves open.

In all of them one thing stays open, which is told in `judge help sandbox` and not in each first line: by the time of a
call a box can find out what an earlier one has asked the kernel for (seccomp.py).
"""

from __future__ import annotations

from typing import Final, Literal

Tier = Literal["auto", "namespaces", "landlock", "plain"]
Root = Literal["", "others can't reach this Python", "no other user can be given"]
TIERS: Final = ("namespaces", "landlock", "plain")  # "auto" is the first of them that the host allows

_ENFORCED: Final[dict[str, tuple[str, ...]]] = {
    "namespaces": ("files", "network", "other processes", "disk", "privileges"),
    "landlock": ("files", "network", "other processes", "privileges"),
    "plain": (),
}
_MISSING: Final[dict[str, tuple[str, ...]]] = {
    "namespaces": (),
    "landlock": ("disk space", "names, sizes and access times of files"),
    "plain": ("files", "network", "other processes", "disk space", "privileges: run only code you trust"),
}


def enforced(tier: str, *, counted: bool) -> tuple[str, ...]:
    """Return what a submission is held to; `counted` is whether a cgroup counts its whole tree."""
    whole = ("CPU, memory and processes of the whole tree",) if counted else ()
    return ("time", "output", *_ENFORCED[tier], *whole)


def missing(tier: str, *, counted: bool, as_root: Root = "", keeps_peak: bool = True) -> tuple[str, ...]:
    """Return what this host can't hold a submission to; `as_root` is why boxes run as root, of whom the kernel counts
    no processes; `keeps_peak` is whether the kernel keeps the largest memory that a cgroup had."""
    said = list(_MISSING[tier])
    if as_root:
        said.append(f"a user of its own: it runs as root, as {as_root}")
    if not counted:
        ranks = "wall time ranks" if tier == "plain" else "wall time ranks what starts processes"
        said.append(f"CPU of children that died unseen, so {ranks}")
        said.append("memory of the kernel's own, as in pipes, but for page tables and sockets")
    elif not keeps_peak:
        said.append("the peak of memory, so it is the maximum of what was seen")
    if as_root and not counted:
        said.append("the number of processes")
    return tuple(said)
