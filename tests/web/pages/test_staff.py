"""What staff see and do beside grades: the overview, the log, when a homework is due, and the queue."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest

from judge.model import Deadline, Deed, Verdict
from judge.store import Store
from judge.web import Settings
from tests.conftest import refused
from tests.web.judged import judge, taken
from tests.web.sites import RIGHT, TestSite, hand_in, quiz, says, served

AC, JE = Verdict.AC, Verdict.JE
TERMS: Final = "/staff/problems/quiz/terms"
QUEUE: Final = "/staff/queue"
EVIL: Final = "<script>alert(1)</script>"


def test_the_overview_counts_what_students_handed_in(site: TestSite) -> None:
    """Of each the newest, of students alone; tests/store/test_queue.py has who is one, and which counts."""
    hand_in(site, "ada", RIGHT)
    hand_in(site, "bob", RIGHT, AC, AC)
    page = site.browser("gil").get("/staff").text
    counts = re.findall(r"<dt>(\w+)</dt><dd>([^<]*)</dd>", page)
    assert counts[:3] == [("Submitted", "2 of 2 students"), ("Waiting", "1"), ("Judged", "1")]
    says(page, f"!{TERMS}")
    says(site.browser("ines").get("/staff").text, TERMS)
    says(site.browser("ada").get("/").text, "!/staff")


OLD = {  # what a package of 0.1.0 has, and what staff are told of it
    "alone": ("problem.toml", 'batch = "lines"\n', "[E422], in problem.toml line 1, column 1"),
    "in a course": ("sample/tiny/call.toml", "status = 1\n", "[E425], in sample/tiny/call.toml"),
}


@pytest.mark.parametrize("where", OLD)
def test_a_package_with_what_went_is_named_and_the_others_are_served(tmp_path: Path, where: str) -> None:
    file, text, told = OLD[where]
    old, other, new = (quiz(tmp_path).rename(tmp_path / name) for name in ("old", "other", "quiz"))
    whole = (old / file).read_text() if (old / file).exists() else ""
    (old / file).write_text(text + whole)
    course, in_course = tmp_path / "course.toml", where == "in a course"
    course.write_text('homework = [{ problem = "old" }, { problem = "other" }, { problem = "quiz", title = "Week 3" }]')
    settings: dict[str, Any] = {"course": course} if in_course else {}
    alone = (str(old), str(other), str(new))
    with served(tmp_path / "site", problems=() if in_course else alone, **settings) as site:
        page = " ".join(unescape(site.browser("gil").get("/staff").text).split())
        assert re.search(rf"old</bdi> is not served: [^<]* {re.escape(told)}: [^<]+<", page), page
        says(page, "/staff/problems/quiz", "/staff/problems/other", "!/staff/problems/old")
        assert {site.browser("gil").get(path).status_code for path in ("/problems/quiz", "/staff/course")} == {200}
        assert site.browser("ada").get("/problems/old").status_code == 404
        says(site.browser("ada").get("/").text, "!is not served", f"{'' if in_course else '!'}Week 3: <a")
        assert re.findall("([^>]*)</bdi>: <a", page) == ["Week 3"] * in_course, "as in the course, if that says more"


def test_what_is_wrong_otherwise_or_all_that_there_is_is_not_left_out(tmp_path: Path) -> None:
    old, new = quiz(tmp_path).rename(tmp_path / "old"), quiz(tmp_path)
    whole = (old / "problem.toml").read_text()
    for line, problems in (('batch = "lines"', (old,)), ('bach = "lines"', (old, new))):
        (old / "problem.toml").write_text(f"{line}\n{whole}")
        settings = Settings(store=tmp_path / "store.db", problems=tuple(map(str, problems)))
        assert refused(settings.application).code == "E422"


# --- the log ---------------------------------------------------------------------------------------------------------
def test_the_log_is_read_page_by_page_and_filtered_and_lines_about_a_host_are_for_hosts(site: TestSite) -> None:
    for number in range(101):
        site.store.deeds.add(Deed(1.0, "ines", f"test {number % 2}", "ada", "quiz", f"<b>{number}"))
    ines = site.browser("ines")
    first = ines.get("/staff/log").text
    says(first, "&lt;b&gt;100", "!&lt;b&gt;0<")
    older = re.search(r'<a href="(/staff/log\?[^"]*)">Older', first)
    assert older
    says(ines.get(unescape(older[1])).text, "&lt;b&gt;0<")
    says(ines.get("/staff/log?what=test+1&who=ada").text, "&lt;b&gt;99<", "!&lt;b&gt;100<")
    says(ines.get("/staff/log?who=nobody").text, "There is no such line")
    assert ines.get("/staff/log?before=x&what=%00").status_code == 200
    site.store.deeds.add(Deed(2.0, "hal", "a matter of hosts", "hal"))
    for owner, begin in (("hal", ""), ("ines", "!")):
        says(site.browser(owner).get("/staff/log").text, f"{begin}<td>a matter of hosts</td>")


# --- when a homework is due ------------------------------------------------------------------------------------------
def test_the_dates_of_a_class_are_changed_and_taken_back(own: TestSite) -> None:
    ines = own.browser("ines")
    says(ines.get(TERMS).text, "There is no deadline.")
    form = {"deadline": "2026-12-01 12:00 Europe/Berlin", "grace": "15min", "late_penalty": "10% per day"}
    page = ines.get(ines.fill(TERMS, TERMS, form).headers["location"]).text
    says(page, "On time until 2026-12-01 12:00:00 Europe/Berlin, and up to 15 min later", 'value="15min"')
    says(own.browser("gil").get("/staff").text, "On time until 2026-12-01")
    assert ines.fill(TERMS, TERMS, {"id": "ada", "extension": "2 days"}).status_code == 303
    says(ines.get(TERMS).text, "2026-12-03 12:00:00 Europe/Berlin")
    assert own.store.terms.of("quiz")["ada"] == Deadline.Term(extension="2 days")
    deed = own.store.deeds.latest(1)[0][1]
    assert (deed.what, deed.about, deed.problem) == ("extension changed", "ada", "quiz")
    for fields in ({"id": "ada", "extension": ""}, dict.fromkeys(form, "")):
        assert ines.fill(TERMS, TERMS, fields).status_code == 303
    assert own.store.terms.of("quiz") == {}
    assert ines.get("/staff/problems/none/terms").status_code == 404


def test_dates_that_can_not_be_read_any_more_spoil_no_page(own: TestSite) -> None:
    own.store.terms.set("quiz", "", Deadline.Term(grace="15min"), "ines", 1.0)  # as if the package had had a deadline
    for path in ("/staff", TERMS):
        page = own.browser("ines").get(path)
        assert (page.status_code, "[E507]" in page.text) == (200, True)


# --- the queue -------------------------------------------------------------------------------------------------------
def queued(site: TestSite, *owners: str) -> list[str]:
    return [hand_in(site, owner, f"print({owner!r})".encode()) for owner in owners]


def test_it_says_what_is_at_work_what_waits_and_what_was_judged(own: TestSite) -> None:
    queued(own, "ada", "bob", EVIL)
    with Store(own.settings.store) as store:
        judge(store, own.problem, AC, AC)
        taken(store, own.problem)
    page = own.browser("gil").get(QUEUE).text
    waiting, at_work = page.index("<h2>Waiting"), page.index("<h2>At work")
    assert at_work < page.index("compiling") < waiting < page.index("until there is a judge")
    assert page.index("<h2>Judged last") < page.index(">AC<")
    says(page, "No judge is alive", "&lt;script&gt;", f"!{EVIL}", "!The judge itself failed")


def test_a_host_has_judged_again_what_the_judge_failed_on(own: TestSite) -> None:
    """One, or all at once; and a stream of it has no key of anybody."""
    [code, other] = queued(own, "ada", "bob")
    for _ in range(2):
        judge(own.store, own.problem, AC, JE)
    gil, hal, to = own.browser("gil"), own.browser("hal"), f"{QUEUE}/again"
    says(gil.get(QUEUE).text, "E303", "!Judge again")
    says(hal.get(QUEUE).text, f"again?job={code}")
    says(hal.get(f"{to}?job={code}").text, "E303")
    assert hal.post(to, {"job": code}).headers["location"] == f"{QUEUE}?done=again"
    assert hal.post(to, {"job": code}).status_code == 404, "it is open already"
    assert own.store.deeds.latest(1)[0][1].about == "ada"
    judge(own.store, own.problem, AC, JE)
    says(hal.get(to).text, "2 submissions are put")
    assert hal.post(to).status_code == 303
    assert {(job.code, job.state) for job in own.store.queue.open()} == {(code, "waiting"), (other, "waiting")}
    sent = hal.get(f"{QUEUE}/events").text
    assert re.findall("^event: (.*)$", sent, re.MULTILINE) == ["judges", "work", "waiting", "failed", "ended"]
    says(sent, code, other, "!csrf")
