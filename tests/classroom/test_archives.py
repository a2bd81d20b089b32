"""Folders and zips that hostile hands have made: bounded, and one student's trick costs that student alone."""

from __future__ import annotations

import os
import stat
import struct
import time
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import read_roll
from judge.errors import JudgeError
from tests.classes import RIGHT, write_zip
from tests.classroom.make import SOURCE, bounded, by_id, doubt_of, packed, write_folder
from tests.refused import refused

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


def test_names_are_read_as_they_were_meant(tmp_path: Path) -> None:
    """UTF-8 that does not say so, the code page of old tools, and a backslash for a slash."""
    path = write_zip(
        tmp_path / "class.zip", dict.fromkeys(("J?rg-1.py", "J?rg-22.py", "ada|a.py", "eve|", "\u674e.py"), b"")
    )
    data = path.read_bytes().replace(b"J?rg-1.py", b"J\x94rg-1.py").replace(b"J?rg-22.py", b"J\xc3\xb6rg-2.py")
    path.write_bytes(data.replace(b"ada|a.py", b"ada\\a.py").replace(b"eve|", b"eve\\"))
    found = {one.folder: one.main or doubt_of(one).what for one in read_roll(path).members}
    assert found == {
        "J\u00f6rg-1": "J\u00f6rg-1.py", "J\u00f6rg-2": "J\u00f6rg-2.py", "ada": "a.py", "eve": "nothing was handed in",
        "\u674e": "\u674e.py",
    }  # fmt: skip


def test_what_is_no_plain_file_is_said(tmp_path: Path) -> None:
    kinds = {"link": stat.S_IFLNK, "pipe": stat.S_IFIFO, "device": stat.S_IFCHR, "file": stat.S_IFREG, "none": 0}
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name, mode in kinds.items():
            info = zipfile.ZipInfo(f"{name}.py")
            info.external_attr = mode << 16
            made.writestr(info, b"")
        made.writestr("bzip2.py", b"", zipfile.ZIP_BZIP2)
        made.writestr("lzma.py", b"", zipfile.ZIP_LZMA)
        made.writestr("deflated.py", b"", zipfile.ZIP_DEFLATED)
        made.writestr("l?cked.py", b"")
    data = bytearray(path.read_bytes().replace(b"l?cked", b"l\xc3\xb6ked"))
    data[data.rindex(b"PK\1\2") + 8] |= 1  # the flag of an encrypted entry, in the list of contents
    path.write_bytes(data)
    odd = "it is compressed in an unusual way"
    assert {one.folder: one.doubt and one.doubt.what for one in read_roll(path).members} == {
        "link": "it is a link", **dict.fromkeys(("pipe", "device"), "it is not a plain file"), "bzip2": odd,
        "lzma": odd, "l\u00f6ked": "it is encrypted", **dict.fromkeys(("file", "none", "deflated")),
    }  # fmt: skip


@pytest.mark.parametrize("harm", [False, True])
def test_a_zip_is_closed_at_the_end_and_when_it_is_refused(tmp_path: Path, harm: bool) -> None:
    path = write_zip(tmp_path / "class.zip", {"notes.pdf" if harm else "a.py": SOURCE})
    with refused("E461") if harm else nullcontext():
        read_roll(path)
    assert str(path) not in {file.path for file in psutil.Process().open_files()}


@pytest.mark.parametrize(("depth", "clear"), [(24, True), (25, False), (30, False)])
@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_how_deep_it_may_be(tmp_path: Path, depth: int, clear: bool, kind: str) -> None:
    deep = "d/" * (depth - 2) + "x.py"
    rows = by_id(read_roll(packed(tmp_path / "class", {"bob.py": SOURCE, f"ada/{deep}": SOURCE}, kind)))
    assert (rows["ada"].main, rows["bob"].main) == (deep if clear else "", "bob.py")
    assert clear or depth > 25 or doubt_of(rows["ada"]).what == "its name is too long"


def test_a_folder_that_can_not_be_opened_costs_its_student_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, real = packed(tmp_path / "class", {"ada/a.py": SOURCE, "eve/a.py": SOURCE}, "folder"), os.scandir

    def locked(path: Path) -> object:
        if Path(path).name == "eve":
            raise PermissionError
        return real(path)

    monkeypatch.setattr("os.scandir", locked)
    roll = read_roll(root)
    assert [one.student.id for one in roll.members] == ["ada"]
    assert [(one.where, one.what) for one in roll.strays] == [("eve", "the folder can't be opened")]
