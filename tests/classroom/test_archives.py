"""Folders and zips that hostile hands have made: bounded, and one student's trick costs that student alone."""

from __future__ import annotations

import os
import stat
import struct
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import archive, read_roll, zipped
from judge.classroom.archive import Archive, walk
from judge.classroom.file import SURPLUS, File
from judge.classroom.zipped import entries, open_zip
from judge.errors import JudgeError
from tests.classes import RIGHT, write_zip
from tests.classroom.make import SOURCE, bounded, by_id, doubt_of, packed, write_folder
from tests.refused import refused


def files(path: Path) -> dict[str, File]:
    """Of a folder, or of a zip that stays open as long as its files."""
    found = walk(path) if path.is_dir() else entries(open_zip(path), path)
    return {file.path: file for file in found}


def of(tmp_path: Path, *names: str, kind: str = "zip") -> Path:
    return packed(tmp_path / "class", {name: name.encode() for name in names}, kind)


KINDS = pytest.mark.parametrize("kind", ["zip", "folder"])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("none.zip", "can't be opened"),
        ("/dev/null", "neither a folder nor a plain file"),
        ("class.zip", "it is not a whole zip: File is not a zip file"),
    ],
)
def test_what_is_no_class_says_so(tmp_path: Path, path: str, said: str) -> None:
    (tmp_path / "class.zip").write_bytes(b"Rar!\x1a\x07\x00")
    with refused("E461", said, tmp_path / path) as caught:
        read_roll(tmp_path / path)
    assert caught.value.help


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "class", {"ada/": b"", "bob/": b"", "eve/homework.py": SOURCE})
    secret = tmp_path / "secret.py"
    secret.write_text("TOKEN = 1")
    (folder / "ada" / "homework.py").symlink_to(secret)
    os.mkfifo(folder / "bob" / "homework.py")
    (folder / "loop").symlink_to(folder)
    roll = read_roll(folder)
    rows = by_id(roll)
    doubts = [rows[name].doubt for name in ("ada", "bob")]
    assert [doubt and (doubt.where, doubt.what) for doubt in doubts] == [
        ("ada/homework.py", "it is a link"), ("bob/homework.py", "it is not a plain file"),
    ]  # fmt: skip
    assert rows["eve"].main
    assert [stray.where for stray in roll.strays] == ["loop"]


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


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["homewo\u0301rk.py", "homew\u00f3rk.py"])
def test_two_files_of_one_name(tmp_path: Path, second: str) -> None:
    """Also where the two differ only in how their accents are written."""
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("ada/homew\u00f3rk.py", SOURCE)
        made.writestr(f"ada/{second}", b"other")
        made.writestr("bob/homework.py", SOURCE)
    doubt = doubt_of(by_id(read_roll(path))["ada"])
    assert doubt.what.startswith("there are two")


LARGE = 64 << 20


def lie(path: Path, size: int) -> None:
    """Let the files of a zip claim to be small, so that only reading finds it out."""
    path.write_bytes(path.read_bytes().replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little")))


def flip(path: Path, size: int) -> None:
    """Damage the first file."""
    data = bytearray(path.read_bytes())
    data[data.index(b"eve/homework.py") + 20] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("names", "size", "harm"),
    [
        (["homework.py"], LARGE, lie),  # a bomb
        (["homework.py"], 99, flip),
        # Hidden files, and files that are longer than they say: neither becomes a part of the program.
        pytest.param([f"{'.' * (k % 2)}{k}.txt" for k in range(1200)], (256 << 10) + 2, lie, marks=pytest.mark.slow),
    ],
    ids=["bomb", "damage", "many"],
)
def test_what_is_no_honest_zip_costs_its_student_alone(
    tmp_path: Path, names: list[str], size: int, harm: Callable[[Path, int], None]
) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("ada/homework.py", SOURCE)
        for name in names:
            made.writestr(f"eve/{name}", bytes(size) if size != 99 else b"unmistakable" * 9)
    harm(path, size)
    with bounded((8 if len(names) == 1 else 512) << 20):
        rows = by_id(read_roll(path))
    assert rows["ada"].main == "homework.py"
    assert "damaged" in doubt_of(rows["eve"]).what or size != 99


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


def listed_zip(path: Path, names: list[bytes]) -> Path:
    """A zip that is only its list of contents, of empty files; as zipfile writes it, and in no time."""
    entry = struct.Struct("<4s6H3L5H2L")
    body = b"".join(
        entry.pack(b"PK\1\2", 20, 20, 0x800, 0, 0, 33, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0) + name for name in names
    )
    end = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, len(names), len(names), len(body), 0)
    end += struct.pack("<4sLQL", b"PK\6\7", 0, len(body), 1)
    path.write_bytes(body + end + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, len(body), 0, 0))
    return path


@pytest.mark.slow
def test_entries_without_bounds_are_refused_early(tmp_path: Path) -> None:
    inside = b"/a-long-name-of-a-file" * 90
    names = [b"ada/homework.py", *(b"eve%s%d.py" % (inside, k) for k in range(40_000))]
    path = listed_zip(tmp_path / "class.zip", names)
    begin = time.process_time()
    with bounded(256 << 20), refused("E461", "files; the fullest folders are eve (", path):
        read_roll(path)
    assert time.process_time() - begin < 20


@KINDS
@pytest.mark.parametrize("inside", ["{}.py", "{}.bin", "{}/", ".{}.py"])
def test_a_student_of_too_many_files_costs_that_student_alone(tmp_path: Path, kind: str, inside: str) -> None:
    honest = {f"Homework 1/{name}/homework.py": RIGHT.format(name).encode() for name in ("ada", "zoe")}
    many = {f"Homework 1/eve/{inside.format(k)}": b"" for k in range(2049)}
    rows = by_id(read_roll(packed(tmp_path / "class", many | honest, kind)))
    assert sorted(rows) == ["ada", "eve", "zoe"]
    assert rows["ada"].main == rows["zoe"].main == "homework.py"
    doubt = doubt_of(rows["eve"])
    assert (doubt.where, doubt.what) == ("eve", "it has more than 2,048 files")


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_broken_zip_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever bytes change, it ends in a Roll or in E461."""
    path = write_zip(tmp_path_factory.mktemp("broken") / "c.zip", {"ada/homework.py": SOURCE, "bob.py": SOURCE})
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(raw)
    codes = []
    try:
        read_roll(path)
    except JudgeError as error:
        codes.append(error.code)
    assert codes in ([], ["E461"])


@settings(max_examples=60, deadline=None)
@given(
    names=st.lists(
        st.text(st.characters(exclude_characters="\0.", exclude_categories=["Cs"]), min_size=1, max_size=12),
        unique=True,
    )
)
def test_no_file_is_lost_whatever_its_name(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    """Every file belongs to a member, judged or not, or is a stray."""
    files = {f"{name}x.py": SOURCE for name in names} | {"zz.py": SOURCE}
    path = write_zip(tmp_path_factory.mktemp("names") / "c.zip", files)
    with Archive(path) as opened:
        assert len(opened.files) == len(files)
        roll = read_roll(path)
        claimed = {member.student.id for member in roll.members}
        strays = {stray.where for stray in roll.strays}
        for file in opened.files:
            name = file.path.partition("/")[0]
            assert file.path in strays or name.removesuffix(".py") in claimed or name in claimed


@pytest.mark.parametrize(
    "name", ["d/" * 16_000 + "x.py", "e" + "\u0315\u0300" * 12_000 + ".py"], ids=["folders", "accents"]
)
def test_a_name_as_long_as_a_zip_takes_holds_nobody_up(tmp_path: Path, name: str) -> None:
    path = tmp_path / "class.zip"
    write_zip(path, {"ada/homework.py": SOURCE, **{f"bob{number}/{name}": b"" for number in range(8)}})
    begin = time.process_time()
    with bounded(64 << 20):
        rows = by_id(read_roll(path))
    assert time.process_time() - begin < 2
    assert rows["ada"].main
    doubts = [rows[f"bob{number}"].doubt for number in range(8)]
    assert [doubt and doubt.what for doubt in doubts] == ["its name is too long"] * 8


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


@KINDS
def test_every_file_comes_with_its_size_and_its_bytes(tmp_path: Path, kind: str) -> None:
    names = ("ada/b.py", "ada/src/a.py", "bob.py")
    with Archive(of(tmp_path, *names, kind=kind)) as opened:
        assert [(file.path, file.size, file.read(4), file.fault) for file in opened.files] == [
            (path, len(path), path[:4].encode(), "") for path in names
        ]
        assert opened.remark == ""


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
    kinds = {"link": stat.S_IFLNK, "pipe": stat.S_IFIFO, "device": stat.S_IFCHR, "file": stat.S_IFREG, "none": 0}
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name, mode in kinds.items():
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
        "link": "it is a link", **dict.fromkeys(("pipe", "device"), "it is not a plain file"), "file": "", "none": "",
        "bzip2": odd, "lzma": odd, "deflated": "", "l\u00f6ked": "it is encrypted",
    }  # fmt: skip


# --- bounds -----------------------------------------------------------------------------------------------------------
@KINDS
@pytest.mark.parametrize("around", ["", "hw/", "x/hw/"])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_what_a_student_has_too_much_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, around: str, count: int
) -> None:
    """Junk is counted by itself, and nobody is told of it; nor does what is left out make the class too large."""
    for room in (zipped, archive):
        monkeypatch.setattr(room, "FOLDER_MOST", 2)
        monkeypatch.setattr(room, "MOST_FILES", 5)
    names = [*(f"eve/{number}" for number in range(count)), "ada/1", "ada/2"]
    junk = [*(f"{around}ada/.git/{number}" for number in range(5)), f"__MACOSX/{around}ada/1", f"{around}.DS_Store"]
    found = files(of(tmp_path, *(around + name for name in names), *junk, kind=kind))
    assert {path for path in found if "ada" in path} == {f"{around}ada/1", f"{around}ada/2"}
    eve = {path: file for path, file in found.items() if "eve" in path}
    assert len(found) == 2 + len(eve)
    assert [file.fault for file in eve.values()].count("") == 2
    left = {path: file for path, file in eve.items() if file.fault}
    assert {path: file.fault for path, file in left.items()} == ({f"{around}eve/...": SURPLUS} if count > 2 else {})
    if kind == "zip":
        assert {f"{around}eve/0", f"{around}eve/1"} <= {*eve}, "the first ones stay"
        assert [(file.size, file.read(9)) for file in left.values()] == [(0, b"")] * len(left)


@pytest.mark.parametrize(
    ("kind", "bound", "said"),
    [
        ("zip", "zipped.MOST_ENTRIES", "eve (4 files)"),
        ("zip", "zipped.MOST_FILES", "eve (3 files)"),
        ("folder", "archive.MOST_FILES", "eve (3 files)"),
    ],
)
def test_how_many_files_a_class_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, bound: str, said: str
) -> None:
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
    monkeypatch.setattr(zipped, "DIRECTORY_LIMIT", length)
    assert len(files(path)) == 4
    for bound, said in ((length - 1, "eve (3 files), ada (1 files)"), (length // 2, "eve (2 files)")):
        monkeypatch.setattr(zipped, "DIRECTORY_LIMIT", bound)
        with refused("E461", f"more than 400,000 files; the fullest folders are {said}"):
            open_zip(path)


# --- the archive ------------------------------------------------------------------------------------------------------


def test_a_zip_is_closed_at_the_end_and_when_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[zipfile.ZipFile] = []

    def noted(path: Path) -> zipfile.ZipFile:
        opened.append(open_zip(path))
        return opened[-1]

    monkeypatch.setattr(archive, "open_zip", noted)
    path = of(tmp_path, "a.py", "b.py")
    with Archive(path) as found:
        assert [file.path for file in found.files] == ["a.py", "b.py"]
        assert opened[0].fp
    assert opened[0].fp is None
    monkeypatch.setattr("judge.classroom.zipped.MOST_ENTRIES", 1)
    with pytest.raises(JudgeError):
        Archive(path)
    assert opened[1].fp is None
    assert str(path) not in {file.path for file in psutil.Process().open_files()}, "the files below them too"


# --- folders ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "fault"), [(24, ""), (25, "its name is too long")])
def test_how_deep_it_may_be(tmp_path: Path, depth: int, fault: str) -> None:
    root = of(tmp_path, "b.py", "d/" * depth + "x.py", kind="folder")
    path = "d/" * depth + "x.py" if not fault else ("d/" * depth).rstrip("/")
    assert {name: file.fault for name, file in files(root).items()} == {"b.py": "", path: fault}


def test_files_beside_the_only_folder_make_it_a_student_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "FOLDER_MOST", 2)
    root = of(tmp_path, "eve/a/1", "eve/a/2", "eve/b/3", "eve/c/4", "bob.py", kind="folder")
    assert {path: file.fault for path, file in files(root).items() if file.fault} == {"eve/...": SURPLUS}


def test_a_folder_that_can_not_be_opened_costs_its_student_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, real = of(tmp_path, "ada/a.py", "eve/a.py", kind="folder"), os.scandir

    def locked(path: Path) -> object:
        if Path(path).name == "eve":
            raise PermissionError
        return real(path)

    monkeypatch.setattr("os.scandir", locked)
    assert {path: file.fault for path, file in files(root).items()} == {
        "ada/a.py": "", "eve": "the folder can't be opened",
    }  # fmt: skip
