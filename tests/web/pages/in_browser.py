"""A site where a browser reaches it, and somebody who is signed in there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.web.listening import reachable
from tests.web.sites import TestSite

if TYPE_CHECKING:
    from playwright.sync_api import Page


@contextmanager
def on_a_port(site: TestSite) -> Iterator[str]:
    """Serve it where a browser reaches it, and return the address."""
    with reachable(site.settings) as settings:
        yield settings.address


def sign_in(tab: Page, site: TestSite, owner: str, address: str) -> None:
    """Give the tab the cookies of this person, and of nobody else."""
    cookies = [{"name": name, "value": value, "url": address} for name, value in site.browser(owner).cookies.items()]
    tab.context.clear_cookies()
    tab.context.add_cookies(cookies)  # type: ignore[arg-type]
