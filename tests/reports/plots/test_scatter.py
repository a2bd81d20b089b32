"""A scatter of two submissions."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings

from judge.model import Verdict
from judge.reports.plots.scatter import scatter
from judge.scoring.statistics import RESOLUTION_S
from tests.reports.plots.made import PROBLEM, Outcome, dots, judgement, outcomes


@settings(max_examples=40)
@given(outcomes, outcomes)
def test_a_dot_for_each_case_that_both_have_run_and_swapped_it_is_mirrored(
    left: list[Outcome], right: list[Outcome]
) -> None:
    one, other = judgement(left, "one"), judgement(right, "other")
    both = [
        f"{case.group}/{case.name}"
        for case, (mine, _), (theirs, _) in zip(PROBLEM.cases, left, right, strict=True)
        if Verdict.JE not in (mine, theirs)
    ]
    if not both:
        assert scatter(one, other, "cpu") is None
        return
    made, mirrored = scatter(one, other, "cpu"), scatter(other, one, "cpu")
    assert made is not None
    assert mirrored is not None
    assert sorted(dot.label.partition(",")[0] for dot in dots(made)) == sorted(both)
    assert sorted((dot.x, dot.y, dot.open) for dot in dots(made)) == sorted(
        (dot.y, dot.x, dot.open) for dot in dots(mirrored)
    )
    assert {series.name for series in made.series} == {series.name for series in mirrored.series}
    assert all(RESOLUTION_S <= value <= 0.5 for dot in dots(made) for value in (dot.x, dot.y))


def test_who_misses_a_case_is_at_the_limit_open_and_named() -> None:
    one = judgement([(Verdict.AC, 0.1), (Verdict.AC, 0.2), (Verdict.WA, 0.1), (Verdict.TLE, 0.55)], "one")
    other = judgement([(Verdict.AC, 0.3), (Verdict.RTE, 0.1), (Verdict.AC, 0.2), (Verdict.MLE, 0.1)], "other")
    made = scatter(one, other, "cpu")
    assert made is not None
    assert [series.name for series in made.series] == ["both solve: 1", "only one: 1", "only other: 1", "neither: 1"]
    assert [series.style for series in made.series] == [0, 1, 2, 3]
    assert [(dot.x, dot.y, dot.open) for dot in dots(made)] == [
        (0.1, 0.3, False),
        (0.2, 0.5, True),
        (0.5, 0.2, True),
        (0.5, 0.5, True),
    ]
    assert dots(made)[1].label.endswith("one: 0.20 s, other: RTE")
    assert [(mark.kind, mark.at) for mark in made.marks] == [("equal", 0.0), ("x", 0.5), ("y", 0.5)]
    assert "one is faster on 1, other on 0" in made.summary


def test_a_case_that_was_left_out_says_so() -> None:
    one, late = judgement([(Verdict.AC, 0.1)], "one"), judgement([(Verdict.TLE, 0.0)], "late")
    left_out = msgspec.structs.replace(late.runs[0], samples=())
    made = scatter(one, msgspec.structs.replace(late, runs=(left_out,)), "cpu")
    assert made is not None
    assert dots(made)[0].label.endswith("late: left out after two time-outs")
