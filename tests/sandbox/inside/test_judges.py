"""Several judges, started by their command on one host: who has a core alone, who waits for one, and who shares."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.sandbox import usable_cores
from tests.cli.handed_in import interrupted, read_json, started
from tests.conftest import RIGHT, WRONG, MakePackage, there
from tests.manual import ROOT
from tests.sandbox.programs import PROGRAMS

pytestmark = pytest.mark.skipif(not Path("/proc/locks").exists(), reason="this system does not list its locks")


def elsewhere(folder: str) -> list[str]:
    """Return the words that start a judge on a host of its own: what it knows of cores lies in this folder."""
    locks = f"from pathlib import Path; from judge.sandbox import cores; cores.FOLDER = Path({folder!r})"
    return [sys.executable, "-c", f"{locks}; from judge.cli import entry_point; entry_point()"]


# --- a core that another judge has -----------------------------------------------------------------------------------
@pytest.fixture
def here(tmp_path: Path, package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    package("testcases/pkg")
    for name, source in {"right": RIGHT, "wrong": WRONG}.items():
        Path(f"{name}.py").write_text(f"# judge: problem = pkg\n{source}")
    return tmp_path


@pytest.fixture
def taken() -> Iterator[list[str]]:
    """A host whose cores this process has claimed: the words with which another judge is started there."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, contextlib.ExitStack() as claims:
        for core in usable_cores():
            fcntl.flock(claims.enter_context(Path(folder, f"judge-core-{core}-mine").open("w")), fcntl.LOCK_EX)
        yield elsewhere(folder)


RANKED = ("run", "right.py", "wrong.py")


def test_who_waits_for_a_core_says_for_whom_and_can_be_interrupted(here: Path, taken: list[str]) -> None:
    with started(*taken, *RANKED) as process:
        said = there(process.stderr).readline()
        assert said.startswith("waiting 0:00 for a core (1st in line): ")
        assert f"is timed by judge {os.getpid()} of " in said
        status, out, err = interrupted(process)
    assert (status, out) == (130, "")
    assert "interrupted before anything was compiled or run, so nothing was judged" in err


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["right.py", "--case", "nowhere"], 2, "error[E43"),  # what is not there waits for no core
        pytest.param(["right.py"], 0, "core ", marks=pytest.mark.slow),  # what ranks nobody shares a core at once
        ([*RANKED[1:], "--wait", "0.5"], 3, "waiting 0:00 for a core"),
    ],
)
def test_who_waits_for_another_judge(here: Path, taken: list[str], words: list[str], status: int, said: str) -> None:
    done = subprocess.run([*taken, "run", *words], capture_output=True, text=True, timeout=60, check=False)
    heard = " ".join(done.stderr.split())
    assert (done.returncode, heard.startswith(said)) == (status, True), heard
    assert ("is timed by judge" in heard) == (status != 2)
    assert heard.endswith(": it is shared, so these times are rough") == (status == 0)
    assert ("error[E311]" in heard, done.stdout == "") == (status == 3, status != 0)


# --- several on one core ---------------------------------------------------------------------------------------------
SOLUTION = (ROOT / "solutions/queens/backjumping.py").read_text()


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The words that start a judge of a host of its own, in a folder with four copies of one solution."""
    monkeypatch.chdir(tmp_path)
    for name in "abcd":
        (tmp_path / f"{name}.py").write_text(SOLUTION)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        yield elsewhere(folder)


@contextlib.contextmanager
def running(words: list[str], *, until: str = "") -> Iterator[None]:
    """Beside this process, once it has said this."""
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert not until or any(until in line for line in there(process.stdout))
        yield
    finally:
        process.kill()
        process.wait()


def judge_equals_alike(words: list[str]) -> None:
    """A contest of four copies gives them one rank."""
    subprocess.run([*words, *FOUR, "--json", "out.json"], check=True, capture_output=True)
    rows = read_json("out.json")["submissions"]
    assert [(row["rank"], row["verdict"]) for row in rows] == [(1, "AC")] * 4


FOUR = ["run", "a.py", "b.py", "c.py", "d.py", "--problem", "queens", "--group", "easy", "--repeat", "5"]


@pytest.mark.slow
def test_those_that_share_tell_no_equals_apart(judge: list[str]) -> None:
    sharing = [*judge, "run", "a.py", "--problem", "queens", "--group", "sample", "--repeat", "1000"]
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(running(sharing, until="sample"))
        judge_equals_alike(judge)


@pytest.mark.slow
def test_without_a_cgroup_other_work_tells_no_equals_apart(judge: list[str]) -> None:
    """As for an ordinary user: each copy has one process, whose CPU the kernel tells exactly."""
    build = [sys.executable, "-c", "while True: compile('x = 1\\n' * 9999, 'x', 'exec')"]
    with running(build), running(build):
        judge_equals_alike([judge[0], "-c", PROGRAMS["without_a_cgroup"] + judge[2]])
