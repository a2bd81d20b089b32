"""How submissions are run on boards: who is late, who is asked again, whom larger boards are spared."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np
import pytest

from judge.executors import Outcome, executor_of
from judge.judging import Task, Worker
from judge.judging.crew import Crew
from judge.judging.hack.boards import Space
from judge.judging.hack.trial import Runner
from judge.model import Answer, Case, Entry, Instance, Problem
from judge.problems import read_package
from judge.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended, Stand

HARD = Instance("DFS", 8, 9, np.zeros((8, 8), np.int8))
Runners = Callable[..., Runner]
SIMPLE = Instance("DFS", 2, 2, np.zeros((2, 2), np.int8))


@pytest.fixture
def runner(pretended: Pretended, package: MakePackage, submission: MakeSubmission) -> Runners:
    """Return what runs submissions of these names on boards."""

    def made(*names: str, puzzle: str = "lizards") -> Runner:
        problem, given = read_package(package(puzzle=puzzle, time_limit=5.0)), [submission(name=one) for one in names]
        tries = Runner(Crew([cast(Sandbox, pretended)]), Space(puzzle, ("DFS",), 65), Entry(problem, tuple(given)))
        assert [one.verdict for one in tries.prepare()] == ["AC"] * len(names)
        return tries

    return made


class Row(NamedTuple):
    """Boards that are tried in turn, how the runs end, which kinds are found, and how many runs that takes."""

    boards: list[Instance]
    ends: list[str]
    kinds: list[tuple[str, ...] | None]
    runs: int
    puzzle: str = "lizards"
    patient: bool = True


LATE = {
    "on an easy board it is asked again with the whole limit": Row([SIMPLE], ["E201", "E201"], [("TLE",)], 2),
    "a shrinker does not wait for that": Row([SIMPLE], ["E201"], [("TLE",)], 1, patient=False),
    "where only n varies, each has the whole limit at once": Row([SIMPLE], ["E201"], [("TLE",)], 1, "queens"),
    "who needs it once always gets it": Row([SIMPLE, SIMPLE], ["E201", "", "E201"], [None, ("TLE",)], 3),
    "on a hard board it has said nothing, and is spared others": Row([HARD, HARD, SIMPLE], ["E201"], [None] * 3, 2),
}


@pytest.mark.parametrize("row", LATE.values(), ids=LATE)
def test_who_is_late(pretended: Pretended, runner: Runners, row: Row) -> None:
    tries, pretended.codes = runner("a", puzzle=row.puzzle), list(row.ends)
    assert [trial.kind for trial in tries.run(row.boards, patient=row.patient)] == row.kinds
    assert pretended.asked[1:] == ["run a"] * row.runs


def test_each_is_run_on_each_board_and_two_that_are_wrong_alike_do_not_differ(
    pretended: Pretended, runner: Runners
) -> None:
    tries, pretended.codes = runner("a", "b"), ["", "", "E106", "", "E106", "E106"]
    assert [trial.kind for trial in tries.run([SIMPLE, HARD, SIMPLE])] == [None, ("E106", "right"), None]
    assert pretended.asked[2:] == ["run a", "run b"] * 3


def test_it_is_run_again_as_a_contest_would(pretended: Pretended, runner: Runners) -> None:
    tries = runner("a")
    pretended.codes = ["E106"]
    trial = tries.again(SIMPLE, Answer(fail=True))
    assert trial.kind == ("E106",)
    assert pretended.looked == ["a board"], "in round 0 a wrong answer is looked at closely"


def test_an_attempt_may_have_less_time_than_its_problem_gives(
    pretended: Pretended, package: MakePackage, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float] = []
    attempt = pretended.attempt

    def noted(sandbox: object, ready: Stand, problem: Problem, case: Case) -> Outcome:
        limits.append(ready.limits.time_limit)
        return attempt(sandbox, ready, problem, case)

    monkeypatch.setattr(executor_of("function"), "attempt", noted)
    problem, one = read_package(package(time_limit=3.0)), submission()
    worker = Worker(cast(Sandbox, pretended))
    worker.prepare(problem, one)
    for most_s in (None, 1.0, 7.0):
        worker.run(Task(problem, one, problem.cases[0], at_most_s=most_s))
    assert limits == [3.0, 1.0, 3.0]
