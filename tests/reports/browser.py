"""A browser without a window, for tests that look at pages as students do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE_MS = 300_000  # a busy machine is not a fault of the page
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LEVELS = {"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"}  # A and AA of WCAG, of every version
CHROMIUM = shutil.which("chromium")
# It asks nobody on the network for anything.
_QUIET = ("--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update")
_ARGUMENTS = ("--disable-gpu", "--disable-sync", *_QUIET)


def needs_chromium() -> None:
    """Skip a module of tests where there is no browser, or nothing that drives it."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed: apt-get install chromium", allow_module_level=True)
    pytest.importorskip("playwright", reason="playwright is not installed: pip install '.[author]'")


@contextmanager
def opened() -> Iterator[Page]:
    """Start a browser with one empty page."""
    from playwright.sync_api import sync_playwright

    box = ("--no-sandbox",) if os.geteuid() == 0 else ()  # chromium refuses to have one for root
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=[*_ARGUMENTS, *box], timeout=PATIENCE_MS)
        try:
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_MS)
            yield page
        finally:
            browser.close()


def assert_clean(tab: Page, width: int, scheme: Literal["light", "dark"]) -> None:
    """Look at a page of this width, by day or night: axe finds nothing, and nothing but tables scrolls sideways."""
    tab.emulate_media(media="screen", color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": 800})
    assert faults(tab) == []
    assert tab.evaluate(SIDEWAYS) == 0


def faults(tab: Page) -> list[str]:
    """Return what axe finds on a page against WCAG's levels A and AA, and what else it calls serious."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(tab, options={"preload": False, "resultTypes": ["violations"]}).response["violations"]
    heavy = [one for one in found if LEVELS & {*one["tags"]} or one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in heavy]
