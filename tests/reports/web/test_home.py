"""A line of the first page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from judge.model import Verdict
from judge.model.deadline import Deadline
from judge.model.job import Brief
from judge.web.pages.home import best_of, problem_line
from tests.reports.runs import problem

DUE = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("briefs", "best"),
    [
        ([], None),
        ([Brief(Verdict.WA, 3.0, 4, 1.0), Brief(Verdict.AC, 10.0, 9, 2.0)], 1),
        ([Brief(Verdict.JE, None, 0, 0.0), Brief(Verdict.WA, 0.0, 1, 1.0)], 1),
        ([Brief(Verdict.AC, 10.0, 9, 2.0), Brief(Verdict.AC, 10.0, 9, 1.0)], 1),
    ],
)
def test_most_points_are_best_then_the_quickest(briefs: list[Brief], best: int | None) -> None:
    assert best_of(briefs) == (None if best is None else briefs[best])


def test_line_says_points_and_when_it_is_due() -> None:
    line = problem_line(problem(9), Deadline(DUE, grace_s=60), Brief(Verdict.WA, 2.5, 1, 1.0), DUE.timestamp() + 30)
    assert (line.verdict, line.points, line.over) == (Verdict.WA, "2.5 of 100 points", False)
    assert "2026-11-20 12:00:00" in line.due
    assert problem_line(problem(9), Deadline(DUE), None, DUE.timestamp() + 1).over
    waits = problem_line(problem(9), None, Brief(Verdict.JE, None, 0, 0.0), 0.0)
    assert (waits.verdict, waits.points, waits.due) == (Verdict.JE, "", "")
