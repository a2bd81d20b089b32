"""A form that is sent again, however much later, has acted once: it answers what it has made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from judge.model import Verdict
from judge.model.account import Entry
from tests.web.pages.test_grading import hand_in
from tests.web.sites import RIGHT, TestSite, hidden_in, served

PEOPLE: Final = "/staff/people"
SECRET: Final = re.compile(r"/in/([\w-]{22})|<code>([\w-]{22})</code>")


class Sent(NamedTuple):
    """A form of a page, what somebody fills in, and what it makes of which kind."""

    owner: str
    page: str
    to: str
    form: dict[str, str]
    kind: Entry


FORMS: Final = {
    "invitation": Sent("ines", PEOPLE, f"{PEOPLE}/invite", {"role": "student", "days": "7", "most": "3"}, "invitation"),
    "link": Sent("ines", f"{PEOPLE}/person?id=ada", f"{PEOPLE}/link", {"days": "7"}, "link"),
    "links": Sent("ines", PEOPLE, f"{PEOPLE}/links", {"days": "7", "only_new": "1"}, "link"),
    "token": Sent("ada", "/tokens", "/tokens", {"words": "my laptop", "days": "30"}, "token"),
}


@pytest.fixture(name="site")
def _site(tmp_path: Path) -> Iterator[TestSite]:
    with served(tmp_path) as made:
        yield made


@pytest.mark.parametrize("name", FORMS)
def test_it_makes_nothing_more_and_answers_the_same(site: TestSite, name: str) -> None:
    one = FORMS[name]
    browser = site.browser(one.owner)
    filled = {**hidden_in(browser.get(one.page).text, one.to), **one.form}
    first, again = (browser.send("POST", one.to, data=filled) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    secrets = [sorted({"".join(found) for found in SECRET.findall(answer.text)}) for answer in (first, again)]
    assert secrets[0] == secrets[1] != []
    with site.store() as store:
        for secret in secrets[0]:
            assert store.credentials.find(one.kind, secret, 0.0), "it lets in, after the second time too"
        assert len([what for _, deed in store.deeds.latest(9) if "made" in (what := deed.what)]) <= 1
    other = browser.fill(one.page, one.to, one.form | {"only_new": ""})
    assert not {"".join(found) for found in SECRET.findall(other.text)} & {*secrets[0]}, "another page, another one"


@pytest.mark.parametrize("name", FORMS)
def test_what_it_made_does_not_come_back_when_it_has_ended(site: TestSite, name: str) -> None:
    one = FORMS[name]
    browser = site.browser(one.owner)
    filled = {**hidden_in(browser.get(one.page).text, one.to), **one.form}
    made = browser.send("POST", one.to, data=filled)
    secret = "".join(SECRET.findall(made.text)[0])
    with site.store() as store:
        found = store.credentials.find(one.kind, secret, 0.0)
        assert found
        store.credentials.end(found.id)
    assert browser.send("POST", one.to, data=filled).status_code == 409
    with site.store() as store:
        assert store.credentials.find(one.kind, secret, 0.0) is None


def test_another_wish_on_the_same_page_is_another_one(site: TestSite) -> None:
    ines, one = site.browser("ines"), FORMS["invitation"]
    filled = {**hidden_in(ines.get(one.page).text, one.to), **one.form}
    for most in ("3", "4", "3"):
        ines.send("POST", one.to, data=filled | {"most": most})
    with site.store() as store:
        assert sorted(made.most for made in store.credentials.invitations()) == [3, 4]


def test_a_regrade_is_not_begun_again_after_it_was_cancelled(site: TestSite) -> None:
    hand_in(site, "ada", RIGHT, Verdict.AC, Verdict.AC)
    ines, to = site.browser("ines"), "/staff/problems/quiz/regrade"
    filled = {**hidden_in(ines.get(to).text, to), "reason": "a case was wrong"}
    assert ines.send("POST", to, data=filled).status_code == 303
    ines.fill(to, f"{to}/cancel")
    assert ines.send("POST", to, data=filled).status_code == 303
    with site.store() as store:
        assert [job.over for job in store.queue.regrades("quiz")] == [True]
