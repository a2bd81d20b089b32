"""Read what the shipped solutions did: the file times.json of a package. `python -m tests.bench.times` writes it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from judge.model.reference import Reference
from judge.problems.inside import lies_inside

TIMES = "times.json"
_LARGEST = 1 << 16  # bytes


def read_reference(package: Path) -> Reference | None:
    """Return the times; None where there are none, or none that can be read: they are no part of what is judged."""
    file = package / TIMES
    try:
        if not lies_inside(file, package) or file.stat().st_size > _LARGEST:
            return None
        return msgspec.json.decode(file.read_bytes(), type=Reference)
    except (OSError, msgspec.DecodeError):
        return None
