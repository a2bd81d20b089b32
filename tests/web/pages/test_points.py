"""What a student reads on the first page as what counts: by the gradebook's rule, from their own submissions."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from judge.classroom import Gradebook, web_class
from judge.model import Problem, Run, Student, Verdict
from judge.reports import GradebookReport
from judge.submissions import handed_in
from tests.commands import Call
from tests.web.judged import attempt, finish, taken
from tests.web.pages.test_grading import CLASS
from tests.web.sites import RIGHT, WRONG, TestSite, hand_in, quiz, says, served, text

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE


def package(folder: Path, head: str, tail: str = "") -> Path:
    """Write the quiz with these lines about it, and return its folder."""
    told = quiz(folder) / "problem.toml"
    told.write_text(head + told.read_text() + tail)
    return told.parent


@pytest.mark.parametrize("where", ["in the course", "on the web"])
def test_a_deadline_that_is_not_in_the_package_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    problem, course = str(package(tmp_path, 'attempt = "last-on-time"\n')), Path("course.toml")
    due = datetime(2026, 1, 1, 0, 0, 3, tzinfo=UTC)
    course.write_text(f'title = "C"\n[[homework]]\nproblem = "quiz"\ndeadline = {due.isoformat()}\n')
    settings: dict[str, Any] = {"problems": (problem,)} if where == "on the web" else {"problems": (), "course": course}
    with served(tmp_path / ".judge", **settings) as site:
        hand_in(site, "ada", RIGHT, AC, AC, at_s=due.timestamp() - 1)
        hand_in(site, "ada", WRONG, AC, WA, at_s=due.timestamp() + 6)
        if where == "on the web":
            says(text(site.browser("gil").get(f"{CLASS}/student?id=ada").text), "0 of 10 points", "!10 of 10")
            site.browser("ines").fill(f"{CLASS}/terms", f"{CLASS}/terms", {"deadline": due.isoformat()})
        says(text(site.browser("gil").get(f"{CLASS}/student?id=ada").text), "10 of 10 points")


def test_a_class_that_is_graded_without_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "main.py").write_bytes(RIGHT)
    problem = str(package(tmp_path, 'attempt = "last-on-time"\n'))
    Call().refused("E422", "grade", str(tmp_path / "class"), "--problem", problem, "--dry-run")


# --- What counts for a student of a class with a bonus is one number -------------------------------------------------
CLASSMATES = ("ada", "bob", "cy", "dee")
BONUS = "[bonus]\nshare = 0.3\npoints = 5\n"  # for one of three, for two of four
LATE = 'deadline = 2026-01-01T00:00:00+00:00\nlate_penalty = "50% per day"\n'
LAST_S = datetime.fromisoformat("2026-01-01T00:00:00+00:00").timestamp()


class Try(NamedTuple):
    """What somebody has handed in: how it went, in what time, when; "waits" while it does, "lost" where it was given
    up."""

    owner: str
    verdict: Verdict | str = AC
    cpu_s: float = 0.1
    after_s: float = -60.0


CLASSES: dict[str, tuple[str, list[Try], dict[str, float | None]]] = {
    "the fastest": ("newest", [Try("ada"), Try("bob", cpu_s=0.5), Try("cy", WA)], {"ada": 15, "bob": 10, "cy": 0}),
    "late": ("newest", [Try("ada", after_s=60), Try("bob", cpu_s=0.5)], {"ada": 7.5, "bob": 10}),
    "a tie": ("newest", [Try("ada"), Try("bob"), Try("cy", cpu_s=0.5)], {"ada": 15, "bob": 15, "cy": 10}),
    "one that counts no more": (
        "newest",
        [Try("ada"), Try("ada", WA, after_s=-30), Try("bob", cpu_s=0.5)],
        {"ada": 0, "bob": 15},
    ),
    "one that waits": ("newest", [Try("ada"), Try("bob", cpu_s=0.5), Try("ada", "waits")], {"bob": 15}),
    "the best": (
        "best",
        [Try("ada"), Try("ada", cpu_s=0.5, after_s=-30), Try("bob", cpu_s=0.3), Try("bob", WA)],
        {"ada": 15, "bob": 10},
    ),
    "the best is the bonus": ("best", [Try("ada", after_s=60), Try("ada", WA), Try("bob", cpu_s=0.5)], {"ada": 7.5}),
    "by the time of handing in": ("newest", [Try("bob", WA), Try("bob", after_s=-90)], {"bob": 0}),
    "a judge error": ("newest", [Try("ada", after_s=-90), Try("ada", JE)], {"ada": None}),
    "one that was given up": ("newest", [Try("ada", after_s=-90), Try("ada", "lost")], {"ada": None}),
    "the best on time": ("best", [Try("bob", WA), Try("ada"), Try("bob", cpu_s=0.5, after_s=60)], {"bob": 5}),
    "the best is a judge error": ("best", [Try("ada", after_s=-90), Try("ada", JE)], {"ada": None}),
    "the best was given up": ("best", [Try("ada", "lost", after_s=-90), Try("ada")], {"ada": 15}),
    "the newest was given up": ("best", [Try("ada", after_s=-90), Try("ada", "lost")], {"ada": None}),
    "all too late": (
        "last-on-time",
        [Try("ada"), Try("bob", WA, after_s=60), Try("bob", cpu_s=1, after_s=90)],
        {"bob": 5},
    ),
    "the last on time": ("last-on-time", [Try("ada"), Try("ada", WA, after_s=60), Try("bob", cpu_s=0.5)], {"ada": 15}),
}


@contextmanager
def site_of(folder: Path, rule: str) -> Iterator[tuple[TestSite, Problem]]:
    """Serve the quiz with a bonus and a deadline, and let four in."""
    made = package(folder, f'attempt = "{rule}"\n{LATE}', BONUS)
    with served(folder / "site", problems=(str(made),)) as site:
        for owner in CLASSMATES:
            site.store.accounts.enter(Student(owner), "student", "")
        yield site, site.problem


def try_it(site: TestSite, problem: Problem, one: Try) -> None:
    source = RIGHT + f"# {one}".encode()
    made = handed_in(one.owner, "quiz", "main.py", (("main.py", source),), problem.programs)
    job = site.store.queue.add("quiz", one.owner, one.owner, made, LAST_S + one.after_s, replaces=False)
    if one.verdict == "lost":
        site.store.queue.end(job, "it broke")
    if not isinstance(one.verdict, Verdict):
        return
    job, ticket = taken(site.store, problem)
    runs = [attempt(problem, case.name, one.verdict, one.cpu_s) for case in problem.cases]
    for run in runs:
        site.store.record_run(ticket, run)
    finish(site.store, job, ticket, problem, [Run.of(run, [run]) for run in runs])


def at_home(site: TestSite, owner: str) -> float | None:
    found = re.search(r"([\d.]+) of 10 points", text(site.browser(owner).get("/").text))
    return float(found[1]) if found else None


def elsewhere(site: TestSite, problem: Problem) -> dict[str, dict[str, float | None]]:
    """The points of each student by where they stand: the gradebook as CSV and JSON, the course, the grader's page."""
    ines = site.browser("ines")
    whole = _rows(ines.post(f"{CLASS}/exports/gradebook", {"sure": "1"}))
    course = _rows(ines.post("/staff/course"))
    dated, roll = web_class(site.store, problem)
    said = msgspec.to_builtins(GradebookReport(Gradebook.read(site.store, roll, dated).rows, problem).document())
    pages = {owner: text(ines.get(f"{CLASS}/student?id={owner}").text) for owner in CLASSMATES}
    standing = {owner: re.search(r"([\d.]+) of 10 points", page) for owner, page in pages.items()}
    return {
        "csv": {row["id"]: _number(row["points"]) for row in whole},
        "json": {one["id"]: one["points"] for one in said["students"]},
        "course": {row["id"]: _number(row["Quiz (10)"]) for row in course},
        "page": {owner: float(one[1]) if one else None for owner, one in standing.items()},
    }


def _rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def _number(cell: str) -> float | None:
    return float(cell) if cell else None


@pytest.mark.parametrize("name", CLASSES)
def test_one_number_counts(tmp_path: Path, name: str) -> None:
    rule, tries, points = CLASSES[name]
    with site_of(tmp_path, rule) as (site, problem):
        for one in tries:
            try_it(site, problem, one)
        home = {owner: at_home(site, owner) for owner in CLASSMATES}
        assert points.items() <= home.items()
        for place, found in elsewhere(site, problem).items():
            assert found == home, place
        said = "bonus included" in site.browser("ada").get("/").text
        assert said is ((home["ada"] or 0) not in (0, 10))
