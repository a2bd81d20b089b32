"""A folder belongs to a judge while it holds the lock; what a killed judge has left, the next one removes."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.sandbox.folders import TRIES, abandoned, make_held
from tests.descriptors import none_left_open

ROOT = Path(__file__).parents[3]


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


HOLDER = """
import pathlib, sys
from judge.sandbox.folders import make_held
folder = pathlib.Path(sys.argv[1])
folder.mkdir()
make_held(lambda: folder)
print("held", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_its_judge_s_until_the_lock_is_let_go_or_it_is_killed(tmp_path: Path) -> None:
    with held(tmp_path / "mine") as folder:
        assert not is_abandoned(folder)
    assert is_abandoned(folder)
    theirs, pipe = tmp_path / "theirs", subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(theirs)], cwd=ROOT, stdin=pipe, stdout=pipe) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert not is_abandoned(theirs)
        other.kill()
        other.wait()
    assert is_abandoned(theirs)


@pytest.mark.parametrize("lost", ["removed before it was locked", "locked by another", "removed as it is opened"])
def test_who_loses_a_new_folder_makes_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    """Another judge takes it for one that was left: what is returned is whole and locked."""
    first, flock, taken = tmp_path / "first", fcntl.flock, list[int]()

    def make() -> Path:
        folder = tmp_path / "mine" if taken or lost == "gone" else first
        folder.mkdir()
        return folder

    def made() -> Path:
        nonlocal lost
        folder = make()
        if lost.startswith("removed before"):
            folder.rmdir()
        elif lost.startswith("locked"):
            taken.append(os.open(folder, os.O_RDONLY))
            flock(taken[0], fcntl.LOCK_EX)
        lost = "gone" if not lost.startswith("removed as") else lost
        return folder

    def removes(fd: int, how: int) -> None:
        nonlocal lost
        if lost.startswith("removed as"):
            first.rmdir()
            lost = "gone"
        flock(fd, how)

    monkeypatch.setattr(fcntl, "flock", removes)
    folder, lock = make_held(made)
    assert (folder.name, is_abandoned(folder)) == ("mine", False)
    for fd in (lock, *taken):
        os.close(fd)


def test_it_gives_up_when_each_one_is_lost(tmp_path: Path) -> None:
    made: list[Path] = []

    def make() -> Path:
        made.append(tmp_path / str(len(made)))
        return made[-1]

    with none_left_open(), pytest.raises(OSError, match="others remove or lock"):
        make_held(make)
    assert len(made) == TRIES


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
