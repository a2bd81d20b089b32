"""A new folder may be lost to a judge that takes it for one that was left: its maker sees that and makes another."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from judge.locks import TRIES, abandoned, make_held
from tests.descriptors import none_left_open


@pytest.mark.parametrize("lost", ["removed before it was locked", "locked by another", "removed as it is opened"])
def test_who_loses_a_new_folder_makes_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    """What is returned is whole and locked."""
    made, flock, opened, mkdir = list[Path](), fcntl.flock, list[int](), Path.mkdir

    def make(folder: Path, mode: int) -> None:
        made.append(folder)
        mkdir(folder, mode)
        if lost == "removed before it was locked" and len(made) == 1:
            made[0].rmdir()
        if lost == "locked by another" and len(made) == 1:
            opened.append(os.open(made[0], os.O_RDONLY))
            flock(opened[0], fcntl.LOCK_EX)

    def removes(fd: int, how: int) -> None:
        if lost == "removed as it is opened" and len(made) == 1:
            made[0].rmdir()
        flock(fd, how)

    monkeypatch.setattr(fcntl, "flock", removes)
    monkeypatch.setattr(Path, "mkdir", make)
    folder, lock = make_held(tmp_path)
    assert folder == made[1]
    assert list(abandoned(tmp_path)) == []
    for fd in (lock, *opened):
        os.close(fd)
    assert set(abandoned(tmp_path)) == {one for one in made if one.exists()}


def test_a_lock_is_given_up_when_each_one_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Path] = []
    monkeypatch.setattr(Path, "mkdir", lambda folder, **_: made.append(folder))
    with none_left_open(), pytest.raises(OSError, match="others remove or lock"):
        make_held(tmp_path)
    assert len(made) == TRIES
