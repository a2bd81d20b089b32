"""From judgements to ranks: who is before whom, and who ties. Pure: it reads Judgements and makes Standings."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence

import msgspec

from judge.model import CaseResult, Clock, Host, Interval, Judgement, Standing, Verdict
from judge.model.record import run_as
from judge.scoring import statistics
from judge.scoring.statistics import RESOLUTION_S, Times

UNMEASURED = 0.25  # copies of one file, each run once, differ by up to 11 % on a quiet machine and 25 % on a busy one
_SIDES = 1 << 10  # more samples than anything has in one round


def clock_of(host: Host) -> Clock:
    """Return which clock ranks: CPU time where the kernel accounts a whole tree exactly; else wall time, which nobody
    can hide."""
    return "cpu" if host.clock == "cgroup" else "wall"


def boards(judgements: Sequence[Judgement], clock: Clock, noise: float | None = None) -> list[list[Standing]]:
    """Return the standings of each problem, in the order in which the problems first come."""
    by_problem: dict[str, list[Judgement]] = {}
    for row in judgements:
        by_problem.setdefault(row.problem.path, []).append(row)
    return [standings(rows, clock, noise) for rows in by_problem.values()]


def standings(judgements: Sequence[Judgement], clock: Clock = "cpu", noise: float | None = None) -> list[Standing]:
    """Return the leaderboard of one problem: by cases solved, then PAR-2. Who can't be told apart from the row above
    shares its rank.

    Only cases that everybody has run count, so that a contest that was stopped compares like with like. PAR-2 counts
    a missed case as twice the limit. Whom the judge failed on comes first, has no rank and changes nothing for the
    others. `noise` is the relative standard error of one time on this machine.
    """
    failed = sorted((row for row in judgements if row.faults), key=lambda row: row.submission.name)
    return [*map(_unranked, failed), *_Board([row for row in judgements if not row.faults], clock, noise).standings()]


def unsettled(
    judgements: Sequence[Judgement], clock: Clock = "cpu", noise: float | None = None
) -> list[tuple[Judgement, Judgement]]:
    """Return the neighbours that more measuring may tell apart, or find to be equal; each as above and below."""
    return _Board([row for row in judgements if not row.faults], clock, noise).unsettled()


def _unranked(judgement: Judgement) -> Standing:
    solved = sum(run.verdict is Verdict.AC for run in judgement.runs)
    return Standing(None, judgement, solved, math.nan, math.nan, "", 0.0)


class _Board:
    """The rows of one problem, best first, and what their times say."""

    def __init__(self, judgements: Sequence[Judgement], clock: Clock, noise: float | None) -> None:
        shared = _shared_cases(judgements) if judgements else set()
        self.rows = sorted((_row(judgement, shared, clock) for judgement in judgements), key=_order)
        self._times = [_times(row.judgement, shared, clock) for row in self.rows]
        self._noise = noise
        self._pairs = sum(one.solved == next_.solved for one, next_ in itertools.pairwise(self.rows))

    def standings(self) -> list[Standing]:
        """Return the rows with ranks and ratios."""
        best = min(
            (at for at, row in enumerate(self.rows) if row.solved), key=lambda at: self.rows[at].par2_s, default=0
        )
        best_s = self.rows[best].par2_s if self.rows and self.rows[best].solved else 0.0
        found: list[Standing] = []
        for place, row in enumerate(self.rows, start=1):
            tied = bool(found) and not self._breaks(place - 2, place - 1)
            if tied:
                found[-1] = msgspec.structs.replace(found[-1], tied=True)
            rank = found[-1].rank if tied else place
            ratio = row.par2_s / best_s if best_s > 0 else 1.0
            within = None if place - 1 == best else self._compared(best, place - 1)
            found.append(msgspec.structs.replace(row, rank=rank, ratio=ratio, tied=tied, ratio_within=within))
        return found

    def unsettled(self) -> list[tuple[Judgement, Judgement]]:
        """Return the neighbours that are neither told apart nor equal."""
        found = []
        for at in range(len(self.rows) - 1):
            above, below = self.rows[at : at + 2]
            interval = self._compared(at, at + 1)
            if (
                above.solved == below.solved > 0
                and not _alike(above, below)
                and not self._breaks(at, at + 1)
                and not (interval and statistics.equal(interval))
            ):
                found.append((above.judgement, below.judgement))
        return found

    def _breaks(self, at: int, following: int) -> bool:
        """Say whether the row and the following one can be told apart."""
        above, below = self.rows[at], self.rows[following]
        if above.solved != below.solved:
            return True
        if _alike(above, below):
            return False
        interval = self._compared(at, following)
        if interval:
            return statistics.apart(interval)
        return below.par2_s - above.par2_s > RESOLUTION_S * len(self._times[at]) + UNMEASURED * above.par2_s

    def _compared(self, above: int, below: int) -> Interval | None:
        first, second = self._times[above], self._times[below]
        rounds = max((len(first[case].keys() & second[case].keys()) for case in first if case in second), default=0)
        confidence = statistics.confidence(self._pairs, rounds)
        return statistics.compared(first, second, confidence, self._noise)


def _alike(one: Standing, other: Standing) -> bool:
    """Say whether two rows are the same bytes, run in the same way."""
    first, second = one.judgement.submission, other.judgement.submission
    return bool(first.sha256) and (first.sha256, run_as(first)) == (second.sha256, run_as(second))


def _times(judgement: Judgement, shared: set[tuple[str, str]], clock: Clock) -> Times:
    return {
        (run.group, run.case): _rounds(run, clock)
        for run in judgement.runs
        if run.verdict is Verdict.AC and (run.group, run.case) in shared
    }


def _rounds(run: CaseResult, clock: Clock) -> dict[int, float]:
    """Return the time of each sample by its round and its place in it."""
    seen: Counter[int] = Counter()
    found = {}
    for sample in run.samples:
        place = sample.round * _SIDES + seen[sample.round]
        seen[sample.round] += 1
        if sample.verdict is Verdict.AC and not sample.disturbed:
            found[place] = sample.cpu_s if clock == "cpu" else sample.wall_s
    return found or {0: run.cpu_s if clock == "cpu" else run.wall_s}


def ranks(rows: Sequence[tuple[int, float]], tie_s: float) -> list[int]:
    """Return the rank of each row, given best first as cases solved and PAR-2 in seconds. Two rows tie when they differ
    by no more than `tie_s`; a row is held against the first of its tie, so that a chain of near misses ties no ends."""
    given: list[int] = []
    head = (-1, 0.0)
    for place, (solved, par2_s) in enumerate(rows, start=1):
        if head[0] == solved and par2_s - head[1] <= tie_s:
            given.append(given[-1])
        else:
            given.append(place)
            head = solved, par2_s
    return given


def _shared_cases(judgements: Sequence[Judgement]) -> set[tuple[str, str]]:
    """Return the cases that every prepared submission has run; all where none was prepared."""
    ran = [{(run.group, run.case) for run in row.runs} for row in judgements if row.prepare.verdict is Verdict.AC]
    return set.intersection(*ran) if ran else {(case.group, case.name) for case in judgements[0].problem.cases}


def _row(judgement: Judgement, shared: set[tuple[str, str]], clock: Clock) -> Standing:
    limit_s = judgement.problem.limits.time_limit
    runs = [run for run in judgement.runs if (run.group, run.case) in shared]
    times = [(run.cpu_s if clock == "cpu" else run.wall_s, run) for run in runs]
    solved = sum(run.verdict is Verdict.AC for run in runs)
    missed = len(shared) - solved
    par2_s = sum(time_s for time_s, run in times if run.verdict is Verdict.AC) + 2 * limit_s * missed
    slowest_s, slowest = max(((time_s, run.case) for time_s, run in times), default=(0.0, ""))
    return Standing(0, judgement, solved, par2_s, 1.0, slowest, slowest_s)


def _order(row: Standing) -> tuple[int, float, str]:
    return -row.solved, row.par2_s, row.judgement.submission.name
