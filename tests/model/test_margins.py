"""Limits: their units, and the smallest multiple that leaves the accepted ones their margin."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Limits
from judge.model.margins import least_limit_s, too_late_s


@pytest.mark.parametrize(
    ("slowest_s", "limit"),
    [(0.0003, 1.0), (0.5, 1.0), (0.500001, 2.0), (1.2, 3.0), (3.0, 6.0), (0.0, 1.0)],
)
def test_the_limit(slowest_s: float, limit: float) -> None:
    assert least_limit_s(slowest_s) == limit


@settings(max_examples=60, deadline=None)
@given(st.floats(1e-6, 1e4))
def test_no_smaller_multiple_is_enough(slowest_s: float) -> None:
    limit, needed = least_limit_s(slowest_s), Fraction(slowest_s) * 2
    assert limit.is_integer()
    assert needed <= limit
    assert limit == 1 or limit - 1 < needed


def test_what_is_too_late_is_as_exact() -> None:
    assert too_late_s(0.3) == 0.45


def test_sleepers_get_twice_the_limit_or_a_second_more() -> None:
    assert [Limits(time_limit=limit_s).wall_limit_s for limit_s in (0.5, 1.0, 5.0)] == [1.5, 2.0, 10.0]
    assert (Limits(memory=3).memory_bytes, Limits(output=2).output_bytes) == (3 << 20, 2 << 20)
