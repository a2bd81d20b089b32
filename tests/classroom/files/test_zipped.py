"""A zip as a list of files: names as they were meant, kinds, sizes, and what is said when it can't be read."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from judge.classroom.files import archive, zipped
from judge.classroom.files.archive import Archive
from judge.classroom.files.file import SURPLUS, File
from judge.classroom.files.zipped import entries, open_zip
from judge.errors import JudgeError, Place
from tests.classes import write_zip


def uncounted(_: str, data: bytes) -> bytes:
    return data


def files(path: Path, count: Callable[[str, bytes], bytes] = uncounted) -> dict[str, File]:
    """Of a zip that stays open as long as its files."""
    return {file.path: file for file in entries(open_zip(path), path, count)}


def of(tmp_path: Path, *names: str) -> Path:
    return write_zip(tmp_path / "class.zip", {name: name.encode() for name in names})


def test_every_file_comes_with_its_size_and_its_bytes(tmp_path: Path) -> None:
    counted: list[tuple[str, bytes]] = []

    def count(path: str, data: bytes) -> bytes:
        counted.append((path, data))
        return data + b"!"

    found = files(of(tmp_path, "ada/src/a.py", "ada/b.py", "bob.py"), count)
    assert {path: (file.size, file.read(4), file.fault) for path, file in found.items()} == {
        path: (len(path), path[:4].encode() + b"!", "") for path in ("ada/src/a.py", "ada/b.py", "bob.py")
    }
    assert counted == [("ada/src/a.py", b"ada/"), ("ada/b.py", b"ada/"), ("bob.py", b"bob.")]


def test_what_systems_leave_behind_is_passed_over_and_an_empty_folder_is_not(tmp_path: Path) -> None:
    names = ["ada/.git/x", "bob/", "cid/deep/er/", "cid/__pycache__/x", "eve/.env", "eve/x/", ".DS_Store", "__MACOSX/x"]
    found = files(of(tmp_path, *names))
    folders = ("ada/", "bob/", "cid/", "cid/deep/", "cid/deep/er/", "eve/x/")
    facts = {path: (found[path].fault, found[path].size, found[path].read(9)) for path in folders}
    assert facts == dict.fromkeys(folders, ("", 0, b""))
    assert set(found) == {*folders, "eve/.env"}
    assert found["eve/.env"].size == 8


@pytest.mark.parametrize(("depth", "folders"), [(3, 3), (30, 24)])
def test_of_an_empty_folder_as_many_are_shown_as_may_be_somebodys(tmp_path: Path, depth: int, folders: int) -> None:
    assert set(files(of(tmp_path, "d/" * depth))) == {"d/" * number for number in range(1, folders + 1)}


def test_names_are_read_as_they_were_meant(tmp_path: Path) -> None:
    """UTF-8 that does not say so, the code page of old tools, and a backslash for a slash."""
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name in ("J?rg-1.py", "J?rg-22.py", "ada|a.py", "eve|", "\u674e.py"):
            made.writestr(name, b"")
    data = path.read_bytes().replace(b"J?rg-1.py", b"J\x94rg-1.py").replace(b"J?rg-22.py", b"J\xc3\xb6rg-2.py")
    path.write_bytes(data.replace(b"ada|a.py", b"ada\\a.py").replace(b"eve|", b"eve\\"))
    assert set(files(path)) == {"J\u00f6rg-1.py", "J\u00f6rg-2.py", "ada/a.py", "eve/", "\u674e.py"}


def test_what_is_no_plain_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name, mode in (("link", stat.S_IFLNK), ("pipe", stat.S_IFIFO), ("file", stat.S_IFREG), ("none", 0)):
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            made.writestr(info, b"")
        made.writestr("bzip2", b"", zipfile.ZIP_BZIP2)
        made.writestr("lzma", b"", zipfile.ZIP_LZMA)
        made.writestr("deflated", b"", zipfile.ZIP_DEFLATED)
        made.writestr("l?cked", b"")
    data = bytearray(path.read_bytes().replace(b"l?cked", b"l\xc3\xb6ked"))
    data[data.rindex(b"PK\1\2") + 8] |= 1  # the flag of an encrypted entry, in the list of contents
    path.write_bytes(data)
    odd = "it is compressed in an unusual way"
    assert {name: file.fault for name, file in files(path).items()} == {
        "link": "it is a link", "pipe": "it is not a plain file", "file": "", "none": "",
        "bzip2": odd, "lzma": odd, "deflated": "", "l\u00f6ked": "it is encrypted",
    }  # fmt: skip


# --- bounds -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("around", ["", "hw/", "x/hw/"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_what_a_student_has_too_much_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, around: str, count: int
) -> None:
    """Junk is counted by itself, and nobody is told of it."""
    monkeypatch.setattr(zipped, "FOLDER_MOST", 2)
    names = [*(f"eve/{number}" for number in range(count)), "ada/1", "ada/2"]
    junk = [*(f"{around}ada/.git/{number}" for number in range(5)), f"__MACOSX/{around}ada/1"]
    found = files(of(tmp_path, *(around + name for name in names), *junk))
    eve = {f"{around}eve/0": "", f"{around}eve/1": ""} | ({f"{around}eve/...": SURPLUS} if count > 2 else {})
    assert {path: file.fault for path, file in found.items()} == {
        f"{around}ada/1": "", f"{around}ada/2": "",
    } | eve  # fmt: skip
    left = [(file.size, file.read(9)) for path, file in found.items() if path.endswith("...")]
    assert left == [(0, b"")] * (count > 2)


@pytest.mark.parametrize(("bound", "said"), [("MOST_ENTRIES", "eve (4 files)"), ("MOST_FILES", "eve (3 files)")])
def test_how_many_files_a_class_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, said: str
) -> None:
    monkeypatch.setattr(f"judge.classroom.files.zipped.{bound}", 3)
    assert len(files(of(tmp_path, "eve/0", "eve/1", "eve/2"))) == 3
    with pytest.raises(JudgeError) as caught:
        files(of(tmp_path, "eve/0", "eve/1", "eve/2", "eve/3"))
    what = f"it holds more than 3 files; the fullest folders are {said}"
    assert caught.value.message == f"class.zip can't be read as a class: {what}"
    assert caught.value.place == Place(str(tmp_path / "class.zip"))


def test_a_list_of_contents_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip may claim one of any length; the names that are there are counted as far as the bound goes."""
    path = of(tmp_path, "eve/0", "eve/1", "eve/2", "ada/3")
    data = path.read_bytes()
    length = len(data) - 22 - data.index(b"PK\1\2")
    monkeypatch.setattr(zipped, "DIRECTORY_LIMIT", length)
    assert len(files(path)) == 4
    for bound, said in ((length - 1, "eve (3 files), ada (1 files)"), (length // 2, "eve (2 files)")):
        monkeypatch.setattr(zipped, "DIRECTORY_LIMIT", bound)
        with pytest.raises(JudgeError) as caught:
            open_zip(path)
        what = f"it holds more than 400,000 files; the fullest folders are {said}"
        assert caught.value.message == f"class.zip can't be read as a class: {what}"


def test_a_device_is_no_class() -> None:
    with pytest.raises(JudgeError) as caught:
        open_zip(Path("/dev/null"))
    assert caught.value.message == "null can't be read as a class: it is neither a folder nor a plain file"
    assert caught.value.help == "name a folder or a zip"


# --- the archive ------------------------------------------------------------------------------------------------------
def test_what_is_not_there_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.zip"
    with pytest.raises(JudgeError) as caught:
        Archive(path)
    error = caught.value
    assert error.message == "none.zip can't be read as a class: it can't be opened: No such file or directory"
    assert (error.code, error.place, error.help) == ("E461", Place(str(path)), "name a folder or a zip")


@pytest.mark.parametrize("zipped_too", [True, False])
def test_what_is_read_of_a_class_has_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped_too: bool) -> None:
    monkeypatch.setattr(archive, "READ_LIMIT", 3 << 20)
    path = tmp_path / ("class.zip" if zipped_too else "class")
    half = bytes(3 << 18)
    if zipped_too:
        write_zip(path, {"ada/a": half, "bob/b": half, "eve/c": b"1"})
    else:
        for name, data in (("ada/a", half), ("bob/b", half), ("eve/c", b"1")):
            (path / name).parent.mkdir(parents=True)
            (path / name).write_bytes(data)
    with Archive(path) as opened:
        ada, bob, eve = opened.files
        for _ in range(2):
            assert ada.read(3 << 18) == bob.read(3 << 18) == half
        with pytest.raises(JudgeError) as caught:
            eve.read(1)
    most = "ada (1,572,864 bytes), bob (1,572,864 bytes), eve (1 bytes)"
    what = f"its submissions have more than 3 MiB in all; the fullest folders are {most}"
    assert caught.value.message == f"{path.name} can't be read as a class: {what}"
    assert (caught.value.place, caught.value.help) == (Place(str(path)), "grade a part of the class")


def test_a_zip_is_closed_at_the_end_and_when_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[zipfile.ZipFile] = []

    def noted(path: Path) -> zipfile.ZipFile:
        opened.append(open_zip(path))
        return opened[-1]

    monkeypatch.setattr(archive, "open_zip", noted)
    path = of(tmp_path, "a.py", "b.py")
    files = psutil.Process().num_fds()
    with Archive(path) as found:
        assert [file.path for file in found.files] == ["a.py", "b.py"]
        assert opened[0].fp
    assert opened[0].fp is None
    monkeypatch.setattr("judge.classroom.files.zipped.MOST_ENTRIES", 1)
    with pytest.raises(JudgeError):
        Archive(path)
    assert opened[1].fp is None
    assert psutil.Process().num_fds() == files, "the files below them too"
