"""The page of alike submissions in a browser: at every width, by day and night, on paper; and nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from judge.reports.similar_page.page import similar_page
from tests.reports.page.browser import WIDTHS, alone, assert_clean, needs_chromium, opened
from tests.reports.similarities import alike

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture
def shown(tab: Page, tmp_path: Path) -> Iterator[Page]:
    """The page in the tab."""
    with alone(tab, tmp_path / "alike.html", similar_page(alike())) as page:
        yield page


@pytest.mark.parametrize("width", [320, *WIDTHS])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    shown: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    assert_clean(shown, width, scheme)


def test_on_paper_it_is_light_and_parts_keep_their_colours(shown: Page) -> None:
    shown.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    colours = "[...document.querySelectorAll('mark')].map(one => getComputedStyle(one).backgroundColor)"
    assert len(set(shown.evaluate(colours))) == 2
