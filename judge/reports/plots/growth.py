"""How times grow with n on one family of cases, with the law of each submission."""

from __future__ import annotations

import math
from collections.abc import Sequence

from judge.model import Clock, Judgement
from judge.reports.laws import family_label, law_words
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.plots.times import floor_marks, limit_marks, name_of, said_s, shown_s, time_axis
from judge.reports.units import seconds
from judge.scoring.scaling import Family, Law, Point, Scaling, scalings
from judge.scoring.statistics import RESOLUTION_S
from judge.text import counted

_SAMPLES = 48  # of a curve
_ABOVE = 1.5  # times the limit: a law is drawn up to there


def growth(judgements: Sequence[Judgement], clock: Clock, family: Family) -> Plot | None:
    """Return time against n of one family, on logarithmic axes: a power law is a straight line, an exponential a curve.

    There is one point for each size, the median, without the time that any program in its language takes to start. An
    open one is a time-out: it needs longer. Its law in words is in the name of a submission, whose style is its place.
    None where nobody has a point.
    """
    rows = [
        (judgement, scaling, style)
        for style, judgement in enumerate(judgements)
        for scaling in scalings(judgement, clock)
        if scaling.family == family and scaling.points
    ]
    return growth_of(rows, clock) if rows else None


def growth_of(rows: Sequence[tuple[Judgement, Scaling, int]], clock: Clock) -> Plot:
    """Return the same of what is known already: what the runs of each submission say of one family, and its style.
    There is at least one, and each has a point."""
    judgements, family = [judgement for judgement, _, _ in rows], rows[0][1].family
    series = [one for row in rows for one in _of(*row)]
    return Plot(
        f"{judgements[0].problem.title}: time by n on {family_label(family)}",
        Axis("n", log=True, whole=True),
        time_axis(clock),
        tuple(series),
        (*limit_marks(judgements), *floor_marks([dot.y for one in series for dot in one.dots])),
        _summary(series, family),
    )


def _of(judgement: Judgement, scaling: Scaling, style: int) -> list[Series]:
    """Return the points of a submission, and the better one of its laws as a line."""
    words = law_words(scaling) or "no law"
    series = [Series(f"{name_of(judgement)}: {words}", tuple(map(_dot, scaling.points)), style=style)]
    if scaling.laws and (line := _line(scaling.laws[0], scaling.points, _ABOVE * judgement.limits.time_limit)):
        series.append(Series("", line, "straight", points=False, style=style))
    return series


def _dot(point: Point) -> Dot:
    time_s = point.high_s if point.timed else point.low_s
    said = said_s(time_s) if point.timed else f"more than {seconds(time_s)}"
    return Dot(point.n, shown_s(time_s), f"n = {point.n}: {said}", open=not point.timed)


def _line(law: Law, points: Sequence[Point], most_s: float) -> tuple[Dot, ...]:
    """Return the law from the first size to the last, where it is above the clock's resolution and not far above the
    limit. A power law has two ends, any other is sampled."""
    first, last = float(points[0].n), float(points[-1].n)
    if law.largest(most_s) < math.inf:
        first, last = max(first, law.largest(RESOLUTION_S)), min(last, law.largest(most_s))
    if not 0 < first < last:
        return ()
    steps = 1 if law.form == "power" else _SAMPLES
    ratio = (last / first) ** (1 / steps)
    sizes = [first * ratio**step for step in range(steps + 1)]
    return tuple(Dot(n, shown_s(law.time_s(n))) for n in sizes)


def _summary(series: Sequence[Series], family: Family) -> str:
    named = [one.name for one in series if one.name]
    return f"{counted(len(named), 'submission')} on {family_label(family)}. {'; '.join(named)}."
