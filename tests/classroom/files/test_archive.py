"""Folders and zips that hostile hands have made: bounded, and one student's trick costs that student alone."""

from __future__ import annotations

import os
import struct
import time
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.files import archive, zipped
from judge.classroom.files.archive import Archive
from judge.classroom.intake import read_roll
from judge.errors import JudgeError
from judge.model.classroom import Member, Roll
from tests.classes import RIGHT, write_zip

SOURCE = RIGHT.format("mine").encode()


def by_id(roll: Roll) -> dict[str, Member]:
    return {member.student.id: member for member in roll.members}


def refused(path: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        read_roll(path)
    assert caught.value.code == "E461"
    assert caught.value.help
    return caught.value


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    for name in ("ada", "bob", "eve"):
        (folder / name).mkdir(parents=True)
    secret = tmp_path / "secret.py"
    secret.write_text("TOKEN = 1")
    (folder / "ada" / "homework.py").symlink_to(secret)
    os.mkfifo(folder / "bob" / "homework.py")
    (folder / "eve" / "homework.py").write_bytes(SOURCE)
    (folder / "loop").symlink_to(folder)
    roll = read_roll(folder)
    rows = by_id(roll)
    doubts = [rows[name].doubt for name in ("ada", "bob")]
    assert [doubt and doubt.what for doubt in doubts] == ["it is a link", "it is not a plain file"]
    assert rows["eve"].main
    assert [stray.where for stray in roll.strays] == ["loop"]


def test_a_link_that_comes_after_the_look_is_not_followed(tmp_path: Path) -> None:
    folder, secret = tmp_path / "class", tmp_path / "secret.py"
    folder.mkdir()
    secret.write_text("TOKEN = 1")
    (folder / "ada.py").write_bytes(SOURCE)
    with Archive(folder) as opened:
        (folder / "ada.py").unlink()
        (folder / "ada.py").symlink_to(secret)
        with pytest.raises(OSError, match="symbolic links"):
            opened.files[0].read(100)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["homewo\u0301rk.py", "homew\u00f3rk.py"])
def test_two_files_of_one_name(tmp_path: Path, second: str) -> None:
    """Also where the two differ only in how their accents are written."""
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("ada/homew\u00f3rk.py", SOURCE)
        made.writestr(f"ada/{second}", b"other")
        made.writestr("bob/homework.py", SOURCE)
    doubt = by_id(read_roll(path))["ada"].doubt
    assert doubt
    assert doubt.what.startswith("there are two")


def test_a_bomb_costs_little_memory_and_its_student_alone(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("ada/homework.py", bytes(64 << 20))
        made.writestr("bob/homework.py", SOURCE)
    data = path.read_bytes()
    # It claims to be small, so that only reading finds it out.
    lie = (100).to_bytes(4, "little")
    path.write_bytes(data.replace((64 << 20).to_bytes(4, "little"), lie))
    tracemalloc.start()
    rows = by_id(read_roll(path))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    assert rows["ada"].doubt
    assert rows["bob"].main


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


@pytest.mark.parametrize("kind", [pytest.param("zip", marks=pytest.mark.slow), "short list", "short zip", "folder"])
def test_entries_without_bounds_are_refused_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    path = tmp_path / "class"
    if kind == "zip":
        inside = b"/a-long-name-of-a-file" * 90
        names = [b"eve%s%d.py" % (inside, k) for k in range(40_000)]
        path = listed_zip(tmp_path / "class.zip", [b"ada/homework.py", *names])
    else:
        room = archive if kind == "folder" else zipped
        monkeypatch.setattr(room, "MOST_ENTRIES" if kind == "short list" else "MOST_FILES", 50)
        files = {"ada/homework.py": SOURCE} | {f"eve/{k}.py": b"" for k in range(60)}
        path = write_zip(tmp_path / "class.zip", files)
        if kind == "folder":
            path = unpacked(tmp_path / "class", files)
    begin = time.process_time()
    tracemalloc.start()
    try:
        message = refused(path).message
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "files; the fullest folders are eve (" in message
    assert time.process_time() - begin < 20
    assert peak < (256 if kind == "zip" else 64) << 20


def unpacked(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("around", ["", pytest.param("Homework 1/", marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["zip", "folder"])
@pytest.mark.parametrize("inside", ["{}.py", "{}.bin", "{}/", ".{}.py"])
@pytest.mark.parametrize("count", [2049, pytest.param(20_001, marks=pytest.mark.slow)])
def test_a_student_of_too_many_files_costs_that_student_alone(
    tmp_path: Path, around: str, kind: str, inside: str, count: int
) -> None:
    honest = {f"{around}{name}/homework.py": RIGHT.format(name).encode() for name in ("ada", "zoe")}
    names = [f"{around}eve/{inside.format(k)}" for k in range(count)]
    path = tmp_path / "class"
    if kind == "zip":
        path = tmp_path / "class.zip"
        with zipfile.ZipFile(path, "w") as made:
            for name, data in (dict.fromkeys(names, b"") | honest).items():
                made.writestr(name, data)
    else:
        unpacked(path, honest)
        (path / around / "eve").mkdir()
        for name in names:
            (path / name).mkdir() if name.endswith("/") else (path / name).touch()
    rows = by_id(read_roll(path))
    assert sorted(rows) == ["ada", "eve", "zoe"]
    assert rows["ada"].main == rows["zoe"].main == "homework.py"
    doubt = rows["eve"].doubt
    assert doubt
    assert (doubt.where, doubt.what) == ("eve", "it has more than 2,048 files")


@pytest.mark.slow
@pytest.mark.parametrize("name", [".{}.txt", "{}.txt"])
def test_a_student_of_300_mib_costs_that_student_alone(tmp_path: Path, name: str) -> None:
    """Hidden files, and files that are longer than they say: neither becomes a part of the program."""
    path = tmp_path / "class.zip"
    size = (256 << 10) + 2
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("ada/homework.py", SOURCE)
        for k in range(1200):
            made.writestr(f"eve/{name.format(k)}", bytes(size))
        made.writestr("zoe/homework.py", SOURCE)
    path.write_bytes(path.read_bytes().replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little")))
    rows = by_id(read_roll(path))
    assert rows["ada"].main == rows["zoe"].main == "homework.py"
    assert rows["eve"].doubt


def test_a_damaged_or_locked_file_costs_its_student_alone(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "class.zip", {"ada/homework.py": b"unmistakable" * 9, "bob/homework.py": SOURCE})
    data = bytearray(path.read_bytes())
    data[data.index(b"ada/homework.py") + 20] ^= 0xFF
    path.write_bytes(data)
    rows = by_id(read_roll(path))
    assert rows["ada"].doubt
    assert "damaged" in rows["ada"].doubt.what
    assert rows["bob"].main


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
    tracemalloc.start()
    start_s = time.process_time()
    try:
        rows = by_id(read_roll(path))
        used_s, peak = time.process_time() - start_s, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows["ada"].main
    doubts = [rows[f"bob{number}"].doubt for number in range(8)]
    assert [doubt and doubt.what for doubt in doubts] == ["its name is too long"] * 8
    assert used_s < 2
    assert peak < 64 << 20


def test_what_is_let_go_no_longer_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each student only what is kept; a refusal says whose that is."""
    monkeypatch.setattr(archive, "READ_LIMIT", 100)
    path = write_zip(tmp_path / "x.zip", {f"s{k}/a.py": b"#" * 90 for k in range(9)})
    with Archive(path) as opened:
        for file, kept in zip(opened.files, (0, 40, 0, 10), strict=False):
            assert len(file.read(50)) == 50
            opened.settle(file.path.partition("/")[0], kept)
        with pytest.raises(JudgeError, match=r"are s4 \(51 bytes\), s1 \(40 bytes\), s3 \(10 bytes\)"):
            opened.files[4].read(51)
    with Archive(path) as opened, pytest.raises(JudgeError, match="s0"):
        opened.settle("s0", 101)
