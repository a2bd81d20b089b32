"""What staff see first: the homeworks with their counts, and the log of who did what."""

from __future__ import annotations

import re
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.model.account import Deed
from judge.model.deadline import Term
from judge.submissions.read import handed_in
from judge.web.settings import Settings
from judge.web.site import Site
from tests.web.sites import RIGHT, TestSite, quiz, served


def test_the_overview_counts_what_students_handed_in(site: TestSite) -> None:
    one = handed_in("x", "quiz", "main.py", (("main.py", RIGHT),))
    with site.store() as store:
        first = store.queue.add("quiz", "ada", "ada", one, 1.0, replaces=True)
        store.queue.add("quiz", "ada", "ada", one, 2.0, replaces=True)  # the first one is replaced
        judged = store.queue.add("quiz", "bob", "bob", one, 3.0, replaces=True)
        store.queue.end(judged, "by hand")
        store.queue.add("quiz", "gil", "gil", one, 4.0, replaces=True)  # no student
        assert store.queue.job(first.code).state == "replaced"  # type: ignore[union-attr]
    page = site.browser("gil").get("/staff").text
    counts = re.findall(r"<dt>(\w+)</dt><dd>([^<]*)</dd>", page)
    assert counts[:3] == [("Submitted", "2 of 2 students"), ("Waiting", "1"), ("Judged", "1")]
    assert "/staff/problems/quiz/terms" not in page, "that is for instructors"
    assert "/staff/problems/quiz/terms" in site.browser("ines").get("/staff").text
    assert "/staff" not in site.browser("ada").get("/").text


def test_dates_that_can_not_be_read_any_more_spoil_no_page(site: TestSite) -> None:
    with site.store() as store:
        store.terms.set("quiz", "", Term(grace="15min"), "ines", time.time())  # as if the package had had a deadline
    ines = site.browser("ines")
    for path in ("/staff", "/staff/problems/quiz/terms"):
        page = ines.get(path)
        assert page.status_code == 200
        assert "[E507]" in page.text
    with site.store() as store:
        store.terms.set("quiz", "", Term(), "ines", time.time())


OLD = {  # the file of a package of 0.1.0, what is added to it, and what staff are told of it
    "a key": ("problem.toml", 'batch = "lines"\n', "[E422], in problem.toml line 1"),
    "a table": ("problem.toml", "signature = {}\n", "[E422], in problem.toml line 1"),
    "a file": ("sample/tiny/call.toml", "status = 1\n", "[E425], in sample/tiny/call.toml"),
}


@pytest.mark.parametrize(("file", "text", "told"), OLD.values(), ids=OLD)
@pytest.mark.parametrize("framed", [False, True], ids=["alone", "in a course"])
def test_a_package_with_what_went_is_named_and_the_others_are_served(
    tmp_path: Path, file: str, text: str, told: str, framed: bool
) -> None:
    old, new = quiz(tmp_path).rename(tmp_path / "old"), quiz(tmp_path)
    whole = (old / file).read_text() if (old / file).exists() else ""
    (old / file).write_text(text + whole)
    settings: dict[str, Any] = {"problems": (str(old), str(new))}
    if framed:
        (tmp_path / "course.toml").write_text('[[homework]]\nproblem = "old"\n[[homework]]\nproblem = "quiz"\n')
        settings = {"problems": (), "course": tmp_path / "course.toml"}
    with served(tmp_path / "site", **settings) as site:
        page = " ".join(unescape(site.browser("gil").get("/staff").text).split())
        assert re.search(rf"old</bdi> is not served: [^<]* {re.escape(told)}: [^<]+<", page), page
        assert "/staff/problems/quiz" in page
        assert "/staff/problems/old" not in page
        assert site.browser("ada").get("/problems/quiz").status_code == 200
        assert site.browser("ada").get("/problems/old").status_code == 404
        assert site.browser("gil").get("/staff/course").status_code == 200
        assert "is not served" not in site.browser("ada").get("/").text


def test_what_is_wrong_otherwise_or_all_that_there_is_is_not_left_out(tmp_path: Path) -> None:
    old, new = quiz(tmp_path).rename(tmp_path / "old"), quiz(tmp_path)
    whole = (old / "problem.toml").read_text()
    for line, problems in (('batch = "lines"', (old,)), ('bach = "lines"', (old, new))):
        (old / "problem.toml").write_text(f"{line}\n{whole}")
        with pytest.raises(JudgeError) as caught:
            Site(Settings(store=tmp_path / "store.db", problems=tuple(map(str, problems))))
        assert caught.value.code == "E422"


def test_the_log_is_read_page_by_page_and_filtered(site: TestSite) -> None:
    with site.store() as store:
        for number in range(101):
            store.deeds.add(Deed(1.0, "ines", f"test {number % 2}", "ada", "quiz", f"<b>{number}"))
    ines = site.browser("ines")
    first = ines.get("/staff/log").text
    assert "&lt;b&gt;100" in first
    assert "&lt;b&gt;0<" not in first
    older = re.search(r'<a href="(/staff/log\?[^"]*)">Older', first)
    assert older
    assert "&lt;b&gt;0<" in ines.get(older[1].replace("&amp;", "&")).text
    some = ines.get("/staff/log?what=test+1&who=ada").text
    assert "&lt;b&gt;99<" in some
    assert "&lt;b&gt;100<" not in some
    assert "There is no such line" in ines.get("/staff/log?who=nobody").text
    assert ines.get("/staff/log?before=x&what=%00").status_code == 200


def test_lines_about_a_host_are_for_hosts(site: TestSite) -> None:
    with site.store() as store:
        store.deeds.add(Deed(2.0, "hal", "a matter of hosts", "hal"))
    seen = {
        owner: "<td>a matter of hosts</td>" in site.browser(owner).get("/staff/log").text for owner in ("hal", "ines")
    }
    assert seen == {"hal": True, "ines": False}


def test_homeworks_are_called_as_in_the_course(tmp_path: Path) -> None:
    quiz(tmp_path)
    course = tmp_path / "course.toml"
    course.write_text('[[homework]]\ntitle = "Week 3"\nproblem = "quiz"\n[[homework]]\nproblem = "lizards"\n')
    with served(tmp_path, problems=(), course=course) as site:
        assert "Week 3: <a" in site.browser("ada").get("/").text
        staff = site.browser("gil").get("/staff").text
        assert "Week 3</bdi>: <a" in staff
        assert "lizards</bdi>: <a" not in staff
