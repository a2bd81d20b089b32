"""Numbers with their units, and moments, as every report shows them. Values are rounded here and nowhere else.

A moment is in the zone of the host, as long as is needed. All are given in seconds since 1970.
"""

from __future__ import annotations

import math
from datetime import datetime

from judge.text import points_of


def seconds(value: float) -> str:
    """Return a time in seconds, at least two figures of it, with the unit that suits: 0.23 ms, 41 ms, 1.4 s."""
    if not math.isfinite(value):
        return "-"
    if value < 10:
        value = float(f"{value:.1e}")  # first round, then choose the unit: 99.6 ms is 0.10 s
    for bound, factor, shape in (
        (5e-6, 0, "0 ms"),
        (1e-3, 1e3, "{:.2f} ms"),
        (1e-2, 1e3, "{:.1f} ms"),
        (0.1, 1e3, "{:.0f} ms"),
        (1, 1, "{:.2f} s"),
        (99.95, 1, "{:.1f} s"),
        (1000, 1, "{:.0f} s"),
    ):
        if value < bound:
            return shape.format(value * factor)
    return f"{value / 60:,.0f} min"


def mebibytes(value: int) -> str:
    """Return a number of bytes as `138 MiB`; `-` for none measured."""
    if value <= 0:
        return "-"
    return f"{value / 2**20:.0f} MiB" if value >= 10 << 20 else f"{value / 2**20:.1f} MiB"


def room(value: int) -> str:
    """Return a number of bytes on a disk as `12 KiB` or `138 MiB`."""
    return f"{-(-value // 1024)} KiB" if value < 1 << 20 else mebibytes(value)


def ratio(value: float) -> str:
    """Return how many times the best it took: `1.25x`, `1,234x`."""
    if not math.isfinite(value):
        return "-"
    return f"{value:.2f}x" if value < 100 else f"{value:,.0f}x"


def within(low: float, high: float) -> str:
    """Return how far a ratio may be off, either way, as half of the interval's width in log space: `±3 %`."""
    percent = 100 * math.expm1(math.log(high / low) / 2) if 0 < low <= high < math.inf else math.inf
    if percent >= 999.5:
        return ""
    return f"±{max(percent, 0.1):.1f} %" if percent < 0.95 else f"±{percent:.0f} %"


def number(value: float | None) -> str:
    """Return points with at most two decimals, as a gradebook keeps them; nothing for no points."""
    return "" if value is None else points_of(value)


def clock_time(value: float) -> str:
    """Return a length of time as a clock shows it: `0:07`, `2:31`, `1:02:31`."""
    minutes, rest = divmod(max(0, round(value)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- moments ----------------------------------------------------------------------------------------------------------
def moment(at_s: float | None) -> str:
    """Return `2026-11-20 23:59 CET`; "" for none."""
    return "" if at_s is None else _shown(at_s, "%Y-%m-%d %H:%M %Z")


def exact_moment(at_s: float) -> str:
    """Return `2026-11-20 23:59:07 CET`, for what may come twice within a minute."""
    return _shown(at_s, "%Y-%m-%d %H:%M:%S %Z")


def day(at_s: float) -> str:
    """Return `2026-11-20`."""
    return _shown(at_s, "%Y-%m-%d")


def time_of_day(at_s: float) -> str:
    """Return `23:59:07`, for what is of today."""
    return _shown(at_s, "%H:%M:%S")


def _shown(at_s: float, shape: str) -> str:
    return datetime.fromtimestamp(at_s).astimezone().strftime(shape)
