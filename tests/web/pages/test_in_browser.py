"""The pages about work in a browser: clean at any width, by day and night; a regrade tells how far it is by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Verdict
from judge.model.classroom import WEB
from tests.reports.browser import needs_chromium, opened
from tests.web.sites import contest, served, submit
from tests.web.test_states import locked
from tests.web.visiting import on_a_port, sign_in

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

AC, WA = Verdict.AC, Verdict.WA


# --- A scoreboard in a browser ---------------------------------------------------------------------------------------
OVERFLOW = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"


def test_thirty_teams_fit_a_projector(tmp_path: Path) -> None:
    teams = "".join(f'[[team]]\nname = "Crew {number}"\n' for number in range(40))
    with contest(tmp_path, -60, 60, teams=teams) as site, on_a_port(site) as address, opened() as tab:
        tab.set_viewport_size({"width": 1920, "height": 1080})
        tab.goto(f"{address}/contest/beamer")
        submit(site, "ada", -20, AC, AC)
        tab.wait_for_selector("tr[data-team=t-ada] td.first")
        tab.wait_for_selector("tbody[hidden]", state="attached")
        rows = tab.locator("tbody:not([hidden]) tr")
        assert rows.count() == 30
        assert all(row.is_visible() for row in rows.all())
        last = rows.last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 1080
        assert tab.evaluate(OVERFLOW) == [0, 0]


# --- A double click in a browser does once what the form does --------------------------------------------------------
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
