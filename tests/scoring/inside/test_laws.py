"""Which laws are said of two lines, and of many sizes: no time of a submission would show where a bound lies."""

from __future__ import annotations

import math
from collections.abc import Iterable

import pytest

from judge.scoring import Scaling, scaling
from judge.scoring.growth import Line
from judge.scoring.scaling import laws_of

SIZES = (50, 100, 200, 400, 800)


def points(sizes: Iterable[int]) -> list[Scaling.Point]:
    return [Scaling.Point(n, n, n) for n in sizes]


@pytest.mark.parametrize(
    ("power", "exponential", "forms"),
    [
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, 1.2213), ["power", "exponential"]),
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, 1.2215), ["power"]),
        (Line(2, 1, 3, 0, 1.0), Line(1, 0.5, 2, 0, math.exp(0.2)), ["power"]),
        (Line(2, 1, 3, 0, 1.2213), Line(1, 0.5, 2, 0, 1.0), ["exponential", "power"]),
        (Line(2, 0, 3, 0, 1.0), Line(1, 0, 2, 0, 1.0), []),
        (Line(0, -1, 1, 0, 1.0), Line(0, -1, 1, 0, 1.0), ["power"]),
        (Line(0, -1.1, 0.5, 0, 1.0), None, []),
        (Line(0, -0.5, 1.1, 0, 1.0), None, []),
        (None, Line(1, 0.5, 2, 0, 1.0), ["exponential"]),
    ],
)
def test_what_is_said_of_two_forms(
    monkeypatch: pytest.MonkeyPatch, power: Line | None, exponential: Line | None, forms: list[str]
) -> None:
    """Of five sizes, the worse one may leave e**0.2 times as much; that time hardly grows is said by a power alone."""
    monkeypatch.setattr(scaling, "fitted", lambda x, *_: exponential if x[0] == SIZES[0] else power)
    assert [law.form for law in laws_of(points(SIZES))] == forms


@pytest.mark.parametrize(
    ("count", "kept"), [(100, range(1, 101)), (101, range(1, 102, 2)), (150, range(2, 151, 2)), (201, range(3, 202, 3))]
)
def test_many_sizes_are_thinned_and_the_largest_stays(monkeypatch: pytest.MonkeyPatch, count: int, kept: range) -> None:
    seen: list[list[float]] = []
    monkeypatch.setattr(scaling, "fitted", lambda x, *_: seen.append([*x]))
    assert laws_of(points(range(1, count + 1))) == ()
    assert seen[1] == [*kept]


def test_a_law_far_from_n_1_still_says_where_it_is() -> None:
    points = [Scaling.Point((1 << 20) - 30 + k, *(2 * (1e-3 * 10 ** (k / 2),))) for k in range(24)]
    (law, *_) = laws_of(points)
    assert math.isfinite(law.largest(1.0))
