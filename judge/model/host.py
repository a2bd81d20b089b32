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


class Check(msgspec.Struct, frozen=True):
    """One line of `judge doctor`: what was looked at, what was found, and the command that mends it."""

    name: str
    state: Literal["ok", "warning", "missing"]
    found: str
    mend: str = ""
