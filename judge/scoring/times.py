"""The times of a judgement as what can be compared: by case and round, and the bytes that they are times of. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from statistics import median_low
from types import MappingProxyType
from typing import NamedTuple

from judge.model import Host, Judgement, Run, Verdict
from judge.scoring.statistics import Times

IN_ROUND = 1 << 10  # more samples than one submission has on a case in one round
STALL_S = 0.005  # starting a process and reading its input keep a calm run waiting for less


class Spent(NamedTuple):
    """Seconds that one run computed and waited, without the time in which others had its core."""

    computed_s: float
    waited_s: float


class Timing(NamedTuple):
    """What was measured of a judgement: the times of what it solved, and how many seconds it took on those cases on
    which every run was disturbed: their true time is less."""

    times: Times = MappingProxyType({})
    unsure_s: float = 0.0


def timing_of(judgement: Judgement, cases: Collection[tuple[str, str]], clock: Host.Clock, since: int = 0) -> Timing:
    """Return what was measured on these cases, times from round `since` on."""
    solved = (found for _, found in _solved(judgement, cases, clock))
    unsure = (run.time_s(clock) for run, patient in solved if not _by_round(run, patient, clock, 0))
    return Timing(times_of(judgement, cases, clock, since), math.fsum(unsure))


def times_of(judgement: Judgement, cases: Collection[tuple[str, str]], clock: Host.Clock, since: int = 0) -> Times:
    """Return the times of the cases that it solved, by round from `since` on; none where a case has none."""
    times = {name: _by_round(*found, clock, since) for name, found in _solved(judgement, cases, clock)}
    return times if all(times.values()) else {}


def bytes_of(sha256: str, run_as: str) -> str:
    """Return what two submissions share that are one and the same; "" where the bytes are not known."""
    return f"{sha256} {run_as}" if sha256 else ""


def counting(run: Run, clock: Host.Clock, since: int, patient: bool = False) -> dict[int, Run.Measurement]:
    """Return the right samples from round `since` on that count, by round and place among those that one round holds.

    Disturbed ones are left out, and those that `stalled`. Where disturbed ones are most, their CPU times count as well:
    others then had the core all the time, which hits both of a pair alike, and what it does to their ratio shows in its
    spread.
    """
    seen: Counter[int] = Counter()
    found = {}
    for sample in run.samples:
        key = sample.round * IN_ROUND + seen[sample.round]
        seen[sample.round] += 1
        if sample.round >= since and sample.verdict is Verdict.AC:
            found[key] = sample
    calm = {key: sample for key, sample in found.items() if not sample.disturbed}
    kept = calm if clock == "wall" or 2 * len(calm) >= len(found) else found
    stuck = stalled([_spent(sample, clock) for sample in kept.values()], patient)
    return {key: sample for (key, sample), one in zip(kept.items(), stuck, strict=True) if not one}


def stalled(runs: Sequence[Spent], patient: bool = False) -> list[bool]:
    """Say of each run of one case whether it waited far longer than it computed, and than the case is used to.

    What half of the runs waited is the program's own: it sleeps, or reads slowly. A lone run has no others on its case:
    its wait is its own where the submission is `patient` on most other cases.
    """
    own_s = median_low(run.waited_s for run in runs) if len(runs) > 1 or (runs and patient) else 0.0
    return [_is_far(run, own_s) for run in runs]


def _is_far(run: Spent, own_s: float = 0.0) -> bool:
    return run.waited_s > run.computed_s + 2 * own_s + STALL_S


def _spent(sample: Run.Measurement, clock: Host.Clock) -> Spent:
    """Return what a run was seen to compute, and what it waited as far as this clock counts waiting."""
    unseen_s = sample.unseen_s or 0.0
    computed_s = sample.cpu_s - unseen_s
    waited_s = sample.wall_s - sample.lost_s - computed_s if clock == "wall" else unseen_s
    return Spent(computed_s, max(0.0, waited_s))


def _solved(
    judgement: Judgement, cases: Collection[tuple[str, str]], clock: Host.Clock
) -> Iterator[tuple[tuple[str, str], tuple[Run, bool]]]:
    """Yield the name of each of the cases that it solved, its result, and whether most runs of other cases wait far."""
    right = [run for run in judgement.runs if run.verdict is Verdict.AC]
    far = [[_is_far(_spent(sample, clock)) for sample in run.samples] for run in right]
    waiting, all_ = sum(map(sum, far)), sum(map(len, far))
    for run, own in zip(right, far, strict=True):
        if run.place in cases:
            yield run.place, (run, 2 * (waiting - sum(own)) > all_ - len(own))


def _by_round(run: Run, patient: bool, clock: Host.Clock, since: int) -> dict[int, float]:
    """Return each time that counts. Where none was taken in a contest, the median of all is one repetition."""
    if not since and all(sample.verdict is not Verdict.AC for sample in run.samples):
        return {0: run.time_s(clock)}
    return {key: sample.time_s(clock) for key, sample in counting(run, clock, since, patient).items()}
