"""How many have which points."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from judge.model import Judgement
from judge.model.overview import Bin, Overview
from judge.reports.plots.nothing import nothing
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.units import counted, number
from judge.scoring.histogram import bins
from judge.scoring.points import most_points


def points(judgements: Sequence[Judgement]) -> Plot:
    """Return how many submissions to one problem have which points. JudgeError E470 where nobody has points."""
    found = [one.points for one in judgements if one.points is not None]
    title, most = "", 0.0
    if judgements:
        title, most = judgements[0].problem.title, most_points(judgements[0].problem)
    return _distribution(title, found, bins(found, most) if found else (), len(judgements) - len(found), "submission")


def class_points(whole: Overview) -> Plot:
    """Return how many students have which points. JudgeError E470 where nobody has points."""
    return _distribution(whole.title, whole.points, whole.bins, len(whole.counting) - len(whole.points), "student")


def _distribution(title: str, found: Sequence[float], bars: Sequence[Bin], waiting: int, who: str) -> Plot:
    """Return the plot of bars; `waiting` is of how many nobody knows the points."""
    if not found:
        names = [counted(waiting, who)]
        raise nothing("nobody has points, so there is nothing to count", "without points", names, "judge them first")
    dots = tuple(Dot(at, bar.count, f"{_said(bar)}: {counted(bar.count, who)}") for at, bar in enumerate(bars))
    later = f" {counted(waiting, who)} without points." if waiting else ""
    return Plot(
        f"{title}: points",
        Axis("points", names=tuple(map(_name, bars))),
        Axis(f"{who}s", whole=True),
        (Series(f"{who}s", dots, "bars", points=False),),
        summary=f"{counted(len(found), who)}: points from {number(min(found))} to {number(max(found))}, "
        f"median {number(statistics.median(found))}.{later}",
    )


def _name(bar: Bin) -> str:
    """Return a bar's points as an axis shows them: `50`, or `40-50`, of which only the last one's end belongs to it."""
    return number(bar.low) if bar.low == bar.high else f"{number(bar.low)}-{number(bar.high)}"


def _said(bar: Bin) -> str:
    if bar.low == bar.high:
        return f"{number(bar.low)} points"
    return f"{number(bar.low)} to {'' if bar.last else 'below '}{number(bar.high)} points"
