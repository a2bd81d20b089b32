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
from typing import ClassVar

import msgspec

from judge.model import Host, Judgement, Run, Verdict

MOST_SPREAD = 0.25  # of the repetitions of the case that decides
MOST_DISTURBED = 0.1  # of all runs of accepted submissions
SHORT_S = 0.01  # below it a spread is that of the clock


class Margins(msgspec.Struct, frozen=True):
    """How far a limit is from either side, and in which steps it comes."""

    ac_to_time_limit: float = 2.0
    time_limit_to_tle: float = 1.5
    time_resolution: float = 1.0  # seconds

    def least_limit_s(self, slowest_s: float) -> float:
        """Return the smallest multiple of the resolution that leaves the accepted ones their margin."""
        step = Fraction(self.time_resolution)
        return float(max(1, math.ceil(Fraction(slowest_s) * Fraction(self.ac_to_time_limit) / step)) * step)

    def too_late_s(self, time_limit_s: float) -> float:
        """Return what a submission that is too slow has to need at least."""
        return float(Fraction(str(time_limit_s)) * Fraction(self.time_limit_to_tle))


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

    MARGINS: ClassVar = Margins()

    problem: str
    time_limit: float | None
    slowest: Proposal.Worst | None
    fastest: Proposal.Worst | None
    languages: dict[str, Proposal.Worst]
    memory: Proposal.Worst | None  # the most, in bytes
    disturbance: Judgement.Disturbance
    faults: tuple[Fault, ...]

    @classmethod
    def of(
        cls, problem: str, accepted: Sequence[Judgement], too_slow: Sequence[Judgement] = (), clock: Host.Clock = "cpu"
    ) -> Proposal:
        """Return what follows from those that were to be accepted, and those that were to be too slow."""
        slowest, missed = _slowest(accepted, clock), _faults(accepted, Verdict.AC)
        languages: dict[str, list[Judgement]] = {}
        for row in accepted:
            languages.setdefault(row.prepare.language or row.submission.contract, []).append(row)
        return cls(
            problem=problem,
            time_limit=None if slowest is None or missed else cls.MARGINS.least_limit_s(slowest.time_s),
            slowest=slowest,
            fastest=_fastest(too_slow, clock),
            languages={name: one for name, own in sorted(languages.items()) if (one := _slowest(own, clock))},
            memory=_most_memory(accepted),
            disturbance=Judgement.Disturbance.of(accepted),
            faults=(*missed, *_faults(too_slow, Verdict.TLE)),
        )

    @property
    def fits(self) -> bool:
        """Say whether there is a limit that satisfies both, made of submissions that do what is expected."""
        return self.time_limit is not None and not self.contradicts and not self.faults

    @property
    def contradicts(self) -> bool:
        """Say whether what is to be too slow is not, under the limit that the accepted ones need."""
        if self.time_limit is None or self.fastest is None or self.fastest.stopped:
            return False
        return self.MARGINS.too_late_s(self.time_limit) > self.fastest.time_s

    @property
    def coarse(self) -> bool:
        """Say whether a limit with finer steps satisfies both."""
        if self.slowest is None or self.fastest is None:
            return False
        return self.MARGINS.too_late_s(self.slowest.time_s * self.MARGINS.ac_to_time_limit) < self.fastest.time_s

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


def _slowest(judgements: Sequence[Judgement], clock: Host.Clock) -> Proposal.Worst | None:
    """Return the slowest of what is accepted, over all submissions and cases."""
    found = [_worst(row, run, clock) for row in judgements for run in row.runs if run.verdict is Verdict.AC]
    return max(found, key=lambda one: one.time_s, default=None)


def _fastest(judgements: Sequence[Judgement], clock: Host.Clock) -> Proposal.Worst | None:
    """Return the fastest of those that are to be too slow, each with its slowest case. Who was stopped is slow
    enough."""
    rows = [[_worst(row, run, clock) for run in row.runs if run.samples] for row in judgements]
    return min((max(times, key=_slowness) for times in rows if times), key=_slowness, default=None)


def _most_memory(judgements: Sequence[Judgement]) -> Proposal.Worst | None:
    """Return who needs the most memory, in bytes."""
    found = [Proposal.Worst(row.submission.name, run.path, run.memory_bytes) for row in judgements for run in row.runs]
    return max(found, key=lambda one: one.time_s, default=None)


def _faults(judgements: Sequence[Judgement], expected: Verdict) -> list[Fault]:
    """Return the first case of each submission that was to be accepted and is not, and who could not be run."""
    found = []
    for row in judgements:
        name, prepare = row.submission.name, row.prepare
        if prepare.verdict is not Verdict.AC:
            code = prepare.finding.code if prepare.finding else ""
            found.append(Fault(name, "", prepare.verdict, code, prepare.message, expected))
        elif expected is Verdict.AC and (run := next((run for run in row.runs if run.verdict is not expected), None)):
            found.append(Fault(name, run.path, run.verdict, run.code, run.message))
    return found


def _slowness(one: Proposal.Worst) -> tuple[bool, float]:
    return one.stopped, one.time_s


def _worst(row: Judgement, run: Run, clock: Host.Clock) -> Proposal.Worst:
    """Return the slowest repetition of a case that counts: an undisturbed one, if there is any."""
    factor = row.problem.programs.factor(row.prepare.language)
    calm: Sequence[Run.Measurement] = [one for one in run.samples if not one.disturbed] or run.samples
    times = tuple(one.time_s(clock) / factor for one in calm) or (run.time_s(clock) / factor,)
    case, late = run.path, run.verdict is Verdict.TLE
    return Proposal.Worst(row.submission.name, case, max(times), times, stopped=late, disturbed=run.disturbed)
