"""Numbers with their units, as every report shows them. Values are rounded here and nowhere else."""

from __future__ import annotations

import math


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
    if value is None:
        return ""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clock_time(value: float) -> str:
    """Return a length of time as a clock shows it: `0:07`, `2:31`, `1:02:31`."""
    minutes, rest = divmod(max(0, round(value)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
