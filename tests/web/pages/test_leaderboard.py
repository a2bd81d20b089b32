"""The leaderboard: pseudonyms for students, names for who grades, and it fills by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Verdict
from judge.problems.package import read_package
from judge.scoring.leaderboard import pseudonym
from judge.web.ask import Ask, Seen
from judge.web.pages import leaderboard
from judge.web.site import Site
from tests.web.judged import judge
from tests.web.pages.newcomers import newcomer
from tests.web.sites import RIGHT, TestSite, account, served


@pytest.fixture(name="site", scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("site")) as made:
        problem = read_package(made.settings.store.parent / "quiz")
        for at in range(2):
            owner = newcomer(made)
            source = RIGHT + b"#" * at
            made.browser(owner).post("/problems/quiz/submissions", files=[("file", ("mine.py", source))])
            with made.store() as store:
                judge(store, problem, Verdict.AC, Verdict.AC)
        yield made


def _owners(site: TestSite) -> list[str]:
    with site.store() as store:
        return [job.owner for job in store.queue.handed_in("quiz")]


def test_students_see_pseudonyms_and_their_own_name(site: TestSite) -> None:
    mine, other = _owners(site)
    with site.store() as store:
        hidden = pseudonym(other, store.key)
    page = site.browser(mine).get("/problems/quiz/board").text
    assert hidden in page
    assert other not in page
    assert f"<bdi>{mine}</bdi> (you)" in page
    assert page.count('<tr class="own">') == 1


def test_whom_the_judge_failed_on_comes_behind_all_who_have_a_rank(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        problem = read_package(tmp_path / "quiz")
        for owner, verdict in (("ada", Verdict.JE), ("bob", Verdict.AC)):
            source = RIGHT + owner.encode()
            site.browser(owner).post("/problems/quiz/submissions", files=[("file", ("mine.py", source))])
            with site.store() as store:
                judge(store, problem, Verdict.AC, verdict)
        page = site.browser("gil").get("/problems/quiz/board").text
        assert page.index("<bdi>bob</bdi>") < page.index("<bdi>ada</bdi>")


def test_graders_see_names(site: TestSite) -> None:
    page = site.browser("gil").get("/problems/quiz/board").text
    for owner in _owners(site):
        assert f"<bdi>{owner}</bdi> <bdi>{owner.title()}</bdi>" in page


def test_rows_are_sent_as_the_page_has_them(site: TestSite) -> None:
    mine = _owners(site)[0]
    page = site.browser(mine).get("/problems/quiz/board").text
    with site.store() as store:
        ask = Ask(Site(site.settings), store, Seen(account(mine)), path={"problem": "quiz"})
        stream = leaderboard.events(ask)
        [rows] = stream.render(store)
        assert stream.every_s >= 2
        assert stream.version(store) == stream.version(store)
    assert rows.html in page


@pytest.mark.parametrize("algorithm", ["BFS", "x", "<script>"])
def test_there_is_no_board_of_another_algorithm(site: TestSite, algorithm: str) -> None:
    answer = site.browser("ada").get("/problems/quiz/board", params={"algorithm": algorithm})
    assert answer.status_code == 404
    assert "<script>" not in answer.text
    assert site.browser("ada").get("/problems/quiz/board?algorithm=DFS").status_code == 200
