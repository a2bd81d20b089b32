"""Without a cgroup: CPU of one process is exact, one that starts more stays right, and no child hides its time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.model import Limits, Run, Verdict
from judge.sandbox import Sandbox
from tests.boxed import ANSWER, of_tier, problem_of, ran, without_cgroups
from tests.conftest import MakeSubmission
from tests.executors.make import ready_of, tried
from tests.make import replace

PROBLEM = problem_of(limits=Limits(time_limit=5.0, memory=512, compilation_time=60))
SPIN = """
import multiprocessing, os, signal, subprocess, sys, threading, time
def spin(seconds):
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        pass
"""
FUNCTION_OF = (
    SPIN
    + """
import numpy as np
def hidden():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if not (pid := os.fork()):
        spin(0.3)
        os._exit(0)
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.005)

def solve(algorithm, n, lizards, grid):
    if n == 6:
        {}
    board = np.zeros((n, n), dtype=np.int8)
    board[range(n), (1, 3, 5, 0, 2, 4)[:n]] = 1
    return board
"""
)
PROGRAM_OF = f"{SPIN}{{}}\nopen('output.txt', 'w').write({ANSWER!r})\n"


@pytest.fixture(scope="module", params=["namespaces", pytest.param("landlock", marks=pytest.mark.nightly(sample=2))])
def uncounted(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox of a host that has no cgroup."""
    with without_cgroups(), of_tier(request.param) as own:
        assert own.host().clock == "processes"
        yield own


def holds(run: Run, spent_s: float, *, forks: bool, most_s: float = 0.1) -> None:
    """It is right, and what it spent is told; with a child as much as it took, as no more can be hidden."""
    assert run.verdict is Verdict.AC, run
    assert ("W130" in {notice.code for notice in run.notices}) == forks
    assert run.cpu_s >= spent_s - 0.005
    if forks:
        assert run.cpu_s >= run.wall_s - run.lost_s - 0.001
    else:
        assert run.cpu_s < spent_s + most_s
        assert not run.samples[0].unseen_s


@pytest.mark.parametrize(
    ("body", "spent_s", "forks"),
    [
        ("spin(0.2)", 0.2, False),
        ("t = threading.Thread(target=spin, args=(0.2,)); t.start(); t.join()", 0.2, False),
        ("time.sleep(0.3)", 0.0, False),
        ("p = multiprocessing.Process(target=spin, args=(0.2,)); p.start(); p.join()", 0.2, True),
        ("hidden()", 0.3, True),
        ("subprocess.run(['true'], check=True)", 0.0, True),
        ("assert not os.system('true')", 0.0, True),
    ],
    ids=["computes", "in a thread", "sleeps", "in a process", "in a child that nobody reaps", "a command", "a shell"],
)
def test_a_function(uncounted: Sandbox, submission: MakeSubmission, body: str, spent_s: float, forks: bool) -> None:
    holds(ran(uncounted, submission(FUNCTION_OF.replace("{}", body)), PROBLEM), spent_s, forks=forks)


def test_a_wait_counts_as_time_that_nobody_saw(uncounted: Sandbox, submission: MakeSubmission) -> None:
    """A stall is told by it from what was computed."""
    body = "subprocess.run(['sleep', '0.5'], check=True)"
    run = ran(uncounted, submission(FUNCTION_OF.replace("{}", body)), PROBLEM)
    holds(run, run.samples[0].unseen_s or 0.0, forks=True)
    assert (run.samples[0].unseen_s or 0.0) + run.lost_s >= 0.4, "but for what others had of the core"


def test_who_starts_a_process_at_import_is_right_in_each_case(uncounted: Sandbox, submission: MakeSubmission) -> None:
    at_import = "child = os.fork()\nif not child:\n    os._exit(0)\nos.waitpid(child, 0)\n\ndef hidden"
    one = submission(FUNCTION_OF.replace("def hidden", at_import, 1).replace("{}", "pass"))
    ready = ready_of(uncounted, one, PROBLEM)
    for _ in range(2):
        run = tried(uncounted, ready, PROBLEM, PROBLEM.cases[0])
        assert (run.finding, [notice.code for notice in run.outcome.notices]) == (None, ["W130"])


@pytest.mark.parametrize(
    ("body", "spent_s", "forks"),
    [
        ("spin(0.2)", 0.2, False),
        ("time.sleep(0.3)", 0.0, False),
        ("subprocess.run([sys.executable, '-c', 'sum(range(3_000_000))'], check=True)", 0.0, True),
    ],
    ids=["computes", "sleeps", "starts another"],
)
def test_a_program(uncounted: Sandbox, submission: MakeSubmission, body: str, spent_s: float, forks: bool) -> None:
    one = replace(submission(PROGRAM_OF.replace("{}", body)), contract="program", fault=None)
    run = ran(uncounted, one, PROBLEM)
    holds(run, spent_s, forks=forks, most_s=0.2)
    assert forks or run.cpu_s * 100 != pytest.approx(round(run.cpu_s * 100), abs=1e-6), "ticks tell nothing apart"
