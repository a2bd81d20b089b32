"""Runs near a time limit. Before one of them gets its verdict it is measured three times, and the median decides.

One time says little about a limit that it nearly meets: the next one may lie on the other side. So a run within a tenth
of the limit is borderline, and is repeated in fresh boxes. No box knows which try it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model import Attempt, Limits, ReadWarning, Verdict
from judge.model.problem import BORDER

TRIES = 3
LATE = ("E201", "E202")  # had its case, and ran out of CPU or wall time


def timely(run: Attempt) -> bool:
    """Say whether nothing but its time decides the verdict: right, or too late."""
    return bool(run.samples) and (run.verdict is Verdict.AC or run.code in LATE)


def is_near(run: Attempt, limits: Limits) -> bool:
    """Say whether only time decides the verdict, and that is within a tenth of the limit."""
    return timely(run) and abs(share(run, limits) - 1) <= BORDER


def share(run: Attempt, limits: Limits) -> float:
    """Return the part of its limit that a run used: of CPU, or on the wall clock without the time that others took;
    the larger one decides."""
    return max(run.cpu_s / limits.time_limit, (run.wall_s - run.lost_s) / limits.wall_limit_s)


def median(tries: Sequence[Attempt], limits: Limits) -> Attempt:
    """Return the middle one of three tries. Where they disagree it says so, with the three times."""
    middle = sorted(tries, key=lambda run: share(run, limits))[len(tries) // 2]
    if len({run.verdict for run in tries}) == 1:
        return middle
    said = _in_words(tries, limits)
    if middle.finding is None:
        return msgspec.structs.replace(middle, notices=(*middle.notices, ReadWarning("W114", said)))
    note = "\n".join(filter(None, (said, middle.finding.note)))
    return msgspec.structs.replace(middle, finding=msgspec.structs.replace(middle.finding, note=note))


def _in_words(tries: Sequence[Attempt], limits: Limits) -> str:
    """Return `borderline: three runs took 4.97, 5.02 and 4.99 s of 5 s; the middle one counts`, by the clock that
    decides."""
    on_wall = any(run.code == "E202" for run in tries)
    times_s = [run.wall_s - run.lost_s if on_wall else run.cpu_s for run in tries]
    *first, last = (f"{time_s:.4g}" for time_s in times_s)
    limit_s, clock = (limits.wall_limit_s, " on the wall clock") if on_wall else (limits.time_limit, " of CPU")
    return f"borderline: three runs took {', '.join(first)} and {last} s of {limit_s:g} s{clock}; the middle one counts"
