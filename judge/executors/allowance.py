"""What a phase of several exchanges may use in all."""

from __future__ import annotations

import math
import time

import msgspec

from judge.sandbox.box import Bounds, Box
from judge.sandbox.request import Facts


class Allowance:
    """CPU of a box's whole tree and time on the wall, from now on; of the wall's only what others did not take. No more
    than `idle_s` of that may be spent without computing."""

    def __init__(self, box: Box, cpu_s: float, wall_s: float, idle_s: float = math.inf) -> None:
        self._box, self._limit_s, self._wall_limit_s, self._idle_s = box, cpu_s, wall_s, idle_s
        self._cpu_before_s, self._start_s = box.meter.cpu_s(), time.monotonic()
        self._lost_s = 0.0

    def await_frame(self, at_most_s: float | None = None) -> Facts:
        """Take one frame within what is left, and within `at_most_s`; the clocks tell of the whole phase."""
        used = Facts(time.monotonic() - self._start_s, self._box.meter.cpu_s() - self._cpu_before_s, 0, self._lost_s)
        cpu_s, wall_s = self._limit_s - used.cpu_s, self._wall_limit_s - (used.wall_s - used.lost_s)
        if cpu_s <= 0 or wall_s <= 0:
            return msgspec.structs.replace(used, killed_for="cpu" if cpu_s <= 0 else "wall")
        if at_most_s is not None:
            cpu_s, wall_s = min(cpu_s, at_most_s), min(wall_s, at_most_s)
        idle_s = max(0.0, self._idle_s - max(0.0, used.wall_s - used.lost_s - used.cpu_s))
        facts = self._box.exchange(b"", Bounds(cpu_s, wall_s, idle_s=idle_s))
        self._lost_s += facts.lost_s
        return msgspec.structs.replace(
            facts, wall_s=used.wall_s + facts.wall_s, cpu_s=used.cpu_s + facts.cpu_s, lost_s=self._lost_s
        )
