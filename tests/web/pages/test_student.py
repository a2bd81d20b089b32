"""What a student sees and does: a problem with its samples, handing in, a submission while it is judged, the history
and differences, the leaderboard. Nothing secret is there, and what somebody wrote is a text."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

from judge.model import Deadline, Job, Mark, Verdict
from tests.classes import zipped
from tests.make import files
from tests.web.judged import SECRET, judge
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, contest, hand_in, hidden_in, quiz, says, served

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
HERE: Final = "/problems/quiz/submissions"
BOARD: Final = "/problems/quiz/board"
_EVIL: Final = b"print('</pre><script>alert(1)</script>')\n"
_STATEMENT: Final = (
    "# Quiz\n\n## Rules\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![a board](https://evil.org/x.png)\n"
)


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    folder = tmp_path_factory.mktemp("site")
    with served(folder) as made:
        files(folder / "quiz/problem_statement", {"problem.en.md": _STATEMENT})
        yield made


def sent(site: TestSite, browser: Browser, source: bytes, *verdicts: Verdict) -> str:
    """Hand in by the form, and have it judged where verdicts are given; return the code."""
    answer = browser.post(HERE, files=[("file", ("mine.py", source))])
    if verdicts:
        judge(site.store, site.problem, *verdicts)
    return str(answer.headers["location"]).rpartition("/")[2].partition("?")[0]


# --- a problem -------------------------------------------------------------------------------------------------------
def test_page_of_a_problem_has_all_that_is_asked_and_files_to_keep(site: TestSite) -> None:
    browser = site.browser("ada")
    page = browser.get("/problems/quiz").text
    asked = ("<h2>Rules</h2>", "What to write", "def solve(", "5 s of CPU", "<svg", "samples/tiny", "/starter")
    says(page, *asked, "&lt;script&gt;alert(1)", "the newest counts")
    says(page, "!samples/four", "!judge init", "!judge help", "!<script>alert", '!href="javascript', "!evil.org")
    given = browser.get("/problems/quiz/samples/tiny")
    assert given.text == "DFS\n2\n1\n00\n02\n"
    assert given.headers["content-disposition"].startswith("attachment")
    assert browser.get("/problems/quiz/samples/tiny?file=answer").text == "OK\n10\n02\n"
    assert "def solve(" in browser.get("/problems/quiz/starter").text


def test_no_secret_case_is_a_sample(site: TestSite) -> None:
    for name in ("four", "%2e%2e", "tiny%2f..%2f..%2fsecret%2ffour", "none"):
        for more in ("", "?file=answer"):
            answer = site.browser("ada").get(f"/problems/quiz/samples/{name}{more}")
            assert (answer.status_code, "0000" in answer.text) == (404, False), name


def test_first_page_shows_the_best_and_what_is_open(site: TestSite) -> None:
    browser = site.newcomer()
    says(browser.get("/").text, "nothing yet")
    code = sent(site, browser, RIGHT)
    says(browser.get("/").text, "being judged")
    page = browser.get(f"/submissions/{code}").text
    says(page, '<noscript><meta http-equiv="refresh"', '#hand-in">Hand in again</a>')
    judge(site.store, site.problem, AC, AC)
    says(browser.get("/").text, "10 of 10 points", " AC</span>")
    site.store.marks.add("quiz", "web:", [Mark(browser.owner, "points", "on <paper>", "ines", time.time(), 7.0)])
    says(browser.get("/").text, "!10 of 10 points", "7 points", "on &lt;paper&gt;")
    says(browser.get("/problems/quiz").text, "on &lt;paper&gt;")


# --- a submission ----------------------------------------------------------------------------------------------------
def test_source_is_text_and_a_replaced_one_says_so(site: TestSite) -> None:
    browser = site.newcomer()
    first, second = sent(site, browser, _EVIL), sent(site, browser, RIGHT + b"#", AC, JE)
    assert [job.state for job in site.store.queue.of(browser.owner)] == ["done", "replaced"]
    says(browser.get(f"/submissions/{second}").text, "judged again", f"!{SECRET}")
    page = browser.get(f"/submissions/{first}").text
    says(page, "!<script>alert", "&lt;script&gt;alert", "handed in another one")
    assert browser.get(f"/submissions/{first}/files/0").content == _EVIL
    for word in ("1", "x", "99999999"):
        assert browser.get(f"/submissions/{first}/files/{word}").status_code == 404
    says(site.browser("gil").get(f"/submissions/{first}").text, f"By <bdi>{browser.owner}</bdi>")


def test_where_an_older_one_may_count_it_is_not_replaced(tmp_path: Path) -> None:
    manifest = quiz(tmp_path) / "problem.toml"
    bare = manifest.read_text()
    for rule, more in (("best", ""), ("last-on-time", "deadline = 2100-01-01\n"), ("newest", "")):
        manifest.write_text(f'attempt = "{rule}"\n{more}{bare}')
        with served(tmp_path / rule, problems=(str(manifest.parent),)) as site:
            for source in (RIGHT, WRONG):
                sent(site, site.browser("ada"), source)
            states = [job.state for job in site.store.queue.of("ada")]
        assert states == ["waiting", "replaced" if rule == "newest" else "waiting"]


# --- the history -----------------------------------------------------------------------------------------------------
def test_history_has_verdicts_points_links_and_differences(site: TestSite) -> None:
    browser = site.newcomer()
    says(browser.get(HERE).text, "handed in nothing")
    first, second = sent(site, browser, WRONG, AC, WA), sent(site, browser, RIGHT, AC, AC)
    page = browser.get(HERE).text
    assert page.index(second) < page.index(first)
    says(page, "the newest counts", "10 of 10", "0 of 10", "2 of 2", f"/submissions/{second}/diff?with={first}")
    third = sent(site, browser, WRONG + b"# <script>alert(1)</script>\n", AC, WA)
    for code, older in ((first, third), (third, first)):  # from the older to the newer, whichever is asked
        page = browser.get(f"/submissions/{code}/diff?with={older}").text
        says(page, '<span class="added">+# &lt;script&gt;', "!<script>alert")
    gil, other = site.browser("gil"), sent(site, site.newcomer(), WRONG, AC, WA)
    for path in (f"{first}/diff?with={other}", f"{other}/diff?with={first}", f"{first}/diff", f"{first}/diff?with=x"):
        assert browser.get(f"/submissions/{path}").status_code == 404, "what is another's is not there"
    assert [gil.get(f"/submissions/{first}/diff?with={one}").status_code for one in (first, other)] == [200, 404]


# --- the leaderboard -------------------------------------------------------------------------------------------------
def test_students_see_pseudonyms_and_their_own_name_and_graders_names(own: TestSite) -> None:
    wrong = hand_in(own, "ada", WRONG, AC, WA)
    hand_in(own, "bob", RIGHT, AC, AC)
    ada = own.browser("ada")
    page = ada.get(f"/submissions/{wrong}").text
    assert page.index("Wrong answer (WA)") < page.index("0 of 10 points") < page.index('class="place">rank 2')
    says(page, "!bob")
    hand_in(own, "ada", RIGHT + b"#", AC, JE)
    page = ada.get(BOARD).text
    says(page, "!bob", "<bdi>ada</bdi> (you)")
    assert re.search(r"<bdi>[a-z]+-[0-9a-f]{8}</bdi>", page)
    assert page.count('<tr class="own">') == 1
    for algorithm, status in (("BFS", 404), ("<script>", 404), ("DFS", 200)):
        answer = ada.get(BOARD, params={"algorithm": algorithm})
        assert (answer.status_code, "<script>alert" in answer.text) == (status, False)
    page = own.browser("gil").get(BOARD).text
    order = [page.index(f"<bdi>{one}</bdi> <bdi>{one.title()}</bdi>") for one in ("bob", "ada")]
    assert order == sorted(order), "whom the judge failed on comes behind all who have a rank"


def test_each_leaderboard_sends_the_rows_that_its_page_has(tmp_path: Path) -> None:
    """Of all cases, of those of an algorithm, and with names: who watches one hears nothing of another."""
    tiny = "sample/tiny/input.txt"
    texts = {name: (quiz(tmp_path) / name).read_text() for name in ("problem.toml", tiny)}
    of_two = texts["problem.toml"].replace('["DFS"]', '["DFS", "BFS"]')
    package = files(tmp_path / "quiz", {"problem.toml": of_two, tiny: texts[tiny].replace("DFS", "BFS")})
    with served(tmp_path, problems=(str(package),)) as own:
        hand_in(own, "ada", WRONG, AC, WA)
        ada, gil = own.browser("ada"), own.browser("gil")
        asked = [(ada, ""), (ada, "?algorithm=BFS"), (gil, "")]
        streams = [browser.listen(f"{BOARD}/events{which}") for browser, which in asked]
        heard = ["\n".join(re.findall(r"^data: (.*)$", stream.next(), re.MULTILINE)) for stream in streams]
        pages = [browser.get(f"{BOARD}{which}").text.replace("\n\n", "\n") for browser, which in asked]
        assert [[pages.index(page) for page in pages if rows in page] for rows in heard] == [[0], [1], [2]]
        for stream in streams:
            stream.leave()


# --- handing in: files, a text, a zip; and what is asked where it is not clear what is run ---------------------------
_ZIP: Final = zipped({"hw/mine.py": RIGHT, "hw/report.txt": b"see the source"})
HANDED_IN: Final = {  # the form, its file, under which name it is queued, with which source, and what its page says
    "a file": ({}, ("mine.py", RIGHT), "mine.py", RIGHT, ("Waiting", "No judge is at work")),
    "a text": ({"text": "print('F')\r\n", "name": "../t/typed.py"}, ("", b""), "typed.py", b"print('F')\n", ()),
    "a zip": ({}, ("hw.zip", _ZIP), "mine.py", RIGHT, ("report.txt: not part of the program",)),
}


@pytest.mark.parametrize("name", HANDED_IN)
def test_what_is_handed_in_is_queued_and_shown(site: TestSite, name: str) -> None:
    browser, (form, file, path, source, words) = site.newcomer(), HANDED_IN[name]
    answer = browser.post(HERE, form, files=[("file", file)])
    [job] = site.store.queue.of(browser.owner)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/submissions/{job.code}")
    assert (job.submission and job.submission.path, source_of(site, job)) == (Path(path), source)
    says(browser.get(answer.headers["location"]).text, *words)


def test_page_asks_which_file_is_run_and_keeps_what_was_sent(site: TestSite) -> None:
    browser = site.newcomer()
    asked = browser.post(HERE, files=[("file", ("a.py", WRONG)), ("file", ("b.py", RIGHT))])
    assert asked.status_code == 422
    assert site.store.queue.of(browser.owner) == []
    assert re.findall(r'type="radio" name="main" value="([^"]*)"', asked.text) == ["a.py", "b.py"]
    kept = re.search(r'name="kept" value="([^"]*)"', asked.text)
    assert kept
    browser.post(HERE, {"kept": kept[1], "main": "b.py"}, files=[("file", ("", b""))])
    [job] = site.store.queue.of(browser.owner)
    assert source_of(site, job) == RIGHT


def test_page_names_a_file_that_is_not_taken_once_as_it_is_called(site: TestSite) -> None:
    browser = site.newcomer()
    wrong = {"big.py": b"#" * (257 << 10), "small.zip": b"PK", "hw1.ipynb": b"{}", "report.pdf": b"%PDF"}
    for name, content in wrong.items():
        refused = browser.post(HERE, files=[("file", (name, content))])
        assert (refused.status_code, refused.text.count(name)) == (422, 1)
    assert site.store.queue.of(browser.owner) == []


def test_late_one_is_taken_and_costs_points_but_who_has_an_extension(own: TestSite) -> None:
    """What is due is shown to each as it is for them."""
    browser, due = own.browser("ada"), "2020-01-01 12:00 Asia/Tokyo"
    own.store.terms.set("quiz", "", Deadline.Term(deadline=due, late_penalty="50% per day"), "ines", 0.0)
    late = browser.post(HERE, files=[("file", ("mine.py", RIGHT))]).headers["location"]
    says(browser.get(late).text, "it is late", " JST")
    for path in ("queue", "problems/quiz/student?id=ada"):
        says(own.browser("ines").get(f"/staff/{path}").text, " JST")
    says(browser.get("/").text, "On time until 2020-01-01 12:00:00", "It is over.", "!less")
    says(browser.get("/problems/quiz").text, "Later: 50% less for each day")
    judge(own.store, own.problem, AC, AC)
    for owner, points in (("bob", "0 of 10 points: 10 less 100%"), ("ada", "!less 100%")):
        own.store.terms.set("quiz", owner, Deadline.Term(extension="2100-01-01"), "ines", 0.0)
        says(browser.get(late.replace("?done=late", "/feedback")).text, points, " JST")
        says(own.browser(owner).get("/problems/quiz").text, "until 2100-01-01")


def source_of(site: TestSite, job: Job) -> bytes:
    assert job.submission
    return site.store.sourced(job.submission).source


# --- Handing in for a contest ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("minutes", "refused"), [((10, 20), 404), ((-20, -10), 403)])
def test_before_and_after_nothing_is_taken_but_from_those_who_make_it(
    tmp_path: Path, minutes: tuple[float, float], refused: int
) -> None:
    with contest(tmp_path, *minutes) as site:
        ada, gil = site.browser("ada"), site.browser("gil")
        answers = [one.post(HERE, files=[("file", ("mine.py", RIGHT))]).status_code for one in (ada, gil)]
        assert answers == [refused, 303]
        assert [f'action="{HERE}"' in one.get("/problems/quiz").text for one in (ada, gil)] == [False, True]
        assert [job.owner for job in site.store.queue.open()] == ["gil"]


def test_what_is_sent_again_is_no_second_try(tmp_path: Path) -> None:
    """A double click, or a page that is loaded again after a lost answer; also where the contest is over by then."""
    with contest(tmp_path, -10, 10) as site:
        ada, bob = site.browser("ada"), site.browser("bob")
        forms = [hidden_in(one.get("/problems/quiz").text, HERE)["once"] for one in (ada, ada, bob)]
        assert len(set(forms)) == 3
        keys = {ada: ada.key(), bob: bob.key()}

        def sent(browser: Browser, once: str, source: bytes = WRONG) -> str:
            form = {"csrf": keys[browser], "once": once}
            answer = browser.send("POST", HERE, data=form, files=[("file", ("mine.py", source))])
            return str(answer.headers["location"])

        with ThreadPoolExecutor(3) as pool:
            first = set(pool.map(lambda _: sent(ada, forms[0]), range(6)))
        with patch("judge.model.Schedule.refusal", return_value="It is over."):
            assert {sent(ada, forms[0])} == first
        others = [sent(ada, forms[0], RIGHT), sent(ada, forms[1]), sent(bob, forms[0])]
        assert len({*first, *others}) == 4, "other bytes, another form, somebody else"
        states = [[job.state for job in site.store.queue.of(owner)] for owner in ("ada", "bob")]
        assert states == [["waiting"] * 3, ["waiting"]], "during it none replaces another"
        says(ada.get("/problems/quiz").text, "each submission counts")

        async def slowly() -> AsyncIterator[bytes]:
            began_s.append(time.time())
            yield f"csrf={keys[bob]}&name=mine.py".encode()
            yield b"&text=print()"

        began_s: list[float] = []
        bob.send("POST", HERE, content=slowly(), headers={"content-type": "application/x-www-form-urlencoded"})
        assert site.store.queue.of("bob")[0].at_s <= began_s[0], "its time is that of its first byte"
