"""What a student reads on the first page as what counts: by the gradebook's rule, from their own submissions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from judge.model import Problem, Student, Verdict
from judge.problems import read_package
from tests.commands import Call
from tests.web.judged import judge, put
from tests.web.pages.test_grading import CLASS
from tests.web.sites import RIGHT, WRONG, TestSite, hand_in, quiz, says, served, text

AC, WA = Verdict.AC, Verdict.WA


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


# --- what counts for a student of a class with a bonus is one number -------------------------------------------------
CLASSMATES: Final = ("ada", "bob", "cy", "dee")
BONUS: Final = "[bonus]\nshare = 0.3\npoints = 5\n"  # for one of two, or of three
DUE: Final = "2026-01-01T00:00:00+00:00"
LATE: Final = f'deadline = {DUE}\nlate_penalty = "50% per day"\n'


class Try(NamedTuple):
    """What somebody has handed in: how it went, in what time, and when."""

    owner: str
    verdict: Verdict = AC
    cpu_s: float = 0.1
    after_s: float = -60.0


@contextmanager
def sites_of(folder: Path, *rules: str) -> Iterator[tuple[TestSite, dict[str, Problem]]]:
    """Serve the quiz under the name of each of these rules, with a bonus and a deadline, and let four in."""
    made = {}
    for rule in rules:
        made[rule] = package(folder, f'attempt = "{rule}"\n{LATE}', BONUS).rename(folder / rule)
        told = made[rule] / "problem.toml"
        told.write_text(told.read_text().replace("Quiz", rule))
    with served(folder / "site", problems=tuple(map(str, made.values()))) as site:
        for owner in CLASSMATES:
            site.store.accounts.enter(Student(owner), "student", "")
        yield site, {rule: read_package(path) for rule, path in made.items()}


def try_it(site: TestSite, problem: Problem, one: Try) -> None:
    put(
        site.store,
        problem,
        one.owner,
        RIGHT + f"# {one}".encode(),
        datetime.fromisoformat(DUE).timestamp() + one.after_s,
    )
    judge(site.store, problem, one.verdict, one.verdict, cpu_s=one.cpu_s)


def at_home(site: TestSite, owner: str) -> dict[str, str]:
    """Return the line of each problem on the first page."""
    rows = site.browser(owner).get("/").text.split("<tr>")
    return {found[1]: text(row) for row in rows if (found := re.search(r'"/problems/([^/"]+)"', row))}


def points_in(page: str) -> float | None:
    found = re.search(r"([\d.]+) of 10 points", page)
    return float(found[1]) if found else None


CLASSES: Final = {  # what was handed in, and what each then has; tests/classroom has all of the rules
    "newest": ([Try("ada"), Try("bob", cpu_s=0.5), Try("cy", WA)], (15, 10, 0, None)),
    "best": ([Try("ada", after_s=60), Try("ada", WA), Try("bob"), Try("bob", WA, after_s=-30)], (7.5, 15, None, None)),
    "last-on-time": ([Try("ada"), Try("ada", WA, after_s=60), Try("bob", cpu_s=0.5)], (15, 10, None, None)),
}


def test_one_number_counts(tmp_path: Path) -> None:
    """Each class is that of a problem of its own, on one site. It is that of the gradebook of a command, too, as
    tests/classroom has it, and so of the course: tests/web/pages/test_grading.py."""
    with sites_of(tmp_path, *CLASSES) as (site, problems):
        for rule, (tries, _) in CLASSES.items():
            for one in tries:
                try_it(site, problems[rule], one)
        lines = {owner: at_home(site, owner) for owner in CLASSMATES}
        for rule, (_, points) in CLASSES.items():
            home = {owner: points_in(lines[owner][rule]) for owner in CLASSMATES}
            assert home == dict(zip(CLASSMATES, points, strict=True)), rule
            assert ["bonus included" in lines[owner][rule] for owner in CLASSMATES] == [
                one in (7.5, 15) for one in points
            ]
