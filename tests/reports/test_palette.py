"""Of each verdict the look stands once: what is changed there is seen everywhere."""

from __future__ import annotations

import colorsys
import re
import subprocess
import sys
from pathlib import Path

import pytest

import judge
from judge.model import Verdict
from judge.reports.page.style import COLOURS
from judge.reports.palette import LOOKS, style_of

ROOT = Path(judge.__file__).parent
FOREIGN = {"chart.js", "htmx.js", "htmx-sse.js"}
SHOWING = [
    path
    for folder in ("reports", "web", "cli", "api")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".css", ".html", ".js", ".svg") and path.name not in (*FOREIGN, "palette.py")
]
HUES = {"red": 0, "yellow": 60, "green": 120, "cyan": 180, "blue": 240, "magenta": 300}

# What shows a verdict, in a judge whose TLE looks otherwise: nothing has been imported when that is changed.
CHANGED = """
import msgspec
from judge.model import Verdict
from judge.reports import palette

new = palette.Look("Z", "#010203", "#0a0b0c", "bold cyan", ((1, 2), (3, 4), (5, 6)), 7)
palette.LOOKS[Verdict.TLE] = new

from judge.reports.class_page.style import CSS
from judge.reports.notebook.element import badge
from judge.reports.page.marks import mark
from judge.reports.page.style import style
from judge.reports.site.assets import assets
from judge.reports.terminal.letters import LETTERS, marked, unready
from judge.reports.web.style import web_style

letters = marked("a", {"secret": [(LETTERS[Verdict.TLE], Verdict.TLE)]})
print("letters", letters.plain, letters.spans)
print("word", unready("a", Verdict.TLE, "").spans)
print("mark", mark(Verdict.TLE))
print("page", style())
print("class", CSS)
print("web", web_style())
print("run", dict(assets())["assets/report.css"].decode().replace("\\n", ""))
print("notebook", badge(Verdict.TLE))
"""


def test_a_changed_look_is_seen_everywhere() -> None:
    done = subprocess.run([sys.executable, "-c", CHANGED], capture_output=True, text=True, check=True, timeout=120)
    shown = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    assert "Z" in shown["letters"]
    assert "bold cyan" in shown["letters"]
    assert "bold cyan" in shown["word"]
    assert "M1 2 3 4 5 6Z" in shown["mark"]
    assert ">Z<" in shown["mark"]
    for page in ("page", "class", "web", "run"):
        assert "--TLE:#010203" in shown[page], page
        assert "--TLE:#0a0b0c" in shown[page], page
    assert "polygon(4.167% 8.333%,12.5% 16.67%,20.83% 25%)" in shown["run"]
    assert "#010203" in shown["notebook"]
    for former in (*LOOKS[Verdict.TLE].colours, "bold blue"):
        assert former not in done.stdout


def test_no_other_file_holds_the_colour_of_a_verdict() -> None:
    assert len(SHOWING) > 200
    colours = re.compile("|".join(colour for look in LOOKS.values() for colour in look.colours), re.IGNORECASE)
    assert [path for path in SHOWING if colours.search(path.read_text("utf-8"))] == []


def test_no_other_file_lists_verdicts_with_a_style() -> None:
    listed = re.compile(r"""Verdict\.TLE: *"(?!Time Limit)|["']TLE["']: *[("']|Text\(["'](AC|TLE|WA|JE)["'], ["']""")
    assert [path for path in SHOWING if listed.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("verdict", Verdict)
def test_a_page_has_the_colours_of_the_palette(verdict: Verdict) -> None:
    assert COLOURS[verdict] == LOOKS[verdict].colours


@pytest.mark.parametrize("verdict", Verdict)
def test_a_terminal_has_the_hue_of_the_page(verdict: Verdict) -> None:
    red, green, blue = (int(LOOKS[verdict].light[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if saturation > 0.2:  # the others are grey on a page, which no terminal shows on every ground
        apart = abs(360 * hue - HUES[LOOKS[verdict].style.split()[-1]])
        assert min(apart, 360 - apart) <= 40


def test_letters_and_shapes_tell_verdicts_apart_without_a_colour() -> None:
    assert set(LOOKS) == set(Verdict)
    assert len({look.letter for look in LOOKS.values()}) == len(LOOKS)
    round_ = [verdict for verdict, look in LOOKS.items() if not look.corners]
    assert round_ == [Verdict.AC, Verdict.JE]  # a disc with a check, and a dashed ring
    assert len({look.corners for look in LOOKS.values()}) == len(LOOKS) - 1


def test_a_word_that_is_no_verdict_is_bold() -> None:
    assert (style_of("TLE"), style_of("error"), style_of("")) == (LOOKS[Verdict.TLE].style, "bold", "bold")
