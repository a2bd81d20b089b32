"""What counts for a student of a class with a bonus is one number: on the first page, and wherever else it stands."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from judge.classroom.gradebook.gradebook import read_bonuses, read_gradebook
from judge.classroom.web_class import web_class
from judge.model import CaseResult, Problem, Verdict
from judge.model.classroom import Roll, Student
from judge.reports.export.gradebook import gradebook_json
from judge.store import Store
from judge.submissions.read import handed_in
from judge.web import shared
from judge.web.site import Site
from tests.web.judged import attempt, finish, taken
from tests.web.pages.test_grading import CLASS, text
from tests.web.sites import RIGHT, TestSite, quiz, served

AC, WA = Verdict.AC, Verdict.WA
CLASSMATES = ("ada", "bob", "cy", "dee")
BONUS = "[bonus]\nshare = 0.3\npoints = 5\n"  # for one of three, for two of four
LATE = 'deadline = 2026-01-01T00:00:00+00:00\nlate_penalty = "50% per day"\n'
DUE_S = datetime.fromisoformat("2026-01-01T00:00:00+00:00").timestamp()


class Try(NamedTuple):
    """What somebody has handed in: how it went, in what time, when; not `judged` while it waits."""

    owner: str
    verdict: Verdict = AC
    cpu_s: float = 0.1
    after_s: float = -60.0
    judged: bool = True


CLASSES: dict[str, tuple[str, list[Try], dict[str, float | None]]] = {
    "the fastest": ("newest", [Try("ada"), Try("bob", cpu_s=0.5), Try("cy", WA)], {"ada": 15, "bob": 10, "cy": 0}),
    "late": ("newest", [Try("ada", after_s=60), Try("bob", cpu_s=0.5)], {"ada": 7.5, "bob": 10}),
    "a tie": ("newest", [Try("ada"), Try("bob"), Try("cy", cpu_s=0.5)], {"ada": 15, "bob": 15, "cy": 10}),
    "one that counts no more": (
        "newest",
        [Try("ada"), Try("ada", WA, after_s=-30), Try("bob", cpu_s=0.5)],
        {"ada": 0, "bob": 15},
    ),
    "one that waits": ("newest", [Try("ada"), Try("bob", cpu_s=0.5), Try("ada", judged=False)], {"bob": 15}),
    "the best": (
        "best",
        [Try("ada"), Try("ada", cpu_s=0.5, after_s=-30), Try("bob", cpu_s=0.3), Try("bob", WA)],
        {"ada": 15, "bob": 10},
    ),
    "the best is the bonus": ("best", [Try("ada", after_s=60), Try("ada", WA), Try("bob", cpu_s=0.5)], {"ada": 7.5}),
    "the last on time": ("last-on-time", [Try("ada"), Try("ada", WA, after_s=60), Try("bob", cpu_s=0.5)], {"ada": 15}),
}


@contextmanager
def site_of(folder: Path, rule: str) -> Iterator[tuple[TestSite, Problem]]:
    """Serve the quiz with a bonus and a deadline, and let four in."""
    told = quiz(folder) / "problem.toml"
    told.write_text(f'attempt = "{rule}"\n{LATE}{told.read_text()}{BONUS}')
    with served(folder / "site", problems=(str(told.parent),)) as site:
        with site.store() as store:
            for owner in CLASSMATES:
                store.accounts.enter(Student(owner), "student", "")
        yield site, Site(site.settings).problem("quiz")


def hand_in(site: TestSite, problem: Problem, one: Try) -> None:
    source = RIGHT + f"# {one}".encode()
    made = handed_in(one.owner, "quiz", "main.py", (("main.py", source),), problem.programs)
    with site.store() as store:
        store.queue.add("quiz", one.owner, one.owner, made, DUE_S + one.after_s, replaces=False)
        if not one.judged:
            return
        job, ticket = taken(store, problem)
        runs = [attempt(problem, case.name, one.verdict, one.cpu_s) for case in problem.cases]
        for run in runs:
            store.record_run(ticket, run)
        finish(store, job, ticket, problem, [CaseResult.of(run, [run]) for run in runs])


def at_home(site: TestSite, owner: str) -> float | None:
    found = re.search(r"([\d.]+) of 10 points", text(site.browser(owner).get("/").text))
    return float(found[1]) if found else None


def elsewhere(site: TestSite, problem: Problem) -> dict[str, dict[str, float | None]]:
    """The points of each student by where they stand: the gradebook as CSV and JSON, the course, the grader's page."""
    ines = site.browser("ines")
    whole = _rows(ines.post(f"{CLASS}/exports/gradebook", {"sure": "1"}))
    course = _rows(ines.post("/staff/course"))
    with site.store() as store:
        found = web_class(store, problem, store.queue.handed_in("quiz"))
        said = gradebook_json(read_gradebook(store, found.roll, found.problem).rows, problem)
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
            hand_in(site, problem, one)
        home = {owner: at_home(site, owner) for owner in CLASSMATES}
        assert points.items() <= home.items()
        for place, found in elsewhere(site, problem).items():
            assert found == home, place
        said = "bonus included" in site.browser("ada").get("/").text
        assert said is ((home["ada"] or 0) not in (0, 10))


def test_what_changes_the_class_changes_who_has_the_bonus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A faster one, and a newer one in its place; where nothing has changed, nothing is read again."""
    for name in ("_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    read: list[Problem] = []

    def found(store: Store, roll: Roll, problem: Problem) -> dict[str, float]:
        read.append(problem)
        return read_bonuses(store, roll, problem)

    monkeypatch.setattr(shared, "read_bonuses", found)
    with site_of(tmp_path, "newest") as (site, problem):
        hand_in(site, problem, Try("ada", cpu_s=0.5))
        assert [at_home(site, "ada") for _ in range(2)] == [15, 15]
        assert len(read) == 1
        hand_in(site, problem, Try("bob"))
        assert [at_home(site, owner) for owner in ("ada", "bob")] == [10, 15]
        hand_in(site, problem, Try("bob", WA, after_s=-30))
        assert [at_home(site, owner) for owner in ("ada", "bob")] == [15, 0]
        assert len(read) == 3
