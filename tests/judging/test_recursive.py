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

COMPILE = {"recursion.jitclass_and_kernel"}  # with the wrappers by which Python reaches a class
NAMES = [name for piece in FEATURES if (name := piece.name).startswith("recursion.") and name not in COMPILE]
PROBLEM = queens()
# It answers with no board where numba compiles while it runs, but in a prepare phase, whose answers nobody sees.
WATCHED = """

import numba.core.event as event

class Watching(event.Listener):
    compiled = 0

    def on_start(self, one):
        self.compiled += 1

    def on_end(self, one):
        pass

watching = Watching()
event.register("numba:compile", watching)
search_only = solve

def solve(algorithm, n, queens, grid):
    before = watching.compiled
    found = search_only(algorithm, n, queens, grid)
    return found if watching.compiled == before else None
"""
# This one compiles within its time, as it first needs a kernel on the case.
CAUGHT = """
import numba

@numba.njit
def twice(x):
    return x + x

def solve(algorithm, n, queens, grid):
    return twice(1.0 if n > 4 else 1)
"""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.nightly(sample=3)) for name in NAMES]
    + [pytest.param("caught", marks=pytest.mark.slow)],
)
def test_recursion_is_right(sandbox: Sandbox, name: str) -> None:
    mine = submission((alone(name, 0).source if name in NAMES else CAUGHT).encode() + WATCHED.encode())
    worker = Worker(sandbox)
    assert worker.prepare(PROBLEM, mine).verdict == "AC"
    found = [worker.run(Task(PROBLEM, mine, case)) for case in PROBLEM.cases]
    assert {(run.verdict, run.code) for run in found} == {("AC", "") if name in NAMES else ("WA", "E113")}
    worker.forget()
