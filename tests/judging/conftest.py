"""A worker whose sandbox is a pretended one, and what it is asked to run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from judge.judging import Task, Worker
from judge.problems import read_package
from tests.conftest import MakePackage, MakeSubmission
from tests.pretended import Pretended

Tasks = Callable[..., Task]


@pytest.fixture
def worker(pretended: Pretended) -> Worker:
    return Worker(pretended.hands[0])


@pytest.fixture
def task(package: MakePackage, submission: MakeSubmission) -> Tasks:
    """A run of a submission of this name on one of the two cases of a package, of which a CPU second is the limit."""
    problem = read_package(package(time_limit=1.0))
    made = {name: submission(name=name) for name in "ab"}
    return lambda name="a", at=0, **more: Task(problem, made[name], problem.cases[at], **more)


@pytest.fixture
def a(worker: Worker, task: Tasks) -> Task:
    """A run of one that is prepared."""
    made: Any = task()
    worker.prepare(made.problem, made.submission)
    return cast(Task, made)
