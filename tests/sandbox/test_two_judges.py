"""Several judges of one host: all finish, also where they do not see each other's processes, and what a killed one has
left goes at the next start."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import judge
from judge.sandbox import Sandbox, protocol
from tests.boxed import CASE, FAIL, GENEROUS, loaded, solving, started
from tests.conftest import there
from tests.sandbox.programs import PROGRAMS

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


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
                [*unshare, "sh", "-c", many, "sh", sys.executable, "-c", PROGRAMS["judge"]],
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
    return there(process.stdout).readline()


def go_on(process: subprocess.Popen[str]) -> None:
    stdin = there(process.stdin)
    stdin.write("go on\n")
    stdin.flush()


def test_judges_in_other_namespaces_finish_and_remove_what_a_killed_one_left(scratch: Path, start: Start) -> None:
    """There is no process of the first one's number where the others are."""
    first = start(50)
    assert said(first) == "ready\n"
    [of_first] = scratch.iterdir()
    killed = start()
    assert said(killed) == "ready\n"
    [left] = {*scratch.iterdir()} - {of_first}
    killed.kill()  # and its namespace with it
    killed.wait()
    second = start()
    assert said(second) == "ready\n"
    there_now = {*scratch.iterdir()}
    assert (len(there_now), of_first in there_now, left in there_now) == (2, True, False)
    for process in (first, second):
        go_on(process)
        assert said(process) == "done\n"
        go_on(process)
        assert process.wait(60) == 0
    assert not list(scratch.iterdir())


def test_only_what_a_dead_judge_has_left_goes(scratch: Path) -> None:
    """By the lock, whatever process has its number now. Others pass through the folder of a judge that runs, as boxes
    do, and can't open it: else they could lock it."""
    names = ["judge-\u00b2-x", "judge-x-y", "judge-1-", "judge--1-x", "judge-1-x y", "judge-1-\n"]
    names += ["judge-users-0", "other"]
    for name in (*names, f"judge-{os.getpid()}-x", "judge-1-x", f"judge-{1 << 80}-x"):
        (scratch / name / "deep").mkdir(parents=True)
    (scratch / "judge-1-link").symlink_to("other")
    (scratch / "judge-1-file").write_text("")
    (scratch / "judge-2-theirs").mkdir()
    if os.geteuid() == 0:
        os.chown(scratch / "judge-2-theirs", 65_533, 65_533)
        names.append("judge-2-theirs")
    stays = {*names, "judge-1-link", "judge-1-file"}
    with Sandbox(tier="plain", warm=False) as first, Sandbox(tier="plain", warm=False) as second:
        assert {path.name for path in scratch.iterdir()} == stays | {first.root.name, second.root.name}
        assert stat.S_IMODE(first.root.stat().st_mode) == 0o711
        assert (first.root / "canary").exists()
    assert {path.name for path in scratch.iterdir()} == stays


def test_where_there_are_no_locks_the_judge_goes_on_and_nothing_is_removed(scratch: Path) -> None:
    def flock(fd: int, how: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError(errno.ENOLCK, "No locks available")
        lock(fd, how)

    lock = fcntl.flock
    with Sandbox(tier="plain", warm=False) as first, pytest.MonkeyPatch.context() as patch:
        (scratch / "judge-1-x").mkdir()
        patch.setattr(fcntl, "flock", flock)
        with Sandbox(tier="plain", warm=False) as second:
            assert isinstance(second.keep({"x": b""}), protocol.Home)
        assert {path.name for path in scratch.iterdir()} == {"judge-1-x", first.root.name}


def test_whoever_runs_beside_a_judge_stays_in_its_group(sandbox: Sandbox) -> None:
    """Though judges come and go, each of which makes groups for its boxes."""
    with subprocess.Popen(["sleep", "100"]) as session:
        try:
            before = Path(f"/proc/{session.pid}/cgroup").read_text()
            for _ in range(2):
                with Sandbox(tier="plain", warm=False) as own:
                    assert own.exact == sandbox.exact
            assert Path(f"/proc/{session.pid}/cgroup").read_text() == before
        finally:
            session.kill()


def test_groups_of_dead_judges_go_with_who_is_in_them(sandbox: Sandbox) -> None:
    """Whatever number is in their names: here that of a judge that runs, in whose own group nobody is killed."""
    if sandbox.host().clock != "cgroup":
        pytest.skip("there is no cgroup of our own on this host")

    def groups() -> set[Path]:
        return {Path(top, name) for top, names, _ in os.walk("/sys/fs/cgroup") for name in names if mine in name}

    def new_judge() -> None:
        with Sandbox(tier="plain", warm=False):
            pass

    mine = f"judge-{os.getpid()}-"
    with started(sandbox, solving("return None")) as box, subprocess.Popen(["sleep", "100"]) as orphan:
        loaded(box)
        running = groups()
        left = {group.with_name(f"{mine}0badcafe_0") for group in running}
        others = {
            one.with_name(name) for one in left for name in ("judge-main", "judge-x-1", "judge-1-a.b", "judge-1-")
        }
        made = {group for group in left | others if not group.exists()}
        for group in made:
            group.mkdir()
        try:
            for group in left:
                (group / "cgroup.procs").write_text(str(orphan.pid))
            new_judge()
            assert orphan.wait(20) < 0
            until_s = time.monotonic() + 20
            while groups() != running and time.monotonic() < until_s:
                new_judge()  # for a moment after the last death a group is busy
            assert groups() == running
            assert box.exchange(CASE, GENEROUS).frame == FAIL
        finally:
            orphan.kill()
            for group in made - left:
                group.rmdir()  # each is still there
