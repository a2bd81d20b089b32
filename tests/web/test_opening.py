"""What a site has before its first visitor: the accounts of those who compete."""

from __future__ import annotations

from pathlib import Path

from judge.model.classroom import Student
from judge.web.site import Site, enter_class
from tests.web.pages.contests import contest
from tests.web.pages.newcomers import newcomer


def test_who_competes_has_an_account_and_keeps_the_one_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name,group\nlin,Lin,Toads\n")
    teams = '[[team]]\nname = "The Newts"\n[[team]]\nname = "Frogs"\nmembers = ["new", "fay"]\n'
    with contest(tmp_path, -30, 90, 'roster = "roster.csv"', teams) as site:
        with site.store() as store:
            store.accounts.enter(Student("fay", "Fay"), "grader", "")
        enter_class(Site(site.settings))
        with site.store() as store:
            found = {one.owner: (one.student.name, one.student.group, one.role) for one in store.accounts.everybody()}
    assert found["lin"] == ("Lin", "Toads", "student")
    assert found["new"] == ("", "Frogs", "student")
    assert found["the-newts"] == ("The Newts", "", "student")
    assert found["fay"] == ("Fay", "", "grader")


def test_student_in_no_team_is_told_so(tmp_path: Path) -> None:
    with contest(tmp_path, -30, 90) as site:
        apart = newcomer(site)
        for path in ("/", "/contest"):
            assert "in no team" in site.browser(apart).get(path).text
            for owner in ("ada", "hal"):
                assert "in no team" not in site.browser(owner).get(path).text
