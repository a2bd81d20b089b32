"""Rounds of measuring, after the first pass: they go on until the order of a board is settled, or a budget ends.

Theory of operation. `unsettled` says which neighbours of a board can't be told apart yet. Those that hang together are
a field: A with B, B with C. A field is run on one case as A B C C B A, by one worker and so on one core, each attempt
in a fresh box. That makes two rounds: what was measured in one round was measured side by side, and pairs; and a
machine that gets slower or faster meanwhile does the same to both ends. After two rounds everybody looks again.

The sum of the cases decides, so the budget goes where that is uncertain: to cases that are a large part of it, and that
were not run often yet. Their number of runs goes by the part over the square root of what a run costs (J. Neyman, On
the two different aspects of the representative method, 1934: the allocation that makes the error of a sum least).

What is run here counts for its time alone. A case that was right stays right, however often it is run.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec

from judge.judging.attempts import Task
from judge.judging.contest import Contest
from judge.judging.crew import Work
from judge.model import Case, Conditions, Entry, Judgement, Ran, Run, RunRecord, Submission, Verdict
from judge.scoring import counting

BOX_S = 0.06  # what an attempt costs beside its own time
ENOUGH = 0.5  # of the largest need: cases below it wait for a later round
_Case = tuple[str, str]  # group and name
Tell = Callable[[RunRecord.Settling], object]
Unsettled = Callable[[Sequence[Judgement]], Sequence[tuple[Judgement, Judgement]]]


class Rounds:
    """Measures more of a contest, `budget_s` of time on the wall at most; each problem has its share of what is left.
    No case is spared before it has `least` times of rounds from 1 on. After every look `tell` is told how far it is.
    The numbers of rounds begin at `first`, or above all that there are: from ASKED_ROUND on, as each look has to be
    paid for."""

    def __init__(
        self,
        budget_s: float,
        unsettled: Unsettled,
        least: int = 0,
        tell: Tell = lambda _: None,
        first: int = Conditions.ASKED_ROUND,
    ) -> None:
        self._left_s, self._unsettled, self._least, self._tell = budget_s, unsettled, least, tell
        self._first = first
        self._pairs: Sequence[tuple[Judgement, Judgement]] = ()
        self.settled: list[RunRecord.Settling] = []  # of each problem, the last one

    def events(self, contest: Contest, entry: Entry, problems: int = 1) -> Iterator[Ran]:
        """Measure until the order is settled or the share of the budget has ended; this is the first of so many
        problems that are left."""
        begun_s, budget_s = time.monotonic(), self._left_s / problems
        until_s = begun_s + budget_s
        now = self._look(contest, entry, RunRecord.Settling(entry.problem.name, budget_s))
        self.settled.append(now)
        try:
            while now.left and time.monotonic() < until_s and (works := list(self._works(contest, entry, until_s))):
                for event in contest.more(entry, works):
                    now = _counted(now, event)
                    yield event
                now = msgspec.structs.replace(now, rounds=now.rounds + 2, wall_s=time.monotonic() - begun_s)
                self.settled[-1] = now = self._look(contest, entry, now)
                self._tell(now)
        finally:
            self._left_s -= time.monotonic() - begun_s
            self.settled[-1] = msgspec.structs.replace(now, wall_s=time.monotonic() - begun_s)

    def _look(self, contest: Contest, entry: Entry, now: RunRecord.Settling) -> RunRecord.Settling:
        self._pairs = self._unsettled(contest.judged(entry))
        names = tuple((above.submission.name, below.submission.name) for above, below in self._pairs)
        return msgspec.structs.replace(now, left=names)

    def _works(self, contest: Contest, entry: Entry, until_s: float) -> Iterator[Work]:
        """Yield the work of the next two rounds."""
        judged = {contest.first(entry, one.submission): one for one in contest.judged(entry)}
        samples = (sample for row in judged.values() for run in row.runs for sample in run.samples)
        first = max(self._first, 1 + max((sample.round for sample in samples), default=0))
        for field in _fields(contest, entry, self._pairs):
            rows = {one: {run.place: run for run in judged[one].runs} for one in field}
            for case in _needed(entry.problem.cases, list(rows.values()), self._least):
                right = [one for one in field if _right([rows[one]], case)]
                there = [Task(entry.problem, one, case, first) for one in right]
                back = [Task(entry.problem, one, case, first + 1) for one in reversed(right)]
                yield Work((*there, *back), (first, case.group, case.name), until_s=until_s)


def _counted(now: RunRecord.Settling, event: Ran) -> RunRecord.Settling:
    missed = event.run.verdict is not Verdict.AC
    return msgspec.structs.replace(
        now,
        times=now.times + 1,
        missed=now.missed + missed,
        disturbed=now.disturbed + (event.run.disturbed and not missed),
    )


def _fields(contest: Contest, entry: Entry, pairs: Sequence[tuple[Judgement, Judgement]]) -> list[list[Submission]]:
    """Return the submissions that are run together, those of each field in the order of the board."""
    fields: list[list[Submission]] = []
    for pair in pairs:
        both = [contest.first(entry, one.submission) for one in pair]
        if not fields or not set(both) & set(fields[-1]):
            fields.append([])
        fields[-1] += [one for one in both if one not in fields[-1]]
    return fields


def _needed(cases: Sequence[Case], rows: Sequence[dict[_Case, Run]], least: int) -> list[Case]:
    """Return the cases that are most needed next, the one with the greatest need first; those that have not `least`
    times yet before all others."""
    right = {case: _right(rows, case) for case in cases}
    total_s = sum(run.cpu_s for runs in right.values() for run in runs) or 1.0
    often = {case: min((len(counting(run, "cpu", 0)) for run in runs), default=0) for case, runs in right.items()}
    again = {case: min((len(counting(run, "cpu", 1)) for run in runs), default=0) for case, runs in right.items()}
    needs: dict[Case, float] = {}
    for case, runs in right.items():
        if len(runs) > 1:
            part, cost_s = sum(run.cpu_s for run in runs) / total_s, statistics.fmean(run.cpu_s for run in runs) + BOX_S
            needs[case] = part / max(1, often[case]) / math.sqrt(cost_s)
    most = max(needs.values(), default=0.0)
    rare = {case for case in needs if again[case] < least}
    chosen = rare or {case for case in needs if needs[case] >= ENOUGH * most}
    return sorted(chosen, key=lambda case: -needs[case])


def _right(rows: Sequence[dict[_Case, Run]], case: Case) -> list[Run]:
    found = (row.get(case.place) for row in rows)
    return [run for run in found if run is not None and run.verdict is Verdict.AC]
