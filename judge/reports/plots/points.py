"""How many have which points."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from judge.model import Judgement
from judge.model.overview import Bin
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.units import number
from judge.scoring.cohort import bins
from judge.scoring.points import most_points
from judge.text import counted


def points(judgements: Sequence[Judgement]) -> Plot | None:
    """Return how many submissions to one problem have which points. None where nobody has points."""
    found = [one.points for one in judgements if one.points is not None]
    if not found:
        return None
    problem, waiting = judgements[0].problem, len(judgements) - len(found)
    bars = bins(found, most_points(problem))
    dots = tuple(Dot(at, bar.count, f"{_said(bar)}: {counted(bar.count, 'submission')}") for at, bar in enumerate(bars))
    later = f" {counted(waiting, 'submission')} without points." if waiting else ""
    return Plot(
        f"{problem.title}: points",
        Axis("points", names=tuple(map(_name, bars))),
        Axis("submissions", whole=True),
        (Series("submissions", dots, "bars", points=False),),
        summary=f"{counted(len(found), 'submission')}: points from {number(min(found))} to {number(max(found))}, "
        f"median {number(statistics.median(found))}.{later}",
    )


def _name(bar: Bin) -> str:
    """Return a bar's points as an axis shows them: `50`, or `40-50`, of which only the last one's end belongs to it."""
    return number(bar.low) if bar.low == bar.high else f"{number(bar.low)}-{number(bar.high)}"


def _said(bar: Bin) -> str:
    if bar.low == bar.high:
        return f"{number(bar.low)} points"
    return f"{number(bar.low)} to {'' if bar.last else 'below '}{number(bar.high)} points"
