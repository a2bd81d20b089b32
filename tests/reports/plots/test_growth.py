"""Time against n, with laws."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import pytest

from judge.model import Judgement, Verdict
from judge.reports.laws import law_words
from judge.reports.plots.growth import growth
from judge.reports.plots.plot import Plot
from judge.scoring.scaling import Family, family_of, scalings
from tests.reports.runs import judged, problem, record


def family_shown(judgements: Sequence[Judgement]) -> Family:
    """Return the family of cases that a leaderboard shows."""
    family = family_of([scalings(one) for one in judgements])
    assert family is not None
    return family


def drawn(judgements: Sequence[Judgement], family: Family | None = None) -> Plot:
    made = growth(judgements, "cpu", family or family_shown(judgements))
    assert made is not None
    return made


def test_points_and_laws_are_those_of_the_leaderboard() -> None:
    judgements = record(6, 40).judgements[:6]
    made, family = drawn(judgements), family_shown(judgements)
    points = [series for series in made.series if series.name]
    for series, judgement in zip(points, judgements, strict=True):
        scaling = next(one for one in scalings(judgement) if one.family == family)
        assert series.name == f"{judgement.submission.name}: {law_words(scaling)}"
        assert [dot.x for dot in series.dots] == [point.n for point in scaling.points]
        assert [dot.open for dot in series.dots] == [not point.timed for point in scaling.points]
        line = next(one for one in made.series if one.style == series.style and not one.name)
        assert (line.line, line.points, len(line.dots)) == ("straight", False, 2), "a power law is straight"
        for dot in line.dots:
            assert dot.y == pytest.approx(max(scaling.laws[0].time_s(dot.x), 0.0005))


def test_a_time_out_is_open_and_above_the_limit() -> None:
    slow = judged(problem(40), 18)
    made = drawn([slow], family_shown(record(6, 40).judgements[:6]))
    late = [dot for dot in made.series[0].dots if dot.open]
    assert late
    assert all(dot.y >= 0.5 and "more than" in dot.label for dot in late)


def test_an_exponential_law_is_sampled_and_ends_not_far_above_the_limit() -> None:
    base = judged(problem(60), 0)
    sizes = {(case.group, case.name): case.board.n for case in base.problem.cases}
    runs = []
    for run in base.runs:
        time_s = 1e-4 * 1.7 ** sizes[run.group, run.case]
        late = time_s > 0.5
        runs.append(msgspec.structs.replace(run, cpu_s=min(time_s, 0.55), verdict=Verdict.TLE if late else Verdict.AC))
    made = drawn([msgspec.structs.replace(base, runs=tuple(runs))])
    points, line = made.series
    assert points.name.startswith("champion: 1.700^n")
    assert len(line.dots) > 10
    slopes = {round(math.log(b.y / a.y) / (b.x - a.x), 3) for a, b in zip(line.dots, line.dots[1:], strict=False)}
    assert len(slopes) == 1, "log time is straight over n"
    assert 0.5 < line.dots[-1].y <= 0.76


def test_each_family_has_its_plot_and_one_without_points_has_none() -> None:
    judgements = record(3, 40).judgements[:3]
    known = {one.family for row in judgements for one in scalings(row)}
    assert len(known) > 2
    assert "full*" in drawn(judgements, next(one for one in known if one.fails)).title
    assert growth(judgements, "cpu", Family("desert", "BFS", fails=False)) is None


def test_a_long_name_is_cut_and_its_law_is_not() -> None:
    made = drawn(record(3, 40, text=" of somebody with a very long name").judgements[1:2])
    assert made.series[0].name == "annealing of somebody with a very long n...: n^1.35 ±0.01"
