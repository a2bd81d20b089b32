"""Recursive kernels are right, and none compiles within its time.

numba types a call with a literal as a signature of its own, and links the recursion between the two in a way that its
own cache loses.
"""

from __future__ import annotations

import pytest

from judge.judging import Task, Worker
from judge.sandbox import Sandbox
from tests.bare.compare import queens, submission
from tests.bare.features import FEATURES
from tests.bare.generate import alone
from tests.sandbox.programs import PROGRAMS

COMPILE = {"recursion.jitclass_and_kernel"}  # with the wrappers by which Python reaches a class
NAMES = [name for piece in FEATURES if (name := piece.name).startswith("recursion.") and name not in COMPILE]
PROBLEM = queens()


@pytest.mark.nightly(sample=3)
@pytest.mark.parametrize("name", NAMES)
def test_recursion_is_right(sandbox: Sandbox, name: str) -> None:
    mine = submission(f"{alone(name, 0).source}{PROGRAMS['watch']}".encode())
    worker = Worker(sandbox)
    assert worker.prepare(PROBLEM, mine).verdict == "AC"
    found = [worker.run(Task(PROBLEM, mine, case)) for case in PROBLEM.cases]
    assert {(run.verdict, run.code) for run in found} == {("AC", "")}, found
    worker.forget()
