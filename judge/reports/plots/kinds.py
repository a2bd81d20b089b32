"""The plots of a run: who solves how many cases in which time, how times grow with n, who has which points."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence

from judge.model import Host, Judgement, Overview, Run, Standing, Verdict
from judge.reports.measuring_words import TIMES
from judge.reports.plots.plot import Axis, Dot, Mark, Plot, Series
from judge.reports.views.classroom import span
from judge.reports.views.laws import family_label, law_words
from judge.scoring import Scaling, shared_cases
from judge.text import clean_line, counted, number, seconds

# --- what plots of times share ----------------------------------------------------------------------------------------
RESOLUTION_S = Run.Measurement.RESOLUTION_S
_FLOOR = f"as exact as the clock: {seconds(RESOLUTION_S)}"
_NAME = 40  # characters: what is said behind a name must not be cut off with it


def time_axis(clock: Host.Clock, of: str = "") -> Axis:
    """Return an axis of seconds; `of` names whose they are."""
    return Axis(f"{TIMES[clock]} of {of}" if of else TIMES[clock], "s", log=True)


def shown_s(time_s: float) -> float:
    """Return where a time is drawn: a logarithmic axis knows no 0, so what is below the clock's resolution is there."""
    return max(time_s, RESOLUTION_S)


def said_s(time_s: float) -> str:
    """Return a time in words; of one that the clock can't tell from 0, what it is at most."""
    return seconds(time_s) if time_s > RESOLUTION_S else f"at most {seconds(RESOLUTION_S)}"


def floor_marks(times_s: Iterable[float]) -> tuple[Mark, ...]:
    """Return the line of the clock's resolution, where one of the times is not above it."""
    return (Mark(_FLOOR, RESOLUTION_S),) if min(times_s, default=1) <= RESOLUTION_S else ()


def limit_marks(judgements: Iterable[Judgement]) -> tuple[Mark, ...]:
    """Return the line of each time limit, in seconds: a package may give slow languages more."""
    limits = sorted({one.limits.time_limit for one in judgements})
    return tuple(Mark(f"limit: {one:g} s", one) for one in limits)


def name_of(judgement: Judgement) -> str:
    """Return the name of a submission, cut where it is very long."""
    return clean_line(judgement.submission.name, _NAME)


# --- a cactus ---------------------------------------------------------------------------------------------------------
def cactus(board: Sequence[Standing], clock: Host.Clock) -> Plot | None:
    """Return the cactus of a leaderboard: over k, the time of the k-th fastest case that a submission solves.

    It is drawn as in the SAT competitions since 2002, and as the quantile plots of BenchExec: cases to the right, time
    upward, so the better line is lower and longer. Only cases that count are in it, as in the leaderboard. Its steps
    say how many cases are solved within each time. None where nobody solves a case.
    """
    judgements = [row.judgement for row in board]
    counting = shared_cases(judgements)
    lines = [_steps(row, counting, clock, style) for style, row in enumerate(board)]
    if not any(line.dots for line in lines):
        return None
    times = [dot.y for line in lines for dot in line.dots]
    return Plot(
        f"{judgements[0].problem.title}: cases solved within a time",
        Axis("cases solved", whole=True),
        time_axis(clock, "the k-th fastest case"),
        tuple(lines),
        (*limit_marks(judgements), *floor_marks(times)),
        _steps_summary(lines, max(len(counting), *(len(line.dots) for line in lines))),
    )


def _steps(row: Standing, counting: set[tuple[str, str]], clock: Host.Clock, style: int) -> Series:
    solved = sorted(_solved(row.judgement, counting, clock))
    dots = [Dot(k, shown_s(time_s), f"{name}, {said_s(time_s)}") for k, (time_s, name) in enumerate(solved, 1)]
    name = name_of(row.judgement)
    return Series(name if dots else f"{name} (none solved)", tuple(dots), "steps", style=style)


def _solved(judgement: Judgement, counting: set[tuple[str, str]], clock: Host.Clock) -> list[tuple[float, str]]:
    """Return the time and name of each case that it solves. Whom the judge failed on has no rank: all of its count."""
    return [
        (run.time_s(clock), run.path)
        for run in judgement.runs
        if run.verdict is Verdict.AC and (judgement.faults or run.place in counting)
    ]


def _steps_summary(lines: Sequence[Series], cases: int) -> str:
    best = max(lines, key=lambda line: len(line.dots))
    return (
        f"{counted(len(lines), 'submission')}, {counted(cases, 'case')}. "
        f"{best.name} solves the most: {len(best.dots)}, the slowest of them in {said_s(best.dots[-1].y)}."
    )


# --- growth -----------------------------------------------------------------------------------------------------------
_SAMPLES = 48  # of a curve
_ABOVE = 1.5  # times the limit: a law is drawn up to there


def growth(found: Iterable[tuple[Judgement, Scaling, int]], clock: Host.Clock) -> Plot | None:
    """Return time against n of what the runs of each submission say of one family, and its style. The axes are
    logarithmic: a power law is a straight line, an exponential a curve.

    There is one point for each size, the median, without the time that any program in its language takes to start. An
    open one is a time-out: it needs longer. Its law in words is in the name of a submission. None where nobody has a
    point.
    """
    rows = [row for row in found if row[1].points]
    if not rows:
        return None
    judgements, family = [judgement for judgement, _, _ in rows], rows[0][1].family
    series = [one for row in rows for one in _of(*row)]
    return Plot(
        f"{judgements[0].problem.title}: time by n on {family_label(family)}",
        Axis("n", log=True, whole=True),
        time_axis(clock),
        tuple(series),
        (*limit_marks(judgements), *floor_marks([dot.y for one in series for dot in one.dots])),
        _growth_summary(series, family),
    )


def _of(judgement: Judgement, scaling: Scaling, style: int) -> list[Series]:
    """Return the points of a submission, and the better one of its laws as a line."""
    words = law_words(scaling) or "no law"
    series = [Series(f"{name_of(judgement)}: {words}", tuple(map(_dot, scaling.points)), style=style)]
    if scaling.laws and (line := _law_line(scaling.laws[0], scaling.points, _ABOVE * judgement.limits.time_limit)):
        series.append(Series("", line, "straight", points=False, style=style))
    return series


def _dot(point: Scaling.Point) -> Dot:
    time_s = point.high_s if point.timed else point.low_s
    said = said_s(time_s) if point.timed else f"more than {seconds(time_s)}"
    return Dot(point.n, shown_s(time_s), f"n = {point.n}: {said}", open=not point.timed)


def _law_line(law: Scaling.Law, points: Sequence[Scaling.Point], most_s: float) -> tuple[Dot, ...]:
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


def _growth_summary(series: Sequence[Series], family: Scaling.Family) -> str:
    named = [one.name for one in series if one.name]
    return f"{counted(len(named), 'submission')} on {family_label(family)}. {'; '.join(named)}."


# --- points -----------------------------------------------------------------------------------------------------------
def points(judgements: Sequence[Judgement]) -> Plot | None:
    """Return how many submissions to one problem have which points. None where nobody has points."""
    found = [one.points for one in judgements if one.points is not None]
    if not found:
        return None
    problem, waiting = judgements[0].problem, len(judgements) - len(found)
    bars = Overview.Bin.of(found, problem.most_points)
    dots = tuple(
        Dot(at, bar.count, f"{span(bar)} points: {counted(bar.count, 'submission')}") for at, bar in enumerate(bars)
    )
    later = f" {counted(waiting, 'submission')} without points." if waiting else ""
    return Plot(
        f"{problem.title}: points",
        Axis("points", names=tuple(map(_name, bars))),
        Axis("submissions", whole=True),
        (Series("submissions", dots, "bars", points=False),),
        summary=f"{counted(len(found), 'submission')}: points from {number(min(found))} to {number(max(found))}, "
        f"median {number(statistics.median(found))}.{later}",
    )


def _name(bar: Overview.Bin) -> str:
    """Return a bar's points as an axis shows them: `50`, or `40-50`, of which only the last one's end belongs to it."""
    return number(bar.low) if bar.low == bar.high else f"{number(bar.low)}-{number(bar.high)}"
