"""The page of alike submissions in a browser: at every width, by day and night, on paper; and nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from judge.reports.similar_page.page import similar_page
from tests.reports.page.browser import WIDTHS, faults, needs_chromium, opened
from tests.reports.similarities import alike

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture
def shown(tab: Page, tmp_path: Path) -> Iterator[Page]:
    """The page in the tab. Nothing else is asked for, nothing is refused, nothing pops up."""
    file, heard = tmp_path / "alike.html", list[str]()
    file.write_text(similar_page(alike()), encoding="utf-8")
    tab.on("request", lambda request: heard.append(request.url) if request.url != file.as_uri() else None)
    tab.on("console", lambda message: heard.append(message.text))
    tab.on("dialog", lambda dialog: heard.append(dialog.message))
    tab.goto(file.as_uri())
    yield tab
    assert heard == []


@pytest.mark.parametrize("width", [320, *WIDTHS])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    shown: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    shown.emulate_media(media="screen", color_scheme=scheme)
    shown.set_viewport_size({"width": width, "height": 800})
    assert faults(shown) == []
    assert shown.evaluate(SIDEWAYS) == 0


def test_on_paper_it_is_light_and_parts_keep_their_colours(shown: Page) -> None:
    shown.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    colours = "[...document.querySelectorAll('mark')].map(one => getComputedStyle(one).backgroundColor)"
    assert len(set(shown.evaluate(colours))) == 2
