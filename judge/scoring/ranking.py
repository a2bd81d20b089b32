"""From judgements to ranks: who is before whom, and who ties. Pure: it reads Judgements and makes Standings."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from judge.model import Clock, Host, Judgement, Standing, Verdict
from judge.scoring.points import RESOLUTION_S


def clock_of(host: Host) -> Clock:
    """Return which clock ranks: CPU time where the kernel accounts a whole tree exactly; else wall time, which nobody
    can hide."""
    return "cpu" if host.clock == "cgroup" else "wall"


def boards(judgements: Sequence[Judgement], clock: Clock) -> list[list[Standing]]:
    """Return the standings of each problem, in the order in which the problems first come."""
    by_problem: dict[str, list[Judgement]] = {}
    for row in judgements:
        by_problem.setdefault(row.problem.path, []).append(row)
    return [standings(rows, clock) for rows in by_problem.values()]


def standings(judgements: Sequence[Judgement], clock: Clock = "cpu") -> list[Standing]:
    """Return the leaderboard of one problem: by cases solved, then PAR-2. Ties share a rank.

    Only cases that everybody has run count, so that a contest that was stopped compares like with like. PAR-2 counts
    a missed case as twice the limit. Two rows tie when their sums differ by no more than the clock's resolution on
    their cases. Whom the judge failed on comes first, has no rank and changes nothing for the others.
    """
    failed = sorted((row for row in judgements if row.faults), key=lambda row: row.submission.name)
    ranked = [row for row in judgements if not row.faults]
    return [*map(_unranked, failed), *_ranked(ranked, clock)]


def _unranked(judgement: Judgement) -> Standing:
    solved = sum(run.verdict is Verdict.AC for run in judgement.runs)
    return Standing(None, judgement, solved, math.nan, math.nan, "", 0.0)


def _ranked(judgements: Sequence[Judgement], clock: Clock) -> list[Standing]:
    if not judgements:
        return []
    shared = _shared_cases(judgements)
    rows = sorted((_row(judgement, shared, clock) for judgement in judgements), key=_order)
    best_s = min((row.par2_s for row in rows if row.solved), default=0.0)
    ratios = [row.par2_s / best_s if best_s > 0 else 1.0 for row in rows]
    places = ranks([(row.solved, row.par2_s) for row in rows], RESOLUTION_S * len(shared))
    return [
        msgspec.structs.replace(row, rank=rank, ratio=ratio)
        for row, rank, ratio in zip(rows, places, ratios, strict=True)
    ]


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
