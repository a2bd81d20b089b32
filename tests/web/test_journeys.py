"""What people do at a site, in a real browser, with real judges: a student, an instructor, the host of a contest. Every
page they come to is looked at, and nothing is asked of other machines."""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Literal, get_args
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest

from judge.model import Account, Student, Verdict
from judge.store import Store
from tests.make import files
from tests.reports.browser import PATIENCE_MS, assert_clean, needs_chromium, opened
from tests.web.pages.test_grading import judge_again
from tests.web.running import Running, reachable, started, until
from tests.web.sites import TestSite, contest, quiz, served, submit
from tests.web.test_at_once import locked

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    from judge.web import Settings

needs_chromium()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

# Two lizards of the second sample see each other. It takes a second for each case, so that one can watch.
WRONG = b"""import time
time.sleep(1)
n = int(open("input.txt").read().split()[1])
rows = "10 02".split() if n == 2 else ["11" + "0" * (n - 2), *["0" * n] * (n - 1)]
print("OK", *rows, sep="\\n")
"""
SOLVED = b"""n = open("input.txt").read().split()[1]
rows = {"2": "10 02", "3": "100 001 000", "4": "0010 1000 0001 0100"}[n].split()
print("OK", *rows, sep="\\n")
"""
# Keeps how many letters of cases were there, and how many to come, whenever the page changed.
WATCH = """() => {
  const shown = (what) => document.querySelectorAll("[sse-swap=letters] " + what).length;
  window.watched = [];
  const seen = new MutationObserver(() => window.watched.push([shown(".mark"), shown(".yet")]));
  seen.observe(document.querySelector("main"), {childList: true, subtree: true});
}"""
QUIZ = "/staff/problems/quiz"
Scheme = Literal["light", "dark"]
NARROW_AND_WIDE: Final = (390, 1280)
# What has the focus: a field by the first line of its label.
FOCUSED = """() => {
  const one = document.activeElement, label = one.labels && one.labels[0] && one.labels[0].firstChild;
  return (label ? label.textContent : one.innerText || "").trim();
}"""
# The cells whose text runs over the next one.
SPILT = """() => [...document.querySelectorAll("td, th")].filter((one) => one.scrollWidth > one.clientWidth + 1 &&
  getComputedStyle(one).overflowX == "visible").map((one) => one.innerText)"""
OVERFLOW = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
TWICE = """() => {
    const button = document.querySelector("section[aria-labelledby=by-hand] button");
    button.click();
    setTimeout(() => button.click(), 200);
}"""


class Visitor:
    """A person at a site, with a browser of their own. `heard` is what went wrong: requests elsewhere, and all that the
    console says, such as a fault of a script, a violation of the policy, a page that is not there."""

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
        """Follow the first link of this name in the page itself: by a key, as a part that fills meanwhile may move it
        away from under a mouse."""
        with self.tab.expect_navigation():
            self.tab.locator("main").get_by_role("link", name=name, exact=True).first.press("Enter")

    def reads(self, words: str) -> None:
        """Wait until the page says this."""
        self.tab.locator("main").get_by_text(words).first.wait_for()

    def look(self) -> None:
        """Look at the page, narrow or wide, by day or by night: axe finds nothing, and nothing scrolls sideways. Which
        of the four is another one for each commit. In no width a text runs over the next one."""
        drawn = Random(os.environ.get("JUDGE_SAMPLE", "") + urlsplit(self.tab.url).path)
        assert_clean(self.tab, drawn.choice(NARROW_AND_WIDE), drawn.choice(get_args(Scheme)))
        for width in NARROW_AND_WIDE:
            self.tab.set_viewport_size({"width": width, "height": 800})
            assert self.tab.evaluate(SPILT) == []

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


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with opened() as tab:
        assert tab.context.browser
        yield tab.context.browser


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The quiz with a second sample, on which two lizards can see each other."""
    package = quiz(tmp_path_factory.mktemp("site"))
    three = {"input.txt": "DFS\n3\n2\n000\n000\n000\n", "answer.txt": "OK\n100\n001\n000\n"}
    files(package / "sample/three", three)
    with started(package.parent, "--problem", str(package), "--share-core") as running:
        until(running.well)
        yield running


def test_a_student_from_the_link_to_the_leaderboard(browser: Browser, site: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(WRONG)
    with visitor(browser, site) as ada:
        ada.go("/")
        ada.reads("personal link")
        ada.look()
        ada.come_in("ada")
        ada.reads("Choose a problem")
        ada.look()
        ada.follow("Quiz")
        assert ada.tab.locator(".boards svg").count() == 4, "two samples, each with its answer"
        ada.look()
        drop(ada.tab, tmp_path / "mine.py", ".drop")
        ada.press("Hand in")
        ada.tab.evaluate(WATCH)
        ada.reads("Wrong answer")
        watched = ada.tab.evaluate("window.watched")
        assert any(there and more for there, more in watched), "letters come without the page being loaded again"
        assert not ada.tab.locator("[sse-swap=letters] .yet").count()
        ada.look()
        assert_diagnosed(ada)
        ada.follow("Problem")
        ada.hand_in("better.py", SOLVED)
        ada.reads("10 of 10 points")
        ada.follow("Your submissions")
        assert ada.tab.locator("tbody tr").count() == 2
        ada.look()
        ada.follow("to the one before")
        assert ada.tab.locator(".diff .removed", has_text="time.sleep").count()
        ada.look()
        ada.tab.go_back()
        ada.follow("Leaderboard")
        ada.look()
        assert_own_row(ada)
        ada.go("/tokens")
        ada.look()


def assert_diagnosed(student: Visitor) -> None:
    """The wrong case says what is wrong with it, and draws it; nothing of the secret case is drawn."""
    student.reads("E106")
    [figure] = student.tab.locator("figure").all()
    assert "your answer" in figure.inner_text()
    assert figure.locator("svg").is_visible()


def assert_own_row(student: Visitor) -> None:
    """A board is made anew every few seconds, later on a busy machine."""

    def shown() -> bool:
        [own] = student.tab.locator("tr.own").all_inner_texts()
        assert "ada (you)" in own
        if "3/3" not in own:
            student.tab.reload()
        return "3/3" in own

    until(shown)


def test_a_student_without_javascript(browser: Browser, site: Running) -> None:
    with visitor(browser, site, script=False) as bob:
        bob.come_in("bob")
        bob.follow("Quiz")
        bob.hand_in("mine.py", WRONG + b"# of bob\n")  # else that of ada is known, and there is nothing to wait for
        bob.tab.locator("noscript p").wait_for()  # it says that it loads itself again
        bob.reads("Wrong answer")  # and so it did
        assert_diagnosed(bob)
        bob.go("/problems/quiz/board")
        assert "bob (you)" in bob.tab.locator("tr.own").inner_text()
        bob.press("Sign out")
        bob.reads("personal link")


def test_a_student_by_keyboard_alone(browser: Browser, site: Running) -> None:
    with visitor(browser, site) as eve:
        eve.come_in("eve")
        tab_to(eve, "Skip to the content", "Enter")
        tab_to(eve, "Quiz", "Enter", "/problems/quiz")
        tab_to(eve, "Hand in", "Enter")
        tab_to(eve, "Paste a text instead", "Space")
        tab_to(eve, "Source")
        eve.tab.keyboard.insert_text(SOLVED.decode())
        tab_to(eve, "Hand in", "Enter", "/submissions/*")
        eve.reads("Accepted")
        tab_to(eve, "Your submissions", "Enter", "/problems/quiz/submissions")
        tab_to(eve, "Leaderboard", "Enter", "/problems/quiz/board")
        assert "eve (you)" in eve.tab.locator("tr.own").inner_text()


def tab_to(person: Visitor, name: str, key: str = "", path: str = "") -> None:
    """Press Tab until this has the focus, which can be seen; then the key, which may lead to a page."""
    for _ in range(60):
        person.tab.keyboard.press("Tab")
        if person.tab.evaluate(FOCUSED) == name:
            assert person.tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
            if key:
                person.tab.keyboard.press(key)
            if path:
                person.tab.wait_for_url(f"**{path}*")
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


def test_an_instructor_looks_after_a_class(browser: Browser, tmp_path: Path) -> None:
    """With what was judged before; each page that staff see is looked at."""
    quiz(tmp_path)
    course = tmp_path / "course.toml"
    title = "Homework 1: lizards in a garden, and how to place all of them"
    course.write_text(f'title = "CS"\n[[homework]]\nproblem = "quiz"\ntitle = "{title}"\n')
    served_so = served(tmp_path, problems=(), course=course)
    with served_so as site, reachable(site.settings) as on, visitor(browser, on) as ines:
        submit(site, "ada", -20, Verdict.AC, Verdict.AC)
        submit(site, "bob", -10, Verdict.AC, Verdict.WA)
        site.store.accounts.remove("ines", "")
        ines.come_in("ines", "instructor")
        ines.reads("Let your class in")
        ines.follow("People")
        roster = b"id,name,section\nada,Ada Lovelace,A\ncy,Maximiliane-Charlotte von und zu Hohenstein,B\n"
        ines.tab.get_by_label("CSV file").set_input_files({"name": "r.csv", "mimeType": "text/csv", "buffer": roster})
        ines.press("Show what it changes")
        ines.look()
        ines.press("Enter this list")
        ines.follow("ada")
        ines.look()
        ines.press("Make a link")
        ines.reads("shown once")
        ines.look()
        ines.go(f"{QUIZ}/terms")
        ines.tab.get_by_label("Deadline").fill("2099-12-31 23:59 UTC")
        ines.press("Change the dates")
        ines.reads("2099-12-31")
        ines.look()
        ines.go(f"{QUIZ}/student?id=cy")
        ines.tab.get_by_label("these points").check()
        ines.tab.get_by_label("Points of").fill("7")
        ines.tab.get_by_label("Why").fill("shown on paper")
        decide_with_a_double_click(ines, site)
        ines.reads("7 of 10 points")
        ines.look()
        regrade(ines, site)
        with ines.tab.expect_download() as coming:
            ines.go(f"{QUIZ}/exports")
            ines.press("Download gradebook")
        rows = csv.DictReader(coming.value.path().read_text("utf-8-sig").splitlines())
        assert {row["id"]: row["points"] for row in rows} == {"ada": "10", "bob": "10", "cy": "7"}
        staff = ("", "/queue", "/log", "/course", "/people", "/problems/quiz", "/problems/quiz/exports")
        for path in (*(f"/staff{one}" for one in staff), "/problems/quiz/board"):
            ines.go(path)
            ines.look()


def decide_with_a_double_click(ines: Visitor, site: TestSite) -> None:
    """It is sent once, and so it is done once."""
    sent = []
    ines.tab.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with locked(site):  # so the first is not answered before the second click
        ines.tab.evaluate(TWICE)
        ines.tab.wait_for_timeout(1000)
        assert sent == [f"{ines.site.address}{QUIZ}/student/mark"]


def regrade(ines: Visitor, site: TestSite) -> None:
    """Judge again for a reason, look at who gains and loses, and apply it."""
    ines.go(f"{QUIZ}/regrade")
    ines.look()
    ines.tab.get_by_label("Why").fill("case four was wrong")
    ines.press("Judge again")
    judge_again(site, Verdict.AC, Verdict.AC)
    ines.follow("See what it would change")
    ines.reads("Who gains or loses")
    assert {"bob", "+10"} < {*ines.tab.locator("table").last.inner_text().split()}
    ines.look()
    ines.press("Apply it")
    ines.reads("The regrade is applied")


def test_a_host_holds_a_contest(browser: Browser, tmp_path: Path) -> None:
    names = [*(f"Zoo {number}" for number in range(39)), "Cooks without borders, a team whose name is very long"]
    teams = "".join(f'[[team]]\nname = "{name}"\n' for name in names)
    with contest(tmp_path, 60, 120, teams=teams) as site, reachable(site.settings) as on:  # noqa: SIM117
        with visitor(browser, on) as host, visitor(browser, on) as hall, visitor(browser, on) as team:
            host.come_in("hal", "host")
            team.come_in("ada")
            team.reads("The contest begins on")
            team.look()
            hall.tab.set_viewport_size({"width": 1920, "height": 1080})
            hall.go("/contest/beamer")
            host.go("/contest/sure?word=start")
            host.look()
            said(host, "Start now")
            hall.tab.locator(".phase", has_text="runs").wait_for()
            submit(site, "ada", 0, Verdict.AC, Verdict.AC)
            hall.tab.locator("tr[data-team=t-ada] .first").wait_for()
            assert_thirty_fit(hall.tab)
            team.go("/contest")
            said(host, "Freeze the scoreboard")
            hall.tab.locator(".phase", has_text="frozen").wait_for()
            submit(site, "bob", 0, Verdict.AC, Verdict.AC)
            hall.tab.locator("tr[data-team=t-bob] .pending").wait_for()
            team.tab.locator("tr[data-team=t-bob] td.fresh").wait_for()
            assert team.tab.locator("tr.own th").inner_text().endswith("your team"), "a script has marked it again"
            assert team.tab.locator(".clock .left").inner_text()
            hall.look()
            host.look()
            host.follow("As the jury sees it")
            host.tab.locator("tr[data-team=t-bob] .solved").wait_for()
            later_s = time.time() + 2 * 3600  # when it is over
            with patch.object(time, "time", lambda: later_s):
                reveal(host)
                hall.tab.locator("tr[data-team=t-bob] .solved").wait_for()


def said(host: Visitor, button: str) -> None:
    """Say something as the host of the contest, who is asked whether that is meant."""
    host.go("/contest")
    host.follow(button)
    host.press(button)
    host.tab.locator("p.done").wait_for()


def reveal(host: Visitor) -> None:
    """Go through what was hidden by keys, then show it to everybody."""
    host.go("/contest/reveal")
    host.look()
    while host.tab.get_by_role("link", name="Next").count():
        with host.tab.expect_navigation():
            host.tab.keyboard.press("ArrowRight")
    host.tab.locator("tr[data-team=t-bob] .solved").wait_for()
    said(host, "Show the result to everybody")


def assert_thirty_fit(tab: Page) -> None:
    tab.wait_for_selector("tbody[hidden]", state="attached")
    rows = tab.locator("tbody:not([hidden]) tr")
    assert rows.count() == 30
    assert all(row.is_visible() for row in rows.all())
    last = rows.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 1080
    assert tab.evaluate(OVERFLOW) == [0, 0]
