"""A crash counts only without kept kernels: what is run once more, how often, and what is said of it."""

from __future__ import annotations

import pickle
import platform
import signal
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from judge.executors import function
from judge.executors.boundscheck import LOOKS
from judge.judging import execute
from judge.model import Limits, Problem, Run, Submission, Verdict
from judge.sandbox import Sandbox
from judge.sandbox.inside import kernels
from judge.sandbox.protocol import Job
from tests.boxed import problem_of, ran
from tests.conftest import MakeSubmission, there

PROBLEM = problem_of(limits=Limits(time_limit=10.0, memory=512, output=1, compilation_time=20, processes=32))
CRASHES = """\
import os, signal, sys
frame = sys._getframe()
while "job" not in frame.f_locals:
    frame = frame.f_back
job = frame.f_locals["job"]

def solve(algorithm, n, lizards, grid):
    if {when} and not job.prepare:
        os.kill(os.getpid(), signal.{signal})
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""
KERNEL = """\
import numba
import numpy as np

@numba.njit
def fill(grid):
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1

def solve(algorithm, n, lizards, grid):
    board = np.zeros((6, 6), np.int8)
    fill(board)
    return board
"""
OUTSIDE = KERNEL.replace("grid[row, column] = 1", "grid[row, column + (grid[5, 4] << 40)] = 1").replace(
    "    fill(board)\n", "    fill(board)\n    board[5, 4] = n == 6\n    fill(board)\n"
)


@pytest.fixture(scope="module")
def plain() -> Iterator[Sandbox]:
    with Sandbox(tier="plain") as own:
        yield own


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What boxes were started for."""
    found: list[str] = []
    start = Sandbox.start

    def noted(self: Sandbox, home: object, limits: object, job: Job) -> object:
        found.append("prepare" if job.prepare else "look" if job.boundscheck else "fresh" if job.fresh else "kept")
        return start(self, home, limits, job)  # type: ignore[arg-type]

    monkeypatch.setattr(Sandbox, "start", noted)
    return found


def prepared(sandbox: Sandbox, submission: Submission) -> function.Ready:
    made, ready = execute.prepare(sandbox, submission, PROBLEM)
    assert isinstance(ready, function.Ready), made
    return ready


def run(sandbox: Sandbox, ready: function.Ready, case: str = "six") -> Run:
    [six] = PROBLEM.cases
    return execute.run_case(sandbox, ready, PROBLEM, msgspec.structs.replace(six, name=case))


def codes(attempt: Run) -> list[str]:
    return [notice.code for notice in attempt.notices]


# --- with kept kernels alone -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL"])
def test_a_crash_with_kept_kernels_is_looked_at_without_them(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str], name: str
) -> None:
    ready = prepared(sandbox, submission(CRASHES.format(when="not job.fresh", signal=name)))
    first, second = run(sandbox, ready, "a"), run(sandbox, ready, "b")
    assert (first.verdict, codes(first)) == (Verdict.AC, ["W127"])
    assert name in first.notices[0].message
    assert (second.verdict, codes(second)) == (Verdict.AC, []), "the kept ones are not used again"
    assert jobs == ["prepare", "kept", "fresh", "fresh"]


def test_what_is_distrusted_are_the_kernels_of_that_submission_alone(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    mine = submission(CRASHES.format(when="not job.fresh", signal="SIGSEGV"))
    both = [prepared(sandbox, mine), prepared(sandbox, submission(name="other"))]
    assert [run(sandbox, ready).verdict for ready in both] == [Verdict.AC] * 2
    assert jobs[2:] == ["kept", "fresh", "kept"]
    assert codes(run(sandbox, prepared(sandbox, mine))) == ["W127"], "another worker has not seen it"


def patched(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Write the records of a file anew, each with another result."""
    path.write_bytes(b"".join(kernels._frame(head, change(payload)) for head, payload in kernels._frames(str(path))))


class Crash:
    def __reduce__(self) -> tuple[object, ...]:
        return exec, (f"import os; os.kill(os.getpid(), {int(signal.SIGSEGV)})",)


def trapped(payload: bytes) -> bytes:
    """Put an instruction that there is not in the place of each in an object file of 64 bits."""
    data, at = bytearray(payload), payload.index(b"\x7fELF")
    [table] = struct.unpack_from("<Q", data, at + 0x28)
    width, count = struct.unpack_from("<HH", data, at + 0x3A)
    for number in range(count):
        flags, _, begin, size = struct.unpack_from("<QQQQ", data, at + table + number * width + 8)
        if flags & 4:  # it can be run
            trap = bytes(2) if platform.machine() == "aarch64" else b"\x0f\x0b"
            data[at + begin : at + begin + size] = trap * (size // 2) + bytes(size % 2)
    return bytes(data)


@pytest.mark.skipif(platform.system() != "Linux", reason="object files are others")
@pytest.mark.parametrize(
    ("change", "name"),
    [(trapped, "SIGILL"), (lambda _: pickle.dumps(Crash()), "SIGSEGV")],
    ids=["in the call", "in the load"],
)
def test_kernels_that_were_damaged_cost_no_verdict(
    plain: Sandbox, submission: MakeSubmission, jobs: list[str], change: Callable[[bytes], bytes], name: str
) -> None:
    ready = prepared(plain, submission(KERNEL))
    patched(Path(ready.home.home, "cache", kernels.FILE), change)
    first, second = run(plain, ready, "a"), run(plain, ready, "b")
    assert (first.verdict, codes(first)) == (Verdict.AC, ["W127"])
    assert name in first.notices[0].message
    assert (second.verdict, codes(second)) == (Verdict.AC, [])
    assert jobs == ["prepare", "kept", "fresh", "fresh"]


def test_the_second_run_counts_whatever_its_end_is_but_a_crash(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    source = CRASHES.format(when="not job.fresh", signal="SIGSEGV").replace("(1, 3, 5, 0, 2, 4)", "(0,) * n")
    ready = prepared(sandbox, submission(source))
    assert [run(sandbox, ready, case).verdict for case in "ab"] == [Verdict.WA] * 2
    assert jobs == ["prepare", "kept", "fresh", "fresh"]


# --- and without them ------------------------------------------------------------------------------------------------
def test_a_crash_that_comes_again_counts_and_is_looked_at_a_few_times(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    ready = prepared(sandbox, submission(CRASHES.format(when="True", signal="SIGSEGV")))
    runs = [run(sandbox, ready, case) for case in "abcdef"]
    assert {(one.verdict, one.code) for one in runs} == {(Verdict.RTE, "E206")}
    assert jobs.count("kept") == len(runs), "its kernels are trusted still"
    assert jobs.count("fresh") == jobs.count("look") == LOOKS
    assert jobs[-3:] == ["kept"] * 3


def test_an_end_that_is_no_crash_is_not_looked_at(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    for name in ("SIGKILL", "SIGTERM"):
        ready = prepared(sandbox, submission(CRASHES.format(when="True", signal=name)))
        assert run(sandbox, ready).code == "E206"
    assert jobs == ["prepare", "kept"] * 2


def test_a_crash_of_kept_kernels_that_is_the_submissions_own_is_named(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    attempt = run(sandbox, prepared(sandbox, submission(OUTSIDE)))
    assert (attempt.verdict, attempt.code) == (Verdict.RTE, "E228")
    assert attempt.finding
    assert attempt.finding.excerpt
    assert "column + (grid[5, 4] << 40)" in attempt.finding.excerpt.text
    assert jobs == ["prepare", "kept", "fresh", "look"]


def test_a_wrong_answer_is_told_the_index_that_may_be_why(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]
) -> None:
    """It writes into the next row, and beyond the last one, of a board with room behind it."""
    beyond = KERNEL.replace("grid[row, column] = 1", "grid[row, column + 6] = 1").replace("(6, 6)", "(9, 6)")
    mine = submission(beyond.replace("return board", "return board[:6]"))
    ready, [case] = prepared(sandbox, mine), PROBLEM.cases
    wrong = run(sandbox, ready)
    told = execute.look_closer(sandbox, ready, PROBLEM, case, wrong)
    assert (told.verdict, told.code, told.samples) == (Verdict.WA, wrong.code, wrong.samples)
    assert "E228" in there(told.finding).note.removeprefix(there(wrong.finding).note)
    assert jobs == ["prepare", "kept", "look"]


FLOOD = CRASHES.replace("def solve", "while job.boundscheck:\n    os.write(4, b'k' + bytes(8))\n\ndef solve")


def test_a_look_ends_however_much_is_said_in_it(sandbox: Sandbox, submission: MakeSubmission, jobs: list[str]) -> None:
    limits = msgspec.structs.replace(PROBLEM.limits, compilation_time=0.5)
    problem: Problem = msgspec.structs.replace(PROBLEM, limits=limits)
    assert ran(sandbox, submission(FLOOD.format(when="True", signal="SIGSEGV")), problem).code == "E206"
    assert jobs[-1] == "look"
