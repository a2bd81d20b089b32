"""The nouns of the machine that judges."""

from __future__ import annotations

from typing import Literal

import msgspec

Clock = Literal["cpu", "wall"]


class Host(msgspec.Struct, frozen=True):
    """The machine and what it enforces; written into every result."""

    sandbox: str
    enforced: tuple[str, ...]
    missing: tuple[str, ...]
    clock: str  # "cgroup" or "process"
    system: str
    python: str
    numba: str
    cores: int


class Repair(msgspec.Struct, frozen=True):
    """What to do, in words; or a command, to be typed as it is, and words that say where or why."""

    words: str = ""
    command: str = ""


class Check(msgspec.Struct, frozen=True):
    """One line of `judge doctor`: what was looked at, what was found, and what fixes it, step by step."""

    name: str
    state: Literal["ok", "warning", "missing"]
    found: str
    mend: tuple[Repair, ...] = ()
