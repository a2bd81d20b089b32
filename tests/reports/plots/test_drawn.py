"""Plots as files: SVG, PNG and PDF, the same bytes each time, and no text of strangers does anything."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from judge.errors import JudgeError
from judge.reports.page.style import COLOURS
from judge.reports.plots.cactus import cactus
from judge.reports.plots.drawn import draw, drawn
from judge.reports.plots.growth import growth
from judge.reports.plots.plot import Axis, Dot, Mark, Plot, Series
from judge.reports.plots.points import points
from judge.reports.plots.scatter import scatter
from tests.reports.runs import record

HERE = Path(__file__).parent
RUN = record(6, 40)
ROWS = RUN.judgements[:6]
WIDE = 320  # pixels of a golden picture
KINDS = {
    "cactus": cactus(RUN.boards[0], "cpu"),
    "scatter": scatter(ROWS[0], ROWS[1], "cpu"),
    "growth": growth(ROWS, "cpu"),
    "points": points(ROWS),
}
HOSTILE = "_$x^{$ \\frac{ </text><script>alert(1)</script> \u202e\x00\ud800\ufffe %s \n & 日本"


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def small(image: Image.Image) -> np.ndarray:
    size = (WIDE, round(WIDE * image.height / image.width))
    return np.asarray(image.resize(size, Image.Resampling.BOX), dtype=float)


def texts(svg: bytes) -> list[str]:
    return ["".join(one.itertext()) for one in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def width(svg: bytes) -> float:
    return float(ET.fromstring(svg).attrib["viewBox"].split()[2])


def named(text: str) -> Plot:
    """Return a plot with this text wherever one can be."""
    dots = (Dot(1.0, 2.0, text), Dot(2.0, 3.0, text, open=True))
    return Plot(text, Axis(text), Axis(text), (Series(text, dots), Series("b", dots)), (Mark("y", text, 2.0),), text)


@pytest.mark.parametrize(
    "kind", ["cactus", "points", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("scatter", "growth"))]
)
def test_a_picture_looks_as_it_looked(kind: str) -> None:
    """Look at the pictures beside this file when they change; to make them again, run this file."""
    with Image.open(HERE / f"{kind}.png") as golden:
        was = np.asarray(golden.convert("RGB"), dtype=float)
    now = small(opened(drawn(KINDS[kind], ".png")))
    assert abs(now.shape[0] - was.shape[0]) <= 3
    rows = min(now.shape[0], was.shape[0])
    assert np.abs(now[:rows] - was[:rows]).mean() < 0.8  # letters that another release of matplotlib draws otherwise


def test_it_is_drawn_for_print_and_not_blank() -> None:
    image = Image.open(io.BytesIO(drawn(KINDS["points"], ".png")))
    assert round(image.info["dpi"][0]) == 300
    assert image.width > 1500
    assert "Software" not in image.info
    assert len(image.convert("RGB").getcolors(1 << 24) or ()) > 10


def test_a_dark_one_has_a_dark_ground_and_the_colours_for_it() -> None:
    image = opened(drawn(KINDS["points"], ".png", dark=True))
    found = {f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in image.getcolors(1 << 24) or ()}  # type: ignore[misc]
    assert {COLOURS["page"][1], "#6688ff"} <= found


@pytest.mark.parametrize("ending", [".svg", pytest.param(".pdf", marks=pytest.mark.slow)])
def test_the_same_plot_has_the_same_bytes_and_no_date(ending: str) -> None:
    first = drawn(KINDS["points"], ending)
    assert first == drawn(KINDS["points"], ending)
    assert b"dc:date" not in first
    assert b"CreationDate" not in first


def test_text_of_an_svg_is_text() -> None:
    svg = drawn(KINDS["cactus"], ".svg")
    assert {"champion", "greedy", "limit: 0.5 s", "cases solved", "0.001"} <= set(texts(svg))
    assert KINDS["cactus"].summary.encode() in svg


def test_a_name_is_a_name_and_no_formula() -> None:
    """The legend would leave out what begins with _."""
    said = texts(drawn(named("_$x$"), ".svg"))
    assert said.count("_$x$") == 5, "title, two axes, a mark and the legend"


def test_hostile_text_breaks_no_file() -> None:
    svg = drawn(named(HOSTILE), ".svg")
    assert b"<script" not in svg
    shown = next(text for text in texts(svg) if text.startswith("_$x^{$"))
    assert "\\u202e" in shown
    assert "\\x00" in shown


def test_many_submissions_have_a_legend_beside_the_plot() -> None:
    few, many = (drawn(cactus(record(count, 3).boards[0], "cpu"), ".svg") for count in (5, 42))
    assert width(many) > 1.4 * width(few)
    assert "and 3 more" in texts(many)


def test_the_ending_decides_and_another_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "new" / "P.SVG"
    draw(KINDS["points"], path)
    assert ET.fromstring(path.read_bytes()).tag.endswith("svg")
    with pytest.raises(JudgeError, match=r"does not say as what") as caught:
        draw(KINDS["points"], tmp_path / "p.gif")
    assert caught.value.code == "E435"


def test_without_matplotlib_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(JudgeError, match="matplotlib is not installed") as caught:
        drawn(KINDS["points"], ".svg")
    assert caught.value.code == "E469"
    assert "pip install" in caught.value.help


def test_nothing_is_read_of_the_users_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib as mpl

    before = drawn(KINDS["points"], ".svg")
    with mpl.rc_context({"axes.facecolor": "red", "font.size": 30, "text.usetex": True}):
        assert drawn(KINDS["points"], ".svg") == before
        assert mpl.rcParams["font.size"] == 30, "and they are as they were"


@pytest.mark.slow
def test_a_home_that_cannot_be_written_to_is_silent(tmp_path: Path) -> None:
    """A fresh process makes its cache of fonts, and says nothing of it."""
    home = tmp_path / "home"
    home.write_text("no folder")
    code = (
        "from judge.reports.plots.drawn import drawn; from judge.reports.plots.plot import *;"
        "p = Plot('t', Axis('x'), Axis('y'), (Series('s', (Dot(1, 2),)),));"
        "assert drawn(p, '.png')"
    )
    clean = {key: value for key, value in os.environ.items() if key not in ("MPLCONFIGDIR", "XDG_CACHE_HOME")}
    environment = clean | {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "x"), "XDG_CACHE_HOME": str(home / "y")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def make_golden() -> None:
    """Write the golden pictures."""
    for kind, plot in KINDS.items():
        picture = Image.fromarray(small(opened(drawn(plot, ".png"))).round().astype(np.uint8))
        picture.save(HERE / f"{kind}.png", optimize=True)


if __name__ == "__main__":
    make_golden()
