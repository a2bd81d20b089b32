"""What goes into a box and what comes out of it: where a submission lies, what is to be run, and what was seen.

Home, Job and Room cross the wall, so protocol.py defines them; Facts stay on this side.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.sandbox.protocol import Home, Job, Room

__all__ = ["Facts", "Home", "Job", "Room"]


class Facts(msgspec.Struct, frozen=True):
    """What the sandbox saw of one process tree, judged by nobody yet.

    `killed_for` names the bound that ended it, `status` the exit status (negative: the signal), None if it lived
    until the judge ended it. `wall_s` and `cpu_s` are those of the timed window.
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0
    lost_s: float = 0.0  # of the window, while the process wanted the core and somebody else had it
    killed_for: Literal["", "cpu", "wall", "starved", "memory", "output", "answer", "early"] = ""
    status: int | None = None
    frame: bytes = b""  # kind and payload of the answer, bounded, unread
    stderr: str = ""  # cut, decoded with replacement
    stdout: bytes = b""  # of a program, up to the output limit
    output: bytes | None = None  # a program's output file, None when there is none that can be read
    output_fault: str = ""  # why it can't be read, "" when there is simply none
    left: tuple[str, ...] = ()  # other files that a program without an output file wrote; names are untrusted
    load_cpu_s: float = 0.0  # CPU that a function used before it was given the case
    exact: bool = True  # cpu_s is that of all that ran

    @property
    def counts_s(self) -> float:
        """Return the CPU that counts for a rank: at most all the time that nobody else had, where it is not exact."""
        return self.cpu_s if self.exact else max(self.cpu_s, self.wall_s - self.lost_s)

    @property
    def unseen_s(self) -> float:
        """Return the part of `counts_s` in which nobody saw it compute."""
        return self.counts_s - self.cpu_s
