"""The page of a class in a browser: at every width, by day and night, for a screen reader; and nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from judge.reports.class_page.page import class_page
from tests.reports.classroom import overview
from tests.reports.page.browser import WIDTHS, alone, assert_clean, needs_chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SCROLLED = """
    () => {
        const grid = document.querySelector('.grid');
        grid.scrollLeft = 200;
        grid.scrollTop = 400;
        const left = grid.querySelectorAll('tbody th')[30].getBoundingClientRect().left;
        const top = grid.querySelectorAll('thead th')[3].getBoundingClientRect().top;
        const box = grid.getBoundingClientRect();
        return [Math.abs(left - box.left) < 2, Math.abs(top - box.top) < 2];
    }
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    with opened() as page:
        yield page


@pytest.fixture
def shown(tab: Page, tmp_path: Path) -> Iterator[Page]:
    """The page of a class of 65 in the tab."""
    with alone(tab, tmp_path / "class.html", class_page(overview(60))) as page:
        yield page


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_scrolls_but_the_tables(
    shown: Page, width: int, scheme: Literal["light", "dark"]
) -> None:
    assert_clean(shown, width, scheme)


def test_names_and_cases_stay_in_sight_while_the_table_is_scrolled(shown: Page) -> None:
    shown.emulate_media(media="screen")
    shown.set_viewport_size({"width": 390, "height": 800})
    assert shown.evaluate(SCROLLED) == [True, True]


def test_on_paper_it_is_light_and_no_table_is_cut(shown: Page) -> None:
    shown.emulate_media(media="print", color_scheme="dark")
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert shown.evaluate("getComputedStyle(document.querySelector('.grid')).overflow") == "visible"
