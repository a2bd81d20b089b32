"""A class in figures, counted once for every page and report that compares a student with the others: how it did on
each case, and how points are distributed, as many bars as can be read. Pure."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from judge.model import Bin, CaseFacts, Clock, Judgement, Verdict

VALUES = 12  # so many different points have a bar each
BARS = 10


class Cohort(msgspec.Struct, frozen=True):
    """A class in numbers: how many were judged, and what came of each case, by group and name."""

    judged: int = 0
    cases: dict[tuple[str, str], CaseFacts] = {}

    @classmethod
    def of(cls, judgements: Iterable[Judgement], clock: Clock = "cpu") -> Cohort:
        """Return the figures of these judgements of one problem, in the order of their runs. A judge error counts as
        not run."""
        ran: dict[tuple[str, str], int] = {}
        times: dict[tuple[str, str], list[float]] = {}
        judged = 0
        for judgement in judgements:
            judged += 1
            for run in judgement.runs:
                key = run.place
                ran[key] = ran.get(key, 0) + (run.verdict is not Verdict.JE)
                if run.verdict is Verdict.AC:
                    times.setdefault(key, []).append(run.time_s(clock))
        solved = {key: (len(own), statistics.median(own)) for key, own in times.items()}
        return cls(judged, {key: CaseFacts(*key, count, *solved.get(key, (0, None))) for key, count in ran.items()})

    def case(self, group: str, name: str) -> CaseFacts:
        """Return the figures of a case; of one that nobody has run, none."""
        return self.cases.get((group, name), CaseFacts(group, name))


def bins(points: Sequence[float], most: float) -> tuple[Bin, ...]:
    """Return a bar for each value where there are few, else ten of equal width from 0 to the most, and one for all that
    is above, which are bonuses."""
    if len(counts := Counter(points)) <= VALUES:
        return tuple(Bin(value, value, counts[value]) for value in sorted(counts))
    most = most or max(points)
    edges = [most * at / BARS for at in range(BARS + 1)]
    pairs = list(pairwise(edges))
    found = [Bin(low, high, sum(low <= one < high for one in points)) for low, high in pairs[:-1]]
    low, high = pairs[-1]
    found.append(Bin(low, high, sum(low <= one <= high for one in points), last=True))
    if above := [one for one in points if one > most]:
        found.append(Bin(most, max(above), len(above), last=True))
    return tuple(found)
