"""What a file may wait for before its first case: some seconds; and what others take is none of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from judge.executors import function
from judge.judging import execute
from judge.model import Limits, Prepared, Submission, Verdict
from judge.sandbox import Sandbox
from judge.sandbox.clock import unseen
from tests.boxed import judged, problem_of
from tests.conftest import MakeSubmission, there

LIMITS = Limits(time_limit=2.0, memory=512, compilation_time=60)
HEAD = "import time\nimport numpy as np\n"
SOLVE = """
def solve(algorithm, n, lizards, grid):
    board = np.zeros((n, n), dtype=np.int8)
    board[range(n), (1, 3, 5, 0, 2, 4)[:n]] = 1
    return board
"""

pytestmark = pytest.mark.skipif(bool(unseen()), reason="this kernel does not tell what others take")


@pytest.fixture
def idle_s(monkeypatch: pytest.MonkeyPatch) -> float:
    monkeypatch.setattr(function, "IDLE_S", 1.5)
    monkeypatch.setattr("judge.executors.request.IDLE_S", 1.5)
    return 1.5


def prepared(sandbox: Sandbox, submission: Submission) -> Prepared:
    return execute.prepare(sandbox, submission, problem_of(limits=LIMITS))[0]


def test_who_sleeps_at_import_is_told_so_when_it_is_prepared(
    sandbox: Sandbox, submission: MakeSubmission, idle_s: float
) -> None:
    made = prepared(sandbox, submission(f"{HEAD}time.sleep(25){SOLVE}"))
    assert (made.verdict, there(made.finding).code) == (Verdict.CE, "E214")


def test_who_sleeps_only_before_a_case_is_ended_there(
    sandbox: Sandbox, submission: MakeSubmission, idle_s: float
) -> None:
    asleep = f"{HEAD}import os\nif not os.access('/cache', os.W_OK):\n    time.sleep(25)\n{SOLVE}"
    if sandbox.tier != "namespaces":
        pytest.skip("elsewhere it does not know where it is")
    made, run = judged(sandbox, submission(asleep), problem_of(limits=LIMITS))
    assert run is not None, made
    assert (run.verdict, run.code) == (Verdict.TLE, "E210")


def test_some_waiting_is_free_and_told(
    sandbox: Sandbox, submission: MakeSubmission, idle_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(function, "SLOW_S", 0.3)
    made, run = judged(sandbox, submission(f"{HEAD}time.sleep(0.9){SOLVE}"), problem_of(limits=LIMITS))
    assert run is not None, made
    assert run.verdict is Verdict.AC
    assert [notice.code for notice in run.notices] == ["W129"]


def test_others_on_the_core_are_no_waiting_of_its_own(
    sandbox: Sandbox, submission: MakeSubmission, idle_s: float
) -> None:
    """It computes for a second, which takes several beside others on its core."""
    core = sandbox.core if sandbox.core is not None else 0
    spinning = f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    busy = f"{HEAD}end = time.process_time() + 1\nwhile time.process_time() < end:\n    pass\n{SOLVE}"
    others = [subprocess.Popen([sys.executable, "-c", spinning]) for _ in range(3)]
    try:
        made = prepared(sandbox, submission(busy))
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert made.verdict is Verdict.AC, made


def test_only_loading_is_bounded_so(sandbox: Sandbox, submission: MakeSubmission, idle_s: float) -> None:
    """A call that sleeps is ended by the limit of its own window."""
    slow = HEAD + SOLVE.replace("    board[", "    time.sleep(1.8 * (n == 6))\n    board[")
    _, run = judged(sandbox, submission(slow), problem_of(limits=LIMITS))
    assert there(run).verdict is Verdict.AC
