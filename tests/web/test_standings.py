"""Leaderboards that many look at: ranked once, and again only when something was ranked since."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from judge.model import Problem, Verdict
from judge.problems.package import read_package
from judge.store import Store
from judge.submissions.read import handed_in
from judge.web import shared
from judge.web.shared import Asked, Standings
from tests.web.judged import judge
from tests.web.sites import RIGHT, quiz

QUIZ = Asked("quiz")


@pytest.fixture(name="problem")
def _problem(tmp_path: Path) -> Problem:
    return read_package(quiz(tmp_path))


def _submit(store: Store, problem: Problem, owner: str) -> None:
    made = handed_in("mine", problem.name, "mine.py", (("mine.py", RIGHT),), problem.programs)
    store.queue.add(problem.name, owner, owner, made, 1.0, replaces=False)
    judge(store, problem, Verdict.AC, Verdict.AC)


def test_it_is_ranked_again_after_something_new_alone(
    tmp_path: Path, problem: Problem, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    held = Standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        _submit(store, problem, "ada")
        first = held.of(store, problem, QUIZ)
        assert held.of(store, problem, QUIZ) is first
        _submit(store, problem, "bob")
        second = held.of(store, problem, QUIZ)
        assert (first.number != second.number, list(second.board.places)) == (True, ["ada", "bob"])
        assert second.cohort.of("secret", "four").solved == 2
        assert held.of(store, problem, Asked(problem.name, algorithm="DFS")).number != second.number
        assert held.of(store, problem, Asked(problem.name, 0.0)).board.lines == ()
        slower = msgspec.structs.replace(problem, limits=msgspec.structs.replace(problem.limits, time_limit=9.0))
        assert held.of(store, slower, QUIZ).board.lines == ()


def test_it_is_not_ranked_all_the_time(tmp_path: Path, problem: Problem) -> None:
    held = Standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        first = held.of(store, problem, QUIZ)
        _submit(store, problem, "ada")
        assert held.of(store, problem, QUIZ) is first


def test_who_looks_for_many_does_not_wait(tmp_path: Path, problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_LOOK_S", "_EVERY_S", "_SHARE"):
        monkeypatch.setattr(shared, name, 0.0)
    held = Standings(tmp_path / "store.db")
    with Store(tmp_path / "store.db") as store:
        first = held.lately(store, problem, QUIZ)
        _submit(store, problem, "ada")
        assert held.lately(store, problem, QUIZ) is first
        while held.lately(store, problem, QUIZ) is first:
            time.sleep(0.001)
        assert list(held.lately(store, problem, QUIZ).board.places) == ["ada"]
