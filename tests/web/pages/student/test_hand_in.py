"""Handing in by the form: files, a text, a zip; and what is said where it is not clear what is run."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from judge.model.deed import Term
from judge.model.job import Job
from tests.web.pages.newcomers import newcomer
from tests.web.sites import RIGHT, WRONG, Browser, TestSite

HERE = "/problems/quiz/submissions"


@pytest.fixture(name="browser")
def _browser(site: TestSite) -> Browser:
    return site.browser(newcomer(site))


def test_file_is_queued_and_shown(site: TestSite, browser: Browser) -> None:
    answer = browser.post(HERE, files=[("file", ("mine.py", RIGHT))])
    [job] = _jobs(site, browser)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/submissions/{job.code}")
    assert _source(site, job) == RIGHT
    page = browser.get(answer.headers["location"]).text
    assert "Waiting" in page
    assert "No judge is at work" in page


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


def test_text_that_can_t_be_judged_is_not_lost(site: TestSite, browser: Browser) -> None:
    text = "</textarea><script>alert(1)</script>" + "x" * 70_000
    answer = browser.post(HERE, {"text": text, "name": "typed.xyz"}, files=[("file", ("", b""))])
    assert answer.status_code == 422
    assert "&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;" + "x" * 70_000 in answer.text
    assert 'value="typed.xyz"' in answer.text


def test_who_chose_no_file_is_still_at_the_problem(browser: Browser) -> None:
    said = browser.post(HERE, {"text": " "}, files=[("file", ("", b""))])
    assert said.status_code == 422
    assert "Nothing was sent." in said.text
    assert 'id="file"' in said.text, "the form is there"


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


@pytest.mark.parametrize("kept", ["no base64", "AAAA", "gaRuYW1l"])
def test_what_was_kept_is_not_believed(site: TestSite, browser: Browser, kept: str) -> None:
    answer = browser.post(HERE, {"kept": kept, "main": "b.py"}, files=[("file", ("", b""))])
    assert answer.status_code == 422
    assert _jobs(site, browser) == []


def test_zip_is_opened_and_its_reading_is_said(site: TestSite, browser: Browser) -> None:
    packed = _zipped({"hw/mine.py": RIGHT, "hw/report.txt": b"see the source"})
    answer = browser.post(HERE, files=[("file", ("hw.zip", packed))])
    [job] = _jobs(site, browser)
    assert job.submission
    assert job.submission.remarks == ("report.txt: not part of the program",)
    assert "report.txt: not part of the program" in browser.get(answer.headers["location"]).text


@pytest.mark.parametrize("files", [[], [("file", ("bomb.zip", b"PK\3\4 no zip"))], [("file", ("notes.txt", b"hi"))]])
def test_what_can_t_be_judged_is_said(
    site: TestSite, browser: Browser, files: list[tuple[str, tuple[str, bytes]]]
) -> None:
    answer = browser.post(HERE, files=files or [("file", ("", b""))])
    assert answer.status_code == 422
    assert _jobs(site, browser) == []


def test_late_one_is_taken_and_said_to_be_late(site: TestSite) -> None:
    browser = site.browser(newcomer(site))
    with site.store() as store:
        store.terms.set("quiz", "", Term(deadline="2020-01-01"), "ines", 0.0)
    answer = browser.post(HERE, files=[("file", ("mine.py", RIGHT))])
    assert answer.headers["location"].endswith("?done=late")
    page = browser.get(answer.headers["location"]).text
    assert "it is late" in page
    assert "It is over." in browser.get("/").text
    with site.store() as store:
        store.terms.set("quiz", "", Term(), "ines", 0.0)


def _jobs(site: TestSite, browser: Browser) -> list[Job]:
    with site.store() as store:
        return store.queue.of(browser.owner)


def _source(site: TestSite, job: Job) -> bytes:
    assert job.submission
    with site.store() as store:
        return store.sourced(job.submission).source


def _zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, body in files.items():
            archive.writestr(name, body)
    return made.getvalue()
