"""Who solves how many cases in which time: a cactus."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Clock, Judgement, Standing, Verdict
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.plots.times import floor_marks, limit_marks, name_of, said_s, shown_s, time_axis
from judge.scoring.ranking import shared_cases
from judge.scoring.times import time_of
from judge.text import counted


def cactus(board: Sequence[Standing], clock: Clock) -> Plot | None:
    """Return the cactus of a leaderboard: over k, the time of the k-th fastest case that a submission solves.

    It is drawn as in the SAT competitions since 2002, and as the quantile plots of BenchExec: cases to the right, time
    upward, so the better line is lower and longer. Only cases that count are in it, as in the leaderboard. Its steps
    say how many cases are solved within each time. None where nobody solves a case.
    """
    ranked = [row.judgement for row in board if not row.judgement.faults]
    counting = shared_cases(ranked) if ranked else set()
    lines = [_line(row, counting, clock, style) for style, row in enumerate(board)]
    if not any(line.dots for line in lines):
        return None
    times = [dot.y for line in lines for dot in line.dots]
    judgements = [row.judgement for row in board]
    return Plot(
        f"{judgements[0].problem.title}: cases solved within a time",
        Axis("cases solved", whole=True),
        time_axis(clock, "the k-th fastest case"),
        tuple(lines),
        (*limit_marks(judgements), *floor_marks(times)),
        _summary(lines, max(len(counting), *(len(line.dots) for line in lines))),
    )


def _line(row: Standing, counting: set[tuple[str, str]], clock: Clock, style: int) -> Series:
    solved = sorted(_solved(row.judgement, counting, clock))
    dots = [Dot(k, shown_s(time_s), f"{name}, {said_s(time_s)}") for k, (time_s, name) in enumerate(solved, 1)]
    name = name_of(row.judgement)
    return Series(name if dots else f"{name} (none solved)", tuple(dots), "steps", style=style)


def _solved(judgement: Judgement, counting: set[tuple[str, str]], clock: Clock) -> list[tuple[float, str]]:
    """Return the time and name of each case that it solves. Whom the judge failed on has no rank: all of its count."""
    return [
        (time_of(run, clock), f"{run.group}/{run.case}")
        for run in judgement.runs
        if run.verdict is Verdict.AC and (judgement.faults or (run.group, run.case) in counting)
    ]


def _summary(lines: Sequence[Series], cases: int) -> str:
    best = max(lines, key=lambda line: len(line.dots))
    return (
        f"{counted(len(lines), 'submission')}, {counted(cases, 'case')}. "
        f"{best.name} solves the most: {len(best.dots)}, the slowest of them in {said_s(best.dots[-1].y)}."
    )
