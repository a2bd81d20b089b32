"""A person at a site, in a browser: every page they come to is looked at, and nothing is asked of other machines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal, get_args
from urllib.parse import urlsplit

from judge.model import Account, Student
from judge.store import Store
from tests.reports.browser import PATIENCE_MS, assert_clean

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    from judge.web import Settings
    from tests.web.running import Running

Scheme = Literal["light", "dark"]
NARROW_AND_WIDE: Final = (390, 1280)


class Visitor:
    """A person with a browser of their own. `heard` is what went wrong: requests elsewhere, and all that the console
    says, such as a fault of a script, a violation of the policy, a page that is not there."""

    def __init__(self, tab: Page, site: Running | Settings) -> None:
        self.tab, self.site = tab, site
        self.heard: list[str] = []
        tab.set_default_timeout(PATIENCE_MS)
        tab.context.on("request", self._asked)
        tab.context.on("console", self._said)
        tab.on("pageerror", lambda fault: self.heard.append(str(fault)))

    def go(self, path: str) -> None:
        self.tab.goto(self.site.address + path)

    def come_in(self, owner: str, role: Account.Role = "student") -> None:
        """Open a personal link of this account, which is made, and sign in."""
        with Store(self.site.store) as store:
            account = store.accounts.enter(Student(owner, owner.title()), role, "")
            secret, _ = store.credentials.make("link", account, account.role, 600.0, "")
        self.go(f"/in/{secret}")
        self.press("Sign in")

    def press(self, name: str) -> None:
        """Press the button of this name, and wait for the page behind it."""
        self.tab.get_by_role("button", name=name, exact=True).click()
        self.tab.wait_for_load_state()

    def follow(self, name: str) -> None:
        """Follow the first link of this name in the page itself."""
        self.tab.locator("main").get_by_role("link", name=name, exact=True).first.click()
        self.tab.wait_for_load_state()

    def reads(self, words: str) -> None:
        """Wait until the page says this."""
        self.tab.locator("main").get_by_text(words).first.wait_for()

    def look(self) -> None:
        """Look at the page, narrow or wide, by day or by night: axe finds nothing, and nothing scrolls sideways. Which
        of the four is another one for each commit."""
        drawn = Random(os.environ.get("JUDGE_SAMPLE", "") + urlsplit(self.tab.url).path)
        assert_clean(self.tab, drawn.choice(NARROW_AND_WIDE), drawn.choice(get_args(Scheme)))

    def hand_in(self, name: str, text: bytes) -> None:
        """Choose a file in the form of a problem, and hand it in."""
        self.tab.get_by_label("Your file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text})
        self.press("Hand in")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.site.address + "/", "data:")):
            self.heard.append(request.url)

    def _said(self, message: ConsoleMessage) -> None:
        self.heard.append(f"{message.type}: {message.text}")


@contextmanager
def visitor(browser: Browser, site: Running | Settings, *, script: bool = True) -> Iterator[Visitor]:
    """Let somebody come with an empty browser, perhaps one without JavaScript."""
    with browser.new_context(java_script_enabled=script) as context:
        made = Visitor(context.new_page(), site)
        yield made
        assert not made.heard, made.heard


def drop(tab: Page, file: Path, where: str) -> None:
    """Drop a file from another program on what the selector `where` finds, as a person does with a mouse."""
    tab.locator(where).scroll_into_view_if_needed()
    box = tab.locator(where).bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] - 20, "y": box["y"] + 12}  # not just where the browser's own field is
    devtools = tab.context.new_cdp_session(tab)
    data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": kind, "data": data, **at})
    devtools.detach()
