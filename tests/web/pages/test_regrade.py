"""A regrade on the web: from the wish to what it would change, and the decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.judging.regrading import Regrading
from judge.model import Prepared, Run, Verdict
from judge.scoring.verdict import judgement_of
from tests.web.judged import HOST, attempt
from tests.web.sites import RIGHT, WRONG, TestSite, hand_in, says, served, text

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
PAGE = "/staff/problems/quiz/regrade"


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("site")) as made:
        for owner, source, verdicts in (("ada", RIGHT, (AC, AC)), ("bob", WRONG, (AC, WA))):
            hand_in(made, owner, source, *verdicts)
        yield made


def judge_again(site: TestSite, *verdicts: Verdict, most: int = 9) -> None:
    """Take the regrade out of the queue as a judge does, and judge at most so many with these verdicts."""
    problem = site.problem
    with site.store() as store:
        job = store.queue.take("a judge")
        assert job
        assert job.wish
        batch = Regrading(store, problem, job.wish).begin(HOST)
        job = store.queue.step(job, "running", batch=batch.id)
        for ticket in [one for one in store.regrades.tickets(batch) if not one.done][:most]:
            pairs = zip(problem.cases, verdicts, strict=True)
            runs = tuple(Run.of(one, [one]) for one in (attempt(problem, case.name, word) for case, word in pairs))
            store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), runs))
        store.queue.step(job, "done")
        store.queue.give_back(job)


def batch_in(page: str) -> dict[str, str]:
    found = re.search(r'name="batch" value="(\d+)"', page)
    return {"batch": found[1] if found else ""}


def test_a_regrade_is_wished_judged_looked_at_and_applied(site: TestSite) -> None:
    ines = site.browser("ines")
    assert ines.post(PAGE, {"reason": "case four was wrong"}).headers["location"] == f"{PAGE}?done=begun"
    says(ines.get(f"{PAGE}?done=begun").text, "It waits: no judge is at work.", f'sse-connect="{PAGE}/events"')
    assert ines.post(PAGE, {"reason": "once more"}).status_code == 409
    judge_again(site, AC, AC)
    page = ines.get(PAGE).text
    says(text(page), "regrade of quiz: case four was wrong", "old \\ new AC AC 1 WA 1", "bob +10 WA 0 AC 10 yes")
    says(text(page), "1 change their points, 1 keep them.")
    assert "bob" in text(site.browser("gil").get("/staff/problems/quiz?by=points").text), "nothing is published yet"
    assert ines.post(f"{PAGE}/apply", {"batch": "999"}).status_code == 409
    assert ines.post(f"{PAGE}/apply", batch_in(page)).headers["location"] == f"{PAGE}?done=applied"
    assert "10 of 10 points" in text(ines.get("/staff/problems/quiz/student?id=bob").text)
    assert ines.post(f"{PAGE}/apply", batch_in(page)).status_code == 422, "nothing is pending any more"
    assert "case four was wrong" in ines.get(PAGE).text, "it is among those before"
    with site.store() as store:
        deeds = [(deed.author, deed.what, deed.problem) for _, deed in store.deeds.latest(2)]
    assert deeds == [("ines", "regrade applied", "quiz"), ("ines", "regrade begun", "quiz")]


def test_a_part_is_named_by_lines(site: TestSite) -> None:
    ines = site.browser("ines")
    assert ines.post(PAGE, {"students": " Bob \r\n\r\n", "cases": "four"}).status_code == 303
    with site.store() as store:
        [job] = store.queue.regrades("quiz")
    assert job.wish
    assert (job.author, job.wish.students, job.wish.cases) == ("ines", ("bob",), ("four",))
    assert ines.post(f"{PAGE}/cancel", {"job": job.code}).headers["location"] == f"{PAGE}?done=cancelled"
    assert "cancelled before it was judged" in ines.get(PAGE).text
    with site.store() as store:
        assert store.queue.open() == []


def test_a_regrade_is_cancelled_by_a_page_that_was_loaded_before_it_was_begun(site: TestSite) -> None:
    ines = site.browser("ines")
    ines.post(PAGE, {"reason": "x"})
    code = re.search(r'name="job" value="(\w+)"', ines.get(PAGE).text)
    assert code
    judge_again(site, AC, AC)
    assert ines.post(f"{PAGE}/cancel", {"job": "0" * 16}).status_code == 409
    assert ines.post(f"{PAGE}/cancel", {"job": code[1]}).status_code == 303
    with site.store() as store:
        assert store.regrades.pending(site.problem) is None
    assert "cancelled" in ines.get(PAGE).text


def test_what_is_not_finished_goes_on_and_judge_errors_are_not_published_unseen(site: TestSite) -> None:
    ines = site.browser("ines")
    ines.post(PAGE, {"reason": "x"})
    judge_again(site, AC, JE, most=1)
    page = ines.get(PAGE).text
    says(page, "1 of 2 are still to be judged.", f'!action="{PAGE}/apply"')
    assert ines.post(f"{PAGE}/apply", batch_in(page)).status_code == 422
    assert ines.post(PAGE, {"reason": "another"}).status_code == 409
    assert ines.post(PAGE, {"again": "1"}).status_code == 303
    judge_again(site, AC, JE)
    page = ines.get(PAGE).text
    assert "the judge failed on ada, bob" in text(page)
    assert ines.post(f"{PAGE}/apply", batch_in(page)).status_code == 422
    assert ines.post(f"{PAGE}/apply", {**batch_in(page), "allow": "1"}).status_code == 303
    assert "10 of 10 points" in text(ines.get("/staff/problems/quiz/student?id=ada").text), "what counted counts"


def test_a_package_that_changed_meanwhile_is_not_published(site: TestSite, monkeypatch: pytest.MonkeyPatch) -> None:
    ines = site.browser("ines")
    ines.post(PAGE, {"reason": "x"})
    judge_again(site, AC, AC)
    (Path(site.settings.problems[0]) / "secret/four/answer.txt").write_text("OK\n0010\n1000\n0001\n0100\n")
    monkeypatch.setattr("judge.web.site._LOOK_S", 0.0)
    page = ines.get(PAGE).text
    assert "have changed since this was judged" in page
    assert ines.post(f"{PAGE}/apply", batch_in(page)).status_code == 422
    assert ines.post(f"{PAGE}/cancel", batch_in(page)).status_code == 303
