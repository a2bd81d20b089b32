"""How a verdict looks, everywhere: its colour is one constant, and shape and letter say it without a colour."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import judge
from judge.model import Verdict
from judge.reports.notebook import badge
from judge.reports.page.marks import bar, mark, strip
from judge.reports.palette import LOOKS, style_of
from judge.reports.site.pages import assets
from judge.reports.terminal.letters import marked, unready
from judge.reports.verdict_words import Kind
from tests.problems.told import hold
from tests.reports.make import TOLD

ROOT = Path(judge.__file__).parent
FOREIGN = {"chart.js", "htmx.js", "htmx-sse.js"}
SHOWING = [
    path
    for folder in ("reports", "web", "cli", "api")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".css", ".html", ".js", ".svg") and path.name not in (*FOREIGN, "palette.py")
]
HUES = {"red": 0, "yellow": 60, "green": 120, "cyan": 180, "blue": 240, "magenta": 300}


def looks() -> Iterator[str]:
    """Yield how each verdict looks: its mark, its shape and colours on the pages of a run, its letter and its badge."""
    css = dict(assets())["assets/report.css"].decode()
    for verdict in Verdict:
        yield f"{verdict}: {mark(Kind(verdict))}"
        yield from re.findall(rf"--{verdict}:[^;}}]*", css)
        letter, unmade = marked("a", {"secret": [Kind(verdict)]}), unready("a", verdict, "")
        yield f"{letter.plain}: {letter.spans}; {unmade.plain}: {unmade.spans}; {badge(verdict)}"


def test_each_look_is_as_it_is_kept() -> None:
    hold(TOLD / "looks.txt", looks())


def test_no_other_file_holds_the_colour_of_a_verdict() -> None:
    assert len(SHOWING) > 200
    colours = re.compile("|".join(colour for look in LOOKS.values() for colour in look.colours), re.IGNORECASE)
    assert [path for path in SHOWING if colours.search(path.read_text("utf-8"))] == []


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


@given(st.lists(st.floats(0, 1e6), max_size=9), st.floats(1e-3, 1e3))
def test_dots_lie_within_the_strip_and_late_ones_behind_the_line(times: list[float], limit_s: float) -> None:
    drawn = strip(times, limit_s)
    assert (drawn == "") is (not times)
    places = [int(one.split()[0]) for one in drawn.split('d="M')[-1].split("M")] if times else []
    assert all(5 <= place <= 118 for place in places)
    assert all((place <= 110) or max(times) > limit_s for place in places)
    assert all('class="late"' in bar(one, limit_s) for one in times if one > limit_s)
