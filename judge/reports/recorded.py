"""The record of a run that ends now."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache

from judge.model import Host, Measuring, RunRecord, Standing
from judge.model.installed import DISTRIBUTION, version_of
from judge.scoring.ranking import clock_of

_NOTHING = Measuring()


def recorded(
    boards: Sequence[Sequence[Standing]],
    host: Host,
    measuring: Measuring = _NOTHING,
    *,
    complete: bool = True,
) -> RunRecord:
    """Return the record of these leaderboards, made now by this judge."""
    rows = tuple(map(tuple, boards))
    return RunRecord(rows, host, clock_of(host), measuring, complete, made_s=time.time(), judge=_version())


@cache
def _version() -> str:
    return version_of(DISTRIBUTION)
