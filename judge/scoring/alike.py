"""Whether two runs were measured alike, so that a ratio of their times says something of the submissions. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.model import Host, Limits

_UNLIKE_ANYWAY = {"enforced", "missing", "calibration_s"}  # the sandbox says the first two; the last is a measurement


def unlike_hosts(one: Host, other: Host) -> list[str]:
    """Return what differs between two hosts, each as `numba 0.63 and 0.68`; nothing of one host."""
    return list(_unlike(msgspec.to_builtins(one), msgspec.to_builtins(other)))


def unlike_limits(one: Limits, other: Limits) -> list[str]:
    """Return which limits differ, and how."""
    return list(_unlike(msgspec.to_builtins(one), msgspec.to_builtins(other)))


def _unlike(one: dict[str, Any], other: dict[str, Any]) -> Iterator[str]:
    for key in [key for key in {**one, **other} if key not in _UNLIKE_ANYWAY]:
        first, second = one.get(key), other.get(key)
        if isinstance(first, dict) and isinstance(second, dict):
            yield from _unlike(first, second)
        elif first != second:
            yield f"{key} {_word(first)} and {_word(second)}"


def _word(value: Any) -> str:
    return "known" if isinstance(value, dict) else "unknown" if value is None else str(value)
