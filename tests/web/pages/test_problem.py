"""The first page and that of a problem: what is asked, samples to look at and to keep, and nothing secret."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from judge.model import Verdict
from judge.model.classroom import Mark
from judge.model.deadline import Term
from judge.problems.package import read_package
from tests.web.judged import judge
from tests.web.pages.newcomers import newcomer
from tests.web.sites import RIGHT, TestSite, served

_STATEMENT = (
    "# Quiz\n\n## Rules\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![a board](https://evil.org/x.png)\n"
)


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    folder = tmp_path_factory.mktemp("site")
    with served(folder) as made:
        statement = folder / "quiz/problem_statement/problem.en.md"
        statement.parent.mkdir()
        statement.write_text(_STATEMENT)
        yield made


def test_page_of_a_problem_has_all_that_is_asked(site: TestSite) -> None:
    page = site.browser("ada").get("/problems/quiz").text
    asked = ("<h2>Rules</h2>", "What to write", "def solve(", "5 s of CPU", "<svg", "samples/tiny", "/starter")
    for part in (*asked, "&lt;script&gt;alert(1)"):
        assert part in page
    for part in ("samples/four", "<script>alert", 'href="javascript', "evil.org"):
        assert part not in page


def test_samples_and_starter_are_kept_as_files(site: TestSite) -> None:
    browser = site.browser("ada")
    given = browser.get("/problems/quiz/samples/tiny")
    assert given.text == "DFS\n2\n1\n00\n02\n"
    assert given.headers["content-disposition"].startswith("attachment")
    assert browser.get("/problems/quiz/samples/tiny?file=answer").text == "OK\n10\n02\n"
    assert "def solve(" in browser.get("/problems/quiz/starter").text


@pytest.mark.parametrize("name", ["four", "%2e%2e", "tiny%2f..%2f..%2fsecret%2ffour", "none"])
def test_no_secret_case_is_a_sample(site: TestSite, name: str) -> None:
    for path in (f"/problems/quiz/samples/{name}", f"/problems/quiz/samples/{name}?file=answer"):
        answer = site.browser("ada").get(path)
        assert answer.status_code == 404
        assert "0000" not in answer.text


def test_first_page_shows_the_best_and_what_is_open(site: TestSite) -> None:
    owner = newcomer(site)
    browser = site.browser(owner)
    assert "nothing yet" in browser.get("/").text
    browser.post("/problems/quiz/submissions", files=[("file", ("mine.py", RIGHT))])
    assert "being judged" in browser.get("/").text
    with site.store() as store:
        judge(store, read_package(site.settings.store.parent / "quiz"), Verdict.AC, Verdict.AC)
        assert "10 of 10 points" in browser.get("/").text
        store.marks.add("quiz", "web:", [Mark(owner, "points", "handed in on <paper>", "ines", time.time(), 7.0)])
    page = browser.get("/").text
    assert "10 of 10 points" not in page, "the points that were given by hand count"
    assert "7 points" in page
    assert "handed in on &lt;paper&gt;" in page
    assert "handed in on &lt;paper&gt;" in browser.get("/problems/quiz").text


def test_own_extension_is_shown(site: TestSite) -> None:
    owner = newcomer(site)
    with site.store() as store:
        store.terms.set("quiz", "", Term(deadline="2199-01-01 12:00:00"), "ines", 0.0)
        store.terms.set("quiz", owner, Term(extension="2 days"), "ines", 0.0)
    assert "until 2199-01-03" in site.browser(owner).get("/problems/quiz").text
    assert "longer than the class" not in site.browser("ada").get("/problems/quiz").text
    assert "until 2199-01-01" in site.browser("ada").get("/").text
