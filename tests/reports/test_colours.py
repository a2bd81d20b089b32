"""What has a colour can be read and told apart, by day and by night, by whoever sees fewer colours than most."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from judge.model import Verdict
from judge.reports.notebook import badge
from judge.reports.page.style import COLOURS
from judge.reports.page_of_alike import COLOURS as SHARED
from judge.reports.page_of_alike import style as similar_style
from judge.reports.picture.looks import CELLS, LIGHT, LOOKS, WEIGHTS
from judge.reports.plots.plot import COLOURS as SERIES

MODES = {"light": 0, "dark": 1}
# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SEEN_BY = {
    "everybody": np.eye(3),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
LUMINANCE = (0.2126, 0.7152, 0.0722)


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast."""
    low, high = sorted(float(linear(colour) @ LUMINANCE) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)))
    x, y, z = np.cbrt(to_xyz @ np.clip(rgb, 0, 1) / np.array((0.9505, 1.0, 1.089)))
    return np.array((116 * y - 16, 500 * (x - y), 200 * (y - z)))


def closest(colours: list[str], kind: str) -> float:
    """Return how far the two are apart that are most alike."""
    seen = [lab(np.array(SEEN_BY[kind]) @ linear(colour)) for colour in colours]
    return float(min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)))


def pairs(mode: int) -> Iterator[tuple[str, str, str, float]]:
    """Yield what stands on what ground, and the least contrast."""
    page = {name: both[mode] for name, both in COLOURS.items()}
    for name in ("text", "soft", "link"):
        yield from ((name, page[name], page[behind], 7) for behind in ("page", "card"))
    for name in filter(str.isupper, page):
        yield f"the mark {name}", page[name], page["card"], 3
        yield f"the letter on {name}", page[name], page["ink"], 4.5
    for number, both in enumerate(SERIES):
        yield f"series {number}", both[mode], page["page"], 3
    text = re.findall(r"--text:(#\w+)", similar_style())[mode]
    for both in SHARED:
        yield "text on a shared part", text, both[mode], 4.5
    for kind, behind in {"weight": "cell", "crossed": "cell", "borne": "text"}.items():
        yield from ((kind, page[LOOKS[f"{kind}{signs}"].fill], page[behind], 7) for signs in WEIGHTS)
    for kind in ("named", "below"):
        yield kind, page[LOOKS[kind].fill], page["alarm"], 4.5


@pytest.mark.parametrize("mode", MODES)
def test_what_is_on_a_ground_is_read(mode: str) -> None:
    assert [one for one in pairs(MODES[mode]) if contrast(*one[1:3]) < one[3]] == []


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_in_a_notebook_is_read_whatever_the_page_looks_like(verdict: Verdict) -> None:
    (ground,) = re.findall(r"background:(#[0-9a-f]{6})", badge(verdict))
    assert "color:#fff" in badge(verdict)
    assert contrast("#ffffff", ground) >= 4.5


def test_cells_of_an_image_differ_without_colours() -> None:
    free, *others = (COLOURS[name][LIGHT] for name in CELLS)
    assert min(contrast(free, other) for other in others) >= 3
    assert contrast(COLOURS["text"][LIGHT], COLOURS["forest"][LIGHT]) >= 3, "a piece and a tree"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", SEEN_BY)
def test_colours_differ_for_whoever_sees_fewer(kind: str, mode: str) -> None:
    often = [COLOURS[name][MODES[mode]] for name in ("AC", "WA", "TLE")]  # what most strips are made of
    assert closest(often, kind) > 20
    assert closest([both[MODES[mode]] for both in SERIES], kind) > 25
    grey = [lab(np.full(3, linear(both[MODES[mode]]) @ LUMINANCE))[0] for both in SERIES]
    assert min(abs(one - other) for one, other in combinations(grey, 2)) > 4
