"""What a student reads on the first page as what counts: by the gradebook's rule, from their own submissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from judge.model import AttemptRule, Submission, Verdict
from judge.model.deadline import DAY_S, Deadline, Penalty
from judge.model.job import Brief, Job, JobState
from judge.store.briefs import key_of
from judge.web.pages.home import counting_brief
from tests.reports.runs import problem
from tests.web.pages.test_grading import hand_in
from tests.web.sites import RIGHT, WRONG, TestSite, served

DUE = Deadline(datetime(2026, 11, 20, 12, tzinfo=UTC), penalty=Penalty(50, "percent", DAY_S))
Told = tuple[float, float | str | None]  # hours after the deadline; points, "waits" or "lost", None for a judge error


def counted(
    rule: AttemptRule, tries: list[Told], deadline: Deadline | None = DUE, bonuses: Mapping[str, float] = {}
) -> Brief | None:
    """What counts of these, which came in this order; the first has the code j0."""
    asked = msgspec.structs.replace(problem(9), attempt=rule)
    jobs, briefs = [], {}
    for number, (hours, points) in enumerate(tries):
        one = Submission("ann", asked.name, "function", Path("mine.py"), b"", str(number))
        state: JobState = "waiting" if points == "waits" else "done"
        words = "it broke" if points == "lost" else ""
        at_s = DUE.at_s + 3600 * hours
        jobs.append(Job(number, f"j{number}", "submit", asked.name, "ann", "ann", at_s, state, one, words=words))
        if not isinstance(points, str):
            verdict = Verdict.JE if points is None else Verdict.WA
            briefs[key_of(asked.name, one)] = Brief(verdict, points, 1, 1.0)
    return counting_brief(jobs, briefs, asked, deadline, bonuses)


@pytest.mark.parametrize(
    ("rule", "tries", "points"),
    [
        ("newest", [(-1, 8.0), (1, 10.0)], 5),  # late: half of it
        ("newest", [(-1, 0.0), (-2, 10.0)], 0),  # by the time of handing in, not in the order in which they came
        ("newest", [(-2, 10.0), (-1, None)], None),
        ("newest", [(-2, 10.0), (-1, "waits")], None),
        ("newest", [(-2, 10.0), (-1, "lost")], None),
        ("best", [(-2, 3.0), (-1, 8.0), (1, 10.0)], 8),
        ("best", [(-2, 10.0), (-1, None)], None),
        ("best", [(-2, "lost"), (-1, 8.0)], 8),
        ("last-on-time", [(-2, 8.0), (-1, 3.0), (1, 10.0)], 3),
        ("last-on-time", [(1, 8.0), (2, 10.0)], 5),
    ],
)
def test_what_counts_is_by_the_rule_less_lateness(rule: AttemptRule, tries: list[Told], points: float | None) -> None:
    found = counted(rule, tries)
    assert (found.points if found else None) == points


def test_a_bonus_is_earned_and_charged_like_other_points() -> None:
    best = counted("best", [(-2, 8.0), (-1, 9.0)], bonuses={"j0": 5.0})
    assert best == Brief(Verdict.WA, 13.0, 1, 1.0, 5.0)
    late = counted("newest", [(1, 8.0)], bonuses={"j0": 2.0})
    assert late is not None
    assert late.points == 5.0
    waits = counted("newest", [(-1, None)], bonuses={"j0": 2.0})
    assert waits is not None
    assert waits.points is None


def test_nothing_counts_of_nothing_and_all_of_it_without_a_deadline() -> None:
    assert counted("newest", []) is None
    assert counted("newest", [(1, 10.0)], None) == Brief(Verdict.WA, 10.0, 1, 1.0)
    lost = counted("newest", [(1, "lost")])
    assert lost is not None
    assert lost.verdict is Verdict.JE


@pytest.fixture
def site(tmp_path: Path) -> Iterator[TestSite]:
    with served(tmp_path) as made:
        yield made


def test_home_history_and_the_graders_page_agree_on_what_was_uploaded_later(site: TestSite) -> None:
    hand_in(site, "ada", RIGHT, Verdict.AC, Verdict.AC, at_s=2.0)
    hand_in(site, "ada", WRONG, Verdict.WA, Verdict.WA, at_s=1.0)  # an export, which tells an older time
    ada = site.browser("ada")
    assert "10 of 10 points" in ada.get("/").text
    history = ada.get("/problems/quiz/submissions").text
    assert history.index("10 of 10") < history.index("0 of 10", history.index("10 of 10") + 8)
    assert "10 of 10 points" in site.browser("gil").get("/staff/problems/quiz/student?id=ada").text
