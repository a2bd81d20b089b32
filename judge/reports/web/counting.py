"""Which of a student's submissions counts now, for the student: by the rule of the gradebook, lateness taken off."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.model import Problem
from judge.model.deadline import Deadline
from judge.model.job import Brief


class Tried(msgspec.Struct, frozen=True):
    """What came of something that was handed in `at_s`, in seconds since 1970, UTC."""

    at_s: float
    brief: Brief


def counting(tried: Sequence[Tried], problem: Problem, deadline: Deadline | None) -> Brief | None:
    """Return what counts of these, the newest first. `deadline` is the student's own; None for none at all."""
    charged = [_charged(one, deadline) for one in tried]
    if problem.attempt == "best":
        return max(charged, key=lambda one: -1.0 if one.points is None else one.points, default=None)
    if problem.attempt == "last-on-time" and deadline is not None:
        on_time = (not deadline.is_late(deadline.late_s(one.at_s)) for one in tried)
        return next((brief for brief, kept in zip(charged, on_time, strict=True) if kept), next(iter(charged), None))
    return next(iter(charged), None)


def _charged(one: Tried, deadline: Deadline | None) -> Brief:
    points = one.brief.points
    if points is None or deadline is None:
        return one.brief
    return msgspec.structs.replace(one.brief, points=points - deadline.off(points, deadline.late_s(one.at_s)))
