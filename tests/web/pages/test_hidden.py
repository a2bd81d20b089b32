"""Nothing gives a hidden verdict away: what is hidden changes no byte that anybody below a grader gets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Verdict
from tests.web.judged import judge
from tests.web.pages.test_regrade import PAGE, judge_again
from tests.web.sites import TestSite, contest, restarted, says, served, submit
from tests.web.walking import Walker, address, parts, readable, streamed, unhurried

AC, WA = Verdict.AC, Verdict.WA
# What differs between two sites and two moments anyway.
OTHERWISE = re.compile(
    r'value="[0-9a-f]{20,}"|data-(?:now|until)="\d+"|\b\d+:\d\d(:\d\d)?\b|[0-9a-f]{16}|\b1[0-9]{9}(\.[0-9]+)?\b'
)


@pytest.fixture(name="frozen", scope="module")
def _frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    """A frozen contest: ada was right before, and bob since."""
    with contest(tmp_path_factory.mktemp("site"), -300, 60, 'freeze = "3h"') as site:
        submit(site, "ada", -200, AC, AC, judged=-199)
        submit(site, "bob", -100, AC, AC, judged=-99)
        yield site


def test_the_jury_alone_sees_it(frozen: TestSite) -> None:
    says(frozen.browser("gil").get("/contest").text, "?1")
    says(frozen.browser("gil").get("/contest?jury=1").text, "!?1<")
    for owner, status in (("", 401), ("ada", 403)):
        for path in ("/contest", "/contest/beamer", "/contest/events"):
            assert frozen.browser(owner).get(f"{path}?jury=1").status_code == status


def test_files_for_the_public_hide_it_too(frozen: TestSite) -> None:
    gil = frozen.browser("gil")
    public, jury = (gil.get(f"/contest/feed?view={view}").text for view in ("public", "jury"))
    assert public.count('"type":"judgements"') + 1 == jury.count('"type":"judgements"') == 2
    assert gil.get("/contest/json").json()["rows"][1]["cells"][0]["pending"] == 1
    assert gil.get("/contest/json?view=jury").json()["rows"][1]["cells"][0]["solved"]
    says(gil.get("/contest/feed?view=final").text, "E458")
    says(frozen.browser("hal").get("/contest/reveal").text, "E458")  # nobody steps through it before the end


# --- What is hidden changes no byte that others get ------------------------------------------------------------------
class Reader:
    """A student or nobody, and what a site has told them when it was asked first."""

    def __init__(self, site: TestSite, owner: str, job: str) -> None:
        self._settings, self._owner, self._words = site.settings, owner, parts(job)
        self._asking = {program: Walker(site, owner, program=program) for program in (False, True)}
        self._before = self._told()

    def differing(self) -> list[str]:
        """Return which pages and streams are others now."""
        return [path for path, text in self._told().items() if text != self._before[path]]

    def _told(self) -> dict[str, str]:
        """Return all that is told, by a process that has held nothing yet."""
        found = {}
        with unhurried(), restarted(self._settings) as site:
            for route in readable("student" if self._owner else ""):
                if route.path.endswith("/events"):
                    text = streamed(site, route, self._owner, self._words)
                else:
                    self._asking[route.rule.token].move(site)
                    text = self._asking[route.rule.token].ask("GET", address(route, self._words)).text
                found[route.path] = OTHERWISE.sub("", text)
        return found


def test_a_verdict_in_the_freeze(tmp_path: Path) -> None:
    """Of bob, for nobody and for ada; and before the freeze it is told."""
    for freeze, hidden in (("2h", True), ("1h", False)):
        with contest(tmp_path / freeze, -60, 61, f'freeze = "{freeze}"') as site:
            own = submit(site, "ada", -59.9, AC, AC)
            submit(site, "bob", -1)
            readers = [Reader(site, owner, own) for owner in ("", "ada")]
            with site.store() as store:
                judge(store, site.problem, AC, AC)
            found = [reader.differing() for reader in readers]
            assert [told == [] for told in found] == [hidden, hidden], found


def test_a_regrade_that_is_not_decided(tmp_path: Path) -> None:
    """Of ada and bob, for all students; and once it is applied it is told."""
    with served(tmp_path) as site:
        own = submit(site, "ada", -59, AC, WA)
        submit(site, "bob", -58, AC, AC)
        readers = [Reader(site, owner, own) for owner in ("", "ada", "bob")]
        ines = site.browser("ines")
        assert ines.post(PAGE, {"reason": "a case was wrong"}).status_code == 303
        judge_again(site, AC, AC)
        assert [reader.differing() for reader in readers] == [[], [], []]
        assert ines.fill(PAGE, f"{PAGE}/apply").status_code == 303
        assert {"/", "/submissions/{job}"} <= {*readers[1].differing()}, "what counts and what came of it"
