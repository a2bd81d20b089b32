"""What a worker mends: a sandbox that failed, a run whose core was taken away. The sandbox here is a pretended one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from pretended import FAILURE, Pretended

from judge.model import Submission, Verdict
from judge.problems.package import read_package
from judge.runner.sandbox import Sandbox
from judge.runner.worker import Task, Worker

MakePackage = Callable[..., Path]
MakeSubmission = Callable[..., Submission]


@pytest.fixture
def worker(pretended: Pretended) -> Worker:
    return Worker(cast(Sandbox, pretended))


@pytest.fixture
def task(package: MakePackage, submission: MakeSubmission) -> Callable[..., Task]:
    problem = read_package(package())

    def make(name: str = "a", **more: Any) -> Task:
        return Task(problem, submission(name=name), problem.cases[0], **more)

    return make


def test_after_a_failure_everybody_is_prepared_again(
    pretended: Pretended, worker: Worker, task: Callable[..., Task]
) -> None:
    a, b = task("a"), task("b")
    for one in (a, b):
        assert worker.prepare(one.problem, one.submission).verdict is Verdict.AC
    pretended.failures = ["run"]
    assert worker.run(b).verdict is Verdict.AC
    again = ["run b", "restart", "prepare a", "prepare b", "run b"]
    assert pretended.asked == ["prepare a", "prepare b", *again]


def test_two_failures_are_a_judge_error_and_not_a_verdict(
    pretended: Pretended, worker: Worker, task: Callable[..., Task]
) -> None:
    a = task()
    worker.prepare(a.problem, a.submission)
    pretended.failures = ["run", "run"]
    run = worker.run(a)
    assert (run.verdict, run.code, run.message) == (Verdict.JE, "E303", FAILURE.message)
    assert (run.case, run.group, run.samples) == (a.case.name, a.case.group, ())
    assert run.finding is not None
    assert (run.finding.note, run.finding.help) == (FAILURE.note, FAILURE.help)
    assert worker.run(a).verdict is Verdict.AC, "the next one is not affected"


def test_getting_ready_is_tried_twice_too(pretended: Pretended, worker: Worker, task: Callable[..., Task]) -> None:
    a = task()
    pretended.failures = ["prepare"]
    assert worker.prepare(a.problem, a.submission).verdict is Verdict.AC
    pretended.failures = ["prepare", "prepare"]
    prepared = worker.prepare(a.problem, a.submission)
    assert (prepared.verdict, prepared.message) == (Verdict.JE, FAILURE.message)
    assert prepared.finding is not None
    assert prepared.finding.code == "E303"


@pytest.mark.parametrize("lost", [([0.1], 0.1, 1), ([0.5, 0.1], 0.1, 2), ([0.5, 0.9], 0.5, 2), ([0.5, 0.5, 0], 0.5, 2)])
def test_a_disturbed_run_is_repeated_once_and_the_calmer_one_counts(
    pretended: Pretended, worker: Worker, task: Callable[..., Task], lost: tuple[list[float], float, int]
) -> None:
    lost_s, kept_s, runs = lost
    a = task()
    worker.prepare(a.problem, a.submission)
    pretended.lost_s = lost_s
    assert worker.run(a).samples[0].lost_s == kept_s
    assert pretended.asked.count("run a") == runs


def test_whoever_is_forgotten_is_not_prepared_again(
    pretended: Pretended, worker: Worker, task: Callable[..., Task]
) -> None:
    a, b = task("a"), task("b")
    worker.prepare(a.problem, a.submission)
    worker.forget()
    pretended.failures = ["prepare"]
    worker.prepare(b.problem, b.submission)
    assert pretended.asked == ["prepare a", "forget a", "prepare b", "restart", "prepare b"]
