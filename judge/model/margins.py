"""What lies between the times of submissions and a time limit: the names and the values are those of the ICPC format.

All is exact, as limits are compared.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

AC_TO_TIME_LIMIT: Final = 2.0
TIME_LIMIT_TO_TLE: Final = 1.5
TIME_RESOLUTION: Final = 1.0  # seconds

MARGINS: Final = {
    "ac_to_time_limit": AC_TO_TIME_LIMIT,
    "time_limit_to_tle": TIME_LIMIT_TO_TLE,
    "time_resolution": TIME_RESOLUTION,
}


def least_limit_s(slowest_s: float) -> float:
    """Return the smallest multiple of the resolution that leaves the accepted ones their margin."""
    step = Fraction(TIME_RESOLUTION)
    return float(max(1, math.ceil(Fraction(slowest_s) * Fraction(AC_TO_TIME_LIMIT) / step)) * step)


def too_late_s(time_limit_s: float) -> float:
    """Return what a submission that is too slow has to need at least."""
    return float(Fraction(str(time_limit_s)) * Fraction(TIME_LIMIT_TO_TLE))
