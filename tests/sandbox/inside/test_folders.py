"""A folder belongs to a judge while it holds the lock; what a killed judge has left, the next one removes."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import judge
from judge.sandbox.folders import TRIES, Scratch, abandoned, make_held


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    def make() -> Path:
        folder.mkdir()
        return folder

    made, lock = make_held(make)
    try:
        yield made
    finally:
        os.close(lock)


def is_abandoned(folder: Path) -> bool:
    with abandoned(folder) as is_left:
        return is_left


def test_a_folder_is_its_judge_s_until_the_lock_is_let_go(tmp_path: Path) -> None:
    with held(tmp_path / "mine") as folder:
        assert not is_abandoned(folder)
    assert is_abandoned(folder)


def test_a_judge_that_is_killed_lets_go(tmp_path: Path) -> None:
    code = f"""
import pathlib, sys
sys.path.insert(0, {str(Path(judge.__file__).parents[1])!r})
from judge.sandbox.folders import make_held
pathlib.Path({str(tmp_path)!r}, "mine").mkdir()
make_held(lambda: pathlib.Path({str(tmp_path)!r}, "mine"))
print("held", flush=True)
sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert not is_abandoned(tmp_path / "mine")
        other.kill()
        other.wait()
    assert is_abandoned(tmp_path / "mine")


def test_who_loses_a_new_folder_makes_another(tmp_path: Path) -> None:
    """One was removed before it was locked, one is just being removed: what is returned is whole and locked."""
    names = iter(("removed", "taken", "mine"))
    taken: list[int] = []

    def make() -> Path:
        folder = tmp_path / next(names)
        folder.mkdir()
        if folder.name == "removed":
            folder.rmdir()
        if folder.name == "taken":
            taken.append(os.open(folder, os.O_RDONLY))
            fcntl.flock(taken[0], fcntl.LOCK_EX)
        return folder

    folder, lock = make_held(make)
    assert folder.name == "mine"
    assert not is_abandoned(folder)
    for fd in (lock, *taken):
        os.close(fd)


def test_one_that_is_removed_while_it_is_opened_is_lost_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other judge has removed it, and let go, between our open and our lock."""
    names = iter(("removed", "mine"))

    def make() -> Path:
        folder = tmp_path / next(names)
        folder.mkdir()
        return folder

    def flock(fd: int, how: int) -> None:
        if (tmp_path / "removed").exists():
            (tmp_path / "removed").rmdir()

    monkeypatch.setattr(fcntl, "flock", flock)
    folder, lock = make_held(make)
    os.close(lock)
    assert folder.name == "mine"


def test_it_gives_up_when_each_one_is_lost(tmp_path: Path) -> None:
    made: list[Path] = []

    def make() -> Path:
        made.append(tmp_path / str(len(made)))
        return made[-1]

    before = len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0
    with pytest.raises(OSError, match="others remove or lock"):
        make_held(make)
    assert len(made) == TRIES
    assert not before or len(list(Path("/proc/self/fd").iterdir())) == before


def test_where_there_are_no_locks_the_judge_goes_on_and_nothing_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def flock(fd: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    with held(tmp_path / "mine") as folder:
        assert not is_abandoned(folder)
    assert not is_abandoned(folder)


def test_what_is_no_folder_of_ours_is_nobody_s_to_remove(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    assert [is_abandoned(tmp_path / name) for name in ("file", "link", "absent")] == [False] * 3
    if os.geteuid() == 0:
        os.chown(tmp_path / "folder", 65_533, 65_533)
        assert not is_abandoned(tmp_path / "folder")


# --- the folders of sandboxes -----------------------------------------------------------------------------------------


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def left_after_a_start(scratch: Path) -> set[str]:
    before = {path.name for path in scratch.iterdir()}
    Scratch().remove()
    return {path.name for path in scratch.iterdir()} & before


def test_only_what_a_dead_judge_has_left_goes(scratch: Path) -> None:
    """By the lock, whatever process has its number now."""
    stays = {
        "judge-\u00b2-x",
        "judge-x-y",
        "judge-1-",
        "judge--1-x",
        "judge-1-x y",
        "judge-1-\n",
        "judge-users-0",
        "other",
    }
    for name in (*stays, f"judge-{os.getpid()}-x", "judge-1-x", f"judge-{1 << 80}-x"):
        (scratch / name / "deep").mkdir(parents=True)
    (scratch / "judge-1-link").symlink_to("other")
    (scratch / "judge-1-file").write_text("")
    assert left_after_a_start(scratch) == {*stays, "judge-1-link", "judge-1-file"}


def test_that_of_a_judge_that_runs_stays(scratch: Path) -> None:
    """Others pass through it, as boxes do, and can't open it: else they could lock it."""
    running = Scratch()
    assert stat.S_IMODE(running.root.stat().st_mode) == 0o711
    assert left_after_a_start(scratch) == {running.root.name}
    assert running.canary.exists()
    running.remove()
    running.remove()
    assert not list(scratch.iterdir())
