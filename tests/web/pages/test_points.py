"""What a student reads on the first page as what counts: by the gradebook's rule, from their own submissions."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from judge.classroom.gradebook import read_bonuses, read_gradebook
from judge.classroom.web_class import web_class
from judge.cli.class_argument import ClassArgument
from judge.errors import JudgeError
from judge.model import AttemptRule, Problem, Run, Submission, Verdict
from judge.model.classroom import Roll, Student
from judge.model.deadline import DAY_S, Deadline, Penalty
from judge.model.job import Brief, Job, JobState
from judge.reports.export.class_json import gradebook_json
from judge.store import Store
from judge.store.boards import key_of
from judge.submissions.read import handed_in
from judge.web import shared
from judge.web.pages.home import best_of, counting_brief, problem_line
from judge.web.site import Site
from tests.reports.make import problem
from tests.web.judged import attempt, finish, taken
from tests.web.pages.test_grading import CLASS
from tests.web.sites import RIGHT, WRONG, TestSite, hand_in, quiz, served, text

DUE = Deadline(datetime(2026, 11, 20, 12, tzinfo=UTC), penalty=Penalty(50, "percent", DAY_S))
Told = tuple[float, float | str | None]  # hours after the deadline; points, "waits" or "lost", None for a judge error


def counted(
    rule: AttemptRule, tries: list[Told], deadline: Deadline | None = DUE, bonuses: Mapping[str, float] = {}
) -> Brief | None:
    """What counts of these, which came in this order; the first has the code j0."""
    asked = msgspec.structs.replace(problem(9), attempt=rule)
    jobs, briefs = [], {}
    for number, (hours, points) in enumerate(tries):
        one = Submission("ann", asked.name, "function", Path("mine.py"), b"", str(number))
        state: JobState = "waiting" if points == "waits" else "done"
        words = "it broke" if points == "lost" else ""
        at_s = DUE.at_s + 3600 * hours
        jobs.append(Job(number, f"j{number}", "submit", asked.name, "ann", "ann", at_s, state, one, words=words))
        if not isinstance(points, str):
            verdict = Verdict.JE if points is None else Verdict.WA
            briefs[key_of(asked.name, one)] = Brief(verdict, points, 1, 1.0)
    return counting_brief(jobs, briefs, asked, deadline, bonuses)


@pytest.mark.parametrize(
    ("rule", "tries", "points"),
    [
        ("newest", [(-1, 8.0), (1, 10.0)], 5),  # late: half of it
        ("newest", [(-1, 0.0), (-2, 10.0)], 0),  # by the time of handing in, not in the order in which they came
        ("newest", [(-2, 10.0), (-1, None)], None),
        ("newest", [(-2, 10.0), (-1, "waits")], None),
        ("newest", [(-2, 10.0), (-1, "lost")], None),
        ("best", [(-2, 3.0), (-1, 8.0), (1, 10.0)], 8),
        ("best", [(-2, 10.0), (-1, None)], None),
        ("best", [(-2, "lost"), (-1, 8.0)], 8),
        ("last-on-time", [(-2, 8.0), (-1, 3.0), (1, 10.0)], 3),
        ("last-on-time", [(1, 8.0), (2, 10.0)], 5),
    ],
)
def test_what_counts_is_by_the_rule_less_lateness(rule: AttemptRule, tries: list[Told], points: float | None) -> None:
    found = counted(rule, tries)
    assert (found.points if found else None) == points


def test_nothing_counts_of_nothing_and_all_of_it_without_a_deadline() -> None:
    assert counted("newest", []) is None
    assert counted("newest", [(1, 10.0)], None) == Brief(Verdict.WA, 10.0, 1, 1.0)
    lost = counted("newest", [(1, "lost")])
    assert lost is not None
    assert lost.verdict is Verdict.JE


DUE_AT = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("briefs", "best"),
    [
        ([], None),
        ([Brief(Verdict.WA, 3.0, 4, 1.0), Brief(Verdict.AC, 10.0, 9, 2.0)], 1),
        ([Brief(Verdict.JE, None, 0, 0.0), Brief(Verdict.WA, 0.0, 1, 1.0)], 1),
        ([Brief(Verdict.AC, 10.0, 9, 2.0), Brief(Verdict.AC, 10.0, 9, 1.0)], 1),
    ],
)
def test_most_points_are_best_then_the_quickest(briefs: list[Brief], best: int | None) -> None:
    assert best_of(briefs) == (None if best is None else briefs[best])


def test_line_says_points_and_when_it_is_due() -> None:
    line = problem_line(
        problem(9), Deadline(DUE_AT, grace_s=60), Brief(Verdict.WA, 2.5, 1, 1.0), DUE_AT.timestamp() + 30
    )
    assert (line.verdict, line.points, line.over) == (Verdict.WA, "2.5 of 100 points", False)
    assert "2026-11-20 12:00:00" in line.due
    assert problem_line(problem(9), Deadline(DUE_AT), None, DUE_AT.timestamp() + 1).over
    waits = problem_line(problem(9), None, Brief(Verdict.JE, None, 0, 0.0), 0.0)
    assert (waits.verdict, waits.points, waits.due) == (Verdict.JE, "", "")


AC, WA = Verdict.AC, Verdict.WA
_DUE = "2026-01-01T00:00:03+00:00"
_DUE_S = datetime.fromisoformat(_DUE).timestamp()
_COURSE = f'title = "C"\n[[homework]]\nproblem = "quiz"\ndeadline = {_DUE}\n'


def _package(folder: Path) -> Path:
    found = quiz(folder)
    told = found / "problem.toml"
    told.write_text(f'attempt = "last-on-time"\n{told.read_text()}')
    return found


def _points(site: TestSite) -> str:
    """Return what counts of a right one that is on time, and of a wrong one after it."""
    hand_in(site, "ada", RIGHT, AC, AC, at_s=_DUE_S - 1)
    hand_in(site, "ada", WRONG, AC, WA, at_s=_DUE_S + 6)
    return text(site.browser("gil").get(f"{CLASS}/student?id=ada").text)


def test_a_deadline_of_the_course_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _package(tmp_path)
    (tmp_path / "course.toml").write_text(_COURSE)
    with served(tmp_path / ".judge", problems=(), course=Path("course.toml")) as site:
        assert "10 of 10 points" in _points(site)


def test_a_deadline_that_is_set_on_the_web_counts(tmp_path: Path) -> None:
    with served(tmp_path / "site", problems=(str(_package(tmp_path)),)) as site:
        assert "0 of 10 points" in _points(site), "without one the newest does"
        assert site.browser("ines").fill(f"{CLASS}/terms", f"{CLASS}/terms", {"deadline": _DUE}).status_code == 303
        assert "10 of 10 points" in text(site.browser("gil").get(f"{CLASS}/student?id=ada").text)


def test_a_class_that_is_graded_without_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "class" / "ada").mkdir(parents=True)
    (tmp_path / "class" / "ada" / "main.py").write_bytes(RIGHT)
    handed = ClassArgument(str(_package(tmp_path)), tmp_path / "class", None, None, None, "")
    with pytest.raises(JudgeError, match="without a deadline") as caught:
        handed.read()
    assert caught.value.code == "E422"


# --- What counts for a student of a class with a bonus is one number -------------------------------------------------
CLASSMATES = ("ada", "bob", "cy", "dee")
BONUS = "[bonus]\nshare = 0.3\npoints = 5\n"  # for one of three, for two of four
LATE = 'deadline = 2026-01-01T00:00:00+00:00\nlate_penalty = "50% per day"\n'
LAST_S = datetime.fromisoformat("2026-01-01T00:00:00+00:00").timestamp()


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


def try_it(site: TestSite, problem: Problem, one: Try) -> None:
    source = RIGHT + f"# {one}".encode()
    made = handed_in(one.owner, "quiz", "main.py", (("main.py", source),), problem.programs)
    with site.store() as store:
        store.queue.add("quiz", one.owner, one.owner, made, LAST_S + one.after_s, replaces=False)
        if not one.judged:
            return
        job, ticket = taken(store, problem)
        runs = [attempt(problem, case.name, one.verdict, one.cpu_s) for case in problem.cases]
        for run in runs:
            store.record_run(ticket, run)
        finish(store, job, ticket, problem, [Run.of(run, [run]) for run in runs])


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
            try_it(site, problem, one)
        home = {owner: at_home(site, owner) for owner in CLASSMATES}
        assert points.items() <= home.items()
        for place, found in elsewhere(site, problem).items():
            assert found == home, place
        said = "bonus included" in site.browser("ada").get("/").text
        assert said is ((home["ada"] or 0) not in (0, 10))


def test_what_changes_the_class_changes_who_has_the_bonus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A faster one, and a newer one in its place; where nothing has changed, nothing is read again."""
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    read: list[Problem] = []

    def found(store: Store, roll: Roll, problem: Problem) -> dict[str, float]:
        read.append(problem)
        return read_bonuses(store, roll, problem)

    monkeypatch.setattr(shared, "read_bonuses", found)
    with site_of(tmp_path, "newest") as (site, problem):
        try_it(site, problem, Try("ada", cpu_s=0.5))
        assert [at_home(site, "ada") for _ in range(2)] == [15, 15]
        assert len(read) == 1
        try_it(site, problem, Try("bob"))
        assert [at_home(site, owner) for owner in ("ada", "bob")] == [10, 15]
        try_it(site, problem, Try("bob", WA, after_s=-30))
        assert [at_home(site, owner) for owner in ("ada", "bob")] == [15, 0]
        assert len(read) == 3
