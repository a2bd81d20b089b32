"""The kinds of box, from the strongest to none: what each enforces, and what it leaves open."""

from __future__ import annotations

from typing import Final, Literal

Tier = Literal["auto", "namespaces", "landlock", "plain"]
TIERS: Final = ("namespaces", "landlock", "plain")  # "auto" is the first of them that the host allows

_ENFORCED: Final[dict[str, tuple[str, ...]]] = {
    "namespaces": ("files", "network", "other processes", "disk", "privileges"),
    "landlock": ("files", "network", "other processes", "privileges"),
    "plain": (),
}
_MISSING: Final[dict[str, tuple[str, ...]]] = {
    "namespaces": (),
    "landlock": ("disk space",),
    "plain": ("files", "network", "other processes", "disk space", "privileges: run only code you trust"),
}


def enforced(tier: str, *, counted: bool) -> tuple[str, ...]:
    """What a submission is held to; `counted` is whether a cgroup counts its whole tree."""
    whole = ("CPU, memory and processes of the whole tree",) if counted else ()
    return ("time", "output", *_ENFORCED[tier], *whole)


def missing(tier: str, *, counted: bool) -> tuple[str, ...]:
    """What this host can't hold a submission to."""
    return _MISSING[tier] if counted else (*_MISSING[tier], "CPU of children that died unseen, so wall time ranks")
