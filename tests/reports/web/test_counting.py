"""Which of a student's submissions counts, as the student is told."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from judge.model import AttemptRule, Verdict
from judge.model.deadline import DAY_S, Deadline, Penalty
from judge.model.job import Brief
from judge.reports.web.counting import Tried, counting
from tests.reports.runs import problem

_DUE = Deadline(datetime(2026, 11, 20, 12, tzinfo=UTC), penalty=Penalty(50, "percent", DAY_S))


def _tried(hours: float, points: float | None) -> Tried:
    return Tried(_DUE.at_s + 3600 * hours, Brief(Verdict.WA, points, 1, 1.0))


@pytest.mark.parametrize(
    ("attempt", "points", "counts"),
    [
        ("newest", [(1, 10), (-1, 8)], 5),  # late: half of it
        ("newest", [(-1, 0), (-2, 10)], 0),
        ("newest", [(-1, None), (-2, 10)], None),
        ("best", [(1, 10), (-1, 8), (-2, 3)], 8),
        ("last-on-time", [(1, 10), (-1, 3), (-2, 8)], 3),
        ("last-on-time", [(1, 10), (2, 8)], 5),
    ],
)
def test_what_counts_is_by_the_rule_less_lateness(
    attempt: AttemptRule, points: list[tuple[float, float | None]], counts: float | None
) -> None:
    ruled = msgspec.structs.replace(problem(9), attempt=attempt)
    found = counting([_tried(*one) for one in points], ruled, _DUE)
    assert found is not None
    assert found.points == counts


def test_nothing_counts_of_nothing_and_all_of_it_without_a_deadline() -> None:
    assert counting([], problem(9), _DUE) is None
    found = counting([_tried(1, 10)], problem(9), None)
    assert found is not None
    assert found.points == 10
