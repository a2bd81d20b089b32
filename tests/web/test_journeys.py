"""What people do at a site, in a real browser, with real judges: a student, an instructor, the host of a contest."""

from __future__ import annotations

import csv
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from judge.model import Roll, Verdict
from tests.make import files
from tests.reports.browser import PATIENCE_MS, needs_chromium, opened
from tests.web.listening import reachable
from tests.web.running import Running, started, until
from tests.web.sites import RIGHT, contest, quiz, served, submit
from tests.web.test_at_once import locked
from tests.web.visiting import CUT, Visitor, drop, sign_in, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

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
TOMORROW = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
# What has the focus: a field by the first line of its label.
FOCUSED = """() => {
  const one = document.activeElement, label = one.labels && one.labels[0] && one.labels[0].firstChild;
  return (label ? label.textContent : one.innerText || "").trim();
}"""


OVERFLOW = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
TWICE = """() => {
    const button = document.querySelector("section[aria-labelledby=by-hand] button");
    button.click();
    setTimeout(() => button.click(), 200);
}"""


@pytest.fixture(name="browser", scope="module")
def _browser() -> Iterator[Browser]:
    with opened() as tab:
        assert tab.context.browser
        yield tab.context.browser


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("site")
    with started(folder, "--problem", str(package(folder)), "--share-core") as running:
        until(running.well)
        yield running


@pytest.fixture(name="tab")
def _tab(browser: Browser) -> Iterator[Page]:
    with browser.new_page() as made:
        made.set_default_timeout(PATIENCE_MS)
        yield made


def package(folder: Path) -> Path:
    """Write the quiz with a second sample, on which two lizards can see each other."""
    three = {"input.txt": "DFS\n3\n2\n000\n000\n000\n", "answer.txt": "OK\n100\n001\n000\n"}
    files(quiz(folder) / "sample/three", three)
    return folder / "quiz"


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
        watch_it_judged(ada)
        ada.look()
        assert_diagnosed(ada)
        hand_in_better(ada)
        compare(ada)
        ada.follow("Leaderboard")
        ada.look()
        assert_own_row(ada)
        ada.go("/tokens")
        ada.look()


def watch_it_judged(student: Visitor) -> None:
    """See letters and verdict come without the page being loaded again."""
    student.tab.evaluate(WATCH)
    student.reads("Wrong answer")
    watched = student.tab.evaluate("window.watched")
    assert any(there and more for there, more in watched), watched
    assert not student.tab.locator("[sse-swap=letters] .yet").count()


def assert_diagnosed(student: Visitor) -> None:
    """The wrong case says what is wrong with it, and draws it; nothing of the secret case is drawn."""
    student.reads("two lizards can eat each other")
    [figure] = student.tab.locator("figure").all()
    assert "your answer" in figure.inner_text()
    assert figure.locator("svg").is_visible()


def hand_in_better(student: Visitor) -> None:
    student.follow("Problem")
    student.hand_in("better.py", SOLVED)
    student.reads("Accepted")
    student.reads("10 of 10 points")


def compare(student: Visitor) -> None:
    """See the history, and what the second submission has changed."""
    student.follow("Your submissions")
    assert student.tab.locator("tbody tr").count() == 2
    student.look()
    student.follow("to the one before")
    assert student.tab.locator(".diff .removed", has_text="time.sleep").count()
    student.look()
    student.tab.go_back()


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


def test_an_instructor_from_the_class_list_to_the_gradebook(browser: Browser, tmp_path: Path) -> None:
    package = quiz(tmp_path)
    with started(tmp_path, "--problem", str(package), "--share-core") as site, visitor(browser, site) as host:
        until(site.well)
        host.tab.goto(site.link)
        host.look()
        host.press("Sign in")
        host.reads("Let your class in")
        enter_class(host)
        link = link_for(host, "ada")
        set_deadline(host)
        with visitor(browser, site) as ada:
            ada.tab.goto(link)
            ada.press("Sign in")
            ada.go("/problems/quiz")
            ada.reads("On time until")
            ada.hand_in("mine.py", RIGHT)
            ada.reads("10 of 10 points")
        with visitor(browser, site) as bob:
            bob.come_in("bob")
            bob.go("/problems/quiz")
            bob.hand_in("mine.py", b"print('FAIL')")
            bob.reads("0 of 10 points")
        host.go("/staff/problems/quiz")
        host.look()
        override(host)
        correct_case(site, package)
        regrade(host)
        assert gradebook(host) == {"ada": "0", "bob": "10", "cy": "7"}
        for path in ("/staff", "/staff/queue", "/staff/log", "/staff/course", "/staff/people", "/problems/quiz/board"):
            host.go(path)
            host.look()


def enter_class(host: Visitor) -> None:
    """Upload a class list, look at what it changes, and enter it."""
    host.follow("People")
    roster = b"id,name,section\nada,Ada Lovelace,A\nbob,Bob,B\ncy,Maximiliane-Charlotte von und zu Hohenstein,B\n"
    host.tab.get_by_label("CSV file").set_input_files({"name": "r.csv", "mimeType": "text/csv", "buffer": roster})
    host.press("Show what it changes")
    host.reads("3 new")
    host.look()
    host.press("Enter this list")
    host.reads("Maximiliane-Charlotte")


def link_for(host: Visitor, student: str) -> str:
    """Make a personal link, and return it."""
    host.follow(student)
    host.look()
    host.press("Make a link")
    host.reads("shown once")
    host.look()
    return host.tab.get_by_label("Address").input_value()


def set_deadline(host: Visitor) -> None:
    host.go("/staff/problems/quiz/terms")
    host.look()
    host.tab.get_by_label("Deadline").fill("2099-12-31 23:59 UTC")
    host.press("Change the dates")
    host.reads("2099-12-31")


def override(host: Visitor) -> None:
    """Give points by hand, for a reason, to the one who has handed in nothing."""
    host.tab.locator("main").get_by_role("link", name="cy Maximiliane").click()
    host.look()
    host.tab.get_by_label("these points").check()
    host.tab.get_by_label("Points of").fill("7")
    host.tab.get_by_label("Why").fill("shown on paper")
    host.press("Decide")
    host.reads("7 of 10 points")


def correct_case(site: Running, package: Path) -> None:
    """Ask for a fifth lizard, for which there is no place, in the secret case; and start again, as after any change."""
    (package / "secret/four/input.txt").write_text("DFS\n4\n5\n0000\n0000\n0000\n0000\n")
    (package / "secret/four/answer.txt").write_text("FAIL\nproof: 5 lizards, but only 4 rows\n")
    start_again(site)


def start_again(site: Running) -> None:
    before = {one.pid for one in site.children()}
    site.process.send_signal(signal.SIGHUP)
    until(lambda: len(now := {one.pid for one in site.children()}) == 2 and not now & before and site.well())


def regrade(host: Visitor) -> None:
    """Judge again for a reason, look at who gains and loses, and apply it."""
    host.follow("Regrade")
    host.look()
    host.tab.get_by_label("Why").fill("case four was wrong")
    host.press("Judge again")
    host.follow("See what it would change")
    host.reads("Who gains or loses")
    moved = host.tab.locator("table").last.inner_text().split()
    assert {"ada", "bob", "+10"} < {*moved}
    host.look()
    host.press("Apply it")
    host.reads("The regrade is applied")
    host.look()


def gradebook(host: Visitor) -> dict[str, str]:
    """Download the gradebook, and return the points of each student."""
    host.follow("Exports")
    host.look()
    with host.tab.expect_download() as coming:
        host.press("Download gradebook")
    rows = csv.DictReader(coming.value.path().read_text("utf-8-sig").splitlines())
    return {row["id"]: row["points"] for row in rows}


def test_a_host_holds_a_contest(browser: Browser, tmp_path: Path) -> None:
    quiz(tmp_path)
    plan(tmp_path, TOMORROW + timedelta(hours=1))
    with started(tmp_path, "--contest", "contest.toml", "--share-core") as site:
        until(site.well)
        with visitor(browser, site) as host, visitor(browser, site) as hall, visitor(browser, site) as team:
            host.come_in("hal", "host")
            team.come_in("ada")
            team.reads("The contest begins at")
            team.look()
            hall.go("/contest/beamer")
            host.go("/contest/sure?word=start")
            host.look()
            said(host, "Start now")
            began = datetime.now(UTC)
            hall.tab.locator(".phase", has_text="runs").wait_for()
            team.go("/problems/quiz")
            team.hand_in("mine.py", RIGHT)
            team.reads("Accepted")
            hall.tab.locator("tr[data-team=t-ada] .first").wait_for()
            team.go("/contest")
            said(host, "Freeze the scoreboard")
            hall.tab.locator(".phase", has_text="frozen").wait_for()
            rival_hands_in(browser, site)
            hall.tab.locator("tr[data-team=t-bob] .pending").wait_for()
            team.tab.locator("tr[data-team=t-bob] td.fresh").wait_for()
            assert team.tab.locator("tr.own th").inner_text().endswith("your team"), "a script has marked it again"
            assert team.tab.locator(".clock .left").inner_text()
            hall.look()
            host.look()
            host.follow("As the jury sees it")
            host.tab.locator("tr[data-team=t-bob] .solved").wait_for()
            plan(tmp_path, TOMORROW + (datetime.now(UTC) - began) + timedelta(seconds=5))
            start_again(site)
            hall.tab.locator(".phase", has_text="over").wait_for()
            assert hall.tab.locator("tr[data-team=t-bob] .pending").count(), "hidden until the host says so"
            reveal(host)
            hall.tab.locator("tr[data-team=t-bob] .solved").wait_for()
            hall.look()
            team.go("/contest")
            team.look()
            assert "Team ada" in team.tab.locator("tr.own").inner_text()
            for one in (host, hall, team):
                one.heard = [words for words in one.heard if words != CUT]


def plan(folder: Path, end: datetime) -> None:
    """Write a contest of two teams that begins tomorrow: its host begins it earlier."""
    teams = "".join(f'[[team]]\nid = "t-{one}"\nname = "Team {one}"\nmembers = ["{one}"]\n' for one in ("ada", "bob"))
    times = f"start = {TOMORROW.isoformat()}\nend = {end.isoformat(timespec='seconds')}\n"
    (folder / "contest.toml").write_text(f'name = "Cup"\n{times}[[problem]]\npackage = "quiz"\n{teams}')


def said(host: Visitor, button: str) -> None:
    """Say something as the host of the contest, who is asked whether that is meant."""
    host.go("/contest")
    host.follow(button)
    host.press(button)
    host.tab.locator("p.done").wait_for()


def rival_hands_in(browser: Browser, site: Running) -> None:
    with visitor(browser, site) as bob:
        bob.come_in("bob")
        bob.follow("Quiz")
        bob.hand_in("mine.py", b"# of bob\n" + RIGHT)
        bob.reads("Accepted")
        bob.reads("The leaderboard is frozen")


def reveal(host: Visitor) -> None:
    """Go through the hidden tries one by one, then show the result to everybody."""
    host.go("/contest")
    leads = host.tab.get_by_role("link", name="Reveal it step by step").get_attribute("href")
    assert leads
    host.go(leads)  # a click would be lost where a part of the page comes anew meanwhile
    host.look()
    while host.tab.get_by_role("link", name="Next").count():
        with host.tab.expect_navigation():
            host.tab.keyboard.press("ArrowRight")
    host.tab.locator("tr[data-team=t-bob] .solved").wait_for()
    said(host, "Show the result to everybody")


def test_thirty_teams_fit_a_projector(tab: Page, tmp_path: Path) -> None:
    teams = "".join(f'[[team]]\nname = "Crew {number}"\n' for number in range(40))
    with contest(tmp_path, -60, 60, teams=teams) as site, reachable(site.settings) as on:
        tab.set_viewport_size({"width": 1920, "height": 1080})
        tab.goto(f"{on.address}/contest/beamer")
        submit(site, "ada", -20, Verdict.AC, Verdict.AC)
        tab.wait_for_selector("tr[data-team=t-ada] td.first")
        tab.wait_for_selector("tbody[hidden]", state="attached")
        rows = tab.locator("tbody:not([hidden]) tr")
        assert rows.count() == 30
        assert all(row.is_visible() for row in rows.all())
        last = rows.last.bounding_box()
        assert last is not None
        assert last["y"] + last["height"] <= 1080
        assert tab.evaluate(OVERFLOW) == [0, 0]


def test_a_double_click_does_it_once(tab: Page, tmp_path: Path) -> None:
    with served(tmp_path) as site, reachable(site.settings) as on:
        sent = []
        tab.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        sign_in(tab, site, "gil", on.address)
        tab.goto(f"{on.address}/staff/problems/quiz/student?id=bob")
        tab.fill("#comment", "look at row 2")
        with locked(site):  # so the first is not answered before the second click
            tab.evaluate(TWICE)
            tab.wait_for_timeout(1000)
            assert sent == [f"{on.address}/staff/problems/quiz/student/mark"]
        assert tab.get_by_text("It is decided.").first.inner_text()
        assert [mark.text for mark in site.store.marks.of("quiz", Roll.WEB)] == ["look at row 2"]
