"""Plots as the pages of a run hold them: data for a script, with the numbers of the record."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Judgement, Run, RunRecord, Verdict
from judge.scoring import Scaling
from tests.make import AC, JE, MLE, TLE, WA, replace
from tests.make import judgement as of_runs
from tests.problems.told import hold
from tests.reports.make import TOLD, alone, judged, problem, record, result
from tests.reports.pages import pages, ranked

Outcome = tuple[Verdict, float]  # and seconds of CPU
CASES = 12
PROBLEM = problem(CASES)
outcomes = st.lists(
    st.tuples(
        st.sampled_from((AC, AC, WA, TLE, MLE, JE)),
        st.floats(0, 0.5, allow_subnormal=False),
    ),
    min_size=CASES,
    max_size=CASES,
)


def judgement(found: Sequence[Outcome], name: str = "mine", points: float | None = None) -> Judgement:
    """Return a submission with these outcomes, on as many of the cases."""
    runs = [result(case, *one) for case, one in zip(PROBLEM.cases, found, strict=False)]
    return replace(of_runs(PROBLEM, runs, name, submission={"sha256": name}), points=points)


def of(*rows: Judgement) -> RunRecord:
    return alone(ranked(*rows))


def plots(made: RunRecord, kind: str = "") -> list[dict[str, Any]]:
    """Return the plots of the page of the first problem whose title holds these words."""
    [page] = [text for name, text in pages(made).items() if re.fullmatch(r"1-(?![cs]\d).*", name)]
    found = map(json.loads, re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL))
    return [one for one in found if kind in one["title"]]


def cactus(made: RunRecord) -> dict[str, Any]:
    [found] = plots(made, "cases solved within a time")
    return found


def across(series: dict[str, Any]) -> list[float]:
    numbers: list[float] = series.get("x", [*range(1, len(series.get("y", ())) + 1)])
    return numbers


@settings(max_examples=20, deadline=None)
@given(st.lists(outcomes, min_size=1, max_size=4))
def test_a_line_only_rises_and_has_a_dot_for_each_solved_case(found: list[list[Outcome]]) -> None:
    made = of(*(judgement(one, f"s{at}") for at, one in enumerate(found)))
    [board] = made.boards
    if not any(row.solved for row in board):
        assert plots(made, "cases solved") == []
        return
    lines = cactus(made)["series"]
    assert [len(line.get("y", ())) for line in lines] == [row.solved for row in board]
    assert [line.get("style", 0) for line in lines] == [*range(len(board))]
    for line in lines:
        assert "x" not in line, "1, 2, 3 and so on"
        times = line.get("y", [])
        assert times == sorted(times)
        assert all(1000 * Run.Measurement.RESOLUTION_S <= time_ms <= 500 for time_ms in times)


def test_only_cases_that_count_are_in_it_by_the_clock_that_ranks() -> None:
    """After an interruption, those that everybody has run."""
    whole, half = judgement([(AC, 0.1)] * 12, "whole"), judgement([(AC, 0.2)] * 5, "half")
    lines = cactus(replace(of(whole, half), complete=False))["series"]
    assert [(line["name"], len(line["y"])) for line in lines] == [("whole", 5), ("half", 5)]
    made = alone(record(3, 6))
    cpu, wall = (cactus(replace(made, clock=clock))["series"][1]["y"][-1] for clock in ("cpu", "wall"))
    assert wall == pytest.approx(1.1 * cpu, rel=1e-3)
    assert cactus(made)["series"][-1]["name"] == "broken (none solved)"


def test_points_and_laws_are_those_of_the_leaderboard() -> None:
    made = record(6, 40)
    grown = plots(made, "time by n")
    laws = {row.submission.name: Scaling.of(row) for row in made.judgements[:7]}
    assert 1 < len(grown) <= len({one.family for found in laws.values() for one in found})
    drawn = grown[0]["series"]
    named = [series for series in drawn if "name" in series]
    assert len(named) == 6
    for series in named:
        name, _, law = series["name"].partition(": ")
        [scaling] = [one for one in laws[name] if f"{one.family.stem}*, {one.family.algorithm}" in grown[0]["title"]]
        assert law.startswith("n^")
        assert across(series) == [point.n for point in scaling.points]
        assert series.get("open", []) == [at for at, point in enumerate(scaling.points) if not point.timed]
        line = next(one for one in drawn if one.get("style") == series.get("style") and "name" not in one)
        assert (line["line"], line["bare"], len(line["y"])) == ("straight", True, 2), "a power law is straight"
        for n, time_ms in zip(line["x"], line["y"], strict=True):
            assert time_ms == pytest.approx(max(1000 * scaling.laws[0].time_s(n), 0.5), rel=1e-3)


def test_an_exponential_law_is_sampled_and_ends_not_far_above_the_limit() -> None:
    base = judged(problem(60), 0)
    sizes = {case.place: case.board.n for case in base.problem.cases}
    runs = []
    for run in base.runs:
        time_s = 1e-4 * 1.7 ** sizes[run.place]
        runs.append(replace(run, cpu_s=min(time_s, 0.55), verdict=TLE if time_s > 0.5 else AC))
    points, line = plots(of(replace(base, runs=tuple(runs))), "time by n")[0]["series"]
    assert points["name"].startswith("champion: 1.700^n")
    assert len(line["y"]) > 10
    dots = [*zip(line["x"], line["y"], strict=True)]
    (first_n, first_ms), (last_n, last_ms) = dots[0], dots[-1]
    slope = math.log(last_ms / first_ms) / (last_n - first_n)
    straight = [math.log(first_ms) + slope * (n - first_n) for n, _ in dots]
    assert [math.log(time_ms) for _, time_ms in dots] == pytest.approx(straight, abs=5e-3), "log time over n"
    assert 500 < line["y"][-1] <= 760
    open_ = [points["y"][at] for at in points["open"]]
    assert open_
    assert all(time_ms >= 500 for time_ms in open_)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.none() | st.floats(0, 130).map(lambda value: round(value, 2)), min_size=2, max_size=40))
def test_everybody_with_points_is_counted_once(found: list[float | None]) -> None:
    known = [one for one in found if one is not None]
    drawn = plots(of(*(judgement([], f"s{at}", one) for at, one in enumerate(found))), "points")
    assert len(drawn) == bool(known)
    for one in drawn:
        [bars] = one["series"]
        assert sum(bars["y"]) == len(known)
        assert bars["x"] == [*range(len(one["x"]["names"]))]


HOSTILE = "</script><script>alert(1)</script><!--&\u2028\u2029\u202e\x00\x1b[31m\ud800\n]]>'\"\\"


def test_no_text_leaves_the_script_that_it_stands_in() -> None:
    drawn = plots(record(3, 40, text=HOSTILE))
    assert len(drawn) > 3
    assert all("alert(1)" in one["title"] for one in drawn)


def rows(*points: float | None) -> RunRecord:
    return of(*(judgement([], f"s{at}", one) for at, one in enumerate(points)))


TOLD_OF = {
    "a run": record(3, 6),
    "a quick one": of(judgement([(AC, 0.0)] * 12, "quick")),
    "a slow one": of(judgement([(AC, 0.1)] * 12, "slow")),
    "a long name": record(2, 40, text=" of somebody with a very long name"),
    "few points": rows(0.0, 50.0, 50.0, None),
    "many points": rows(*(float(k) for k in range(0, 101, 4))),
}


def test_each_plot_is_as_it_is_kept() -> None:
    hold(TOLD / "plots.txt", (f"{name}: {json.dumps(one)}" for name, made in TOLD_OF.items() for one in plots(made)))
