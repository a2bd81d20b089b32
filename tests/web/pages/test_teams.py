"""Members of a team see what their team hands in during the contest, and nobody else does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Verdict
from judge.model.classroom import Student
from tests.web.pages.contests import contest, submit
from tests.web.sites import TestSite
from tests.web.walking import Walker

_CREW = '[[team]]\nname = "Crew"\nmembers = ["cy", "di"]\n'


@pytest.fixture(name="site")
def _site(tmp_path: Path) -> Iterator[TestSite]:
    with contest(tmp_path, -10, 10, teams=_CREW) as site:
        with site.store() as store:
            store.accounts.enter_all([Student("cy"), Student("di")], "")
        yield site


def _seen(site: TestSite, owner: str, job: str) -> set[int]:
    """Return what each page about a submission answers."""
    pages = [f"/submissions/{job}{part}" for part in ("", "/feedback", "/files/0", f"/diff?with={job}")]
    found = {site.browser(owner).get(page).status_code for page in pages}
    return found | {Walker(site, owner, program=True).ask("GET", f"/api/submissions/{job}").status_code}


def test_a_team_sees_its_submissions(site: TestSite) -> None:
    own, job = submit(site, "di", -6), submit(site, "cy", -5, Verdict.AC, Verdict.WA)
    assert _seen(site, "di", job) == {200}
    assert _seen(site, "ada", job) == {404}
    page = site.browser("di").get("/problems/quiz/submissions").text
    assert page.index(job) < page.index(own), "the newest first"
    assert f"with={own}" not in page, "what the one has written is no version of what the other has"
    assert job not in site.browser("ada").get("/problems/quiz/submissions").text


@pytest.mark.parametrize("minutes", [-15, 15])
def test_what_is_no_submission_of_the_contest_stays_one_s_own(site: TestSite, minutes: int) -> None:
    during, apart = submit(site, "cy", -5), submit(site, "cy", minutes)
    assert _seen(site, "di", apart) == {404}
    assert apart not in site.browser("di").get("/problems/quiz/submissions").text
    assert site.browser("di").get(f"/submissions/{during}/diff?with={apart}").status_code == 404
    assert _seen(site, "cy", apart) == {200}


def test_before_the_start_only_who_makes_it_sees_what_was_tried(tmp_path: Path) -> None:
    """A grader who is a student now does not read the problem in what they have tried."""
    with contest(tmp_path, 10, 20) as site:
        job = submit(site, "gil", -5, Verdict.AC, Verdict.WA)
        assert _seen(site, "gil", job) == {200}
        with site.store() as store:
            store.accounts.enter(Student("gil"), "student", "")
        assert _seen(site, "gil", job) == {404}


@pytest.mark.parametrize(("minutes", "counts"), [(-15, False), (-5, True)])
def test_the_first_page_has_what_the_team_has_done_during_it(site: TestSite, minutes: int, counts: bool) -> None:
    """A rehearsal is on no scoreboard, so it is no best there either."""
    submit(site, "cy", minutes, Verdict.AC, Verdict.AC)
    for owner in ("cy", "di"):
        assert ("10 of 10 points" in site.browser(owner).get("/").text) == counts
    assert "10 of 10 points" not in site.browser("ada").get("/").text
