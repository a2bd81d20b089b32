"""How the pages of a run look, held against pictures that somebody has looked at: site/golden/.

What is compared is coarse: a table that is missing or a style that is broken is seen, another version of a font is not.
JUDGE_TESTS_TELL=1 writes the pictures anew.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from judge.reports.site.write import write_site
from tests.reports.page.browser import needs_chromium, opened
from tests.reports.runs import record

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

GOLDEN = Path(__file__).parent / "golden"
HEIGHT = 1200  # pixels of a page
KEPT = 900  # pixels across that are kept of a wide one
BLOCK = 24  # pixels of what is kept that are compared as one
FAR = 20  # levels of 255 between two blocks that look different
MOST = 0.04  # of all blocks: other letters are about half of that
WIDTHS = (390, 900, 1920)
PAGES = {
    "contest": "index.html",
    "problem": "1-lizards.html",
    "submission": "1-s05-*.html",
    "case": "1-c007.html",
}
PLOTTED = f"""() => [...document.querySelectorAll('figure.plot')]
    .every(one => one.getBoundingClientRect().top > {HEIGHT} || one.querySelector('canvas'))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site") / "report"
    write_site(record(6, 30, 3), made)
    return made


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


def taken(tab: Page, path: Path, width: int, broken: str = "") -> Image.Image:
    """Return how a page looks at the top; `broken` is done to it before."""
    tab.set_viewport_size({"width": width, "height": HEIGHT})
    tab.goto("about:blank")
    tab.goto(path.as_uri())
    tab.wait_for_function(PLOTTED)
    if broken:
        tab.evaluate(broken)
    image = Image.open(io.BytesIO(tab.screenshot())).convert("RGB")
    kept = min(KEPT, width)
    small = image.resize((kept, round(HEIGHT * kept / width)), Image.Resampling.BOX)
    return small.quantize(32, dither=Image.Dither.NONE)


def unlike(one: Image.Image, other: Image.Image) -> float:
    """Return which share of the blocks of two pictures look different."""
    assert one.size == other.size
    size = (one.width // BLOCK, one.height // BLOCK)
    left, right = (np.asarray(it.convert("RGB").resize(size, Image.Resampling.BOX), dtype=float) for it in (one, other))
    return float((np.abs(left - right).max(axis=2) > FAR).mean())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_looks_as_it_did(tab: Page, folder: Path, kind: str, width: int) -> None:
    (path,) = folder.glob(PAGES[kind])
    image, golden = taken(tab, path, width), GOLDEN / f"{kind}-{width}.png"
    if os.environ.get("JUDGE_TESTS_TELL"):
        GOLDEN.mkdir(exist_ok=True)
        image.save(golden, optimize=True)
    share = unlike(image, Image.open(golden))
    print(f"{kind} {width}: {share:.3f} of the blocks differ")
    assert share <= MOST
    assert golden.stat().st_size < 60_000


@pytest.mark.parametrize(
    "broken",
    [
        "document.querySelector('main table').remove()",
        "document.querySelector('link[rel=stylesheet]').remove()",
        "document.querySelectorAll('table *').forEach(one => one.style.display = 'block')",
    ],
)
@pytest.mark.parametrize("kind", ["contest", "problem", "submission", "case"])
def test_what_is_broken_is_seen(tab: Page, folder: Path, kind: str, broken: str) -> None:
    (path,) = folder.glob(PAGES[kind])
    if kind == "case" and "table" in broken and "remove" in broken:
        broken = "document.querySelectorAll('main table, main svg').forEach(one => one.remove())"
    assert unlike(taken(tab, path, 900, broken), Image.open(GOLDEN / f"{kind}-900.png")) > 1.5 * MOST


def test_another_font_is_not_seen(tab: Page, folder: Path) -> None:
    """Letters that are a hundredth wider stand for another version of the font."""
    wider = "document.body.style.letterSpacing = '0.01em'"
    for kind, name in PAGES.items():
        (path,) = folder.glob(name)
        assert unlike(taken(tab, path, 900, wider), Image.open(GOLDEN / f"{kind}-900.png")) <= MOST, kind
