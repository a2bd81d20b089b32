"""Runs near a limit: three of them, and the middle one counts. All but the last test have a pretended sandbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from judge.errors import codes
from judge.judging.worker import LATE as TOO_LATE
from judge.judging.worker import Task, Worker, is_borderline
from judge.model import Attempt, Limits, Measurement, Verdict
from judge.problems.package import read_package
from judge.sandbox.sandbox import Sandbox
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended

LIMITS = Limits(time_limit=1.0)  # 2 s on the wall
Times = list[tuple[float, float]]  # on the wall and of CPU
IN_TIME, LATE, JUST_IN, JUST_LATE = (0.5, 0.5), (2.0, 2.0), (1.0, 0.95), (1.1, 1.05)


@pytest.fixture
def task(package: MakePackage, submission: MakeSubmission) -> Task:
    problem = read_package(package(time_limit=1.0))
    return Task(problem, submission(name="a"), problem.cases[0])


@pytest.fixture
def judged(pretended: Pretended, task: Task) -> Callable[[list[str], Times], tuple[Attempt, int]]:
    """Return what counts of the next runs, which have these codes and times, and how many there were."""
    worker = Worker(cast(Sandbox, pretended))
    worker.prepare(task.problem, task.submission)

    def run(given: list[str], times_s: Times) -> tuple[Attempt, int]:
        pretended.codes, pretended.times_s = list(given), list(times_s)
        return worker.run(task), pretended.asked.count("run a")

    return run


def attempt(code: str, wall_s: float, cpu_s: float, lost_s: float = 0.0) -> Attempt:
    verdict = Verdict.AC if not code else Verdict.TLE if code in (*TOO_LATE, "E210") else Verdict.WA
    sample = Measurement(verdict, wall_s, cpu_s, 1, lost_s)
    return Attempt("one", "secret", "DFS", verdict, code, wall_s=wall_s, cpu_s=cpu_s, samples=(sample,))


@pytest.mark.parametrize(
    ("run", "near"),
    [
        (attempt("", 0.9, 0.89), False),
        (attempt("", 0.9, 0.91), True),
        (attempt("E201", 1.1, 1.09), True),
        (attempt("E201", 1.2, 1.11), False),
        (attempt("E106", 1.0, 1.0), False),  # what is wrong is wrong at any time
        (attempt("E210", 1.0, 1.0), False),  # before it had the case
        (attempt("", 1.79, 0.1), False),
        (attempt("", 1.81, 0.1), True),
        (attempt("E202", 2.19, 0.1), True),
        (attempt("E202", 2.21, 0.1), False),
        (attempt("", 9.0, 0.1, lost_s=8.0), False),  # others had the core
        (attempt("E202", 9.0, 0.1, lost_s=7.0), True),
        (attempt("E201", 2.0, 1.2), False),  # by the clock that is nearer to its limit it is not: CPU is far above
    ],
)
def test_what_is_near_a_limit(run: Attempt, near: bool) -> None:
    assert is_borderline(run, LIMITS) is near


@pytest.mark.parametrize(
    ("given", "times_s", "counts"),
    [
        ([""], [IN_TIME], ("", 0.5, 1)),
        (["E201"], [LATE], ("E201", 2.0, 1)),
        (["", "", ""], [JUST_IN, (1.0, 0.97), (1.0, 0.93)], ("", 0.95, 3)),
        (["E201", "E201", "E201"], [JUST_LATE, (1.1, 1.01), (1.1, 1.09)], ("E201", 1.05, 3)),
        (["E201", "", ""], [JUST_LATE, JUST_IN, (1.0, 0.97)], ("", 0.97, 3)),
        (["", "E201", "E201"], [JUST_IN, JUST_LATE, LATE], ("E201", 1.05, 3)),
        (["", "E201", ""], [JUST_IN, JUST_LATE, IN_TIME], ("", 0.95, 3)),
        (["", "E106"], [JUST_IN, JUST_IN], ("", 0.95, 2)),  # a right answer stays right
        (["E201", "E205"], [JUST_LATE, JUST_IN], ("E201", 1.05, 2)),
        (["E201", "", "E307"], [JUST_LATE, JUST_IN, LATE], ("E201", 1.05, 3)),
        (["E202", "", ""], [(2.1, 0.1), (1.9, 0.1), (1.8, 0.1)], ("", 0.1, 3)),
    ],
)
def test_the_middle_one_counts(
    judged: Callable[[list[str], Times], tuple[Attempt, int]],
    given: list[str],
    times_s: Times,
    counts: tuple[str, float, int],
) -> None:
    run, made = judged(given, times_s)
    assert (run.code, run.cpu_s, made) == counts
    assert [sample.cpu_s for sample in run.samples] == [run.cpu_s], "the store sees one attempt, as ever"


def test_who_disagrees_is_told_the_three_times(judged: Callable[[list[str], Times], tuple[Attempt, int]]) -> None:
    right, _ = judged(["E201", "", ""], [JUST_LATE, JUST_IN, (1.0, 0.97)])
    said = "borderline: three runs took 1.05, 0.95 and 0.97 s of 1 s of CPU; the middle one counts"
    assert [(notice.code, notice.message) for notice in right.notices] == [("W114", said)]
    assert "W114" in codes()
    late, _ = judged(["", "E202", "E202"], [(1.9, 0.1), (2.1, 0.1), (2.15, 0.1)])
    assert late.finding is not None
    said = "borderline: three runs took 1.9, 2.1 and 2.15 s of 2 s on the wall clock; the middle one counts"
    assert late.finding.note.splitlines()[0] == said
    assert late.notices == ()


def test_who_agrees_is_told_nothing(judged: Callable[[list[str], Times], tuple[Attempt, int]]) -> None:
    right, _ = judged(["", "", ""], [JUST_IN] * 3)
    assert right.notices == ()
    late, _ = judged(["E201"] * 3, [JUST_LATE] * 3)
    assert late.finding is not None
    assert "borderline" not in late.finding.note


def test_a_try_that_the_judge_fails_at_changes_nothing(
    pretended: Pretended, judged: Callable[[list[str], Times], tuple[Attempt, int]]
) -> None:
    pretended.meanwhile = lambda *_: pretended.raises.update({"run a": ValueError("what was wrong")})
    run, _ = judged([""], [JUST_IN])
    assert (run.verdict, run.cpu_s) == (Verdict.AC, 0.95)


@pytest.mark.slow
def test_who_is_just_too_late_may_still_end(
    sandbox: Sandbox, package: MakePackage, submission: MakeSubmission, right: str
) -> None:
    """It is ended a tenth above the limit, so that the judge sees how near it was."""
    spin = "    import time\n    end = time.process_time() + 0.51\n    while time.process_time() < end: pass\n"
    problem = read_package(package(time_limit=0.5))
    late = submission(
        right.replace("columns =", "if n == 6:\n    " + spin.replace("\n    ", "\n        ") + "    columns =", 1)
    )
    worker = Worker(sandbox)
    assert worker.prepare(problem, late).verdict is Verdict.AC
    case = next(case for case in problem.cases if case.board.n == 6)
    run = worker.run(Task(problem, late, case))
    worker.forget()
    assert (run.code, run.message) == ("E201", "no answer within 0.5 s of CPU, although it answered in the end")
