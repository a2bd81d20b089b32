"""A contest on the web: before its start it is hidden, its hosts speak one after the other, and its end is revealed.
What is hidden changes no byte that anybody below a grader gets."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from judge.model import Student, Verdict
from judge.web import Settings
from tests.web.judged import judge
from tests.web.pages.test_grading import REGRADE, judge_again
from tests.web.sites import Browser, TestSite, contest, restarted, says, served, submit
from tests.web.table import ROWS, parts, readable

AC, WA = Verdict.AC, Verdict.WA


def said(site: TestSite) -> list[str]:
    return [one.what for one in site.store.contest_words.of("cup")]


def say(host: Browser, word: str, after: int, sure: str = "yes") -> int:
    return int(host.post(f"/contest/{word}", {"after": str(after), "sure": sure}).status_code)


def test_before_the_start_no_page_names_a_problem(tmp_path: Path) -> None:
    with contest(tmp_path, 30, 90) as site:
        job = submit(site, "ada", -10)
        ada, program = site.browser("ada"), site.program("ada")
        for row in readable("ada"):
            shown = ada.ask(row, parts(job)).text.lower()
            assert "{job}" in row.path or "quiz" not in shown.replace("/problems/quiz", ""), row
        for one, row in itertools.product((ada, program), (row for row in ROWS if "{problem}" in row.path)):
            answers = {name: one.ask(row, parts(problem=name)) for name in ("quiz", "none")}
            found = {(answer.status_code, answer.text.replace(name, "")) for name, answer in answers.items()}
            assert len(found) == 1, f"{row}: it looks like none"
        says(ada.get("/contest").text, 'class="clock"', " UTC+05:45")
        says(ada.get("/").text, "The contest begins on", " UTC+05:45")
        says(site.browser("gil").get("/").text, "A: <a")
        says(site.browser("gil").get("/contest?jury=1").text, "Quiz")
        says(site.browser("gil").get(f"/submissions/{job}").text, " UTC+05:45")
        tried = submit(site, "gil", -5, AC, WA)
        assert _seen(site, "gil", tried) == {200}
        site.store.accounts.enter(Student("gil"), "student", "")
        assert _seen(site, "gil", tried) == {404}, "who is a grader no more does not read the problem there"


def test_a_host_starts_it_once_and_knowingly_and_is_told_what_another_did(tmp_path: Path) -> None:
    with contest(tmp_path, 30, 90) as site:
        hal, other = site.browser("hal"), site.browser("hal")
        assert "Start now" in hal.get("/contest").text
        asked = hal.post("/contest/start", {"after": "0"})
        assert asked.headers["location"] == "/contest/sure?word=start"
        assert "at once" in hal.get("/contest/sure?word=start").text
        says(site.browser("ines").get("/contest/sure?word=start").text, "That is not for you.", "Ask a host.")
        assert said(site) == []
        assert say(hal, "start", 0) == 303
        assert "Quiz" in site.browser("ada").get("/contest").text
        assert site.store.deeds.latest(1)[0][1].what == "contest: start"
        says(hal.post("/contest/start", {"after": "1", "sure": "yes"}).text, "E519", "<td", "Freeze the scoreboard")
        says(other.post("/contest/freeze", {"after": "0", "sure": "yes"}).text, "E520", "<td", "Freeze the scoreboard")
        says(hal.get("/contest/sure?word=reveal").text, "E458", "<td", "Freeze the scoreboard")
        tried = [say(other, word, after) for word, after in (("freeze", -1), ("hello", 1), ("freeze", 0))]
        assert tried == [400, 404, 422]
        assert said(site) == ["start"]


def test_a_projector_pages_on(tmp_path: Path) -> None:
    teams = "".join(f'[[team]]\nname = "Crew {number}"\n' for number in range(30))
    with contest(tmp_path, -30, 90, teams=teams) as site:
        pages = [site.browser("").get(f"/contest/beamer?page={page}").text for page in (1, 2, 3, "x")]
        assert [page.count("<tr data-team") for page in pages] == [30, 2, 30, 30]
        says(pages[0], 'content="10;url=/contest/beamer?page=2"', "!<nav")


def test_without_a_contest_there_is_none(own: TestSite) -> None:
    hal, paths = own.browser("hal"), ("", "/beamer", "/events", "/reveal", "/json")
    assert {hal.get(f"/contest{path}").status_code for path in paths} == {404}
    says(hal.get("/").text, "!Scoreboard")


# --- Members of a team see what their team hands in during the contest -----------------------------------------------
_CREW = '[[team]]\nname = "Crew"\nmembers = ["cy", "di"]\n'


@contextmanager
def crewed(folder: Path, end: float) -> Iterator[TestSite]:
    with contest(folder, -10, end, teams=_CREW) as site:
        site.store.accounts.enter_all([Student("cy"), Student("di")], "")
        yield site


_AGAIN: Final = '"/problems/quiz#hand-in">Hand in again</a>'


def _seen(site: TestSite, owner: str, job: str) -> set[int]:
    """Return what each page about a submission answers."""
    pages = [f"/submissions/{job}{part}" for part in ("", "/feedback", "/files/0", f"/diff?with={job}")]
    found = {site.browser(owner).get(page).status_code for page in pages}
    return found | {site.program(owner).get(f"/api/submissions/{job}").status_code}


def test_a_team_sees_its_submissions_of_the_contest_alone(tmp_path: Path) -> None:
    with crewed(tmp_path, 10) as site:
        own, job = submit(site, "di", -6), submit(site, "cy", -5, AC, WA)
        before, after = (submit(site, "cy", minutes) for minutes in (-15, 15))
        di = site.browser("di")
        assert [_seen(site, owner, job) for owner in ("di", "ada")] == [{200}, {404}]
        pages = [site.browser(owner).get(f"/submissions/{job}").text for owner in ("cy", "di", "gil")]
        assert [_AGAIN in page for page in pages] == [True, False, False], "for who handed it in"
        page = di.get("/problems/quiz/submissions").text
        assert page.index(job) < page.index(own), "the newest first"
        says(page, f"!with={own}")  # what the one has written is no version of what the other has
        says(site.browser("ada").get("/problems/quiz/submissions").text, f"!{job}")
        board = di.get("/contest").text
        says(board, ">-1 ?1<", 'data-team="Crew" class="own" aria-current="true">')  # what waits is a try
        assert board.count('aria-current="true"') == 1
        for apart in (before, after):
            assert [_seen(site, owner, apart) for owner in ("cy", "di")] == [{200}, {404}]
            says(page, f"!{apart}")
            assert di.get(f"/submissions/{job}/diff?with={apart}").status_code == 404


@pytest.mark.parametrize(("end", "minutes", "counts"), [(10, -15, False), (-1, -5, True)])
def test_the_first_page_has_what_the_team_has_done_during_it(
    tmp_path: Path, end: float, minutes: int, counts: bool
) -> None:
    """A rehearsal is on no scoreboard, so it is no best there either; and a judge error is never best."""
    with crewed(tmp_path, end) as site:
        job = submit(site, "cy", minutes, AC, AC)
        for minute, verdict in ((-4, WA), (-3, Verdict.JE)):
            submit(site, "di", minute, verdict, verdict)
        for owner in ("cy", "di"):
            page = site.browser(owner).get("/").text
            assert ("0 of 10 points" in page, "10 of 10 points" in page) == (True, counts)
        says(site.browser("ada").get("/").text, "!10 of 10 points")
        assert (_AGAIN in site.browser("cy").get(f"/submissions/{job}").text) is (end > 0), "while that is taken"


# --- what is hidden --------------------------------------------------------------------------------------------------
# What differs between two sites and two moments anyway.
OTHERWISE = re.compile(
    r'retry: \d+|value="[0-9a-f]{20,}"|data-(?:now|until)="\d+"|\b\d+:\d\d(:\d\d)?\b'
    r"|[0-9a-f]{16}|\b1[0-9]{9}(\.[0-9]+)?\b"
)


def test_the_jury_alone_sees_it_until_it_is_revealed(tmp_path: Path) -> None:
    """Ada was right before the freeze, and bob since: on pages, in files, and for nobody who reveals it too early."""
    with contest(tmp_path, -300, 60, 'freeze = "3h"') as site:
        submit(site, "ada", -200, AC, AC, judged=-199)
        submit(site, "bob", -100, AC, AC, judged=-99)
        ada, gil, hal = (site.browser(owner) for owner in ("ada", "gil", "hal"))
        says(gil.get("/contest").text, "?1")
        says(gil.get("/contest?jury=1").text, "!?1<")
        for one, status in ((site.browser(""), 401), (ada, 403)):
            for path in ("/contest", "/contest/beamer", "/contest/events"):
                assert one.get(f"{path}?jury=1").status_code == status
        public, jury = (gil.get(f"/contest/feed?view={view}").text for view in ("public", "jury"))
        assert public.count('"type":"judgements"') + 1 == jury.count('"type":"judgements"') == 2
        assert gil.get("/contest/json").json()["rows"][1]["cells"][0]["pending"] == 1
        assert gil.get("/contest/json?view=jury").json()["rows"][1]["cells"][0]["solved"]
        says(gil.get("/contest/feed?view=final").text, "E458")
        says(hal.get("/contest/reveal").text, "E458")
        told = [
            ("in no team" in one.get(path).text) for path in ("/", "/contest") for one in (site.newcomer(), ada, hal)
        ]
        assert told == [True, False, False] * 2, "a student in none is told so"
        later_s = time.time() + 2 * 3600
        with patch.object(time, "time", lambda: later_s):  # after the end: by steps, which nobody else sees
            hal, nobody = site.browser("hal"), site.browser("")
            says(hal.get("/contest").text, 'href="/contest/reveal"')
            first, second = (hal.get(f"/contest/reveal?step={step}").text for step in (0, 99))
            says(first, "?1", "Step 0 of 1")
            says(second, "Team bob: problem A is solved. Rank 2.", '!rel="next"')
            says(nobody.get("/contest").text, "?1")
            assert say(hal, "reveal", 0, sure="") == 303
            assert said(site) == []
            assert say(hal, "reveal", 0) == 303
            says(nobody.get("/contest").text, "The final result", "!?1<")
            assert say(hal, "hide", 1) == 303
            assert "?1<" in nobody.get("/contest").text


# --- What is hidden changes no byte that others get ------------------------------------------------------------------
def told(settings: Settings, owner: str, asking: tuple[Browser, Browser], job: str) -> dict[str, str]:
    """Return what each page and stream tells a browser or a program, by a process that has held nothing yet."""
    with restarted(settings) as site:
        for one in asking:
            one.site = site
        answers = {row.path: asking[row.for_programs].ask(row, parts(job)) for row in readable(owner)}
        return {path: OTHERWISE.sub("", answer.text) for path, answer in answers.items()}


def test_a_verdict_in_the_freeze(tmp_path: Path) -> None:
    """Of bob, for nobody and for ada; and before the freeze it is told."""
    for freeze, hidden in (("2h", True), ("1h", False)):
        with contest(tmp_path / freeze, -60, 61, f'freeze = "{freeze}"') as site:
            own = submit(site, "ada", -59.9, AC, AC)
            submit(site, "bob", -1)
            readers = {one: (site.browser(one), site.program(one)) for one in (("", "ada") if hidden else ("",))}
            before = {one: told(site.settings, one, asking, own) for one, asking in readers.items()}
            judge(site.store, site.problem, AC, AC)
            for one, asking in readers.items():
                assert (told(site.settings, one, asking, own) == before[one]) is hidden


def test_a_regrade_that_is_not_decided(tmp_path: Path) -> None:
    """Of ada and bob, for all students; and once it is applied it is told."""
    with served(tmp_path) as site:
        own = submit(site, "ada", -59, AC, WA)
        submit(site, "bob", -58, AC, AC)
        readers = {one: (site.browser(one), site.program(one)) for one in ("", "ada", "bob")}
        before = {one: told(site.settings, one, asking, own) for one, asking in readers.items()}
        ines = site.browser("ines")
        assert ines.post(REGRADE, {"reason": "a case was wrong"}).status_code == 303
        judge_again(site, AC, AC)
        assert {one: told(site.settings, one, asking, own) for one, asking in readers.items()} == before
        assert ines.fill(REGRADE, f"{REGRADE}/apply").status_code == 303
        after = told(site.settings, "ada", readers["ada"], own)
        for path in ("/", "/submissions/{job}"):
            assert after[path] != before["ada"][path], "what counts and what came of it"
