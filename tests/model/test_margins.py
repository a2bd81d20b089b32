"""The smallest multiple that leaves the accepted ones their margin."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model.margins import Margins


@pytest.mark.parametrize(
    ("slowest_s", "margins", "limit"),
    [
        (0.0003, Margins(), 1.0),
        (0.5, Margins(), 1.0),
        (0.500001, Margins(), 2.0),
        (1.2, Margins(), 3.0),
        (0.15, Margins(time_resolution=0.1), 0.3),
        (0.7, Margins(1.0, 1.5, 0.1), 0.7),
        (3.0, Margins(ac_to_time_limit=2.5), 8.0),
        (0.0, Margins(), 1.0),
    ],
)
def test_the_limit(slowest_s: float, margins: Margins, limit: float) -> None:
    assert margins.least(slowest_s) == limit


TENTHS = st.integers(10, 50).map(lambda tenths: tenths / 10)


@settings(max_examples=60, deadline=None)
@given(st.floats(1e-6, 1e4), st.builds(Margins, TENTHS, TENTHS, st.sampled_from([1.0, 0.5, 0.1, 0.05, 0.01])))
def test_no_smaller_multiple_is_enough(slowest_s: float, margins: Margins) -> None:
    limit = margins.least(slowest_s)
    step, needed = Fraction(str(margins.time_resolution)), Fraction(slowest_s) * Fraction(str(margins.ac_to_time_limit))
    steps = Fraction(str(limit)) / step
    assert steps.denominator == 1, "it is written as a multiple, without the noise of binary fractions"
    assert needed <= steps * step
    assert steps == 1 or (steps - 1) * step < needed


def test_what_is_too_late_is_as_exact() -> None:
    assert Margins(time_limit_to_tle=1.5).too_late_s(0.3) == 0.45
