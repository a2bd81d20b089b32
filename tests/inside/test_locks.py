"""A new folder may be lost to a judge that takes it for one that was left: its maker sees that and makes another."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from judge.locks import TRIES, abandoned, make_held
from tests.descriptors import none_left_open


def is_abandoned(folder: Path) -> bool:
    with abandoned(folder) as is_left:
        return is_left


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
