"""Times of several classes of host on one board: made comparable by calibration, as far as that goes. Pure.

One factor goes with a class, so the order within a class stays as it was measured. A factor is a ratio of medians: one
figure that was taken in a bad moment moves nothing. The limits are not scaled, and a missed case costs all the same.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import msgspec

from judge.model import CaseResult, Judgement
from judge.scoring.leaderboard import Row, Score

UNEVEN = 0.1  # figures of one class that differ by more are worth a word

Scales = Mapping[str, float | None]  # by class of host; None where no figure was stored


class Timed(msgspec.Struct, frozen=True):
    """A score that counts on its ground, and the class of host that timed it."""

    score: Score
    since_s: float
    host_class: str


def scales(figures: Mapping[str, Sequence[float]], to: str) -> dict[str, float | None]:
    """Return by what times of each class are multiplied to be those of the class `to`."""
    aim_s = statistics.median(figures[to]) if figures.get(to) else None
    found = {name: aim_s / statistics.median(own) if aim_s and own else None for name, own in figures.items()}
    return {**found, to: 1.0}


def uneven(figures: Sequence[float]) -> float:
    """Return by how much the slowest host of a class needs more time than the quickest; 0.0 for less than UNEVEN."""
    more = max(figures) / min(figures) - 1 if figures else 0.0
    return more if more > UNEVEN else 0.0


def together(timed: Sequence[Timed], by: Scales) -> list[Timed]:
    """Return one score of each owner: of the same submission the last that counts, of these the best once scaled."""
    last: dict[tuple[str, str, str], Timed] = {}
    for one in sorted(timed, key=lambda one: (one.since_s, one.score.outcome)):
        last[one.score.owner, one.score.sha256, one.score.run_as] = one
    best: dict[str, Timed] = {}
    for one in sorted(last.values(), key=lambda one: _key(by, one)):
        best.setdefault(one.score.owner, one)
    return list(best.values())


def scaled(judgement: Judgement, scale: float | None) -> Judgement:
    """Return a judgement of another class of host with all its times multiplied, by nothing without a scale. None of
    them was taken side by side with one of this class."""
    return msgspec.structs.replace(judgement, runs=tuple(_slowed(run, scale or 1.0) for run in judgement.runs))


def marked(rows: Sequence[Row], classes: Mapping[str, str], by: Scales) -> tuple[Row, ...]:
    """Return the rows with the class of host of each owner, and by what the times were multiplied; who has no rank has
    no time either."""

    def marked_one(row: Row) -> Row:
        host_class, standing = classes[row.owner], row.standing
        if standing.rank is not None:
            standing = msgspec.structs.replace(standing, scale=by[host_class])
        return msgspec.structs.replace(row, host_class=host_class, standing=standing)

    return tuple(map(marked_one, rows))


def _key(by: Scales, one: Timed) -> tuple[float, float]:
    factor = by.get(one.host_class) or 1.0
    return msgspec.structs.replace(one.score.entrant, time_s=factor * one.score.time_s).key


def _slowed(run: CaseResult, scale: float) -> CaseResult:
    samples = tuple(
        msgspec.structs.replace(one, cpu_s=scale * one.cpu_s, wall_s=scale * one.wall_s, round=0) for one in run.samples
    )
    return msgspec.structs.replace(run, cpu_s=scale * run.cpu_s, wall_s=scale * run.wall_s, samples=samples)
