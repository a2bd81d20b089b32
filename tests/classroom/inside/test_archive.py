"""Folders and zips as lists of files: bounds out of reach at the door, and links that come after the look."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from judge.classroom import archive, zip_file
from judge.classroom.archive import Archive, walk
from judge.classroom.file import SURPLUS, File, fullest
from judge.classroom.zip_file import entries, open_zip
from judge.errors import JudgeError
from tests.classes import write_zip
from tests.classroom.make import packed, written_rows
from tests.refused import refused


def files(path: Path) -> dict[str, File]:
    """Of a folder, or of a zip that stays open as long as its files."""
    found = walk(path) if path.is_dir() else entries(open_zip(path), path)
    return {file.path: file for file in found}


def of(tmp_path: Path, *names: str, kind: str = "zip") -> Path:
    return packed(tmp_path / "class", {name: name.encode() for name in names}, kind)


KINDS = pytest.mark.parametrize("kind", ["zip", "folder"])


def test_a_link_or_pipe_that_comes_after_the_look_is_not_followed_and_holds_nobody_up(tmp_path: Path) -> None:
    root, secret = of(tmp_path, "a.py", "b.py", kind="folder"), tmp_path / "secret.py"
    secret.write_text("TOKEN = 1")
    one, other = files(root).values()
    for name in ("a.py", "b.py"):
        (root / name).unlink()
    (root / Path(one.path)).symlink_to(secret)
    os.mkfifo(root / other.path)
    with pytest.raises(OSError, match="symbolic links"):
        one.read(100)
    assert other.read(10) == b""


def test_a_class_may_have_256_mib_and_not_a_byte_more(tmp_path: Path) -> None:
    piece = 16 << 20
    for k in range(17):
        with (tmp_path / f"s{k:02}.py").open("wb") as file:
            file.truncate(piece)  # a hole: it takes no room on the disk
    with Archive(tmp_path) as opened:
        *most, last = opened.files
        assert sum(len(file.read(piece)) for file in most) == 256 << 20
        with pytest.raises(JudgeError, match="more than 256 MiB in all"):
            last.read(1)


@KINDS
def test_what_is_read_of_a_class_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(archive, "READ_LIMIT", 3 << 20)
    half = bytes(3 << 18)
    path = packed(tmp_path / "class", {"ada/a": half, "bob/b": half, "eve/c": b"1"}, kind)
    most = "ada (1,572,864 bytes), bob (1,572,864 bytes), eve (1 bytes)"
    with Archive(path) as opened:
        ada, bob, eve = opened.files
        for _ in range(2):
            assert ada.read(3 << 18) == bob.read(3 << 18) == half
        with refused("E461", f"have more than 3 MiB in all; the fullest folders are {most}", path):
            eve.read(1)


def test_what_is_let_go_no_longer_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each student only what is kept; a refusal says whose that is."""
    monkeypatch.setattr(archive, "READ_LIMIT", 100)
    path = write_zip(tmp_path / "x.zip", {f"s{k}/a.py": b"#" * 90 for k in range(9)})
    with Archive(path) as opened:
        for file, kept in zip(opened.files, (0, 40, 0, 10), strict=False):
            assert len(file.read(50)) == 50
            opened.settle(file.path.partition("/")[0], kept)
        with refused("E461", "are s4 (51 bytes), s1 (40 bytes), s3 (10 bytes)"):
            opened.files[4].read(51)
    with Archive(path) as opened, refused("E461", "s0"):
        opened.settle("s0", 101)


def test_of_an_empty_folder_as_many_are_shown_as_may_be_somebodys(tmp_path: Path) -> None:
    for depth, folders in ((3, 3), (30, 24)):
        found = files(of(tmp_path / f"{depth}", "d/" * depth))
        assert set(found) == {"d/" * number for number in range(1, folders + 1)}


# --- bounds -----------------------------------------------------------------------------------------------------------
@KINDS
@pytest.mark.parametrize("place", [("", ""), ("x/hw/", ""), ("", ".")], ids=["alone", "in a folder", "hidden"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_surplus_files_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, place: tuple[str, str], count: int
) -> None:
    """Junk is counted by itself, and nobody is told of it; nor does what is left out make the class too large."""
    around, hidden = place
    for room in (zip_file, archive):
        monkeypatch.setattr(room, "FOLDER_MOST", 2)
        monkeypatch.setattr(room, "MOST_FILES", 5)
    names = [*(f"eve/{hidden}{number}" for number in range(count)), "ada/1", "ada/2"]
    junk = [*(f"{around}ada/.git/{number}" for number in range(5)), f"__MACOSX/{around}ada/1", f"{around}.DS_Store"]
    found = files(of(tmp_path, *(around + name for name in names), *junk, kind=kind))
    left = {path: file for path, file in found.items() if file.fault}
    assert {path: file.fault for path, file in left.items()} == ({f"{around}eve/...": SURPLUS} if count > 2 else {})
    assert {path for path in found if "ada" in path} == {f"{around}ada/1", f"{around}ada/2"}
    assert len([path for path in found if "eve" in path]) == 2 + len(left) == len(found) - 2
    if kind == "zip":
        assert {f"{around}eve/{hidden}0", f"{around}eve/{hidden}1"} <= {*found}, "the first ones stay"
        assert [(file.size, file.read(9)) for file in left.values()] == [(0, b"")] * len(left)


@pytest.mark.parametrize(
    ("kind", "bound", "said"),
    [
        ("zip", "zip_file.MOST_ENTRIES", "eve (4 files)"),
        ("zip", "zip_file.MOST_FILES", "eve (3 files)"),
        ("folder", "archive.MOST_FILES", "eve (3 files)"),
    ],
)
def test_a_class_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, bound: str, said: str) -> None:
    monkeypatch.setattr(f"judge.classroom.{bound}", 3)
    assert len(files(of(tmp_path, "eve/0", "eve/1", "eve/2", kind=kind))) == 3
    path = of(tmp_path, "eve/0", "eve/1", "eve/2", "eve/3", kind=kind)
    with refused("E461", f"it holds more than 3 files; the fullest folders are {said}", path) as caught:
        files(path)
    assert caught.value.help


def test_a_list_of_contents_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip may claim one of any length; the names that are there are counted as far as the bound goes."""
    path = of(tmp_path, "eve/0", "eve/1", "eve/2", "ada/3")
    data = path.read_bytes()
    length = len(data) - 22 - data.index(b"PK\1\2")
    monkeypatch.setattr(zip_file, "DIRECTORY_LIMIT", length)
    assert len(files(path)) == 4
    for bound, said in ((length - 1, "eve (3 files), ada (1 files)"), (length // 2, "eve (2 files)")):
        monkeypatch.setattr(zip_file, "DIRECTORY_LIMIT", bound)
        with refused("E461", f"more than 400,000 files; the fullest folders are {said}"):
            open_zip(path)


def test_files_beside_the_only_folder_make_it_a_student_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FOLDER_MOST", 2)
    root = of(tmp_path, "eve/a/1", "eve/a/2", "eve/b/3", "eve/c/4", "bob.py", kind="folder")
    assert {path: file.fault for path, file in files(root).items() if file.fault} == {"eve/...": SURPLUS}


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        *written_rows("exports.toml", "fullest"),
        ({"x" * 100 + "/a": 1, "b": 1}, f"{'x' * 80} (1 bytes)"),
        ({f"eve/s{number}/x": 1 for number in range(100)}, "eve/s0 (1 bytes), eve/s1 (1 bytes), eve/s2 (1 bytes)"),
        ({f"eve/s{number}/x": 1 for number in range(101)}, "eve (101 bytes)"),  # a folder of less than a hundredth
    ],
)
def test_the_fullest_folders_are_the_students(amounts: dict[str, int], said: str) -> None:
    found = fullest(Counter(amounts), "bytes")
    assert found == (f"; the fullest folders are {said}" if said else "")
