"""The queue as staff see it: what is at work, what waits, what came of it, and what failed, which a host has judged
again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.model import Problem, Verdict
from judge.web.routes import ROUTES
from tests.store.make import submission_of
from tests.web.judged import judge, taken
from tests.web.sites import TestSite, served
from tests.web.walking import parts, streamed

AC, JE = Verdict.AC, Verdict.JE
EVIL = "<script>alert(1)</script>"


@pytest.fixture(name="site")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("site")) as made:
        yield made


def hand_in(site: TestSite, owner: str, text: str = "x") -> str:
    with site.store() as store:
        return store.queue.add("quiz", owner, owner, submission_of(text + owner), 1.0, replaces=False).code


def test_it_says_what_is_at_work_what_waits_and_what_was_judged(site: TestSite, problem: Problem) -> None:
    for owner in ("ada", "bob", EVIL):
        hand_in(site, owner)
    with site.store() as store:
        judge(store, problem, AC, AC)
        taken(store, problem)
    page = site.browser("gil").get("/staff/queue").text
    assert "No judge is alive" in page
    waiting, at_work = page.index("<h2>Waiting"), page.index("<h2>At work")
    assert at_work < page.index("compiling") < waiting < page.index("until there is a judge")
    assert page.index("<h2>Judged last") < page.index(">AC<")
    assert EVIL not in page
    assert "&lt;script&gt;" in page
    assert "The judge itself failed" not in page


def test_a_host_has_judged_again_what_the_judge_failed_on(site: TestSite, problem: Problem) -> None:
    code = hand_in(site, "ada")
    hand_in(site, "bob")
    with site.store() as store:
        judge(store, problem, AC, JE)
        judge(store, problem, AC, AC)
    gil, hal = site.browser("gil"), site.browser("hal")
    assert "E303" in gil.get("/staff/queue").text
    assert "Judge again" not in gil.get("/staff/queue").text
    assert gil.post("/staff/queue/again", {"job": code}).status_code == 403
    assert f"again?job={code}" in hal.get("/staff/queue").text
    assert "E303" in hal.get(f"/staff/queue/again?job={code}").text
    assert hal.post("/staff/queue/again", {"job": code}).headers["location"] == "/staff/queue?done=again"
    assert hal.post("/staff/queue/again", {"job": code}).status_code == 404, "it is open already"
    with site.store() as store:
        [job] = store.queue.open()
        assert (job.code, job.state) == (code, "waiting")
        assert store.deeds.latest(1)[0][1].about == "ada"
        judge(store, problem, AC, AC)
        assert not store.queue.failed(9)


def test_all_that_failed_is_judged_again_at_once(site: TestSite, problem: Problem) -> None:
    for owner in ("ada", "bob"):
        hand_in(site, owner)
    with site.store() as store:
        for _ in range(2):
            judge(store, problem, JE, JE)
    hal = site.browser("hal")
    assert "2 submissions are put" in hal.get("/staff/queue/again").text
    assert hal.post("/staff/queue/again").status_code == 303
    with site.store() as store:
        assert len(store.queue.open()) == 2


def test_the_stream_has_the_parts_of_the_page_and_no_key_of_anybody(site: TestSite) -> None:
    code = hand_in(site, "ada")
    [events] = [one for one in ROUTES if one.path == "/staff/queue/events"]
    sent = streamed(site, events, "hal", parts(code))
    assert [line for line in sent.splitlines() if line.startswith("event:")] == [
        f"event: {part}" for part in ("judges", "work", "waiting", "failed", "ended")
    ]
    assert code in sent
    assert "csrf" not in sent
