"""Moments as people read them: in the zone of the host, as long as is needed. All are given in seconds since 1970."""

from __future__ import annotations

from datetime import datetime


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
