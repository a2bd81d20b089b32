"""The pages about work in a browser: clean at any width, by day and night; a regrade tells how far it is by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.model import Verdict
from judge.submissions.read import handed_in
from tests.reports.page.browser import assert_clean, needs_chromium, opened
from tests.web.judged import judge
from tests.web.pages.in_browser import on_a_port, sign_in
from tests.web.pages.test_regrade import judge_again, problem_of
from tests.web.sites import RIGHT, WRONG, TestSite, served

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

AC, WA = Verdict.AC, Verdict.WA
CLASS = "/staff/problems/quiz"
PAGES = (CLASS, f"{CLASS}?by=-points", f"{CLASS}/student?id=bob", f"{CLASS}/exports", "/staff/course")


def hand_in(site: TestSite) -> None:
    for owner, source, verdicts in (("ada", RIGHT, (AC, AC)), ("bob", WRONG, (AC, WA))):
        one = handed_in(owner, "quiz", "main.py", (("main.py", source),))
        with site.store() as store:
            store.queue.add("quiz", owner, owner, one, 1.0, replaces=False)
            judge(store, problem_of(site), *verdicts)


def test_a_regrade_is_watched_and_applied_and_every_page_is_clean(tmp_path: Path) -> None:
    with served(tmp_path) as site, on_a_port(site) as address, opened() as tab:
        hand_in(site)
        faults = list[str]()
        tab.on("console", lambda message: faults.append(message.text))
        sign_in(tab, site, "ines", address)
        tab.goto(f"{address}{CLASS}/regrade")
        assert_clean(tab, 390, "light")
        tab.fill("#reason", "case four was wrong")
        tab.click("button:has-text('Judge again')")
        assert tab.locator(".phase").inner_text().startswith("It waits")
        assert_clean(tab, 390, "dark")
        judge_again(site, AC, AC)
        tab.click("text=See what it would change")
        assert_clean(tab, 390, "light")
        tab.click("button:has-text('Apply it')")
        assert tab.locator("[role=status]").inner_text().startswith("The regrade is applied")
        for path in PAGES:
            tab.goto(address + path)
            for width in (390, 1280):
                assert_clean(tab, width, "dark" if width == 390 else "light")
        tab.goto(f"{address}{CLASS}/exports")
        with tab.expect_download() as found:
            tab.click("text=Download gradebook")
        assert found.value.suggested_filename == "quiz-gradebook.csv"
        assert faults == []
