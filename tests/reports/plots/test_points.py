"""How many have which points."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Judgement
from judge.reports.plots.plot import Plot
from judge.reports.plots.points import points
from tests.reports.plots.made import judgement


def with_points(found: list[float | None]) -> list[Judgement]:
    base = judgement([])
    return [msgspec.structs.replace(base, points=one) for one in found]


def drawn(found: list[float | None]) -> Plot:
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
    made = drawn(found)
    assert sum(dot.y for dot in made.series[0].dots) == len(known)
    assert len(made.x.names) == len(made.series[0].dots)
    assert [dot.x for dot in made.series[0].dots] == [*range(len(made.x.names))]


def test_bars_are_named_by_their_points() -> None:
    few = drawn([0.0, 50.0, 50.0, None])
    assert few.x.names == ("0", "50")
    assert few.series[0].dots[1].label == "50 points: 2 submissions"
    assert few.summary == "3 submissions: points from 0 to 50, median 50. 1 submission without points."
    many = drawn([float(k) for k in range(0, 101, 4)])
    assert many.x.names[0] == "0-10"
    assert many.series[0].dots[0].label == "0 to below 10 points: 3 submissions"
    assert many.series[0].dots[-1].label.startswith("90 to 100 points: ")
