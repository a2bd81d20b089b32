"""Colours that can be read, also by whoever sees fewer of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from judge.reports.page.style import COLOURS, style
from judge.reports.picture.looks import CELLS, LIGHT

LIGHT_AND_DARK = pytest.mark.parametrize("mode", [0, 1], ids=["light", "dark"])
# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
OFTEN = ("AC", "WA", "TLE")  # what most strips are made of


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(colour) @ (0.2126, 0.7152, 0.0722)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    x, y, z = np.cbrt(to_xyz @ np.clip(rgb, 0, 1) / np.array((0.9505, 1.0, 1.089)))
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


@LIGHT_AND_DARK
@pytest.mark.parametrize("name", ["text", "soft", "link"])
@pytest.mark.parametrize("behind", ["page", "card"])
def test_text_can_be_read(name: str, behind: str, mode: int) -> None:
    assert contrast(COLOURS[name][mode], COLOURS[behind][mode]) >= 7


@LIGHT_AND_DARK
@pytest.mark.parametrize("name", [name for name in COLOURS if name.isupper()])
def test_a_mark_is_seen_and_its_letter_read(name: str, mode: int) -> None:
    fill = COLOURS[name][mode]
    assert contrast(fill, COLOURS["card"][mode]) >= 3
    assert contrast(fill, COLOURS["ink"][mode]) >= 4.5


def test_cells_of_an_image_differ_without_colours() -> None:
    free, *others = (COLOURS[name][LIGHT] for name in CELLS)
    assert min(contrast(free, other) for other in others) >= 3
    assert contrast(COLOURS["text"][LIGHT], COLOURS["forest"][LIGHT]) >= 3, "a piece and a tree"


@LIGHT_AND_DARK
@pytest.mark.parametrize("kind", BLINDNESS)
def test_frequent_verdicts_differ_for_whoever_sees_fewer_colours(kind: str, mode: int) -> None:
    seen = {name: lab(np.array(BLINDNESS[kind]) @ linear(COLOURS[name][mode])) for name in OFTEN}
    for one, other in combinations(OFTEN, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > 20, (one, other)


def test_a_style_is_whole_and_loads_nothing() -> None:
    text = style(".more{color:red}")
    assert text.count("{") == text.count("}")
    assert ".more{color:red}" in text
    for word in ("url(", "@import", "<", "expression"):
        assert word not in text
