"""The cells of a gradebook about time: when it was handed in, how late that was, and what was taken off."""

from __future__ import annotations

from datetime import UTC, datetime

from judge.model.classroom import Graded
from judge.reports.units import number
from judge.scoring.lateness import span


def late_cells(row: Graded) -> list[str]:
    """Return a time in UTC, a length of time, and points; empty where there is nothing to say."""
    when = row.lateness.handed_in_s
    handed_in = "" if when is None else f"{datetime.fromtimestamp(when, UTC):%Y-%m-%dT%H:%M:%SZ}"
    late_by = span(row.lateness.late_s) if row.lateness.late_s else ""
    return [handed_in, late_by, number(row.lateness.off) if row.lateness.off else ""]
