"""A class in numbers: who ran a case, who solved it, how long these took, and how points are spread in bars."""

from __future__ import annotations

import pytest

from judge.model import Overview
from judge.scoring import Cohort
from tests.make import each_run
from tests.reports.graded import judgement, uncompiled


def test_a_median_is_of_those_who_solved_it_and_a_judge_error_has_not_run() -> None:
    rows = [each_run(judgement("AC AC AC AC", 50.0), cpu_s=time_s) for time_s in (0.1, 0.9, 0.3)]
    found = Cohort.of([*rows, judgement("WA AC JE AC", None)])
    assert found.judged == 4
    for facts in (
        Overview.CaseFacts("sample", "sample-1", 4, 3, 0.3),
        Overview.CaseFacts("sample", "sample-2", 4, 4, 0.35),
        Overview.CaseFacts("secret", "secret-1", 3, 3, 0.3),
    ):
        assert found.case(facts.group, facts.name) == facts
    assert Cohort.of([judgement("AC", 0.0)], "wall").case("sample", "sample-1").median_s == 0.5


def test_what_nobody_ran_has_no_figures() -> None:
    assert Cohort() == Cohort(0, {})
    case = "sample", "sample-1"
    for found, count in ((Cohort(), 0), (Cohort.of([uncompiled()]), 1)):
        assert (found.judged, found.case(*case)) == (count, Overview.CaseFacts(*case, 0, 0, None))
    assert Cohort.of([judgement("WA", 0.0)]).case(*case) == Overview.CaseFacts(*case, 1, 0, None)


def test_few_values_have_a_bar_each() -> None:
    for points in ([], [0.0, 10.0, 10.0, 15.0], [float(k) for k in range(12)]):
        bars = [Overview.Bin(one, one, points.count(one)) for one in sorted({*points})]
        assert Overview.Bin.of(points, 10.0) == tuple(bars)


@pytest.mark.parametrize(
    ("points", "most", "count"),
    [
        ([0.5 * k for k in range(46)], 20.0, 11),  # up to 22.5
        ([float(k) for k in range(13)], 12.0, 10),
        ([float(k) for k in range(20)], 0.0, 10),
    ],
)
def test_many_values_have_ten_bars_and_one_above_without_a_loss(points: list[float], most: float, count: int) -> None:
    found = Overview.Bin.of(points, most)
    assert (len(found), sum(one.count for one in found)) == (count, len(points))
    if count == 11:
        ends = Overview.Bin(0, 2, 4), Overview.Bin(18, 20, 5, last=True), Overview.Bin(20, 22.5, 5, last=True)
        assert (found[0], found[9], found[10]) == ends
