"""Limits: what is computed from the numbers of problem.toml."""

from __future__ import annotations

import pytest

from judge.model import Limits


@pytest.mark.parametrize(("limit_s", "wall_s"), [(0.5, 1.5), (1.0, 2.0), (5.0, 10.0)])
def test_sleepers_get_twice_the_limit_or_a_second_more(limit_s: float, wall_s: float) -> None:
    assert Limits(time_limit=limit_s).wall_limit_s == wall_s


def test_mebibytes_are_bytes() -> None:
    assert (Limits(memory=3).memory_bytes, Limits(output=2).output_bytes) == (3 * 1024 * 1024, 2 * 1024 * 1024)
