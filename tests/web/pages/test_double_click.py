"""A double click in a browser does once what the form does."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model.classroom import WEB
from tests.reports.page.browser import needs_chromium, opened
from tests.web.pages.in_browser import on_a_port, sign_in
from tests.web.sites import served
from tests.web.test_locked import locked

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
_TWICE = """() => {
    const button = document.querySelector("section[aria-labelledby=by-hand] button");
    button.click();
    setTimeout(() => button.click(), 200);
}"""


def test_a_double_click_does_it_once(tmp_path: Path) -> None:
    with served(tmp_path) as site, on_a_port(site) as address, opened() as tab:
        sent = []
        tab.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        sign_in(tab, site, "gil", address)
        tab.goto(f"{address}/staff/problems/quiz/student?id=bob")
        tab.fill("#comment", "look at row 2")
        with locked(site):  # so the first is not answered before the second click
            tab.evaluate(_TWICE)
            tab.wait_for_timeout(1000)
            assert sent == [f"{address}/staff/problems/quiz/student/mark"]
        assert tab.get_by_text("It is decided.").first.inner_text()
        with site.store() as store:
            assert [mark.text for mark in store.marks.of("quiz", WEB)] == ["look at row 2"]
