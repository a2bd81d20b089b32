"""What graders and instructors see of work, and decide about it: students x cases, one student, exports, the course."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from judge.cli.instructor import export
from judge.cli.report import course as course_command
from judge.model import Verdict
from judge.model.deadline import Term
from tests.web.judged import SECRET
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, hand_in, says, served, text

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
CLASS = "/staff/problems/quiz"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestSite]:
    monkeypatch.chdir(tmp_path)  # commands find the same store
    (tmp_path / ".judge").mkdir()
    with served(tmp_path / ".judge") as made:
        hand_in(made, "ada", WRONG, AC, WA)
        hand_in(made, "ada", RIGHT, AC, AC, at_s=2.0)
        hand_in(made, "bob", WRONG, WA, WA, at_s=3.0)
        yield made


def heads(page: str) -> list[str]:
    """Return the ids of the students, in the order of the rows."""
    return re.findall(r"student\?id=(\w+)\"", page)


def test_graders_see_students_and_cases_sorted_as_they_like(site: TestSite) -> None:
    gil = site.browser("gil")
    page = gil.get(CLASS).text
    assert heads(page) == ["ada", "bob"]
    assert "2 students: 1 AC, 1 WA" in text(page)
    assert 'aria-sort="ascending"><a href="/staff/problems/quiz?by=-id">' in page
    assert heads(gil.get(f"{CLASS}?by=points").text) == ["bob", "ada"]
    assert heads(gil.get(f"{CLASS}?by=-case:secret/four").text) == ["bob", "ada"]
    assert heads(gil.get(f"{CLASS}?by=<script>").text) == ["ada", "bob"]
    hand_in(site, "bob", WRONG, WA, WA, at_s=1.8e9)
    with site.store() as store:
        store.terms.set("quiz", "", Term("2026-01-01"), "ines", 1.0)
    assert heads(gil.get(f"{CLASS}?by=late").text) == ["bob", "ada"], "who is not late has nothing there"
    says(page, "!/exports")  # that is for instructors
    says(site.browser("ines").get(CLASS).text, "/exports")


def test_all_of_a_student_is_on_one_page(site: TestSite) -> None:
    page = site.browser("gil").get(f"{CLASS}/student?id=ada").text
    says(text(page), "10 of 10 points", "Of several submissions the newest counts.")
    assert page.count('class="own"') == 1
    assert re.search(r'class="own".*?2 of 2.*?yes', page, re.DOTALL), "of the newer one"
    says(page, "0010 1000 0001 0100", f"!{SECRET}")  # the source, and the feedback that the student sees
    for nobody in ("", "eve", "gil", "ada%00"):
        assert site.browser("gil").get(f"{CLASS}/student?id={nobody}").status_code == 404


def mark(browser: Browser, owner: str, form: dict[str, str]) -> Any:
    """Decide about a student by the form of their page."""
    return browser.fill(f"{CLASS}/student?id={owner}", f"{CLASS}/student/mark", form)


def test_instructors_decide_by_hand_and_graders_comment(site: TestSite) -> None:
    gil, ines = site.browser("gil"), site.browser("ines")
    done = mark(gil, "bob", {"comment": "<b>look\nat row 2"})
    assert (done.status_code, done.headers["location"]) == (303, f"{CLASS}/student?id=bob&done=marked")
    says(gil.get(done.headers["location"]).text, "&lt;b&gt;look at row 2", "It is decided.")
    form = {"decision": "points", "points": "7,5", "why": "handed in by mail"}
    assert mark(ines, "bob", form).status_code == 303
    assert "7.5 of 10 points" in text(gil.get(f"{CLASS}/student?id=bob").text)
    assert "7.5*" in gil.get(CLASS).text
    assert mark(ines, "bob", {"decision": "clear"}).status_code == 303
    assert "0 of 10 points" in text(gil.get(f"{CLASS}/student?id=bob").text)
    with site.store() as store:
        deeds = [(deed.author, deed.what, deed.about, deed.words) for _, deed in store.deeds.latest(3)]
        kinds = [mark.kind for mark in store.marks.of("quiz", "web:")]
    assert kinds == ["comment", "points", "clear"]
    assert deeds[::-1] == [
        ("gil", "marked: comment", "bob", ""),
        ("ines", "marked: points", "bob", "7.5 points"),
        ("ines", "marked: clear", "bob", ""),
    ]


def test_the_gradebook_is_that_of_the_command(site: TestSite) -> None:
    ines = site.browser("ines")
    hand_in(site, "bob", RIGHT, AC, JE, at_s=4.0)
    mark(ines, "ada", {"decision": "points", "points": "3", "why": "by mail"})
    words = ["web:", "--problem", ".judge/quiz", "--allow-judge-errors"]
    targets = {"gradebook": "g.csv", "moodle": "m.csv", "brightspace": "b.csv", "junit": "j.xml", "feedback": "f.zip"}
    for name, path in targets.items():
        words += [f"--{name}", path]
    ran = CliRunner().invoke(export, words, standalone_mode=False)
    assert ran.return_value == 0, ran.exception
    for name, path in targets.items():
        sent = ines.post(f"{CLASS}/exports/{name}", {"sure": "1"})
        assert sent.headers["content-disposition"].startswith("attachment")
        assert sent.content == Path(path).read_bytes(), name
    folder = zipfile.ZipFile(io.BytesIO(ines.post(f"{CLASS}/exports/gradescope", {"sure": "1"}).content))
    assert folder.namelist() == ["ada.json", "bob.json"]


def test_what_an_lms_would_skip_is_said_before_the_download(site: TestSite) -> None:
    ines = site.browser("ines")
    assert ines.post(f"{CLASS}/exports/gradebook").content.startswith(b"\xef\xbb\xbfid,name")
    listed = b"Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7)\nPoints Possible,,,,,20\nAda,11,ada,,,\n"
    files = {"list": ("canvas.csv", listed)}
    page = ines.post(f"{CLASS}/exports/canvas", {"title": "Quiz (7)"}, files=files)
    says(page.text, "Canvas has 20 points for Quiz (7): importing makes them 10")
    says(page.text, "1 who handed in are not in the class list")
    held = dict(re.findall(r'name="(held|title|form)" value="([^"]*)"', page.text))
    sent = ines.post(f"{CLASS}/exports/canvas", {"sure": "1", **held})
    assert sent.text.splitlines()[2:] == ["Ada,11,ada,,,10"]


def test_the_course_is_that_of_the_command(site: TestSite, tmp_path: Path) -> None:
    page = site.browser("gil").get("/staff/course").text
    assert "All problems" in page
    assert "100.0 %" in page
    course = tmp_path / ".judge" / "course.toml"
    course.write_text('title = "CS"\n[[homework]]\nproblem = "quiz"\nweight = 2\n')
    ran = CliRunner().invoke(course_command, [str(course), "--gradebook", "c.csv"], standalone_mode=False)
    assert ran.return_value == 0, ran.exception
    with served(tmp_path / ".judge", problems=(), course=course) as other:
        ines = other.browser("ines")
        assert "Gradebook: CS" in ines.get("/staff/course").text
        assert ines.post("/staff/course").content == Path("c.csv").read_bytes()
