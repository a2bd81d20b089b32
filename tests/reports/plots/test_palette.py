"""Styles that are told apart, also by who sees fewer colours, and on grey paper."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from judge.reports.page.style import COLOURS as PAGE
from judge.reports.plots.palette import COLOURS, DASHES, SHAPES, style_of
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
    styles = [style_of(number) for number in range(210)]
    assert len({(one.light, one.shape, one.turn, one.dash) for one in styles}) == 210
    assert len({(one.light, one.shape, one.turn) for one in styles[:42]}) == 42
    assert style_of(210) == style_of(0)
    for one, other in pairwise(styles):
        assert one.light != other.light
        assert (one.shape, one.turn) != (other.shape, other.turn)
        assert one.dash != other.dash


def test_chart_js_and_matplotlib_know_the_shapes() -> None:
    from matplotlib.lines import Line2D

    known = {"circle", "rect", "rectRounded", "rectRot", "triangle"}  # those of Chart.js that can be filled
    assert {shape for shape, _, _ in SHAPES} <= known
    for _, _, marker in SHAPES:
        assert Line2D([], [], marker=marker).get_marker() in Line2D.filled_markers
    assert all(len(dash) % 2 == 0 for dash in DASHES)
