"""The nouns of the machine that judges, and of those that judge for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec

_UNLIKE_ANYWAY = {"enforced", "missing", "calibration_s"}  # the sandbox says the first two; the last is a measurement


class Host(msgspec.Struct, frozen=True):
    """The machine and what it enforces; written into every result."""

    Clock = Literal["cpu", "wall"]

    class Machine(msgspec.Struct, frozen=True):
        """What decides how fast a core computes; "unknown" is what the system does not tell."""

        UNKNOWN: ClassVar = "unknown"
        cpu: str = UNKNOWN  # the model
        governor: str = UNKNOWN  # how the kernel chooses the clock rate
        driver: str = UNKNOWN  # what sets it
        preference: str = UNKNOWN  # between speed and energy, where the driver knows one: another one on battery
        boost: str = UNKNOWN  # "on" or "off": a clock rate above the nominal one
        calibration_s: float | None = None  # CPU time of a fixed piece of work, the same on every machine

        @property
        def host_class(self) -> str:
            """Return in words what machines of one class have in common. The calibration is no part of it, as it is
            measured: noise would make two classes of one machine."""
            named = (("", self.cpu), ("governor ", self.governor), ("", self.driver), ("preference ", self.preference))
            words = [f"{name}{fact}" for name, fact in (*named, ("boost ", self.boost)) if fact != self.UNKNOWN]
            return ", ".join(words) or self.UNKNOWN

    class Seen(msgspec.Struct, frozen=True):
        """A station of a cluster as its client sees it. `refused` says why it may not work; empty where it may."""

        address: str
        judge: str = ""
        host: Host | None = None
        slots: int = 0
        cores: tuple[int, ...] = ()
        attempts: int = 0  # that it has made for this client
        disturbed: int = 0  # of them
        refused: str = ""

        @property
        def name(self) -> str:
            """Return its address without what all have in common."""
            return self.address.partition("://")[2] or self.address

    ROUGH: ClassVar = "a core of its own, so times are rough"  # another judge was there too
    sandbox: str
    enforced: tuple[str, ...]
    missing: tuple[str, ...]
    clock: str  # "cgroup" and "processes": CPU ranks; else the wall
    system: str
    python: str
    numba: str
    cores: int
    machine: Machine | None = None  # None in a result that was stored before machines were told apart

    @property
    def host_class(self) -> str:
        """Return which machines are as fast as this one; empty where that was not written down."""
        return self.machine.host_class if self.machine else ""

    @property
    def ranks_by(self) -> Host.Clock:
        """Return which clock ranks: CPU time where the kernel accounts a whole tree exactly; else wall time, which
        nobody can hide."""
        return "cpu" if self.clock in ("cgroup", "processes") else "wall"

    def unlike(self, other: Host) -> list[str]:
        """Return what differs from another host, each as `numba 0.63 and 0.68`."""
        return unlike(self, other)

    @property
    def lasting(self) -> Host:
        """Return what stays the same from one look to the next: all but what is measured, and who else was there."""
        steady = self.machine and msgspec.structs.replace(self.machine, calibration_s=None)
        return msgspec.structs.replace(self, machine=steady, missing=tuple(x for x in self.missing if x != self.ROUGH))


class Check(msgspec.Struct, frozen=True):
    """One line of `judge doctor`: what was looked at, what was found, and what fixes it."""

    class Repair(msgspec.Struct, frozen=True):
        """What to do, in words; or a command, to be typed as it is, and words that say where or why."""

        words: str = ""
        command: str = ""

    name: str
    state: Literal["ok", "warning", "missing"]
    found: str
    mend: Repair | None = None


def unlike(one: msgspec.Struct, other: msgspec.Struct) -> list[str]:
    """Return what differs between two hosts or limits."""
    return list(_unlike(msgspec.to_builtins(one), msgspec.to_builtins(other)))


def _unlike(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for key in [key for key in {**one, **other} if key not in _UNLIKE_ANYWAY]:
        first, second = one.get(key), other.get(key)
        if isinstance(first, dict) and isinstance(second, dict):
            yield from _unlike(first, second)
        elif first != second:
            yield f"{key} {_word(first)} and {_word(second)}"


def _word(value: Any) -> str:
    return "known" if isinstance(value, dict) else "unknown" if value is None else str(value)
