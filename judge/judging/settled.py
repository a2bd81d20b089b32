"""Which of several runs of a case counts, and whether one more is to be made. Pure: no box, no clock, no file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from judge.model import Limits, ReadWarning, Run, Verdict

TRIES: Final = 3  # of a run near a limit
LATE: Final = ("E201", "E202")  # had its case, and ran out of CPU or wall time


def settled_run(runs: Sequence[Run], limits: Limits) -> tuple[Run, bool]:
    """Return which of the runs made so far counts, and whether one more is to be made; four at most.

    A run whose core was taken away is made once more, if it was right or may be out of wall time: for its times alone.
    What is wrong or out of CPU is so on any host, unless it is near a limit. There one time says little, and the middle
    of three counts. Where a try ends in another way than in time or too late, the first one holds: nobody buys a second
    try at an answer, and none that was right is taken back.
    """
    counts, made = runs[0], 1
    if counts.disturbed and (counts.verdict is Verdict.AC or counts.code in ("E202", "E210")):
        if len(runs) == 1:
            return counts, True
        counts, made = better(counts, runs[1]), 2
    if not is_borderline(counts, limits):
        return counts, False
    tries = [counts, *runs[made:]]
    if not all(map(timely, tries)):
        return counts, False
    return (counts, True) if len(tries) < TRIES else (_middle(tries, limits), False)


def better(first: Run, again: Run) -> Run:
    """Return which of two runs of a case counts. One that could not be made never does, and a right answer stays
    right."""
    taken_back = first.verdict is Verdict.AC and again.verdict is not Verdict.AC
    if not again.samples or again.verdict is Verdict.JE or taken_back:
        return first
    return min(first, again, key=lambda run: run.doubt_s)


def timely(run: Run) -> bool:
    """Say whether nothing but its time decides the verdict: right, or too late."""
    return bool(run.samples) and (run.verdict is Verdict.AC or run.code in LATE)


def is_borderline(run: Run, limits: Limits) -> bool:
    """Say whether only time decides the verdict, and that is within a tenth of the limit."""
    return timely(run) and abs(share(run, limits) - 1) <= Limits.BORDER


def share(run: Run, limits: Limits) -> float:
    """Return the part of its limit that a run used: of CPU, or on the wall clock without the time that others took; the
    larger one decides."""
    return max(run.cpu_s / limits.time_limit, (run.wall_s - run.lost_s) / limits.wall_limit_s)


def _middle(tries: Sequence[Run], limits: Limits) -> Run:
    """Return the middle one of three runs. Where they disagree it says so, with the three times, by the clock that
    decides."""
    middle = sorted(tries, key=lambda run: share(run, limits))[TRIES // 2]
    if len({run.verdict for run in tries}) == 1:
        return middle
    on_wall = any(run.code == "E202" for run in tries)
    *first, last = (f"{run.wall_s - run.lost_s if on_wall else run.cpu_s:.4g}" for run in tries)
    limit_s, clock = (limits.wall_limit_s, " on the wall clock") if on_wall else (limits.time_limit, " of CPU")
    times = f"{', '.join(first)} and {last} s of {limit_s:g} s{clock}"
    said = f"borderline: three runs took {times}; the middle one counts"
    if middle.finding is None:
        return msgspec.structs.replace(middle, notices=(*middle.notices, ReadWarning("W114", said)))
    note = "\n".join(filter(None, (said, middle.finding.note)))
    return msgspec.structs.replace(middle, finding=msgspec.structs.replace(middle.finding, note=note))
