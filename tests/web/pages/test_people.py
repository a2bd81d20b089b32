"""Instructors say who is on the site: nobody raises anybody above themselves, and secrets are shown once."""

from __future__ import annotations

import csv
import io
import re
from base64 import urlsafe_b64encode
from typing import get_args

import pytest

from judge.model import Account, Student
from tests.make import replace
from tests.web.sites import Browser, TestSite, hidden_in, says

PERSON = "/staff/people/person"
APPLY = "/staff/people/roster/apply"


@pytest.fixture(name="ines")
def _ines(site: TestSite) -> Browser:
    return site.newcomer("instructor")


@pytest.fixture(name="dan")
def _dan(site: TestSite) -> str:
    return site.newcomer().owner


def roles(site: TestSite) -> dict[str, str]:
    return {one.owner: one.role for one in site.store.accounts.everybody()}


def upload(browser: Browser, text: str, encoding: str = "utf-8", **form: str) -> str:
    """Upload a class list; return the page that shows what it changes."""
    file = "my list.csv", text.encode(encoding)
    return str(browser.post("/staff/people/roster", form, files={"roster": file}).text)


def test_everybody_is_listed_and_found(site: TestSite, ines: Browser) -> None:
    site.browser("ada").get("/")
    page = ines.get("/staff/people").text
    says(page, *(f"?id={owner}" for owner in ("ada", "bob", "gil", "hal")))
    found = ines.get("/staff/people?q=AD&role=student").text
    assert ("?id=ada" in found, "?id=bob" in found) == (True, False)
    assert ines.get("/staff/people?page=99&role=x").status_code == 200
    assert "on this machine alone" in page, "no link leads here from elsewhere"
    shared = replace(site.settings, url="http://192.168.1.5:8000")
    assert (site.settings.alone, shared.alone) == (True, False)


def test_one_is_added_changed_and_removed(site: TestSite, ines: Browser) -> None:
    sent = ines.post("/staff/people/add", {"id": "Cy", "name": "Cy <b>", "role": "student", "extension": "2 days"})
    assert sent.status_code == 303
    says(ines.get(sent.headers["location"]).text, "Cy &lt;b&gt;", "The account is made.")
    listed = re.findall(r"person\?id=(\w+)\"", ines.get("/staff/people").text)
    assert listed.index("bob") < listed.index("Cy") < listed.index("gil")
    assert ines.fill(f"{PERSON}?id=Cy", "/staff/people/role", {"role": "grader"}).status_code == 303
    assert roles(site)["Cy"] == "grader"
    assert ines.fill(f"{PERSON}?id=Cy", "/staff/people/remove", {"sure": "1"}).status_code == 303
    assert "Cy" not in roles(site)
    assert ines.get(f"{PERSON}?id=Cy").status_code == 404
    deeds = [(deed.what, deed.words) for _, deed in site.store.deeds.latest(3) if deed.about == "Cy"]
    found = [("person added", "student"), ("role changed", "student to grader"), ("person removed", "grader")]
    assert deeds[::-1] == found


def test_a_list_is_shown_first_and_then_entered(site: TestSite, ines: Browser, dan: str) -> None:
    site.store.accounts.enter(Student(dan, "Dan", email="d@x", section="A"), "student", "")
    page = upload(ines, f"id,name,section\n{dan},Dan Lee,\nbob,Bob,\ngil,Gil,\neve,Eve,B\nhal,Not Hal,\n")
    students = {owner for owner, role in roles(site).items() if role == "student"}
    says(page, "1 new, 1 changed, 2 as before", "Dan Lee", "1 left as they are")
    says(page, f"{len(students - {dan, 'bob'})} not in the list")
    assert "eve" not in roles(site)
    assert ines.post(APPLY, hidden_in(page, APPLY)).status_code == 303
    found = {one.owner: one.student for one in site.store.accounts.everybody()}
    assert (found["eve"], found["hal"].name) == (Student("eve", "Eve", section="B"), "Hal")
    assert found[dan] == Student(dan, "Dan Lee", email="d@x", section="A"), "what it leaves empty stays"
    assert (roles(site)["eve"], roles(site)["hal"]) == ("student", "host")
    assert "The list changes nothing" in upload(ines, "id,name\neve,\n")
    page = upload(ines, "id,name,section\neve,,\n", emptied="1")
    says(page, "1 changed", 'name="emptied" value="1"')
    assert ines.post(APPLY, hidden_in(page, APPLY)).status_code == 303
    assert site.store.accounts.of("eve").student == Student("eve")  # type: ignore[union-attr]
    for encoding in ("utf-8", "cp1252"):
        page = upload(ines, "id,name\nzoe,Zoë\n", encoding)
        assert ("Zoë" in page, "read as Windows-1252" in page) == (True, encoding == "cp1252"), "as Excel writes it"


def test_a_list_that_is_forged_on_its_way_is_refused_once(site: TestSite, ines: Browser) -> None:
    held = urlsafe_b64encode(b"id,name\n" + b"x" * 500 + b",Xu\n").decode()
    form = {**hidden_in(upload(ines, "id,name\nmallory,Mallory\n"), APPLY), "held": held}
    answer = ines.post(APPLY, form)
    assert (answer.status_code, answer.text.count("[E505]"), "mallory" in roles(site)) == (422, 1, False)
    says(answer.text, "Nothing is changed.", 'role="alert"')


def test_a_link_is_shown_once_and_those_of_all_students_are_a_file(site: TestSite, ines: Browser, dan: str) -> None:
    pages = [ines.post("/staff/people/link", {"id": dan, "days": "3"}) for _ in range(2)]
    links = [re.search(r'value="http://127.0.0.1:8000(/in/[\w-]{22})"', page.text) for page in pages]
    first, second = (found[1] for found in links if found)
    assert pages[0].headers["cache-control"] == "no-store"
    nobody = site.browser("")
    assert (nobody.get(first).status_code, nobody.get(second).status_code) == (404, 200)
    assert second.rsplit("/")[-1] not in ines.get(f"{PERSON}?id={dan}").text
    ines.post("/staff/people/add", {"id": "=1+1", "role": "student"})
    form = {"days": "10", "only_new": "1"}
    sent = ines.post("/staff/people/links", form)
    assert sent.headers["content-disposition"].startswith("attachment")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(sent.content.decode("utf-8-sig")))}
    assert ("'=1+1" in rows, "bob" in rows, dan in rows, "hal" in rows) == (True, True, False, False)
    assert nobody.get(rows["bob"]["link"]).status_code == 200
    assert ines.post("/staff/people/links", form).content.count(b"/in/") == 0, "they have a link"
    everybody = [owner for owner, role in roles(site).items() if role == "student"]
    assert ines.post("/staff/people/links", {"days": "10"}).content.count(b"/in/") == len(everybody)


def test_an_invitation_is_made_listed_and_ended_and_one_of_a_host_by_hosts_alone(site: TestSite, ines: Browser) -> None:
    form = {"role": "student", "days": "7", "most": "2", "words": "section B"}
    found = re.search(r"/in/[\w-]{22}", ines.post("/staff/people/invite", form).text)
    assert found
    assert site.browser("").get(found[0]).status_code == 200
    site.browser("hal").post("/staff/people/invite", {**form, "role": "host", "words": "deputy"})
    of_host, mine = site.store.credentials.invitations()[:2]
    says(ines.get("/staff/people").text, "0 of 2", f'name="invitation" value="{mine.id}"', "!deputy")
    for number, status in ((mine.id, 303), (mine.id, 404), (of_host.id, 403)):
        assert ines.post("/staff/people/end", {"invitation": str(number)}).status_code == status
    assert site.browser("").get(found[0]).status_code == 404
    assert site.store.credentials.invitations()[0] == of_host


@pytest.mark.parametrize("ended", ["link", "session", "token", "all"])
def test_what_lets_somebody_in_ends_when_an_instructor_says_so(
    site: TestSite, ines: Browser, dan: str, ended: str
) -> None:
    browser, kinds = site.browser(dan), get_args(Account.Credential.Kind)
    for kind in ("link", "token"):
        site.store.credentials.make(kind, site.store.accounts.of(dan), "student", None, "")
    assert "End all sessions" in ines.get(f"{PERSON}?id={dan}").text
    assert ines.post("/staff/people/end", {"id": dan, "kind": ended}).status_code == 303
    left = {kind for kind in kinds if site.store.credentials.of(dan, kind)}
    assert left == {"link", "session", "token"} - ({ended} if ended != "all" else {*kinds})
    assert [("Sign out" in one.get("/").text) for one in (browser, ines)] == ["session" in left, True]
