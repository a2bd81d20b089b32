"""Moments as pages of staff show them: in the zone of the host, to the minute."""

from __future__ import annotations

from datetime import datetime


def moment(at_s: float | None) -> str:
    """Return a time in seconds since 1970 as `2026-11-20 23:59`; "" for none."""
    return "" if at_s is None else f"{datetime.fromtimestamp(at_s):%Y-%m-%d %H:%M}"
