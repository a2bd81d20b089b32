"""A folder as a list of files: what is in it, what is passed over, and how deep and wide it may be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.classroom.files.archive import walk
from judge.classroom.files.file import SURPLUS, File
from judge.errors import JudgeError


def uncounted(_: str, data: bytes) -> bytes:
    return data


def made(root: Path, *names: str) -> Path:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(exist_ok=True) if name.endswith("/") else path.write_bytes(name.encode())
    return root


def files(root: Path, count: Callable[[str, bytes], bytes] = uncounted) -> dict[str, File]:
    return {file.path: file for file in walk(root, count)}


def test_every_file_comes_with_its_size_and_its_bytes(tmp_path: Path) -> None:
    counted: list[tuple[str, bytes]] = []

    def count(path: str, data: bytes) -> bytes:
        counted.append((path, data))
        return data + b"!"

    found = files(made(tmp_path, "ada/src/a.py", "ada/b.py", "bob.py"), count)
    assert {path: (file.size, file.read(4), file.fault) for path, file in found.items()} == {
        path: (len(path), path[:4].encode() + b"!", "") for path in ("ada/src/a.py", "ada/b.py", "bob.py")
    }
    assert sorted(counted) == [("ada/b.py", b"ada/"), ("ada/src/a.py", b"ada/"), ("bob.py", b"bob.")]


def test_what_systems_leave_behind_is_passed_over_and_an_empty_folder_is_not(tmp_path: Path) -> None:
    root = made(tmp_path, "ada/.git/x", "bob/", "cid/__pycache__/x", "cid/deep/", "eve/.env", ".DS_Store", "._x")
    assert {path: file.fault for path, file in files(root).items()} == {
        "ada/": "", "bob/": "", "cid/deep/": "", "eve/.env": "",
    }  # fmt: skip


def test_links_and_pipes_are_listed_with_what_they_are(tmp_path: Path) -> None:
    root = made(tmp_path, "a.py")
    (root / "link").symlink_to("a.py")
    (root / "up").symlink_to("..")
    os.mkfifo(root / "pipe")
    link = "it is a link"
    assert {path: file.fault for path, file in files(root).items()} == {
        "a.py": "", "link": link, "up": link, "pipe": "it is not a plain file",
    }  # fmt: skip


def test_a_pipe_that_comes_after_the_look_holds_nobody_up(tmp_path: Path) -> None:
    [file] = files(made(tmp_path, "a.py")).values()
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    assert file.read(10) == b""


@pytest.mark.parametrize(("depth", "fault"), [(24, ""), (25, "its name is too long")])
def test_how_deep_it_may_be(tmp_path: Path, depth: int, fault: str) -> None:
    root = made(tmp_path, "b.py", "d/" * depth + "x.py")
    path = "d/" * depth + "x.py" if not fault else ("d/" * depth).rstrip("/")
    assert {name: file.fault for name, file in files(root).items()} == {"b.py": "", path: fault}


@pytest.mark.parametrize(("count", "refused"), [(3, False), (4, True)])
def test_how_many_files_a_class_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, refused: bool
) -> None:
    monkeypatch.setattr("judge.classroom.files.archive.MOST_FILES", 3)
    root = made(tmp_path / "class", *(f"eve/{number}" for number in range(count)))
    if not refused:
        assert len(files(root)) == 3
        return
    with pytest.raises(JudgeError) as caught:
        files(root)
    said = "it holds more than 3 files; the fullest folders are eve (3 files)"
    assert caught.value.message == f"class can't be read as a class: {said}"


@pytest.mark.parametrize("around", ["", "hw/", "x/hw/"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_what_a_student_has_too_much_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, around: str, count: int
) -> None:
    """Also in a folder around the class, beside what systems leave there."""
    monkeypatch.setattr("judge.classroom.files.archive.FOLDER_MOST", 2)
    names = [*(f"eve/{number}" for number in range(count)), "ada/1", "ada/2"]
    root = made(tmp_path, *(around + name for name in names), f"{around}.DS_Store", f"{around}.git/x", ".git/x")
    found = files(root)
    assert {path for path in found if "ada" in path} == {f"{around}ada/1", f"{around}ada/2"}
    assert len([path for path, file in found.items() if "eve" in path and not file.fault]) == 2
    faults = {path: file.fault for path, file in found.items() if file.fault}
    assert faults == ({f"{around}eve/...": SURPLUS} if count > 2 else {})


def test_files_beside_the_only_folder_make_it_a_student_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.classroom.files.archive.FOLDER_MOST", 2)
    root = made(tmp_path, "eve/a/1", "eve/a/2", "eve/b/3", "eve/c/4", "bob.py")
    assert {path: file.fault for path, file in files(root).items() if file.fault} == {"eve/...": SURPLUS}


def test_a_folder_that_can_not_be_opened_costs_its_student_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, real = made(tmp_path, "ada/a.py", "eve/a.py"), os.scandir

    def locked(path: Path) -> object:
        if Path(path).name == "eve":
            raise PermissionError
        return real(path)

    monkeypatch.setattr("os.scandir", locked)
    assert {path: file.fault for path, file in files(root).items()} == {
        "ada/a.py": "", "eve": "the folder can't be opened",
    }  # fmt: skip
