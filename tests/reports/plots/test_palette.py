"""Styles that are told apart, also by who sees fewer colours, and on grey paper."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest

from judge.reports.page.style import COLOURS as PAGE
from judge.reports.plots.palette import COLOURS, DASHES, SHAPES
from tests.reports.page.test_style import BLINDNESS, LIGHT_AND_DARK, contrast, lab, linear

EVERY = {"none": np.eye(3), **BLINDNESS}


@LIGHT_AND_DARK
@pytest.mark.parametrize("colours", COLOURS, ids=[light for light, _ in COLOURS])
def test_a_series_is_seen_on_its_ground(colours: tuple[str, str], mode: int) -> None:
    assert contrast(colours[mode], PAGE["page"][mode]) >= 3


@LIGHT_AND_DARK
@pytest.mark.parametrize("kind", EVERY)
def test_all_colours_differ_for_whoever_sees_fewer(kind: str, mode: int) -> None:
    seen = [lab(np.array(EVERY[kind]) @ linear(pair[mode])) for pair in COLOURS]
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 25


@LIGHT_AND_DARK
def test_all_colours_differ_in_grey(mode: int) -> None:
    grey = [lab(np.full(3, linear(pair[mode]) @ (0.2126, 0.7152, 0.0722)))[0] for pair in COLOURS]
    assert min(abs(one - other) for one, other in combinations(grey, 2)) > 4


def test_styles_are_many_and_neighbours_differ_in_everything() -> None:
    lists: tuple[Sequence[object], ...] = (COLOURS, SHAPES, DASHES)
    assert all(len(set(one)) == len(one) > 1 for one in lists)
    assert len({tuple(number % len(one) for one in lists) for number in range(210)}) == 210
    assert len({(number % len(COLOURS), number % len(SHAPES)) for number in range(42)}) == 42


def test_chart_js_knows_the_shapes() -> None:
    known = {"circle", "rect", "rectRounded", "rectRot", "triangle"}  # those that can be filled
    assert {shape for shape, _ in SHAPES} <= known
    assert all(len(dash) % 2 == 0 for dash in DASHES)
