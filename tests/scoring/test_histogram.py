"""Points in bars: few values have one each, and nobody is lost."""

from __future__ import annotations

from judge.model.overview import Bin
from judge.scoring.cohort import VALUES, bins


def test_few_values_have_a_bar_each() -> None:
    assert bins([0.0, 10.0, 10.0, 15.0], 10.0) == (Bin(0, 0, 1), Bin(10, 10, 2), Bin(15, 15, 1))
    assert bins([], 10.0) == ()


def test_twelve_values_have_a_bar_each_and_thirteen_have_ten_bars() -> None:
    assert VALUES == 12
    assert bins([float(k) for k in range(12)], 12.0) == tuple(Bin(k, k, 1) for k in range(12))
    assert len(bins([float(k) for k in range(13)], 12.0)) == 10


def test_many_values_have_ten_bars_and_one_above_and_nobody_is_lost() -> None:
    points = [0.5 * k for k in range(46)]  # up to 22.5 of 20
    found = bins(points, 20.0)
    assert len(found) == 11
    assert sum(one.count for one in found) == len(points)
    assert found[0] == Bin(0, 2, 4)
    assert found[9] == Bin(18, 20, 5, last=True)
    assert found[10] == Bin(20, 22.5, 5, last=True)


def test_points_without_a_most_have_bars_too() -> None:
    assert sum(one.count for one in bins([float(k) for k in range(20)], 0.0)) == 20
