"""What is hidden changes no byte that others get: a verdict in the freeze, and a regrade that is not decided."""

from __future__ import annotations

from pathlib import Path

from judge.model import Verdict
from judge.problems.package import read_package
from tests.web.judged import judge
from tests.web.pages.contests import contest, readable, submit
from tests.web.pages.test_frozen import OTHERWISE
from tests.web.pages.test_regrade import PAGE, judge_again
from tests.web.sites import TestSite, restarted, served
from tests.web.walking import Walker, address, parts, streamed, unhurried

AC, WA = Verdict.AC, Verdict.WA


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


def _judge(site: TestSite) -> None:
    with site.store() as store:
        judge(store, read_package(site.settings.store.parent / "quiz"), AC, AC)


def test_a_verdict_in_the_freeze(tmp_path: Path) -> None:
    """Of bob, for nobody and for ada; and before the freeze it is told."""
    for freeze, hidden in (("2h", True), ("1h", False)):
        with contest(tmp_path / freeze, -60, 61, f'freeze = "{freeze}"') as site:
            own = submit(site, "ada", -59.9, AC, AC)
            submit(site, "bob", -1)
            readers = [Reader(site, owner, own) for owner in ("", "ada")]
            _judge(site)
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
        assert readers[1].differing()
