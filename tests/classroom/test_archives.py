"""Folders and zips that hostile hands have made, of a class or of one student: bounded, and a trick costs its student
alone."""

from __future__ import annotations

import io
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

from judge.classroom import read_roll, read_upload
from judge.errors import JudgeError
from tests.classes import RIGHT, write_zip, zipped
from tests.classroom.make import SOURCE, bounded, by_id, lone, packed, roll_of, written_rows
from tests.conftest import there
from tests.judging.make import problem_of
from tests.make import files as write_folder
from tests.refused import refused


@pytest.mark.parametrize(("path", "said"), written_rows("wrong.toml", "no_class"))
def test_what_is_no_class_says_so(tmp_path: Path, path: str, said: str) -> None:
    write_folder(tmp_path, {"class.zip": b"Rar!\x1a\x07\x00", "empty/notes.pdf": b""})
    with refused("E461", said, tmp_path / path) as caught:
        read_roll(tmp_path / path)
    assert caught.value.help


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "class", {"ada/": b"", "bob/": b"", "cid/": b"", "eve/homework.py": SOURCE})
    (tmp_path / "secret.py").write_text("TOKEN = 1")
    (folder / "ada" / "homework.py").symlink_to(tmp_path / "secret.py")
    os.mkfifo(folder / "bob" / "homework.py")
    (folder / "cid" / "homework.zip").symlink_to(write_zip(tmp_path / "secret.zip", {"a.py": SOURCE}))
    (folder / "loop").symlink_to(folder)
    roll = read_roll(folder)
    found = {one.folder: one.main or (there(one.doubt).where, there(one.doubt).what) for one in roll.members}
    assert found == {
        "ada": ("ada/homework.py", "it is a link"), "bob": ("bob/homework.py", "it is not a plain file"),
        "cid": ("cid/homework.zip", "it is a link"), "eve": "homework.py",
    }  # fmt: skip
    assert [stray.where for stray in roll.strays] == ["loop"]


# --- one odd entry, in the zip of a class or in that of a student -----------------------------------------------------
def zip_of(name: str, data: bytes = SOURCE, mode: int = 0, packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    held, info = io.BytesIO(), zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(held, "w") as made:
        made.writestr(info, data, packing)
    return held.getvalue()


def lying(name: str, size: int = 16 << 20) -> bytes:
    """A file that claims to be small, so that only reading finds it out."""
    return zip_of(name, bytes(size)).replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


def flipped(name: str) -> bytes:
    data = bytearray(zip_of(name, b"unmistakable" * 9))
    data[data.index(name.encode()) + len(name) + 5] ^= 0xFF
    return bytes(data)


def locked(name: str) -> bytes:
    data = bytearray(zip_of(name))
    data[data.rindex(b"PK\1\2") + 8] |= 1  # the flag of an encrypted entry, in the list of contents
    return bytes(data)


ODD: dict[str, tuple[Callable[[str], bytes], str]] = {
    "plain": (lambda name: zip_of(name, mode=stat.S_IFREG), ""),
    "link": (lambda name: zip_of(name, b"/etc/passwd", stat.S_IFLNK | 0o777), "it is a link"),
    "pipe": (lambda name: zip_of(name, mode=stat.S_IFIFO), "it is not a plain file"),
    "device": (lambda name: zip_of(name, mode=stat.S_IFCHR), "it is not a plain file"),
    "bzip2": (lambda name: zip_of(name, packing=zipfile.ZIP_BZIP2), "it is compressed in an unusual way"),
    "lzma": (lambda name: zip_of(name, packing=zipfile.ZIP_LZMA), "it is compressed in an unusual way"),
    "long": (lambda name: zip_of(name, bytes(1 << 20)), "it is longer than 256 KiB"),
    "bomb": (lying, "it is damaged: "),
    "damage": (flipped, "it is damaged: "),
    "lock": (locked, "it is encrypted"),
}


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_entry_costs_its_student_alone(tmp_path: Path, kind: str) -> None:
    make, said = ODD[kind]
    whole = io.BytesIO(make("ada/hw1.py"))
    with zipfile.ZipFile(whole, "a") as made:
        made.writestr("bob.py", SOURCE)
    (tmp_path / "class.zip").write_bytes(whole.getvalue())
    files = {"hw1.zip": make("hw1.py")}
    with bounded(8 << 20):
        rows = by_id(read_roll(tmp_path / "class.zip"))
        nested = lone(tmp_path / "nested", files)
    assert rows["bob"].main
    for one, where in ((rows["ada"], "ada/hw1.py"), (nested, "ada/hw1.zip/hw1.py")):
        assert one.main == ("" if said else "hw1.py")
        assert (one.doubt is None) or (one.doubt.where == where and one.doubt.what.startswith(said))


@pytest.mark.parametrize("main", ["b.zip", "b.zip/b.py"])
def test_of_two_zips_the_one_that_is_named_is_opened(main: str) -> None:
    files = [(f"{name}.zip", f"{name}.zip", zipped({f"{name}.py": SOURCE})) for name in "ab"]
    found, _ = read_upload(problem_of(1), files, main)
    assert (found.main, found.doubt) == ("b.py", None)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_broken_zips_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whatever bytes change: that of a class ends in a Roll or in E461, that of a student is read or a doubt."""

    def broken(files: dict[str, bytes]) -> bytes:
        raw = bytearray(zipped(files))
        for _ in range(data.draw(st.integers(1, 4))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        return bytes(raw)

    folder, code = tmp_path_factory.mktemp("broken"), "E461"
    (folder / "c.zip").write_bytes(broken({"ada/homework.py": SOURCE, "bob.py": SOURCE}))
    try:
        read_roll(folder / "c.zip")
    except JudgeError as error:
        code = error.code
    assert code == "E461"
    member = lone(folder, {"hw1.zip": broken({"hw1/hw1.py": SOURCE, "hw1/notes.txt": b"x" * 99})})
    assert bool(member.main) != bool(member.doubt)
    assert member.doubt is None or not member.doubt.ours


# --- how much there may be --------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_many_files_that_are_longer_than_they_say_take_no_memory(tmp_path: Path) -> None:
    """Hidden ones, and others: neither becomes a part of the program."""
    path, size = tmp_path / "class.zip", (256 << 10) + 2
    files = {f"eve/{'.' * (k % 2)}{k}.txt": bytes(size) for k in range(1200)}
    write_zip(path, {"ada/homework.py": SOURCE, **files})
    path.write_bytes(path.read_bytes().replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little")))
    with bounded(512 << 20):
        rows = by_id(read_roll(path))
    assert rows["ada"].main == "homework.py"
    assert there(rows["eve"].doubt)


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


@pytest.mark.parametrize(("kind", "inside"), [("zip", "{}.bin"), ("zip", "{}/"), ("folder", "{}.py")])
def test_a_student_of_too_many_files_costs_that_student_alone(tmp_path: Path, kind: str, inside: str) -> None:
    honest = {f"Homework 1/{name}/homework.py": RIGHT.format(name).encode() for name in ("ada", "zoe")}
    many = {f"Homework 1/eve/{inside.format(k)}": b"" for k in range(2049)}
    rows = by_id(read_roll(packed(tmp_path / "class", many | honest, kind)))
    assert {name: one.main for name, one in rows.items()} == {"ada": "homework.py", "eve": "", "zoe": "homework.py"}
    doubt = there(rows["eve"].doubt)
    assert (doubt.where, doubt.what) == ("eve", "it has more than 2,048 files")


def test_a_section_of_which_not_all_is_read_gives_nobody_a_part(tmp_path: Path) -> None:
    names = ("ann", "bo", "cy")
    files = {f"L1/{name}/{number}.txt": b"" for name in names for number in range(700)}
    files |= {f"L1/{name}/a.py": SOURCE for name in names} | {"L2/dan/a.py": SOURCE, "L2/eve/a.py": SOURCE}
    roster = "id,name\n" + "".join(f"{name},{name}\n" for name in (*names, "dan", "eve"))
    for kind in ("zip", "folder"):
        roll = roll_of(tmp_path / kind, files, roster, kind=kind)
        assert (roll.members, [one.folder for one in roll.unmatched]) == ((), ["L1", "L2"])


def pad(path: Path, size: int) -> None:
    """Write a zip of this size: it may begin with anything, such as a hole, which takes no room on the disk."""
    data = zipped({"hw1.py": SOURCE})
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.seek(size - len(data))
        file.write(data)


def test_a_student_s_zip_has_bounds_and_what_is_let_go_takes_nothing_of_the_class_s(tmp_path: Path) -> None:
    """64 MiB, and 1 MiB of names. Zips that together are longer than a class may be are read one after another, beside
    one student of a folder that is too large."""
    for number in range(5):
        pad(tmp_path / f"class/most{number}/hw1.zip", 64 << 20)
    pad(tmp_path / "class/over/hw1.zip", (64 << 20) + 1)
    files = {f"eve/{number}.txt": b"#" * (256 << 10) for number in range(17)} | {"eve/hw1.py": SOURCE}
    names = {f"{number:0200}.txt": b"" for number in range(4500)}
    found = by_id(roll_of(tmp_path, files | {"many/hw1.zip": zipped(names)}))
    assert {who: one.main or (there(one.doubt).where, there(one.doubt).what) for who, one in found.items()} == {
        **{f"most{number}": "hw1.py" for number in range(5)},
        "eve": ("eve", "it has more than 256 files, or more than 4 MiB of them"),
        "many": ("many/hw1.zip", "it has too many files"), "over": ("over/hw1.zip", "it is longer than 64 MiB"),
    }  # fmt: skip


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
    assert {there(rows[f"bob{number}"].doubt).what for number in range(8)} == {"its name is too long"}


@pytest.mark.parametrize("harm", [False, True])
def test_a_zip_is_closed_at_the_end_and_when_it_is_refused(tmp_path: Path, harm: bool) -> None:
    path = write_zip(tmp_path / "class.zip", {"notes.pdf" if harm else "a.py": SOURCE})
    with refused("E461") if harm else nullcontext():
        read_roll(path)
    assert str(path) not in {file.path for file in psutil.Process().open_files()}


def test_a_folder_that_can_t_be_opened_costs_its_student_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked_one(path: Path, scandir: Callable[[Path], object] = os.scandir) -> object:
        if Path(path).name == "eve":
            raise PermissionError
        return scandir(path)

    monkeypatch.setattr("os.scandir", locked_one)
    roll = roll_of(tmp_path, {"ada/a.py": SOURCE, "eve/a.py": SOURCE})
    assert [one.student.id for one in roll.members] == ["ada"]
    assert [(one.where, one.what) for one in roll.strays] == [("eve", "the folder can't be opened")]
