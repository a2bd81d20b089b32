"""Two judges of one host that do not see each other's processes: both finish, and what a killed one left goes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import judge

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


JUDGE = """
import sys
from judge.model import Limits
from judge.sandbox import Bounds, Sandbox, protocol

SOURCE = b"import sys, time\\nprint(sys.argv)\\n"
with Sandbox(warm=False) as sandbox:
    sandbox.host()
    print("ready", flush=True)
    sys.stdin.readline()
    home = sandbox.keep({"main.py": SOURCE})
    assert isinstance(home, protocol.Home), home
    job = protocol.Job(prepare=False, command=(sys.executable, "-S", f"{home.source}/main.py"))
    with sandbox.start(home, Limits(), job) as box:
        facts = box.run(b"", Bounds(60, 60))
    assert facts.status == 0, facts
    print("done", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def start(scratch: Path) -> Iterator[Start]:
    """Start a judge in a pid namespace of its own, after so many processes that have ended; it says when it is ready
    and when it is done."""
    unshare = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"]
    if os.geteuid() or subprocess.run([*unshare, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no pid namespace can be made here by root")
    judges: list[subprocess.Popen[str]] = []

    def start(before: int = 0) -> subprocess.Popen[str]:
        many = f'for one in $(seq {before}); do /bin/true; done; "$@"; exit $?'
        judges.append(
            subprocess.Popen(
                [*unshare, "sh", "-c", many, "sh", sys.executable, "-c", JUDGE],
                env={**os.environ, "TMPDIR": str(scratch), "PYTHONPATH": str(Path(judge.__file__).parents[1])},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        return judges[-1]

    scratch.chmod(0o711)
    yield start
    for process in judges:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go on\n")
    process.stdin.flush()


def test_two_judges_in_two_pid_namespaces_finish(scratch: Path, start: Start) -> None:
    """There is no process of the first one's number where the second one is."""
    first = start(50)
    assert said(first) == "ready\n"
    second = start()
    assert said(second) == "ready\n"
    assert len(list(scratch.iterdir())) == 2
    for process in (first, second):
        go_on(process)
        assert said(process) == "done\n"
        go_on(process)
        assert process.wait(60) == 0
    assert not list(scratch.iterdir())


def test_what_a_killed_judge_left_goes_at_the_next_start_in_another_namespace(scratch: Path, start: Start) -> None:
    first = start()
    assert said(first) == "ready\n"
    [left] = scratch.iterdir()
    first.kill()  # and its namespace with it
    first.wait()
    second = start()
    assert said(second) == "ready\n"
    assert not left.exists()
    assert len(list(scratch.iterdir())) == 1
