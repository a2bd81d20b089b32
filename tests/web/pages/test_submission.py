"""The page of a submission: it fills as that is judged, tells no secret, and shows a source as text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from judge.model import Problem, Verdict
from judge.model.job import Job
from judge.web.ask import Ask, Live, Seen
from judge.web.pages import submission
from judge.web.site import Site
from tests.web.judged import SECRET, finish, judge, run, taken
from tests.web.pages.newcomers import newcomer
from tests.web.sites import RIGHT, TestSite, account

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
_EVIL = b"print('</pre><script>alert(1)</script>')\n"


@pytest.fixture(name="job")
def _job(site: TestSite) -> Iterator[Job]:
    """Return the only open job, of somebody new."""
    owner = newcomer(site)
    job = handed_in(site, owner)
    yield job
    with site.store() as store:
        store.queue.step(job, "done")


def handed_in(site: TestSite, owner: str, source: bytes = RIGHT, name: str = "mine.py") -> Job:
    site.browser(owner).post("/problems/quiz/submissions", files=[("file", (name, source))])
    with site.store() as store:
        return store.queue.of(owner)[0]


def live(site: TestSite, job: Job) -> Live:
    with site.store() as store:
        ask = Ask(Site(site.settings), store, Seen(account(job.owner)), job_of_path=store.queue.job(job.code))
        return submission.events(ask)


def test_letters_come_as_they_are_written_down(site: TestSite, job: Job, problem: Problem) -> None:
    stream = live(site, job)
    before = _version(stream, site)
    with site.store() as store:
        assert "Waiting: it is next" in _html(stream, site)["phase"]
        mine, ticket = taken(store, problem)
        assert "Compiling" in _html(stream, site)["phase"]
        runs = run(store, mine, ticket, problem, [AC])
        parts = _html(stream, site)
        assert "tiny: accepted" in parts["letters"]
        assert "four: waits" in parts["letters"]
        runs += run(store, mine, ticket, problem, [AC, WA])[1:]
        assert "four: wrong answer" in _html(stream, site)["letters"]
        finish(store, mine, ticket, problem, runs)
        parts = _html(stream, site)
    assert parts["letters"] == parts["phase"] == ""
    assert f'hx-get="/submissions/{job.code}/feedback"' in parts["feedback"]
    told = site.browser(job.owner).get(f"/submissions/{job.code}/feedback").text
    assert "0 of 10 points" in told
    assert SECRET not in told
    assert told in site.browser(job.owner).get(f"/submissions/{job.code}").text
    assert _version(stream, site) != before


def test_stream_of_what_was_judged_is_over(site: TestSite, job: Job, problem: Problem) -> None:
    stream = live(site, job)
    assert not stream.over(_version(stream, site))
    with site.store() as store:
        judge(store, problem, AC, AC)
    assert stream.over(_version(stream, site))


def test_rank_is_told_under_pseudonyms(site: TestSite, job: Job, problem: Problem) -> None:
    with site.store() as store:
        judge(store, problem, AC, WA)
    others = [newcomer(site) for _ in range(5)]
    for at, owner in enumerate(others):
        handed_in(site, owner, RIGHT + b"#" * (at + 1))
        with site.store() as store:
            judge(store, problem, AC, AC)
    page = site.browser(job.owner).get(f"/submissions/{job.code}").text
    assert re.search(r'class="place">rank [6-9]', page)
    assert not [owner for owner in others if f" {owner}" in page]


def test_judge_error_is_said_to_be_judged_again(site: TestSite, job: Job, problem: Problem) -> None:
    with site.store() as store:
        judge(store, problem, AC, JE)
    page = site.browser(job.owner).get(f"/submissions/{job.code}").text
    assert "judged again" in page
    assert SECRET not in page


def test_source_is_text_and_a_replaced_one_says_so(site: TestSite) -> None:
    owner = newcomer(site)
    first, _ = handed_in(site, owner, _EVIL), handed_in(site, owner, RIGHT + b"#")
    browser = site.browser(owner)
    page = browser.get(f"/submissions/{first.code}").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert "handed in another one" in page
    assert browser.get(f"/submissions/{first.code}/files/0").content == _EVIL
    for word in ("1", "x", "99999999"):
        assert browser.get(f"/submissions/{first.code}/files/{word}").status_code == 404
    assert f"By <bdi>{owner}</bdi>" in site.browser("gil").get(f"/submissions/{first.code}").text


def test_page_without_javascript_loads_itself_again(site: TestSite, job: Job) -> None:
    assert '<noscript><meta http-equiv="refresh"' in site.browser(job.owner).get(f"/submissions/{job.code}").text


def _html(stream: Live, site: TestSite) -> dict[str, str]:
    with site.store() as store:
        return {one.name: one.html for one in stream.render(store)}


def _version(stream: Live, site: TestSite) -> object:
    with site.store() as store:
        return stream.version(store)
