"""A crash counts only without kept kernels: what is run once more, how often, and what is said of it."""

from __future__ import annotations

import pickle
import platform
import signal
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from judge.executors import Ready
from judge.model import Submission, Verdict
from judge.sandbox import Bounds, Box, Facts, Sandbox
from tests.boxed import problem_of, ran
from tests.conftest import MakeSubmission, there
from tests.executors.make import FUNCTION, LIMITS, Asked, ready_of, tried
from tests.make import replace

PROBLEM = problem_of(limits=replace(LIMITS, time_limit=10.0, processes=32))
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
BEYOND = KERNEL.replace("grid[row, column] = 1", "grid[row, column + 6] = 1").replace("(6, 6)", "(9, 6)")
ONCE = ["prepare", "kept", "fresh", "fresh"]  # the first crashes, and the kept kernels are not used again


def crashing(name: str = "SIGSEGV", when: str = "True") -> str:
    return CRASHES.format(when=when, signal=name)


def kinds(jobs: list[Any]) -> list[str]:
    """What each box was started for."""
    return ["prepare" if job.prepare else "look" if job.boundscheck else ("kept", "fresh")[job.fresh] for job in jobs]


def prepared(sandbox: Sandbox, submission: Submission) -> Ready:
    return ready_of(sandbox, submission, PROBLEM)


def run(sandbox: Sandbox, ready: Ready, case: str = "six") -> Asked:
    return tried(sandbox, ready, PROBLEM, replace(PROBLEM.cases[0], name=case))


def codes(attempt: Asked) -> list[str]:
    return [notice.code for notice in attempt.outcome.notices]


# --- with kept kernels alone -----------------------------------------------------------------------------------------
def is_right_without_them(sandbox: Sandbox, ready: Ready, name: str) -> None:
    first, second = run(sandbox, ready, "a"), run(sandbox, ready, "b")
    assert (first.finding, codes(first)) == (None, ["W127"])
    assert name in first.outcome.notices[0].message
    assert (second.finding, codes(second)) == (None, []), "the kept ones are not used again"


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL"])
def test_a_crash_with_kept_kernels_is_looked_at_without_them(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any], name: str
) -> None:
    is_right_without_them(sandbox, prepared(sandbox, submission(crashing(name, "not job.fresh"))), name)
    assert kinds(jobs) == ONCE


def test_what_is_distrusted_are_the_kernels_of_that_submission_alone(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    mine = submission(crashing(when="not job.fresh"))
    both = [prepared(sandbox, mine), prepared(sandbox, submission(name="other"))]
    assert [run(sandbox, ready).finding for ready in both] == [None] * 2
    assert kinds(jobs)[2:] == ["kept", "fresh", "kept"]
    assert codes(run(sandbox, prepared(sandbox, mine))) == ["W127"], "another worker has not seen it"


def patched(path: Path, change: Callable[[bytes], bytes]) -> None:
    """Write the records of a file anew, each with another result: lengths and a checksum, what it is, the result."""
    data, written = path.read_bytes(), []
    while data:
        length, more, _ = struct.unpack_from("<III", data)
        head, payload, data = data[12 : 12 + length], data[12 + length : 12 + length + more], data[12 + length + more :]
        payload = change(payload)
        checksum = zlib.crc32(payload, zlib.crc32(head))
        written += [struct.pack("<III", length, len(payload), checksum), head, payload]
    path.write_bytes(b"".join(written))


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
@pytest.mark.parametrize("each_tier", ["plain"], indirect=True)  # where the host sees the file
def test_kernels_that_were_damaged_cost_no_verdict(
    each_tier: Sandbox, submission: MakeSubmission, jobs: list[Any], change: Callable[[bytes], bytes], name: str
) -> None:
    ready = prepared(each_tier, submission(KERNEL))
    patched(Path(ready.home.home, "cache", "kernels"), change)
    is_right_without_them(each_tier, ready, name)
    assert kinds(jobs) == ONCE


def test_the_second_run_counts_whatever_its_end_is_but_a_crash(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    source = crashing(when="not job.fresh").replace("(1, 3, 5, 0, 2, 4)", "(0,) * n")
    ready = prepared(sandbox, submission(source))
    assert [run(sandbox, ready, case).wrong.verdict for case in "ab"] == [Verdict.WA] * 2
    assert kinds(jobs) == ONCE


# --- and without them ------------------------------------------------------------------------------------------------
def test_a_crash_that_comes_again_counts_and_is_looked_at_a_few_times(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    ready = prepared(sandbox, submission(crashing()))
    runs = [run(sandbox, ready, case) for case in "abcdef"]
    assert {(one.wrong.verdict, one.code) for one in runs} == {(Verdict.RTE, "E206")}
    assert kinds(jobs) == ["prepare", *["kept", "fresh", "look"] * 3, *["kept"] * 3], "its kernels are trusted still"
    again = run(sandbox, ready, "a")
    assert (again.code, kinds(jobs)[-1]) == ("E206", "kept"), "nobody looks at a case twice"


def test_an_end_that_is_no_crash_is_not_looked_at(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    for name in ("SIGKILL", "SIGTERM"):
        assert run(sandbox, prepared(sandbox, submission(crashing(name)))).code == "E206"
    assert kinds(jobs) == ["prepare", "kept"] * 2


def test_a_crash_of_kept_kernels_that_is_the_submissions_own_is_named(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    finding = run(sandbox, prepared(sandbox, submission(OUTSIDE))).wrong
    assert (finding.verdict, finding.code) == (Verdict.RTE, "E228")
    assert "column + (grid[5, 4] << 40)" in there(finding.excerpt).text
    assert "by SIG" in finding.note
    assert kinds(jobs) == ["prepare", "kept", "fresh", "look"]


# --- the look --------------------------------------------------------------------------------------------------------
@pytest.fixture
def windows(jobs: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[list[Bounds]]:
    """What each box for a look might use: before its last exchange, and in that."""
    looks: list[list[Bounds]] = []
    exchange = Box.exchange

    def exchanged(self: Box, data: bytes, bounds: Bounds, *board: bytes) -> Facts:
        looks.extend([] for _ in range(kinds(jobs).count("look") - len(looks)))
        if jobs[-1].boundscheck:
            looks[-1].append(bounds)
        return exchange(self, data, bounds, *board)

    monkeypatch.setattr(Box, "exchange", exchanged)
    return looks


def look(sandbox: Sandbox, ready: Ready, case: str = "six") -> str:
    note: str = FUNCTION.why_wrong(sandbox, ready, PROBLEM, replace(PROBLEM.cases[0], name=case))
    return note


def test_a_wrong_answer_is_told_the_index_that_may_be_why(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any], windows: list[list[Bounds]]
) -> None:
    """It writes into the next row, and beyond the last one, of a board with room behind it."""
    ready = prepared(sandbox, submission(BEYOND.replace("return board", "return board[:6]")))
    assert run(sandbox, ready).wrong.verdict is Verdict.WA
    note = look(sandbox, ready)
    assert "that an index is out of bounds in a kernel (E228)" in note
    assert note.endswith("mine.py:7:9:  grid[row, column + 6] = 1")
    assert [look(sandbox, ready, case) for case in ("six", "a", "b", "c")] == [note] * 3 + [""]
    assert kinds(jobs) == ["prepare", "kept", "look", "look", "look"]
    assert {one[-1].cpu_s for one in windows} == {10.0}, "its author waits for it"
    assert max(bounds.cpu_s for one in windows for bounds in one) <= 10.0


def test_where_there_is_no_kernel_no_index_is_looked_for(
    sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]
) -> None:
    assert look(sandbox, prepared(sandbox, submission())) == ""
    assert kinds(jobs) == ["prepare"]


@pytest.mark.parametrize("time_limit", [0.3, 2.0, 60.0])
def test_a_look_ends_by_its_own_bound(
    sandbox: Sandbox, submission: MakeSubmission, windows: list[list[Bounds]], time_limit: float
) -> None:
    """The kernel's own bound on a process comes behind it."""
    limits = replace(PROBLEM.limits, time_limit=time_limit)
    assert ran(sandbox, submission(crashing()), replace(PROBLEM, limits=limits)).code == "E206"
    [(load, *_, window)] = windows
    assert load.cpu_s + window.cpu_s <= Sandbox.rlimits(limits)["RLIMIT_CPU"]
    assert window.cpu_s > limits.compilation_time + limits.time_limit


def test_a_look_ends_however_much_is_said_in_it(sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]) -> None:
    limits = replace(PROBLEM.limits, compilation_time=0.5)
    flood = crashing().replace("def solve", "while job.boundscheck:\n    os.write(4, b'k' + bytes(8))\n\ndef solve")
    assert ran(sandbox, submission(flood), replace(PROBLEM, limits=limits)).code == "E206"
    assert kinds(jobs)[-1] == "look"
