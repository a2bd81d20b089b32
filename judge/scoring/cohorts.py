"""A class in figures, counted once for every page and report that compares a student with the others: how it did on
each case. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

import msgspec

from judge.model import Host, Judgement, Overview, Verdict


class Cohort(msgspec.Struct, frozen=True):
    """A class in numbers: how many were judged, and what came of each case, by group and name."""

    judged: int = 0
    cases: dict[tuple[str, str], Overview.CaseFacts] = {}

    @classmethod
    def of(cls, judgements: Iterable[Judgement], clock: Host.Clock = "cpu") -> Cohort:
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
        return cls(
            judged, {key: Overview.CaseFacts(*key, count, *solved.get(key, (0, None))) for key, count in ran.items()}
        )

    def case(self, group: str, name: str) -> Overview.CaseFacts:
        """Return the figures of a case; of one that nobody has run, none."""
        return self.cases.get((group, name), Overview.CaseFacts(group, name))
