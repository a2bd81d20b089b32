"""What graders and instructors see of work, and decide about it: students x cases, one student, exports, the course.
And a regrade, from the wish to what it would change, and the decision."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from judge.judging import Regrading
from judge.model import Deadline, Prepared, Run, Verdict
from judge.scoring import judgement_of
from tests.commands import Call
from tests.make import files
from tests.web.judged import HOST, SECRET, attempt
from tests.web.running import until
from tests.web.sites import RIGHT, WRONG, Browser, TestSite, hand_in, hidden_in, quiz, says, served, text

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


def test_graders_see_students_and_cases_and_all_of_one_on_a_page(site: TestSite) -> None:
    gil = site.browser("gil")
    page = gil.get(CLASS).text
    assert heads(page) == ["ada", "bob"]
    assert "2 students: 1 AC, 1 WA" in text(page)
    assert heads(gil.get(f"{CLASS}?by=points").text) == ["bob", "ada"]
    says(page, "!/exports")  # that is for instructors
    says(site.browser("ines").get(CLASS).text, "/exports")
    page = gil.get(f"{CLASS}/student?id=ada").text
    says(text(page), "10 of 10 points", "Of several submissions the newest counts.")
    assert page.count('class="own"') == 1
    assert re.search(r'class="own".*?2 of 2.*?yes', page, re.DOTALL), "of the newer one"
    says(page, "0010 1000 0001 0100", f"!{SECRET}")  # the source, and the feedback that the student sees
    for nobody in ("", "eve", "gil", "ada%00"):
        assert gil.get(f"{CLASS}/student?id={nobody}").status_code == 404


def test_a_page_of_a_student_says_how_late_each_came_but_within_the_grace(site: TestSite) -> None:
    site.store.terms.set("quiz", "", Deadline.Term(deadline="2026-01-01 12:00Z", grace="10min"), "", 1.0)
    noon_s = datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp()
    for late_s in (600, 601):
        hand_in(site, "ada", RIGHT, at_s=noon_s + late_s)
    page = site.browser("gil").get(f"{CLASS}/student?id=ada").text
    assert re.findall(r"<td>([^<]* min\b[^<]*)</td>", page) == ["10 min 1 s"]


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
    kinds = ["comment", "points", "clear"]
    assert [mark.kind for mark in site.store.marks.of("quiz", "web:")] == kinds
    deeds = [deed for _, deed in site.store.deeds.latest(3)][::-1]
    assert [(deed.what, deed.about) for deed in deeds] == [(f"marked: {kind}", "bob") for kind in kinds]
    assert [(deed.author, deed.words) for deed in deeds] == [("gil", ""), ("ines", "7.5 points"), ("ines", "")]


def test_the_gradebook_is_that_of_the_command(site: TestSite) -> None:
    ines = site.browser("ines")
    hand_in(site, "bob", RIGHT, AC, JE, at_s=4.0)
    mark(ines, "ada", {"decision": "points", "points": "3", "why": "by mail"})
    words = ["web:", "--problem", ".judge/quiz", "--allow-judge-errors"]
    targets = {"gradebook": "g.csv", "moodle": "m.csv", "brightspace": "b.csv", "junit": "j.xml", "feedback": "f.zip"}
    for name, path in targets.items():
        words += [f"--{name}", path]
    Call().done("export", *words)
    for name, path in targets.items():
        sent = ines.post(f"{CLASS}/exports/{name}", {"sure": "1"})
        assert sent.headers["content-disposition"].startswith("attachment")
        assert sent.content == Path(path).read_bytes(), name
    folder = zipfile.ZipFile(io.BytesIO(ines.post(f"{CLASS}/exports/gradescope", {"sure": "1"}).content))
    assert folder.namelist() == ["ada.json", "bob.json"]


def test_what_an_lms_would_skip_is_said_before_the_download(site: TestSite) -> None:
    ines = site.browser("ines")
    assert ines.post(f"{CLASS}/exports/gradebook").content.startswith(b"\xef\xbb\xbfid,name")
    says(ines.post(f"{CLASS}/exports/canvas", {"title": "Quiz"}).text, "ends with no number")
    listed = b"Student,ID,SIS User ID,SIS Login ID,Section,Quiz (7)\nPoints Possible,,,,,20\nAda,11,ada,,,\n"
    files = {"list": ("canvas.csv", listed)}
    page = ines.post(f"{CLASS}/exports/canvas", {"title": "Quiz (7)"}, files=files)
    says(page.text, "Canvas has 20 points for Quiz (7): importing makes them 10")
    says(page.text, "left out, as the class list has no such id: bob")
    held = dict(re.findall(r'name="(held|title|form)" value="([^"]*)"', page.text))
    sent = ines.post(f"{CLASS}/exports/canvas", {"sure": "1", **held})
    assert sent.text.splitlines()[2:] == ["Ada,11,ada,,,10"]


def test_points_by_hand_count_where_nobody_has_handed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exam on paper, say. An excuse that is given before makes no homework count."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".judge").mkdir()
    export = "export", "web:", "--problem", ".judge/quiz", "--gradebook", "g.csv"
    with served(tmp_path / ".judge") as site:
        ines = site.browser("ines")
        says(ines.get("/staff/course").text, "Nobody has handed in anything yet.")
        mark(ines, "ada", {"decision": "excuse", "why": "ill"})
        says(ines.get("/staff/course").text, "counts for nobody yet")
        Call().ends(2, *export)
        mark(ines, "bob", {"decision": "points", "points": "7", "why": "on paper"})
        says(ines.get("/staff/course").text, "!counts for nobody yet", "70.0 %")
        Call().done(*export)
        assert [line[:6] for line in Path("g.csv").read_text().splitlines()[1:]] == ["ada,Ad", "bob,Bo"]


def test_who_is_not_in_the_list_of_the_course_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who was invited later: what they have handed in is in the class of its homework."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".judge").mkdir()
    course = tmp_path / ".judge" / "course.toml"
    course.write_text('title = "CS"\nroster = "list.csv"\n[[homework]]\nproblem = "quiz"\ntitle = "First"\n')
    course.with_name("list.csv").write_text("id,name\nada,Ada\n")
    quiz(course.parent)
    with served(course.parent, problems=(), course=course) as site:
        hand_in(site, "bob", RIGHT, AC, AC)
        ines = site.browser("ines")
        said = "First: in no row, as the class list of the course does not name who handed it in: bob"
        says(ines.get("/staff/course").text, said, "!bob Bob")
        assert said in Call(200).done("course", str(course))
        says(ines.get(CLASS).text, "bob Bob")


def test_a_homework_that_the_course_counts_from_elsewhere_says_so(tmp_path: Path) -> None:
    quiz(tmp_path)
    course = tmp_path / "course.toml"
    for elsewhere in ('class = "hw1"\n', ""):
        course.write_text(f'title = "CS"\n[[homework]]\nproblem = "quiz"\n{elsewhere}')
        with served(tmp_path, problems=(), course=course) as site:
            for owner, page in (("ada", "/problems/quiz"), ("gil", "/staff")):
                shown = site.browser(owner).get(page).text
                assert ("counts what was handed in elsewhere" in shown) is bool(elsewhere), page


def test_a_class_of_one_is_one_student(site: TestSite) -> None:
    for name in ("bob", "ada"):
        pages = [text(site.browser("ines").get(path).text) for path in (f"{CLASS}/exports", "/staff")]
        counted = {"bob": "2 students", "ada": "1 student"}[name]
        says(" ".join(pages), f"for {counted}.", f"2 of {counted} Waiting" if name == "bob" else f"{counted} has")
        site.store.accounts.remove("bob", "")


def test_a_page_says_all_its_times_in_the_zone_of_the_course(tmp_path: Path) -> None:
    """Also those of a homework without a date."""
    quiz(tmp_path)
    files(tmp_path, {"late/problem.toml": (tmp_path / "quiz/problem.toml").read_text()})
    for one in ("sample/tiny", "secret/four"):
        files(tmp_path / "late" / one, {of.name: of.read_text() for of in (tmp_path / "quiz" / one).iterdir()})
    course = tmp_path / "course.toml"
    dated = '[[homework]]\nproblem = "late"\ndeadline = "2026-11-20 23:59:59 Asia/Tokyo"\n'
    course.write_text(f'title = "CS"\n{dated}[[homework]]\nproblem = "quiz"\n')
    with served(tmp_path, problems=(), course=course) as site:
        code = hand_in(site, "ada", RIGHT, AC, AC)
        for page in (f"/submissions/{code}", f"{CLASS}/student?id=ada"):
            found = text(site.browser("ines").get(page).text)
            says(found, "1970-01-01 09:00 JST", f"!1970-01-01 {datetime.fromtimestamp(1).astimezone():%H:%M %Z}")
            assert len(re.findall(r"\d\d:\d\d JST", found)) >= 3, "when it came, also below, and when it was judged"


def test_the_course_is_that_of_the_command_and_tells_the_late_days_of_each(site: TestSite, tmp_path: Path) -> None:
    """One was late by years."""
    hand_in(site, "ada", RIGHT + b"\n", AC, AC, at_s=1.7e9)
    says(site.browser("gil").get("/staff/course").text, "All problems", "100.0 %")
    course = tmp_path / ".judge" / "course.toml"
    first = '[[homework]]\nproblem = "quiz"\ndeadline = 2020-11-20\n'
    later = f'{first}class = "later"\ntitle = "2"\nlate_penalty = "50%"\n'.replace("2020", "2021")
    for days in ("", "late_days = 2\n"):
        course.write_text(f'title = "CS"\n{days}{first}weight = 2\n{later}')
        Call().done("course", str(course), "--gradebook", "c.csv")
        with served(tmp_path / ".judge", problems=(), course=course) as other:
            ines = other.browser("ines")
            assert ines.post("/staff/course").content == Path("c.csv").read_bytes()
            page = ines.get("/staff/course").text
            says(page, "Gradebook: CS")
            assert ("2 of 2 quiz: 2" in text(page)) is bool(days)
            assert (b",late days (2),missing" in Path("c.csv").read_bytes()) is bool(days)
            says(text(ines.get("/problems/quiz").text), "!2021")  # the dates of another homework


@pytest.mark.parametrize("where", ["in the course", "on the web"])
def test_a_deadline_that_is_not_in_the_package_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A class that is graded without one is refused."""
    monkeypatch.chdir(tmp_path)
    manifest, course = quiz(tmp_path) / "problem.toml", Path("course.toml")
    manifest.write_text('attempt = "last-on-time"\n' + manifest.read_text())
    files(Path("class"), {"ada/main.py": RIGHT})
    Call().refused("E422", "grade", "class", "--problem", "quiz", "--dry-run")
    course.write_text('title = "C"\n[[homework]]\nproblem = "quiz"\ndeadline = 2023-11-14T22:13:20Z\n')
    settings: dict[str, Any] = {"problems": ("quiz",)} if where == "on the web" else {"problems": (), "course": course}
    with served(tmp_path, **settings) as site:
        hand_in(site, "ada", RIGHT, AC, AC, at_s=1.7e9)
        hand_in(site, "ada", WRONG, AC, WA, at_s=1.7e9 + 1)
        if where == "on the web":
            says(text(site.browser("gil").get(f"{CLASS}/student?id=ada").text), "0 of 10 points", "!10 of 10")
            site.browser("ines").fill(f"{CLASS}/terms", f"{CLASS}/terms", {"deadline": "2023-11-14T22:13:20Z"})
        says(text(site.browser("gil").get(f"{CLASS}/student?id=ada").text), "10 of 10 points")


# --- a regrade -------------------------------------------------------------------------------------------------------
REGRADE = "/staff/problems/quiz/regrade"


@pytest.fixture(name="two")
def _two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with served(tmp_path_factory.mktemp("two")) as made:
        for owner, source, verdicts in (("ada", RIGHT, (AC, AC)), ("bob", WRONG, (AC, WA))):
            hand_in(made, owner, source, *verdicts)
        yield made


def judge_again(two: TestSite, *verdicts: Verdict, most: int = 9) -> None:
    """Take the regrade out of the queue as a judge does, and judge at most so many with these verdicts."""
    problem = two.problem
    job = two.store.queue.take("a judge")
    assert job
    assert job.wish
    batch = Regrading(two.store, problem, job.wish).begin(HOST)
    job = two.store.queue.step(job, "running", batch=batch.id)
    for ticket in [one for one in two.store.regrades.tickets(batch) if not one.done][:most]:
        pairs = zip(problem.cases[-len(verdicts) :], verdicts, strict=True)
        runs = tuple(Run.of(one, [one]) for one in (attempt(problem, case.name, word) for case, word in pairs))
        two.store.finish(ticket, judgement_of(ticket.submission, problem, Prepared(), runs))
    two.store.queue.step(job, "done")
    two.store.queue.give_back(job)


def batch_in(page: str) -> dict[str, str]:
    found = re.search(r'name="batch" value="(\d+)"', page)
    return {"batch": found[1] if found else ""}


def test_a_regrade_is_wished_judged_looked_at_and_applied(two: TestSite) -> None:
    ines = two.browser("ines")
    assert ines.post(REGRADE, {"reason": "case four was wrong"}).headers["location"] == f"{REGRADE}?done=begun"
    says(ines.get(f"{REGRADE}?done=begun").text, "It waits: no judge is at work.", f'sse-connect="{REGRADE}/events"')
    says(ines.post(REGRADE, {"reason": "once more"}).text, "is not decided yet", "It waits: no judge is at work.")
    judge_again(two, AC, AC)
    page = ines.get(REGRADE).text
    says(text(page), "regrade of quiz: case four was wrong", "old \\ new AC AC 1 WA 1", "bob +10 WA 0 AC 10 yes")
    says(text(page), "1 with changed points, 1 with the same")
    assert "bob" in text(two.browser("gil").get("/staff/problems/quiz?by=points").text), "nothing is published yet"
    assert ines.post(f"{REGRADE}/apply", {"batch": "999"}).status_code == 409
    assert ines.post(f"{REGRADE}/apply", batch_in(page)).headers["location"] == f"{REGRADE}?done=applied"
    assert "10 of 10 points" in text(ines.get("/staff/problems/quiz/student?id=bob").text)
    assert ines.post(f"{REGRADE}/apply", batch_in(page)).status_code == 422, "nothing is pending any more"
    assert "case four was wrong" in ines.get(REGRADE).text, "it is among those before"
    deeds = [(deed.author, deed.what, deed.problem) for _, deed in two.store.deeds.latest(2)]
    assert deeds == [("ines", "regrade applied", "quiz"), ("ines", "regrade begun", "quiz")]


@pytest.mark.parametrize("judged", [False, True])
def test_a_part_is_named_by_lines_and_cancelled_by_a_page_of_before(two: TestSite, judged: bool) -> None:
    """Nor is it begun again by who sends the form once more."""
    ines = two.browser("ines")
    form = {**hidden_in(ines.get(REGRADE).text, REGRADE), "students": " Bob \r\n\r\n", "cases": "four"}
    assert ines.send("POST", REGRADE, data=form).status_code == 303
    [job] = two.store.queue.regrades("quiz")
    assert job.wish
    assert (job.author, job.wish.students, job.wish.cases) == ("ines", ("bob",), ("four",))
    code = re.search(r'name="job" value="(\w+)"', ines.get(REGRADE).text)
    assert code
    if judged:
        judge_again(two, AC)
    else:
        assert ines.post(f"{REGRADE}/apply", {"job": code[1]}).status_code == 409, "it is still judged"
    assert ines.post(f"{REGRADE}/cancel", {"job": "0" * 16}).status_code == 409
    assert ines.post(f"{REGRADE}/cancel", {"job": code[1]}).headers["location"] == f"{REGRADE}?done=cancelled"
    assert ("cancelled before it was judged" in ines.get(REGRADE).text) is not judged
    assert ines.send("POST", REGRADE, data=form).status_code == 303
    assert [one.over for one in two.store.queue.regrades("quiz")] == [True]
    assert (two.store.queue.open(), two.store.regrades.pending(two.problem)) == ([], None)
    assert ines.post(REGRADE, {"reason": "another"}).status_code == 303
    judge_again(two, AC, AC)
    assert ines.post(f"{REGRADE}/apply", {"job": code[1]}).status_code == 409, "nobody has looked at this one"


def test_a_regrade_is_cancelled_whatever_can_be_read_of_its_class(tmp_path: Path) -> None:
    package = quiz(tmp_path)
    manifest = package / "problem.toml"
    manifest.write_text(manifest.read_text() + "[bonus]\nshare = 0.5\npoints = 5\n")
    with served(tmp_path / "site", problems=(str(package),)) as site:
        hand_in(site, "ada", RIGHT, AC, AC)
        ines = site.browser("ines")
        ines.post(REGRADE, {"reason": "x"})
        judge_again(site, AC, AC)
        site.store.terms.set("quiz", "", Deadline.Term("no date"), "ines", 1.0)
        pending = site.store.regrades.pending(site.problem)
        assert pending
        form = {"batch": str(pending.id)}
        assert ines.post(f"{REGRADE}/apply", form).status_code == 422, "nobody can say what it would change"
        assert ines.post(f"{REGRADE}/cancel", form).status_code == 303


def test_what_is_not_finished_goes_on_and_judge_errors_are_not_published_unseen(two: TestSite) -> None:
    ines = two.browser("ines")
    ines.post(REGRADE, {"reason": "x"})
    judge_again(two, AC, JE, most=1)
    page = ines.get(REGRADE).text
    says(page, "1 of 2 is still to be judged", f'!action="{REGRADE}/apply"')
    assert ines.post(f"{REGRADE}/apply", batch_in(page)).status_code == 422
    assert ines.post(REGRADE, {"reason": "another"}).status_code == 409
    assert ines.post(REGRADE, {"again": "1"}).status_code == 303
    judge_again(two, AC, JE)
    page = ines.get(REGRADE).text
    assert "the judge failed on ada, bob" in text(page)
    says(ines.post(f"{REGRADE}/apply", batch_in(page)).text, "[E483]", "publish all others", 'name="allow"')
    assert two.newcomer()
    says(ines.get(CLASS).text, "Not graded: nothing was handed in", "ask them")
    assert ines.post(f"{REGRADE}/apply", {**batch_in(page), "allow": "1"}).status_code == 303
    assert "10 of 10 points" in text(ines.get("/staff/problems/quiz/student?id=ada").text), "what counted counts"


def test_a_package_that_changed_meanwhile_is_not_published(two: TestSite) -> None:
    ines = two.browser("ines")
    ines.post(REGRADE, {"reason": "x"})
    judge_again(two, AC, AC)
    (Path(two.settings.problems[0]) / "secret/four/answer.txt").write_text("OK\n0010\n1000\n0001\n0100\n")
    until(lambda: "have changed since this was judged" in ines.get(REGRADE).text)
    page = ines.get(REGRADE).text
    assert ines.post(f"{REGRADE}/apply", batch_in(page)).status_code == 422
    assert ines.post(f"{REGRADE}/cancel", batch_in(page)).status_code == 303
