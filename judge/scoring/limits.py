"""Which time limit follows from the submissions of a package: the rule of the ICPC problem package format, 2025-09.

    slowest accepted * ac_to_time_limit <= time limit,   time limit * time_limit_to_tle <= fastest that is too slow

The time of a submission is that of its slowest case. The limit is the smallest multiple of `time_resolution` that
satisfies both; without a submission that is too slow the second says nothing. A package may give a language a multiple
of the limit: its times count divided by that. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec

from judge.model import Clock, Disturbance, Judgement, Measurement, Run, Verdict
from judge.scoring.times import time_of

AC_TO_TIME_LIMIT: Final = 2.0
TIME_LIMIT_TO_TLE: Final = 1.5
TIME_RESOLUTION: Final = 1.0  # seconds

MARGINS: Final = {
    "ac_to_time_limit": AC_TO_TIME_LIMIT,
    "time_limit_to_tle": TIME_LIMIT_TO_TLE,
    "time_resolution": TIME_RESOLUTION,
}

MOST_SPREAD = 0.25  # of the repetitions of the case that decides
MOST_DISTURBED = 0.1  # of all runs of accepted submissions
SHORT_S = 0.01  # below it a spread is that of the clock


def least_limit_s(slowest_s: float) -> float:
    """Return the smallest multiple of the resolution that leaves the accepted ones their margin."""
    step = Fraction(TIME_RESOLUTION)
    return float(max(1, math.ceil(Fraction(slowest_s) * Fraction(AC_TO_TIME_LIMIT) / step)) * step)


def too_late_s(time_limit_s: float) -> float:
    """Return what a submission that is too slow has to need at least."""
    return float(Fraction(str(time_limit_s)) * Fraction(TIME_LIMIT_TO_TLE))


class Worst(msgspec.Struct, frozen=True):
    """The time that decides: whose, and on which case. `times` holds that of each repetition."""

    submission: str
    case: str
    time_s: float
    times: tuple[float, ...] = ()
    stopped: bool = False  # it would have needed more
    disturbed: bool = False

    @property
    def spread(self) -> float:
        """Return by how much the slowest repetition needs more than the quickest."""
        return max(self.times) / min(self.times) - 1 if self.times and min(self.times) >= SHORT_S else 0.0

    def __str__(self) -> str:
        return f"{self.submission} on {self.case}"


class Fault(msgspec.Struct, frozen=True):
    """A submission that did not do what is expected of it, so that its times say nothing."""

    submission: str
    case: str
    verdict: Verdict
    code: str
    message: str
    expected: Verdict = Verdict.AC


class Proposal(msgspec.Struct, frozen=True):
    """What follows from the runs. `time_limit` is that of the accepted ones; None where one of them was not."""

    problem: str
    time_limit: float | None
    slowest: Worst | None
    fastest: Worst | None
    languages: dict[str, Worst]
    memory: Worst | None  # the most, in bytes
    disturbance: Disturbance
    faults: tuple[Fault, ...]

    @property
    def fits(self) -> bool:
        """Say whether there is a limit that satisfies both, made of submissions that do what is expected."""
        return self.time_limit is not None and not self.contradicts and not self.faults

    @property
    def contradicts(self) -> bool:
        """Say whether what is to be too slow is not, under the limit that the accepted ones need."""
        if self.time_limit is None or self.fastest is None or self.fastest.stopped:
            return False
        return too_late_s(self.time_limit) > self.fastest.time_s

    @property
    def coarse(self) -> bool:
        """Say whether a limit with finer steps satisfies both."""
        if self.slowest is None or self.fastest is None:
            return False
        return too_late_s(self.slowest.time_s * AC_TO_TIME_LIMIT) < self.fastest.time_s

    @property
    def noise(self) -> str:
        """Return why these times are not to be relied on; empty where they are."""
        runs, slowest = self.disturbance, self.slowest
        if slowest and slowest.disturbed:
            return f"{slowest} had no core for itself"
        if runs.disturbed > MOST_DISTURBED * runs.runs:
            return str(runs)
        if slowest and slowest.spread > MOST_SPREAD:
            return f"the repetitions of {slowest} differ by {100 * slowest.spread:.0f} %"
        return ""


def slowest_of(judgements: Sequence[Judgement], clock: Clock) -> Worst | None:
    """Return the slowest of what is accepted, over all submissions and cases."""
    found = [_worst(row, run, clock) for row in judgements for run in row.runs if run.verdict is Verdict.AC]
    return max(found, key=lambda one: one.time_s, default=None)


def fastest_of(judgements: Sequence[Judgement], clock: Clock) -> Worst | None:
    """Return the fastest of those that are to be too slow, each with its slowest case. Who was stopped is slow
    enough."""
    rows = [[_worst(row, run, clock) for run in row.runs if run.samples] for row in judgements]
    return min((max(times, key=_slowness) for times in rows if times), key=_slowness, default=None)


def by_language(judgements: Sequence[Judgement], clock: Clock) -> dict[str, Worst]:
    """Return the slowest of each language, which is "function" for a function."""
    rows: dict[str, list[Judgement]] = {}
    for row in judgements:
        rows.setdefault(row.prepare.language or row.submission.contract, []).append(row)
    return {name: worst for name, own in sorted(rows.items()) if (worst := slowest_of(own, clock))}


def most_memory(judgements: Sequence[Judgement]) -> Worst | None:
    """Return who of the accepted ones needs the most memory, in bytes."""
    found = [
        Worst(row.submission.name, f"{run.group}/{run.case}", run.memory_bytes)
        for row in judgements
        for run in row.runs
    ]
    return max(found, key=lambda one: one.time_s, default=None)


def faults_of(accepted: Sequence[Judgement], too_slow: Sequence[Judgement] = ()) -> tuple[Fault, ...]:
    """Return the first case of each submission that was to be accepted and is not, and who was to be too slow and could
    not be run."""
    found = [_fault(row, Verdict.AC, row.runs) for row in accepted]
    found += [_fault(row, Verdict.TLE, ()) for row in too_slow]
    return tuple(fault for fault in found if fault)


def _fault(row: Judgement, expected: Verdict, runs: Sequence[Run]) -> Fault | None:
    name, prepare = row.submission.name, row.prepare
    if prepare.verdict is not Verdict.AC:
        code = prepare.finding.code if prepare.finding else ""
        return Fault(name, "", prepare.verdict, code, prepare.message, expected)
    run = next((run for run in runs if run.verdict is not Verdict.AC), None)
    return None if run is None else Fault(name, f"{run.group}/{run.case}", run.verdict, run.code, run.message)


def _slowness(one: Worst) -> tuple[bool, float]:
    return one.stopped, one.time_s


def _worst(row: Judgement, run: Run, clock: Clock) -> Worst:
    """Return the slowest repetition of a case that counts: an undisturbed one, if there is any."""
    factor = row.problem.programs.factor(row.prepare.language)
    calm: Sequence[Measurement] = [one for one in run.samples if not one.disturbed] or run.samples
    times = tuple(time_of(one, clock) / factor for one in calm) or (time_of(run, clock) / factor,)
    case, late = f"{run.group}/{run.case}", run.verdict is Verdict.TLE
    return Worst(row.submission.name, case, max(times), times, stopped=late, disturbed=run.disturbed)
