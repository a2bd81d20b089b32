"""A line of the first page: a problem, when it is due, and what its reader has on it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.model import Problem, Verdict
from judge.model.deadline import Deadline
from judge.model.job import Brief
from judge.reports.units import number
from judge.scoring.lateness import in_words
from judge.scoring.points import most_points


class ProblemLine(msgspec.Struct, frozen=True):
    """`label` is that of the problem in a contest or course, `due` a sentence. `verdict` and
    `points` are of what counts."""

    name: str
    title: str
    label: str = ""
    due: str = ""
    over: bool = False  # it is late by now
    verdict: Verdict | None = None
    points: str = ""
    open: int = 0  # submissions that are not judged yet


def problem_line(problem: Problem, deadline: Deadline | None, counts: Brief | None, now_s: float) -> ProblemLine:
    """Return the line. `counts` is what the reader has on it, lateness taken off; `deadline` is their own."""
    return ProblemLine(
        problem.name,
        problem.title,
        due=in_words(deadline) if deadline else "",
        over=deadline is not None and deadline.is_late(deadline.late_s(now_s)),
        verdict=counts.verdict if counts else None,
        points=_points(counts, problem),
    )


def _points(counts: Brief | None, problem: Problem) -> str:
    if counts is None or counts.points is None:
        return ""
    words = f"{number(counts.points)} of {number(most_points(problem))} points"
    return f"{words}, bonus included" if counts.bonus else words


def best_of(briefs: Iterable[Brief]) -> Brief | None:
    """Return the one with the most points; of several, one that is right, then the quickest."""
    return max(briefs, key=_worth, default=None)


def _worth(one: Brief) -> tuple[float, bool, int, float]:
    return (-1.0 if one.points is None else one.points, one.verdict is Verdict.AC, one.solved, -one.time_s)
