"""A file of a package is written whole or not at all."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.errors import JudgeError
from judge.files import PART, whole, write_file


def test_a_file_is_written_with_its_folder_and_replaces_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "a/b/input.txt"
    for data in (b"one", b"two"):
        write_file(file, data)
        assert file.read_bytes() == data
    assert [path.name for path in file.parent.iterdir()] == ["input.txt"]


@pytest.mark.parametrize("name", [PART, "input.txt"])  # what a killed judge has left, and the file itself
def test_a_link_is_replaced_and_not_followed(tmp_path: Path, name: str) -> None:
    (tmp_path / "theirs").write_text("precious")
    (tmp_path / name).symlink_to(tmp_path / "theirs")
    write_file(tmp_path / "input.txt", b"new")
    assert not (tmp_path / "input.txt").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["input.txt", "theirs"]
    assert (tmp_path / "theirs").read_text() == "precious"


def test_what_can_not_be_written_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "input.txt").mkdir()
    with pytest.raises(JudgeError, match="E435"):
        write_file(tmp_path / "input.txt", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["input.txt"]


def test_many_who_write_at_once_do_not_take_each_others_part(tmp_path: Path) -> None:
    texts = {f"{writer}.txt": bytes([65 + writer]) * 5000 for writer in range(4)}

    def write(name: str) -> None:
        for _ in range(50):
            write_file(tmp_path / name, texts[name])
            assert (tmp_path / name).read_bytes() == texts[name]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, texts))
    assert {path.name for path in tmp_path.iterdir()} == texts.keys()


def test_what_somebody_else_is_making_stays(tmp_path: Path) -> None:
    other = tmp_path / f".judge-{os.getpid()}.part"  # of a judge with this number on another machine
    other.mkdir()
    (other / "theirs").touch()
    with whole(tmp_path / "pkg") as place:
        place.mkdir()
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, "pkg"]
    assert (other / "theirs").exists()
