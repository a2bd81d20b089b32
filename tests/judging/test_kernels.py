"""Kernels that are kept: none compiles within its time, and kill -9 loses no verdict and keeps no half of one."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from judge.judging import Task, Worker
from judge.model import Limits, Verdict
from judge.sandbox import Sandbox
from tests.bare.compare import queens
from tests.bare.compare import submission as bare
from tests.bare.features import FEATURES
from tests.bare.generate import alone
from tests.boxed import problem_of
from tests.conftest import MakePackage, MakeSubmission, there
from tests.judging.make import rows_of
from tests.sandbox.programs import PROGRAMS

Start = Callable[[], subprocess.Popen[str]]
COMPILES = "jt-compiles"  # what a process calls itself once it has recorded a kernel, while it compiles more
PATIENCE_S = 100
OWN = rows_of("programs.toml")


@pytest.fixture
def start(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start `judge run` of many kernels, with a cache of its own."""
    if sys.platform != "linux":
        pytest.skip("no names of processes")
    package()
    (tmp_path / "mine.py").write_text(OWN["many_kernels"])
    monkeypatch.setenv("JUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    words = ("run", "mine.py", "--problem", "pkg", "--share-core", "--json")
    judges: list[subprocess.Popen[str]] = []

    def run() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "judge", *words, f"{len(judges)}.json"]
        pipe = subprocess.PIPE
        judges.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True))
        return judges[-1]

    yield run
    for judge in judges:
        judge.kill()
        judge.communicate()


def verdict(judge: subprocess.Popen[str], number: int) -> str:
    out, err = judge.communicate(timeout=PATIENCE_S)
    assert judge.returncode in (0, 1), out + err
    [row] = json.loads(Path(f"{number}.json").read_text())["submissions"]
    return str(row["verdict"])


def compiling(judge: subprocess.Popen[str]) -> psutil.Process:
    """The process that has recorded some kernels."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        assert judge.poll() is None, judge.communicate()
        for process in psutil.Process(judge.pid).children(recursive=True):
            try:
                if process.name() == COMPILES:
                    return process
            except psutil.NoSuchProcess:
                continue
        time.sleep(0.02)  # it is to compile, and not to be looked at
    raise AssertionError("it has compiled nothing")


@pytest.mark.slow
def test_a_judge_that_is_killed_leaves_no_half_of_a_kernel(start: Start) -> None:
    judge = start()
    compiling(judge)
    family = psutil.Process(judge.pid).children(recursive=True)
    judge.kill()
    judge.communicate()
    _, alive = psutil.wait_procs(family, timeout=10)
    assert all(one.status() == psutil.STATUS_ZOMBIE for one in alive)
    assert verdict(start(), 1) == "AC"
    kept = {path: path.stat().st_ino for path in Path("cache/compiled").iterdir()}
    assert not [path for path in kept if path.name.startswith(".")]
    assert verdict(start(), 2) == "AC"
    assert {path: path.stat().st_ino for path in Path("cache/compiled").iterdir()} == kept, "none is written again"


@pytest.mark.slow
@pytest.mark.parametrize(("whom", "verdicts"), [("zygote", ["AC"]), ("box", ["AC", "CE"])])
def test_what_is_killed_beside_a_judge_harms_nobody_else(start: Start, whom: str, verdicts: list[str]) -> None:
    judge = start()
    box = there(compiling(judge).parent())
    victim = box if whom == "box" else there(box.parent())
    assert victim.pid != judge.pid
    victim.kill()
    assert verdict(judge, 0) in verdicts
    if whom == "box":
        assert verdict(start(), 1) == "AC"


# --- stopped by the judge --------------------------------------------------------------------------------------------


def test_what_was_recorded_before_a_stop_is_loaded(sandbox: Sandbox, submission: MakeSubmission) -> None:
    problem = problem_of(limits=Limits(time_limit=0.1, memory=512, output=1, compilation_time=20))
    worker, mine = Worker(sandbox), submission(OWN["stopped"])
    assert "did not come back from a warm-up board" in worker.prepare(problem, mine).message
    assert worker.run(Task(problem, mine, problem.cases[0])).verdict is Verdict.AC
    worker.forget()


# --- recursion -------------------------------------------------------------------------------------------------------
# numba types a call with a literal as a signature of its own, and links the recursion between the two in a way that its
# own cache loses.
WRAPPED = {"recursion.jitclass_and_kernel"}  # with the wrappers by which Python reaches a class
NAMES = [name for piece in FEATURES if (name := piece.name).startswith("recursion.") and name not in WRAPPED]


@pytest.mark.nightly(sample=3)
@pytest.mark.parametrize("name", NAMES)
def test_recursion_is_right(sandbox: Sandbox, name: str) -> None:
    assert watched(sandbox, alone(name, 0).source) == {("AC", "")}


@pytest.mark.slow
def test_what_compiles_within_its_time_is_seen(sandbox: Sandbox) -> None:
    """It needs a kernel on the case first."""
    kernel = "import numba\n\n@numba.njit\ndef twice(x):\n    return x + x\n\n"
    solve = "def solve(algorithm, n, queens, grid):\n    return twice(1.0 if n > 4 else 1)\n"
    assert watched(sandbox, kernel + solve) == {("RTE", "E205")}


def watched(sandbox: Sandbox, source: str) -> set[tuple[str, str]]:
    """What comes of a function that fails where numba compiles within its time."""
    problem, mine = queens(), bare(f"{source}{PROGRAMS['watch']}".encode())
    worker = Worker(sandbox)
    assert worker.prepare(problem, mine).verdict == "AC"
    found = [worker.run(Task(problem, mine, case)) for case in problem.cases]
    worker.forget()
    return {(run.verdict, run.code) for run in found}
