"""From judgements to ranks: who is before whom, and who ties. Pure: it reads Judgements and makes Standings.

The order is that of cases solved, or of the sum of their scores where a problem asks for the best; then PAR-2 of the
median times. `claims` says which neighbours can be told apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from judge.model import Host, Judgement, Run, Standing, Verdict
from judge.scoring.claims import Claims, Entrant
from judge.scoring.times import bytes_of, timing_of
from judge.text import alphabetic

_Case = tuple[str, str]  # group and name


def boards(
    judgements: Sequence[Judgement], clock: Host.Clock = "cpu", noise: float | None = None, *, ranked: bool = True
) -> list[list[Standing]]:
    """Return the standings of each problem, in the order in which the problems first come; where not all that counts
    has been judged not `ranked`, but as they come."""
    problems: dict[tuple[str, str], list[Judgement]] = {}
    for row in judgements:
        problems.setdefault((row.problem.path, row.problem.name), []).append(row)
    return [standings(rows, clock, noise) if ranked else list(map(_unranked, rows)) for rows in problems.values()]


def standings(
    judgements: Sequence[Judgement],
    clock: Host.Clock,
    noise: float | None = None,
    since: int = 0,
    name: Callable[[Judgement], str] = lambda row: row.submission.name,
) -> list[Standing]:
    """Return the leaderboard of one problem: by cases solved, then PAR-2, then `name`. A row that can't be told apart
    from the row above shares its rank.

    Only cases that everybody has run count, so that a contest that was stopped compares like with like. PAR-2 counts
    a missed case as twice the limit of the language. A submission with a judge error comes first, has no rank and
    changes nothing for the others. `noise` is the relative standard error of one time on this machine; rounds from
    `since` on were taken side by side: all in one contest, those from 1 on in what was judged at different times.
    """
    named = sorted(judgements, key=lambda row: alphabetic(name(row)))
    failed = [row for row in named if row.faults]
    rows, claims = _claimed(named, clock, noise, since)
    return [*map(_unranked, failed), *_ranked(rows, claims, clock)]


def shared_cases(judgements: Sequence[Judgement]) -> set[tuple[str, str]]:
    """Return the cases that count, by group and name: those that every prepared submission has run; all where none was
    prepared. One with a judge error has no say, and where all have one no case counts."""
    ranked = [row for row in judgements if not row.faults]
    ran = [{run.place for run in row.runs} for row in ranked if row.prepare.verdict is Verdict.AC]
    if ran:
        return set.intersection(*ran)
    return {case.place for case in ranked[0].problem.cases} if ranked else set()


def unsettled_pairs(
    judgements: Sequence[Judgement], clock: Host.Clock = "cpu", noise: float | None = None
) -> list[tuple[Judgement, Judgement]]:
    """Return the neighbours, above and below, that further rounds may tell apart or find to be equal."""
    named = sorted(judgements, key=lambda row: alphabetic(row.submission.name))
    rows, claims = _claimed(named, clock, noise)
    return [(rows[at], rows[at + 1]) for at in claims.unsettled()]


def _claimed(
    judgements: Sequence[Judgement], clock: Host.Clock, noise: float | None, since: int = 0
) -> tuple[list[Judgement], Claims]:
    """Return those that can be ranked, best first, equal ones as they come, and what can be claimed of them."""
    shared = shared_cases(judgements)
    ranked = ((_entrant(row, shared, clock), row) for row in judgements if not row.faults)
    found = sorted(ranked, key=lambda one: one[0].key)
    rows = [row for _, row in found]
    timing = [timing_of(row, shared, clock, since) for row in rows]
    return rows, Claims([entrant for entrant, _ in found], timing.__getitem__, noise)


def _unranked(judgement: Judgement) -> Standing:
    solved = sum(run.verdict is Verdict.AC for run in judgement.runs)
    return Standing(None, judgement, solved, math.nan, math.nan, "", 0.0, score=_score(judgement, judgement.runs))


def _ranked(rows: Sequence[Judgement], claims: Claims, clock: Host.Clock) -> list[Standing]:
    shared, ranks = shared_cases(rows), claims.ranks()
    often = Counter(ranks)
    solving = [at for at, one in enumerate(claims.rows) if one.solved]
    best = min(solving, key=lambda at: claims.rows[at].par2_s, default=0)
    best_s = claims.rows[best].par2_s if solving else 0.0
    found = []
    for at, (row, one, rank) in enumerate(zip(rows, claims.rows, ranks, strict=True)):
        slowest_s, slowest = max(((run.time_s(clock), run.case) for run in _of(row, shared)), default=(0.0, ""))
        ratio = one.par2_s / best_s if best_s > 0 else 1.0
        within = _within(claims, best, at, best_s) if best_s > 0 else None
        shown = one.par2_s, ratio, slowest, slowest_s, often[rank] > 1, within
        found.append(Standing(rank, row, one.solved, *shown, score=one.score))
    return found


def _within(claims: Claims, best: int, at: int, best_s: float) -> Standing.Interval | None:
    """Return the interval of the row's PAR-2 over the best one's: that of their times, and as much for missed cases."""
    if at == best or claims.rows[at].worth != claims.rows[best].worth:
        return None
    times = claims.compared(best, at)
    if times is None:
        return None
    share = claims.rows[best].time_s / best_s
    return Standing.Interval(*(1 + share * (bound - 1) for bound in (times.low, times.value, times.high)))


def _score(judgement: Judgement, runs: Iterable[Run]) -> float | None:
    return Run.earned_by(runs) if judgement.problem.scored else None


def _entrant(row: Judgement, shared: set[_Case], clock: Host.Clock) -> Entrant:
    runs = _of(row, shared)
    solved = [run.time_s(clock) for run in runs if run.verdict is Verdict.AC]
    missed = row.limits.missed_s * (len(shared) - len(solved))
    known = bytes_of(row.submission.sha256, row.submission.run_as)
    return Entrant(len(solved), math.fsum(solved), known, _score(row, runs), missed)


def _of(row: Judgement, cases: set[_Case]) -> list[Run]:
    return [run for run in row.runs if run.place in cases]
