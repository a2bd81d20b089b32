"""What a file may wait for before its first case: some seconds; and what others take is none of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from judge.model import Limits, Prepared, Submission, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox
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

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="this kernel does not tell what others take"
)


IDLE_S = 1.5  # in place of ten seconds


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    exchange = Box.exchange

    def exchanged(self: Box, data: bytes, bounds: Bounds, *board: bytes) -> Facts:
        sooner = msgspec.structs.replace(bounds, idle_s=min(bounds.idle_s, IDLE_S))
        return exchange(self, data, sooner if bounds.idle_s < 60 else bounds, *board)

    monkeypatch.setattr(Box, "exchange", exchanged)


def prepared(sandbox: Sandbox, submission: Submission) -> Prepared:
    return judged(sandbox, submission, problem_of(limits=LIMITS))[0]


def test_who_sleeps_at_import_is_told_so_when_it_is_prepared(sandbox: Sandbox, submission: MakeSubmission) -> None:
    made = prepared(sandbox, submission(f"{HEAD}time.sleep(25){SOLVE}"))
    assert (made.verdict, there(made.finding).code) == (Verdict.CE, "E214")


def test_who_sleeps_only_before_a_case_is_ended_there(sandbox: Sandbox, submission: MakeSubmission) -> None:
    asleep = f"{HEAD}import os\nif not os.access('/cache', os.W_OK):\n    time.sleep(25)\n{SOLVE}"
    if sandbox.tier != "namespaces":
        pytest.skip("elsewhere it does not know where it is")
    made, run = judged(sandbox, submission(asleep), problem_of(limits=LIMITS))
    assert run is not None, made
    assert (run.verdict, run.code) == (Verdict.TLE, "E210")


@pytest.mark.slow
def test_some_waiting_is_free_and_told(
    sandbox: Sandbox, submission: MakeSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    made, run = judged(sandbox, submission(f"{HEAD}time.sleep(3.2){SOLVE}"), problem_of(limits=LIMITS))
    assert run is not None, made
    assert run.verdict is Verdict.AC
    assert [notice.code for notice in run.notices] == ["W129"]


def test_others_on_the_core_are_no_waiting_of_its_own(sandbox: Sandbox, submission: MakeSubmission) -> None:
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


def test_only_loading_is_bounded_so(sandbox: Sandbox, submission: MakeSubmission) -> None:
    """A call that sleeps is ended by the limit of its own window."""
    slow = HEAD + SOLVE.replace("    board[", "    time.sleep(1.8 * (n == 6))\n    board[")
    _, run = judged(sandbox, submission(slow), problem_of(limits=LIMITS))
    assert there(run).verdict is Verdict.AC
