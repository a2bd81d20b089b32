"""The times of a judgement as what can be compared: by case and round, and the bytes that they are times of. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from judge.model import Attempt, CaseResult, Clock, Judgement, Limits, Measurement, Problem, Verdict
from judge.model.record import MOST_REPEAT
from judge.scoring.statistics import Times

IN_ROUND = 1 << 10  # more samples than one submission has on a case in one round
ASKED = MOST_REPEAT  # rounds from this number on were measured since somebody had looked, and wished for more


def times_of(judgement: Judgement, cases: Collection[tuple[str, str]], clock: Clock, since: int = 0) -> Times:
    """Return the times of those of the cases that it solved, by round from `since` on; none where one of them has
    none."""
    solved = [run for run in judgement.runs if run.verdict is Verdict.AC and (run.group, run.case) in cases]
    times = {(run.group, run.case): _by_round(run, clock, since) for run in solved}
    return times if all(times.values()) else {}


def time_of(run: Attempt | CaseResult | Measurement, clock: Clock) -> float:
    """Return the seconds that it took by this clock."""
    return run.cpu_s if clock == "cpu" else run.wall_s


def missed_s(problem: Problem, language: str, cases: int) -> float:
    """Return what PAR-2 counts for so many missed cases: each costs twice the time limit of the language."""
    return 2 * Limits.of(problem, language).time_limit * cases


def bytes_of(sha256: str, run_as: str) -> str:
    """Return what two submissions share that are one and the same; "" where the bytes are not known."""
    return f"{sha256} {run_as}" if sha256 else ""


def counting(run: CaseResult, clock: Clock, since: int) -> dict[int, Measurement]:
    """Return the right samples from round `since` on that count, by round and place among those that one round holds.

    Disturbed ones are left out. Where they are most, their CPU times count as well: others then had the core all the
    time, which hits both of a pair alike, and what it does to their ratio shows in its spread.
    """
    seen: Counter[int] = Counter()
    found = {}
    for sample in run.samples:
        key = sample.round * IN_ROUND + seen[sample.round]
        seen[sample.round] += 1
        if sample.round >= since and sample.verdict is Verdict.AC:
            found[key] = sample
    calm = {key: sample for key, sample in found.items() if not sample.disturbed}
    return calm if clock == "wall" or 2 * len(calm) >= len(found) else found


def _by_round(run: CaseResult, clock: Clock, since: int) -> dict[int, float]:
    """Return each time that counts. Where none does in a contest, the median of all is one repetition."""
    found = {key: time_of(sample, clock) for key, sample in counting(run, clock, since).items()}
    return found or ({} if since else {0: time_of(run, clock)})
