"""Handing in by the form: files, a text, a zip; and what is said where it is not clear what is run."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import pytest

from judge.model.deadline import Term
from judge.model.job import Job
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, contest, hidden_in, says, zipped

HERE = "/problems/quiz/submissions"


@pytest.fixture(name="browser")
def _browser(site: TestSite) -> Browser:
    return site.newcomer()


def test_file_is_queued_and_shown(site: TestSite, browser: Browser) -> None:
    answer = browser.post(HERE, files=[("file", ("mine.py", RIGHT))])
    [job] = _jobs(site, browser)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/submissions/{job.code}")
    assert _source(site, job) == RIGHT
    says(browser.get(answer.headers["location"]).text, "Waiting", "No judge is at work")


def test_newer_one_takes_the_place_of_one_that_waits(site: TestSite, browser: Browser) -> None:
    for source in (WRONG, RIGHT):
        browser.post(HERE, files=[("file", ("mine.py", source))])
    assert [job.state for job in _jobs(site, browser)] == ["waiting", "replaced"]


def test_text_is_taken_under_its_name(site: TestSite, browser: Browser) -> None:
    browser.post(HERE, {"text": "print('FAIL')\r\n", "name": "../there/typed.py"}, files=[("file", ("", b""))])
    [job] = _jobs(site, browser)
    assert job.submission
    assert job.submission.path == Path("typed.py")
    assert _source(site, job) == b"print('FAIL')\n"


def test_page_asks_which_file_is_run_and_keeps_what_was_sent(site: TestSite, browser: Browser) -> None:
    asked = browser.post(HERE, files=[("file", ("a.py", WRONG)), ("file", ("b.py", RIGHT))])
    assert asked.status_code == 422
    assert _jobs(site, browser) == []
    assert re.findall(r'type="radio" name="main" value="([^"]*)"', asked.text) == ["a.py", "b.py"]
    kept = re.search(r'name="kept" value="([^"]*)"', asked.text)
    assert kept
    browser.post(HERE, {"kept": kept[1], "main": "b.py"}, files=[("file", ("", b""))])
    [job] = _jobs(site, browser)
    assert _source(site, job) == RIGHT


def test_zip_is_opened_and_its_reading_is_said(site: TestSite, browser: Browser) -> None:
    packed = zipped({"hw/mine.py": RIGHT, "hw/report.txt": b"see the source"})
    answer = browser.post(HERE, files=[("file", ("hw.zip", packed))])
    [job] = _jobs(site, browser)
    assert job.submission
    assert job.submission.remarks == ("report.txt: not part of the program",)
    assert "report.txt: not part of the program" in browser.get(answer.headers["location"]).text


def test_late_one_is_taken_and_said_to_be_late(own: TestSite) -> None:
    browser = own.browser("ada")
    with own.store() as store:
        store.terms.set("quiz", "", Term(deadline="2020-01-01"), "ines", 0.0)
    answer = browser.post(HERE, files=[("file", ("mine.py", RIGHT))])
    assert answer.headers["location"].endswith("?done=late")
    says(browser.get(answer.headers["location"]).text, "it is late")
    says(browser.get("/").text, "It is over.")


def _jobs(site: TestSite, browser: Browser) -> list[Job]:
    with site.store() as store:
        return store.queue.of(browser.owner)


def _source(site: TestSite, job: Job) -> bytes:
    assert job.submission
    with site.store() as store:
        return store.sourced(job.submission).source


# --- Handing in for a contest ----------------------------------------------------------------------------------------
def _hand_in(site: TestSite, owner: str, source: bytes = RIGHT) -> tuple[int, str]:
    answer = site.browser(owner).post(HERE, files=[("file", ("mine.py", source))])
    return answer.status_code, answer.text


@pytest.mark.parametrize(
    ("minutes", "refused", "words"),
    [((10, 20), 404, "There is no such problem"), ((-20, -10), 403, "The contest is over")],
)
def test_before_and_after_nothing_is_taken_but_from_those_who_make_it(
    tmp_path: Path, minutes: tuple[float, float], refused: int, words: str
) -> None:
    with contest(tmp_path, *minutes) as site:
        status, text = _hand_in(site, "ada")
        assert (status, words in text) == (refused, True)
        assert _hand_in(site, "gil")[0] == 303
        pages = [site.browser(owner).get("/problems/quiz").text for owner in ("ada", "gil")]
        assert [f'action="{HERE}"' in page for page in pages] == [False, True]
        with site.store() as store:
            assert [job.owner for job in store.queue.open()] == ["gil"]


def test_during_it_no_submission_replaces_another(tmp_path: Path) -> None:
    with contest(tmp_path, -10, 10) as site:
        assert [_hand_in(site, "ada", source)[0] for source in (WRONG, RIGHT)] == [303, 303]
        with site.store() as store:
            assert [job.state for job in store.queue.of("ada")] == ["waiting", "waiting"]
        assert "each submission counts" in site.browser("ada").get("/problems/quiz").text


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
        with patch("judge.web.pages.problems.contest_refusal", return_value="It is over."):
            assert {sent(ada, forms[0])} == first
        others = [sent(ada, forms[0], RIGHT), sent(ada, forms[1]), sent(bob, forms[0])]
        assert len({*first, *others}) == 4, "other bytes, another form, somebody else"
        with site.store() as store:
            assert [len(store.queue.of(owner)) for owner in ("ada", "bob")] == [3, 1]


def test_the_time_of_a_submission_is_that_of_its_first_byte(tmp_path: Path) -> None:
    with contest(tmp_path, -10, 10) as site:
        ada = site.browser("ada")
        key, began_s = ada.key(), []

        def slowly() -> Iterator[bytes]:
            began_s.append(time.time())
            yield f"csrf={key}&name=mine.py".encode()
            yield b"&text=print()"

        ada.send("POST", HERE, content=slowly(), headers={"content-type": "application/x-www-form-urlencoded"})
        with site.store() as store:
            [job] = store.queue.of("ada")
        assert job.at_s <= began_s[0]
