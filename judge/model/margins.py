"""The noun of what lies between the times of submissions and a time limit; it is exact, as limits are compared."""

from __future__ import annotations

import math
from fractions import Fraction

import msgspec


class Margins(msgspec.Struct, frozen=True):
    """What lies between times and limit; the names and defaults are those of the format."""

    ac_to_time_limit: float = 2.0
    time_limit_to_tle: float = 1.5
    time_resolution: float = 1.0

    def least(self, slowest_s: float) -> float:
        """Return the smallest multiple of the resolution that leaves the accepted ones their margin."""
        step = Fraction(str(self.time_resolution))
        needed = Fraction(slowest_s) * Fraction(str(self.ac_to_time_limit))
        return float(max(1, math.ceil(needed / step)) * step)

    def too_late_s(self, time_limit: float) -> float:
        """Return what a submission that is too slow has to need at least."""
        return float(Fraction(str(time_limit)) * Fraction(str(self.time_limit_to_tle)))
