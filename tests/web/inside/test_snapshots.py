"""Leaderboards that many look at are found once, and anew only where something has changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest

from judge.classroom import web_class
from judge.model import Deadline, Mark, Problem, Roll, Student, Verdict
from judge.problems import read_package
from judge.store import Store
from judge.web import snapshots
from judge.web.ask import RefusedError
from judge.web.snapshots import Asked, Books, Latest, standings
from tests.web.judged import judge, put
from tests.web.running import until
from tests.web.sites import RIGHT, quiz, served

QUIZ = Asked("quiz")


@pytest.fixture(name="problem")
def _problem(tmp_path: Path) -> Problem:
    return read_package(quiz(tmp_path))


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as made:
        yield made


def look_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(snapshots, name, 0.0)


def _submit(store: Store, problem: Problem, owner: str) -> None:
    put(store, problem, owner, RIGHT)
    judge(store, problem, Verdict.AC, Verdict.AC)


def test_it_is_ranked_again_after_something_new_alone_and_not_all_the_time(
    store: Store, problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = standings(tmp_path / "store.db")
    _submit(store, problem, "ada")
    first = held.of(store, problem, QUIZ)
    _submit(store, problem, "bob")
    assert held.of(store, problem, QUIZ) is first
    look_at_once(monkeypatch)
    assert held.lately(store, problem, QUIZ) is first, "who looks for many does not wait"
    until(lambda: held.lately(store, problem, QUIZ) is not first)
    second = held.of(store, problem, QUIZ)
    assert second is not first
    assert list(second.board.places) == ["ada", "bob"]
    assert second.cohort.case("secret", "four").solved == 2
    assert held.of(store, problem, Asked(problem.name, algorithm="DFS")) is not second
    assert held.of(store, problem, Asked(problem.name, 0.0)).board.rows == ()
    slower = msgspec.structs.replace(problem, limits=msgspec.structs.replace(problem.limits, time_limit=9.0))
    assert held.of(store, slower, QUIZ).board.rows == ()


CHANGES: dict[str, Callable[[Store, Problem], object]] = {
    "a submission": lambda store, problem: _submit(store, problem, "ada"),
    "an account": lambda store, _: store.accounts.enter(Student("bob", "Bob"), "student", ""),
    "a name": lambda store, _: store.accounts.enter(Student("ada", "Ada"), "student", ""),
    "a role": lambda store, _: store.accounts.enter(Student("ada"), "grader", ""),
    "a date": lambda store, problem: store.terms.set(problem.name, "", Deadline.Term(deadline="2030-01-01"), "", 1.0),
    "a mark": lambda store, problem: store.marks.add(
        problem.name, Roll.WEB, [Mark("ada", "excuse", "ill", "gil", 1.0)]
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_gradebook_is_read_anew_after_any_change_alone(store: Store, problem: Problem, change: str) -> None:
    books, found = Books(), count()
    store.accounts.enter(Student("ada"), "student", "")
    _submit(store, problem, "cyd")

    def look(*problems: Problem) -> int:
        return books.of(store, problems, lambda: next(found))

    assert [look(problem), look(problem)] == [0, 0]
    CHANGES[change](store, problem)
    assert [look(problem), look(problem)] == [1, 1]
    assert look(msgspec.structs.replace(problem)) == 2, "its package was read anew"
    books.forget()
    assert look(problem) == 3


def test_what_can_not_be_found_is_looked_for_again_and_leaves_nothing() -> None:
    latest = Latest[int](2)

    def fails(_: int | None) -> int:
        raise RefusedError(404, "There is none.")

    for key in ("first", "second", "first"):
        with pytest.raises(RefusedError):
            latest.of(fails, key)
    assert latest._locks == {}
    assert latest.of(lambda _: 7, "first") == 7


DUE_S = 1767225600.0  # 2026-01-01T00:00:00Z


def test_what_changes_the_class_changes_who_has_the_bonus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A faster one, a newer one in its place, and a late one, on the first page; where nothing has changed, nothing is
    read again. Which one counts, and that the gradebook says the same: tests/classroom/test_web_class.py."""
    look_at_once(monkeypatch)
    read = Mock(side_effect=web_class)
    monkeypatch.setattr(snapshots, "web_class", read)
    manifest = quiz(tmp_path) / "problem.toml"
    late = 'deadline = 2026-01-01T00:00:00Z\nlate_penalty = "50% per day"\n'
    manifest.write_text(f"{late}{manifest.read_text()}[bonus]\nshare = 0.3\npoints = 5\n")  # for one of two
    with served(tmp_path / "site", problems=(str(manifest.parent),)) as site:

        def came(owner: str, after_s: float, verdict: Verdict, cpu_s: float) -> list[tuple[str, str]]:
            """Hand in and judge so many seconds after the deadline; return what each then has."""
            put(site.store, site.problem, owner, RIGHT + f"# {owner} {after_s}".encode(), DUE_S + after_s)
            judge(site.store, site.problem, verdict, verdict, cpu_s=cpu_s)
            pages = (site.browser(one).get("/").text for one in ("ada", "ada", "bob"))
            return [found for page in pages for found in re.findall(r"([\d.]+) of 10 points(, bonus included)?", page)]

        with_it = ", bonus included"
        assert came("ada", -60, Verdict.AC, 0.5) == [("15", with_it)] * 2
        assert read.call_count == 1
        assert came("bob", -60, Verdict.AC, 0.1) == [("10", ""), ("10", ""), ("15", with_it)]
        assert came("bob", -30, Verdict.WA, 0.1) == [("15", with_it), ("15", with_it), ("0", "")]
        assert read.call_count == 3
        assert came("ada", 60, Verdict.AC, 0.5) == [("7.5", with_it), ("7.5", with_it), ("0", "")]
