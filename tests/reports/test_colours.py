"""What has a colour can be read and told apart, by day and by night, by whoever sees fewer colours than most."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from judge.model import Finding, Verdict
from judge.reports import Scene, SimilarReport, SiteFolder, finding_html, svg_file
from tests.reports.make import alike, record

LIGHT, DARK = range(2)
MODE = pytest.mark.parametrize("mode", [LIGHT, DARK])
COLOUR = r"#[0-9a-f]{6}"


def modes(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the variables of a page by day and by night."""
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    for name, colour in re.findall(rf"--(\w+):({COLOUR})", css):
        (dark if name in light else light)[name] = colour  # by day it is given first
    return light, light | dark


@cache
def asset(name: str) -> str:
    """Return what stands beside the pages of a run under this name."""
    with TemporaryDirectory() as folder:
        SiteFolder(Path(folder)).write(record(1, 1))
        return Path(folder, "assets", name).read_text()


def page(mode: int) -> dict[str, str]:
    return modes(asset("report.css"))[mode]


def looks() -> dict[str, list[Any]]:
    """Return shapes, dashes and colours of a plot."""
    found: dict[str, list[Any]] = json.loads(asset("report.js").partition("const LOOKS = ")[2].partition(";\n")[0])
    return found


def series(mode: int) -> list[str]:
    return [both[mode] for both in looks()["colours"]]


def test_lines_of_a_plot_have_looks_that_can_be_told_apart() -> None:
    known = {"circle", "rect", "rectRounded", "rectRot", "triangle"}  # of Chart.js, those that can be filled
    assert {shape for shape, _ in looks()["shapes"]} <= known
    assert all(len(dash) % 2 == 0 for dash in looks()["dashes"])
    lists = [[*map(str, one)] for one in looks().values()]
    assert all(len(set(one)) == len(one) > 1 for one in lists)
    assert len({tuple(number % len(one) for one in lists) for number in range(210)}) == 210, "neighbours differ in all"


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
    known = page(mode)
    for name in ("text", "soft", "link"):
        yield from ((name, known[name], known[behind], 7) for behind in ("page", "card"))
    for name in filter(str.isupper, known):
        yield f"the mark {name}", known[name], known["card"], 3
        yield f"the letter on {name}", known[name], known["ink"], 4.5
    yield from ((f"series {number}", colour, known["page"], 3) for number, colour in enumerate(series(mode)))
    shared = modes(SimilarReport(alike()).page().partition("</style>")[0])[mode]
    grounds = [colour for name, colour in shared.items() if re.fullmatch(r"p\d", name)]
    assert len(grounds) > 3
    yield from (("a shared part", shared["text"], ground, 4.5) for ground in grounds)
    style = svg_file(Scene.of(np.zeros((3, 3), np.int8))).partition("</style>")[0].split("prefers-color-scheme")[mode]
    for kind, fill in re.findall(rf"\.({'|'.join(GROUNDS)})\d?{{fill:({COLOUR})", style):
        yield kind, fill, known[GROUNDS[kind]], 4.5 if kind in ("named", "below") else 7
    for verdict in Verdict:
        badge = finding_html(Finding("E106", "no", verdict=verdict), None, "", ())
        assert "color:#fff" in badge, "whatever the page of a notebook looks like"
        [ground] = re.findall(rf"background:({COLOUR})", badge)
        yield f"the badge {verdict}", "#ffffff", ground, 4.5


GROUNDS = {"weight": "cell", "crossed": "cell", "borne": "text", "named": "alarm", "below": "alarm"}  # of numbers


@MODE
def test_what_is_on_a_ground_is_read(mode: int) -> None:
    found = [*pairs(mode)]
    assert GROUNDS.keys() | {"text", "the mark AC", "series 5"} <= {name for name, *_ in found}
    assert [one for one in found if contrast(*one[1:3]) < one[3]] == []


def test_cells_of_an_image_differ_without_colours() -> None:
    light = page(LIGHT)
    assert min(contrast(light["cell"], light[other]) for other in ("text", "forest", "alarm")) >= 3
    assert contrast(light["text"], light["forest"]) >= 3, "a piece and a tree"


@MODE
@pytest.mark.parametrize("kind", SEEN_BY)
def test_colours_differ_for_whoever_sees_fewer(kind: str, mode: int) -> None:
    often = [page(mode)[name] for name in ("AC", "WA", "TLE")]  # what most strips are made of
    assert closest(often, kind) > 20
    assert closest(series(mode), kind) > 25
    grey = [lab(np.full(3, linear(colour) @ LUMINANCE))[0] for colour in series(mode)]
    assert min(abs(one - other) for one, other in combinations(grey, 2)) > 4
