"""The line through points of which some are only bounded, and which laws are said of two lines, and of many sizes: no
time of a submission would show where a bound lies."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Sequence
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.scoring import Scaling, scaling
from judge.scoring.growth import Line, fitted
from judge.scoring.scaling import laws_of
from tests.conftest import there
from tests.scoring.make import written_rows

VALUES = st.floats(-50, 50).map(lambda value: round(value, 3))


def line(xs: Sequence[float], ys: Sequence[float], censored: tuple[int, ...] = ()) -> Line | None:
    """Through the points, of which those at these places are only known to lie above."""
    high = [math.inf if at in censored else y for at, y in enumerate(ys)]
    return fitted(np.array(xs, float), np.array(ys, float), np.array(high))


@pytest.mark.parametrize(
    ("ys", "censored", "found"),
    [
        ([5, 5, 5, 5], (), (0, 0, 0, 5, 0)),
        ([0, 1, 3, 7], (), (13 / 6, 1, 4, -7 / 12, 3)),
        ([0, 1, 3, 4, 6, 7, 9], (), (3 / 2, 4 / 3, 5 / 3, 0, 1.5)),
        ([1, 3, 5, 7, 10, 8, 20], (), (2, 1.4, 3.4, 1, 11)),
        ([1, 3, 5, 7, 10, 8, 20], (5,), (7 / 3, 2, 3.75, 2 / 3, 20 / 3)),
        ([1, 3, 5, 7, 0, 8, 10], (4,), (1.5, 1, 2, 1.25, 3.5)),
    ],
)
def test_a_line_is_that_found_by_hand(ys: list[float], censored: tuple[int, ...], found: tuple[float, ...]) -> None:
    """What is only bounded has no part in the height, and no residual where the line is above it."""
    assert line(list(range(len(ys))), ys, censored) == pytest.approx(found)


def test_bounds_alone_have_no_slope_and_an_interval_without_one_end_is_none() -> None:
    for count in range(3):
        assert line(range(count), range(count), tuple(range(count))) is None
    for known in (0, 4):
        assert line(range(5), range(5), tuple({*range(5)} - {known})) is None, "of one end alone a time is known"
    # Any slope may be too small for these: nothing says how far the first two lie above.
    assert line([0, 1, 2, 3, 4], [0, 1, 3, 4, 6], censored=(0, 1)) is None


@settings(max_examples=40)
@given(st.lists(VALUES, min_size=4, max_size=9))
def test_the_slope_is_the_median_of_the_slopes_of_all_pairs(ys: list[float]) -> None:
    slopes = [(ys[b] - ys[a]) / (b - a) for a, b in itertools.combinations(range(len(ys)), 2)]
    found = there(line(list(range(len(ys))), ys))
    assert found.slope == pytest.approx(median(slopes), abs=1e-9)
    assert found.low <= found.slope <= found.high
    assert min(slopes) <= found.low + 1e-9
    assert found.high - 1e-9 <= max(slopes)


def test_the_interval_is_that_of_kendalls_table() -> None:
    """Of 10 points, S reaches 21 in 3.6 % of all orders, and 19 in 5.4 %: the ends are slopes 13 and 33 of the 45."""
    chance = random.Random(4)
    ys = [chance.gauss(0, 1) for _ in range(10)]
    slopes = sorted((ys[b] - ys[a]) / (b - a) for a, b in itertools.combinations(range(10), 2))
    found = there(line(list(range(10)), ys))
    assert [found.low, found.high] == pytest.approx([slopes[12], slopes[32]])


# --- laws ------------------------------------------------------------------------------------------------------------
SIZES = (50, 100, 200, 400, 800)


def points(sizes: Iterable[int]) -> list[Scaling.Point]:
    return [Scaling.Point(n, n, n) for n in sizes]


@pytest.mark.parametrize(("power", "exponential", "forms"), written_rows("by_hand.toml", "forms"))
def test_what_is_said_of_two_forms(
    monkeypatch: pytest.MonkeyPatch, power: list[float], exponential: list[float], forms: list[str]
) -> None:
    """Of five sizes, the worse one may leave e**0.2 times as much; that time hardly grows is said by a power alone."""
    lines = [Line(*one) if one else None for one in (power, exponential)]
    monkeypatch.setattr(scaling, "fitted", lambda x, *_: lines[int(x[0] == SIZES[0])])
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
    far = [Scaling.Point((1 << 20) - 30 + k, *(2 * (1e-3 * 10 ** (k / 2),))) for k in range(24)]
    (law, *_) = laws_of(far)
    assert math.isfinite(law.largest(1.0))
