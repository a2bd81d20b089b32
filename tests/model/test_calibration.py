"""When the speed of a host is worth a word."""

from __future__ import annotations

import pytest

from judge.model.calibration import Calibration, differs
from judge.model.problem import Limits
from tests.scoring.made import problem_of

THERE = Calibration(0.010, 0.5)


@pytest.mark.parametrize(("here_s", "said"), [(0.0114, False), (0.0117, True), (0.0088, False), (0.0086, True)])
def test_beyond_15_percent_either_way(here_s: float, said: bool) -> None:
    assert differs(THERE.ratio(here_s, 1)) is said


def test_what_can_t_be_compared_is_not() -> None:
    assert THERE.ratio(None, 1) is None
    assert THERE.ratio(0.02, 2) is None, "another piece of work"
    assert not differs(None)


def test_a_limit_goes_with_the_host() -> None:
    problem = problem_of()
    scaled = problem.scaled(1.8044)
    assert (scaled.limits, scaled.scaled_by) == (Limits(time_limit=3.61), 1.8044)
    assert problem.scaled_by == 1.0
