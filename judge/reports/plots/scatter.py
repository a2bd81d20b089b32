"""Two submissions, case by case: a scatter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from judge.model import CaseResult, Clock, Judgement, Verdict
from judge.reports.plots.plot import Dot, Mark, Plot, Series
from judge.reports.plots.texts import name_of
from judge.reports.plots.times import floor_marks, limit_marks, said_s, shown_s, time_axis
from judge.reports.student_view import limit_s
from judge.reports.units import counted
from judge.scoring.times import time_of


class _Side(msgspec.Struct, frozen=True):
    """One submission on a case: where it is drawn, and in words how it went. Who missed the case is at its limit."""

    solved: bool
    time_s: float
    said: str


def scatter(
    one: Judgement, other: Judgement, clock: Clock, labels: Mapping[tuple[str, str], str] | None = None
) -> Plot | None:
    """Return a dot for each case that both have run: the time of `one` to the right, of `other` upward.

    Above the line of equal times, `one` is faster. Who missed a case sits at its time limit, as an open dot. A case on
    which the judge itself failed says nothing, and is left out. The series are by who solves a case. A dot is
    labelled with the case and how it went, or with what `labels` has for its group and name. None where no case is
    left.
    """
    pairs = _pairs(one, other)
    if not pairs:
        return None
    dots = [(_side(mine, one, clock), _side(theirs, other, clock), mine) for mine, theirs in pairs]
    names = name_of(one), name_of(other)
    series = _series(dots, *names, labels)
    return Plot(
        f"{one.problem.title}: {names[0]} and {names[1]}, case by case",
        time_axis(clock, names[0]),
        time_axis(clock, names[1]),
        series,
        (
            Mark("equal", "equal"),
            *limit_marks("x", [one], names[0]),
            *limit_marks("y", [other], names[1]),
            *floor_marks("x", [left.time_s for left, _, _ in dots]),
            *floor_marks("y", [right.time_s for _, right, _ in dots]),
        ),
        _summary(dots, names, series),
    )


def _pairs(one: Judgement, other: Judgement) -> list[tuple[CaseResult, CaseResult]]:
    theirs = {(run.group, run.case): run for run in other.runs if run.verdict is not Verdict.JE}
    return [
        (run, theirs[run.group, run.case])
        for run in one.runs
        if run.verdict is not Verdict.JE and (run.group, run.case) in theirs
    ]


def _side(run: CaseResult, judgement: Judgement, clock: Clock) -> _Side:
    name = name_of(judgement)
    if run.verdict is not Verdict.AC:
        what = "left out after two time-outs" if run.not_run else str(run.verdict)
        return _Side(False, limit_s(judgement), f"{name}: {what}")
    time_s = time_of(run, clock)
    return _Side(True, shown_s(time_s), f"{name}: {said_s(time_s)}")


def _series(
    dots: Sequence[tuple[_Side, _Side, CaseResult]], one: str, other: str, labels: Mapping[tuple[str, str], str] | None
) -> tuple[Series, ...]:
    """Return the dots by who solves the case, with how many these are; none for a kind without a case."""
    kinds = {(True, True): "both solve", (True, False): f"only {one}", (False, True): f"only {other}"}
    kinds[False, False] = "neither"
    found = []
    for style, (kind, name) in enumerate(kinds.items()):
        inside = [
            Dot(left.time_s, right.time_s, _label(run, (left.said, right.said), labels), kind != (True, True))
            for left, right, run in dots
            if (left.solved, right.solved) == kind
        ]
        if inside:
            found.append(Series(f"{name}: {len(inside)}", tuple(inside), style=style))
    return tuple(found)


def _label(run: CaseResult, said: Sequence[str], labels: Mapping[tuple[str, str], str] | None) -> str:
    return ", ".join((f"{run.group}/{run.case}", *said)) if labels is None else labels[run.group, run.case]


def _summary(dots: Sequence[tuple[_Side, _Side, CaseResult]], names: tuple[str, str], series: Sequence[Series]) -> str:
    both = [(left.time_s, right.time_s) for left, right, _ in dots if left.solved and right.solved]
    faster = sum(left < right for left, right in both), sum(right < left for left, right in both)
    return (
        f"{counted(len(dots), 'case')}. {'; '.join(one.name for one in series)}. "
        f"Where both solve, {names[0]} is faster on {faster[0]}, {names[1]} on {faster[1]}."
    )
