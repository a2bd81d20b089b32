"""Pictures in a browser: alone and in a page, light and dark, and the largest one that is promised."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import pytest
from PIL import Image

from judge.reports.page.html import joined
from judge.reports.page.style import COLOURS, style
from judge.reports.page.templates import _environment
from judge.reports.picture.chosen import file_sketch
from judge.reports.picture.looks import DARK, LIGHT
from judge.reports.picture.scene import scene_of
from judge.reports.picture.svg import STYLE, AnswerDrawing, answers_svg, board_svg, svg_file
from tests.reports.page.browser import needs_chromium, opened
from tests.reports.picture.boards import board, crowd

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
Scheme = Literal["light", "dark"]
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"
# Both frames after an image is decoded: it is painted.
PAINTED = """async () => {
  const image = new Image();
  image.src = document.querySelector('image').getAttribute('href');
  await image.decode();
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [image.naturalWidth, image.naturalHeight, performance.now()];
}"""
PAGE = '{% extends "page/base.html" %}{% block content %}{{ parts }}{% endblock %}'
SCHEMES = pytest.mark.parametrize(("scheme", "mode"), [("light", LIGHT), ("dark", DARK)])


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        page.set_viewport_size({"width": 1200, "height": 1200})
        yield page


def shown(tab: Page) -> np.ndarray:
    """Return the pixels of what is on the screen."""
    return np.asarray(Image.open(BytesIO(tab.screenshot())).convert("RGB")).astype(int)


def has(pixels: np.ndarray, name: str, mode: int, at_least: int = 20) -> bool:
    """Say whether a colour is seen."""
    colour = [int(COLOURS[name][mode][k : k + 2], 16) for k in (1, 3, 5)]
    return int((abs(pixels - colour).max(axis=2) < 3).sum()) >= at_least


@SCHEMES
def test_a_file_is_seen_by_itself(tab: Page, tmp_path: Path, scheme: Scheme, mode: int) -> None:
    scene = scene_of(board(8, (1, 1), (4, 4), (8, 1), trees=[(2, 2)]), "queen", ((1, 1), (4, 4)))
    file = tmp_path / "board.svg"
    file.write_text(svg_file(scene, file_sketch(scene)), encoding="utf-8")
    tab.emulate_media(color_scheme=scheme)
    tab.goto(file.as_uri())
    pixels = shown(tab)
    for name in ("page", "cell", "text", "tree", "alarm"):
        assert has(pixels, name, mode), name


def test_a_large_board_is_painted(tab: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """1000 x 1000, 97,000 pieces, 25 % trees: every cell is decoded and on the screen, in less than 300 kB."""
    marks = ((10, 10), (410, 310), (810, 610))
    grid = crowd()
    for row, column in marks:
        grid[row - 1, column - 1] = 1
    scene = scene_of(grid, "spy", marks)
    file = tmp_path / "board.svg"
    file.write_text(svg_file(scene, file_sketch(scene)), encoding="utf-8")
    assert file.stat().st_size < 300_000
    tab.emulate_media(color_scheme="light")
    tab.goto(file.as_uri())
    width, height, painted = tab.evaluate(PAINTED)
    assert (width, height) == (1000, 1000)
    with capsys.disabled():
        print(f"\nloaded after {tab.evaluate(LOADED):.0f} ms, painted after {painted:.0f} ms")
    pixels = shown(tab)
    for name, least in (("cell", 500_000), ("forest", 200_000), ("text", 80_000), ("alarm", 1000)):
        assert has(pixels, name, LIGHT, least), name


@SCHEMES
@pytest.mark.parametrize("width", [390, 1200])
def test_a_page_shows_boards_answers_and_an_image(
    tab: Page, tmp_path: Path, scheme: Scheme, mode: int, width: int
) -> None:
    """Its policy forbids no part of them, and none is wider than the screen."""
    grid = board(20, trees=[(3, 3), (9, 5)])
    answer = board(20, (1, 1), (7, 7), trees=[(3, 3), (9, 5)])
    under = scene_of(grid, "queen")
    defs, answers = answers_svg(under, [AnswerDrawing(answer), AnswerDrawing(answer, ((1, 1), (7, 7)))], "b")
    parts = [defs, *answers, board_svg(crowd()[:300, :300], "queen"), board_svg(answer, "queen", (), [(7, 7)])]
    file = tmp_path / "page.html"
    page = _environment().from_string(PAGE).render(title="Boards", css=style(STYLE), parts=joined(*parts))
    file.write_text(page, encoding="utf-8")
    said: list[str] = []
    tab.on("console", lambda message: said.append(message.text))
    tab.set_viewport_size({"width": width, "height": 2600})
    tab.emulate_media(color_scheme=scheme)
    tab.goto(file.as_uri())
    assert said == []
    assert tab.get_by_role("img").count() == 4
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.evaluate(PAINTED)[0] == 300
    assert has(shown(tab), "tree", mode)
    first = tab.get_by_role("img").nth(0)
    pixels = np.asarray(Image.open(BytesIO(first.screenshot())).convert("RGB")).astype(int)
    for name in ("cell", "tree", "text"):
        assert has(pixels, name, mode, 10), f"{name}: the shared board is seen below the answer"
