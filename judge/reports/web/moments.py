"""Moments as pages of staff show them: in the zone of the host, to the minute or second."""

from __future__ import annotations

from datetime import datetime


def moment(at_s: float | None) -> str:
    """Return a time in seconds since 1970 as `2026-11-20 23:59`; "" for none."""
    return "" if at_s is None else f"{datetime.fromtimestamp(at_s):%Y-%m-%d %H:%M}"


def time_of_day(at_s: float) -> str:
    """Return the same as `23:59:07`, for what is of today."""
    return f"{datetime.fromtimestamp(at_s):%H:%M:%S}"
