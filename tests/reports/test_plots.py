"""What a plot holds before it is drawn, and how far two colours are apart."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Clock, Judgement, Measurement, Prepared, Run, Standing, Verdict
from judge.reports.plots.kinds import cactus, growth, points
from judge.reports.plots.plot import COLOURS, DASHES, SHAPES, Axis, Dot, Mark, Plot, Series, as_data, as_json, looks
from judge.reports.views.laws import family_of, law_words
from judge.scoring import Scaling
from judge.scoring.ranking import standings
from tests.make import each_run, growing
from tests.problems.told import hold
from tests.reports.make import TOLD, judged, problem, record, result

Outcome = tuple[Verdict, float]  # and seconds of CPU
CASES = 12
PROBLEM = problem(CASES)
outcomes = st.lists(
    st.tuples(
        st.sampled_from((Verdict.AC, Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.MLE, Verdict.JE)),
        st.floats(0, 0.5, allow_subnormal=False),
    ),
    min_size=CASES,
    max_size=CASES,
)


def judgement(found: Sequence[Outcome], name: str = "mine") -> Judgement:
    """Return a submission with these outcomes, on as many of the cases."""
    runs: tuple[Run, ...] = tuple(
        result(case, verdict, time_s) for case, (verdict, time_s) in zip(PROBLEM.cases, found, strict=False)
    )
    base = judged(PROBLEM, 0)
    mine = msgspec.structs.replace(base.submission, name=name, sha256=name.rjust(64, "0")[-64:])
    return msgspec.structs.replace(base, submission=mine, runs=runs, prepare=Prepared())


def drawn(board: Sequence[Standing], clock: Clock = "cpu") -> Plot:
    made = cactus(board, clock)
    assert made is not None
    return made


@settings(max_examples=40)
@given(st.lists(outcomes, min_size=1, max_size=4))
def test_a_line_only_rises_and_has_a_dot_for_each_solved_case(found: list[list[Outcome]]) -> None:
    board = standings([judgement(one, f"s{at}") for at, one in enumerate(found)])
    if not any(row.solved for row in board):
        assert cactus(board, "cpu") is None
        return
    made = drawn(board)
    assert [len(line.dots) for line in made.series] == [row.solved for row in board]
    assert [line.style for line in made.series] == [*range(len(board))]
    for line in made.series:
        assert [dot.x for dot in line.dots] == [*range(1, len(line.dots) + 1)]
        times = [dot.y for dot in line.dots]
        assert times == sorted(times)
        assert all(Measurement.RESOLUTION_S <= time_s <= 0.5 for time_s in times)


def test_only_cases_that_count_are_in_it() -> None:
    """After an interruption, those that everybody has run."""
    whole, half = judgement([(Verdict.AC, 0.1)] * 12, "whole"), judgement([(Verdict.AC, 0.2)] * 5, "half")
    made = drawn(standings([whole, half]))
    assert [(line.name, len(line.dots)) for line in made.series] == [("whole", 5), ("half", 5)]


def test_the_clock_is_the_one_that_ranks_and_who_solves_nothing_is_named() -> None:
    board = record(3, 6).boards[0]
    cpu, wall = (drawn(board, clock).series[1].dots[-1].y for clock in ("cpu", "wall"))
    assert wall == pytest.approx(1.1 * cpu)
    assert drawn(board).series[-1].name == "broken (none solved)"


HOSTILE = "</script><script>alert(1)</script><!--&\u2028\u2029\u202e\x00\x1b[31m\ud800\n]]>'\"\\"


def named(text: str) -> Plot:
    """Return a plot with this text wherever one can be."""
    dots = (Dot(1.0, 2.0, text), Dot(0.123456, 2e-7, text, open=True), Dot(3.0, 4.0))
    return Plot(
        text, Axis(text, text, log=True), Axis(text, names=(text,)), (Series(text, dots),), (Mark(text, 0.5),), text
    )


@settings(max_examples=30)
@example(HOSTILE)
@given(st.text())
def test_no_text_leaves_the_script_that_it_stands_in(text: str) -> None:
    made = as_json(named(text))
    assert not set("<>&\u2028\u2029\x00\x1b\u202e") & set(made)
    assert json.loads(made) == as_data(named(text))
    assert made.__html__() == made, "no template escapes it again"


def test_a_script_knows_each_look() -> None:
    found = json.loads(looks().removeprefix(b"const LOOKS = ").rstrip(b";\n"))
    for name, known in (("colours", COLOURS), ("shapes", SHAPES), ("dashes", DASHES)):
        assert found[name] == [[*one] for one in known]


def family_shown(judgements: Sequence[Judgement]) -> Scaling.Family:
    """Return the family of cases that a leaderboard shows."""
    family = family_of([Scaling.of(one) for one in judgements])
    assert family is not None
    return family


def test_the_family_that_is_shown_has_a_law_for_most() -> None:
    forest, grove, wild = (
        growing("mine", lambda n: 1e-6 * n**2, range(100, 100 + 100 * count, 100), stem=stem)
        for count, stem in ((9, "forest-"), (5, "grove-"), (4, "x-"))
    )
    found = [Scaling.of(one) for one in (forest, grove)]
    none = Scaling.of(each_run(wild, cpu_s=0.0001))
    assert [family_of(rows) for rows in ([], [none, []])] == [None, None]
    assert family_of([found[1], found[0]]) == Scaling.Family("forest", "DFS", False), "the most sizes"
    assert family_of([found[0], found[1], found[1]]) == Scaling.Family("grove", "DFS", False), "the most submissions"


def growth_plot(judgements: Sequence[Judgement], family: Scaling.Family | None = None) -> Plot:
    made = growth(judgements, "cpu", family or family_shown(judgements))
    assert made is not None
    return made


def test_points_and_laws_are_those_of_the_leaderboard() -> None:
    judgements = record(6, 40).judgements[:6]
    made, family = growth_plot(judgements), family_shown(judgements)
    points = [series for series in made.series if series.name]
    for series, judgement in zip(points, judgements, strict=True):
        scaling = next(one for one in Scaling.of(judgement) if one.family == family)
        assert series.name == f"{judgement.submission.name}: {law_words(scaling)}"
        assert [dot.x for dot in series.dots] == [point.n for point in scaling.points]
        assert [dot.open for dot in series.dots] == [not point.timed for point in scaling.points]
        line = next(one for one in made.series if one.style == series.style and not one.name)
        assert (line.line, line.points, len(line.dots)) == ("straight", False, 2), "a power law is straight"
        for dot in line.dots:
            assert dot.y == pytest.approx(max(scaling.laws[0].time_s(dot.x), 0.0005))


def test_a_time_out_is_open_and_above_the_limit() -> None:
    slow = judged(problem(40), 18)
    made = growth_plot([slow], family_shown(record(6, 40).judgements[:6]))
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
    made = growth_plot([msgspec.structs.replace(base, runs=tuple(runs))])
    points, line = made.series
    assert points.name.startswith("champion: 1.700^n")
    assert len(line.dots) > 10
    slopes = {round(math.log(b.y / a.y) / (b.x - a.x), 3) for a, b in zip(line.dots, line.dots[1:], strict=False)}
    assert len(slopes) == 1, "log time is straight over n"
    assert 0.5 < line.dots[-1].y <= 0.76


def test_each_family_has_its_plot_and_one_without_points_has_none() -> None:
    judgements = record(3, 40).judgements[:3]
    known = {one.family for row in judgements for one in Scaling.of(row)}
    assert len(known) > 2
    assert "full*" in growth_plot(judgements, next(one for one in known if one.fails)).title
    assert growth(judgements, "cpu", Scaling.Family("desert", "BFS", fails=False)) is None


def test_styles_are_many_and_neighbours_differ_in_everything() -> None:
    lists: tuple[Sequence[object], ...] = (COLOURS, SHAPES, DASHES)
    assert all(len(set(one)) == len(one) > 1 for one in lists)
    assert len({tuple(number % len(one) for one in lists) for number in range(210)}) == 210
    assert len({(number % len(COLOURS), number % len(SHAPES)) for number in range(42)}) == 42
    known = {"circle", "rect", "rectRounded", "rectRot", "triangle"}  # of Chart.js, those that can be filled
    assert {shape for shape, _ in SHAPES} <= known
    assert all(len(dash) % 2 == 0 for dash in DASHES)


def with_points(found: list[float | None]) -> list[Judgement]:
    base = judgement([])
    return [msgspec.structs.replace(base, points=one) for one in found]


def points_plot(found: list[float | None]) -> Plot:
    made = points(with_points(found))
    assert made is not None
    return made


@settings(max_examples=40)
@given(st.lists(st.none() | st.floats(0, 130).map(lambda value: round(value, 2)), max_size=40))
def test_everybody_with_points_is_counted_once(found: list[float | None]) -> None:
    known = [one for one in found if one is not None]
    if not known:
        assert points(with_points(found)) is None
        return
    made = points_plot(found)
    assert sum(dot.y for dot in made.series[0].dots) == len(known)
    assert len(made.x.names) == len(made.series[0].dots)
    assert [dot.x for dot in made.series[0].dots] == [*range(len(made.x.names))]


def of_one(value: float) -> Plot:
    return Plot("t", Axis("x"), Axis("y"), (Series("s", (Dot(value, 1.0),)),))


TIMED = tuple(Dot(at + 1, 0.0012345, f"case {at}") for at in range(3))
LONG = record(3, 40, text=" of somebody with a very long name").judgements[1:2]
PLOTS = {
    "every field": named("t"),
    "nothing": Plot("t", Axis("x"), Axis("y"), ()),
    "no number": of_one(math.nan),
    "no end": of_one(math.inf),
    "no beginning": of_one(-math.inf),
    "times": Plot("t", Axis("n"), Axis("time", "s"), (Series("s", TIMED),), (Mark("limit", 0.5),)),
    "a cactus": drawn(record(3, 6).boards[0]),
    "a quick one": drawn(standings([judgement([(Verdict.AC, 0.0)] * 12, "quick")])),
    "a slow one": drawn(standings([judgement([(Verdict.AC, 0.1)] * 12, "slow")])),
    "a long name": growth_plot(LONG),
    "few points": points_plot([0.0, 50.0, 50.0, None]),
    "many points": points_plot([float(k) for k in range(0, 101, 4)]),
}


def test_each_plot_is_as_it_is_kept() -> None:
    hold(TOLD / "plots.txt", (f"{name}: {as_json(plot)}" for name, plot in PLOTS.items()))
