"""Bars that never leave their picture."""

from __future__ import annotations

import re

import pytest

from judge.reports.page.bars import share_bar, time_bar


def widths(svg: str) -> list[float]:
    return [float(value) for value in re.findall(r'(?:width|x|x1)="([\d.]+)%"', svg)][1:]


@pytest.mark.parametrize(
    ("part", "whole", "share"), [(1, 4, 25), (4, 4, 100), (0, 4, 0), (5, 4, 100), (-1, 4, 0), (1, 0, 0)]
)
def test_a_bar_is_filled_by_its_share(part: float, whole: float, share: float) -> None:
    assert widths(share_bar(part, whole)) == [100, share]


def test_a_time_lies_within_its_limit() -> None:
    assert widths(time_bar(2.2, 5.0, 1.1)) == [100, 40.0, 90.91, 20.0]
    assert 'class="late"' in time_bar(5.01, 5.0)
    assert 'class="late"' not in time_bar(5.0, 5.0)
    assert 'class="median"' not in time_bar(1.0, 5.0)


def test_the_shortest_time_is_seen_and_the_longest_stays_inside() -> None:
    assert widths(time_bar(0.0, 5.0))[1] > 0
    assert max(widths(time_bar(500.0, 5.0, 500.0))) == 100
