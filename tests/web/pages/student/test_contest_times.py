"""Handing in for a contest: from its start to its end, and each submission counts."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.web.pages.contests import contest
from tests.web.sites import RIGHT, WRONG, Browser, TestSite

HERE = "/problems/quiz/submissions"


def _hand_in(site: TestSite, owner: str, source: bytes = RIGHT) -> tuple[int, str]:
    answer = site.browser(owner).post(HERE, files=[("file", ("mine.py", source))])
    return answer.status_code, answer.text


def _form(browser: Browser) -> str:
    """Return the word of a form that was loaded now."""
    found = re.search(r'name="once" value="([^"]+)"', browser.get("/problems/quiz").text)
    assert found
    return found[1]


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
        with site.store() as store:
            assert [job.owner for job in store.queue.open()] == ["gil"]


def test_after_the_end_there_is_no_form_but_for_those_who_make_it(tmp_path: Path) -> None:
    with contest(tmp_path, -20, -10) as site:
        forms = {
            owner: f'action="{HERE}"' in site.browser(owner).get("/problems/quiz").text for owner in ("ada", "gil")
        }
        assert forms == {"ada": False, "gil": True}


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
        forms = [_form(one) for one in (ada, ada, bob)]
        assert len(set(forms)) == 3
        keys = {ada: ada.key(), bob: bob.key()}

        def sent(browser: Browser, once: str, source: bytes = WRONG) -> str:
            form = {"csrf": keys[browser], "once": once}
            answer = browser.send("POST", HERE, data=form, files=[("file", ("mine.py", source))])
            return str(answer.headers["location"])

        with ThreadPoolExecutor(3) as pool:
            first = set(pool.map(lambda _: sent(ada, forms[0]), range(6)))
        with patch("judge.web.handing_in.contest_refusal", return_value="It is over."):
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


def test_first_page_keeps_the_problems_of_a_contest_that_has_not_begun(tmp_path: Path) -> None:
    with contest(tmp_path, 10, 20) as site:
        page = site.browser("ada").get("/").text
        assert "The contest begins at" in page
        assert "Quiz" not in page
        assert "A: <a" in site.browser("gil").get("/").text
