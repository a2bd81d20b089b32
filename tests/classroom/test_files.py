"""A class as files: its names in any code page, how much it may hold, and tables that people write."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from judge.classroom import Roster, read_roll
from judge.model import Student
from tests.classes import write_zip
from tests.classroom.make import SOURCE, by_id, packed, roll_of, written_rows
from tests.conftest import there

ABSOLUTE, LEADS_OUT = "its name is an absolute path", "its name leads out of its folder"
EMPTY, LONG = "its name has an empty part", "its name is too long"
UNSEEN = "its name holds a character that can't be seen or is no Unicode"
LONGEST = "/".join([*["x" * 255] * 3, "x" * 250, "yy.py"])  # of 1,024 bytes
FAULTS = {
    ABSOLUTE: ["a:b/x.py", "/etc/passwd", "C:x.py", ".//etc/passwd"],
    LEADS_OUT: ["ada/../x.py", "./../x.py"],
    EMPTY: ["ada//x.py", "ada/./x.py", "././x.py"],
    LONG: ["d/" * 24 + "x.py", LONGEST.replace("yy", "yyy"), "\u00e9" * 128, "x" * 256, "\udcff" * 86],
    UNSEEN: ["a\x07.py", "ada/a\u202e.py", "a\udcff.py", "a\u2028.py", "a\u2029.py"],
    "": [
        *("ada/homework.py", "ab:x.py", "ada/..x.py", "ada/.x.py", "d/" * 23 + "x.py", LONGEST, "\u00e9" * 127 + "x"),
        "\u0645\u200c\u06cc\u200d.py",
    ],
}


@pytest.mark.parametrize(("fault", "path"), [(fault, path) for fault, paths in FAULTS.items() for path in paths])
def test_names_that_no_honest_tool_makes(tmp_path: Path, fault: str, path: str) -> None:
    files = {path: SOURCE, "zoe/a.py": SOURCE}
    roll = read_roll(packed(tmp_path / "class", files, "folder" if "\udcff" in path else "zip"))
    found = [one.what for one in roll.strays] + [one.doubt.what for one in roll.members if one.doubt]
    assert {*found} & {*FAULTS} == {fault} - {""}


@pytest.mark.parametrize(("depth", "clear"), [(24, True), (25, False), (30, False)])
def test_how_deep_a_folder_may_be(tmp_path: Path, depth: int, clear: bool) -> None:
    rows = by_id(roll_of(tmp_path, {"bob.py": SOURCE, f"ada/{'d/' * (depth - 2)}x.py": SOURCE}))
    assert (bool(rows["ada"].main), rows["bob"].main) == (clear, "bob.py")


def test_names_are_read_as_they_were_meant(tmp_path: Path) -> None:
    """UTF-8 that does not say so, the code page of old tools, a backslash for a slash."""
    names = ("J?rg-1.py", "J?rg-22.py", "ada|a.py", "eve|", "\u674e.py")
    path = write_zip(tmp_path / "class.zip", dict.fromkeys(names, b""))
    data = path.read_bytes().replace(b"J?rg-1.py", b"J\x94rg-1.py").replace(b"J?rg-22.py", b"J\xc3\xb6rg-2.py")
    path.write_bytes(data.replace(b"ada|a.py", b"ada\\a.py").replace(b"eve|", b"eve\\"))
    found = {one.folder: one.main or there(one.doubt).what for one in read_roll(path).members}
    assert found == {
        "J\u00f6rg-1": "J\u00f6rg-1.py", "J\u00f6rg-2": "J\u00f6rg-2.py", "ada": "a.py", "eve": "nothing was handed in",
        "\u674e": "\u674e.py",
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["homewo\u0301rk.py", "homew\u00f3rk.py"])
def test_two_files_of_one_name_are_not_clear(tmp_path: Path, second: str) -> None:
    """Also where the two differ only in how their accents are written."""
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as made:
        for name in ("ada/homew\u00f3rk.py", f"ada/{second}", "bob/homework.py"):
            made.writestr(name, SOURCE)
    assert there(by_id(read_roll(tmp_path / "class.zip"))["ada"].doubt).what.startswith("there are two")


JUNK = [
    *(".X/a.py", "ada/.git/config", "ada/._x.py", "__MACOSX/ada/x.py", "ada/__pycache__/x.pyc", "ada/Thumbs.db"),
    *("ada/venv/lib/python3.11/site-packages/numba/__init__.py", "ada/desktop.ini", "ada/.DS_Store", "ada/.localized"),
    *("ada/venv/Scripts/activate_this.py", "ada/build/CMakeFiles/3.25/CompilerIdC/CMakeCCompilerId.c"),
]


@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_what_systems_and_tools_leave_behind(tmp_path: Path, kind: str) -> None:
    kept = ["ada/homework.py", "ada/.env", "ada/.../x.txt", "ada/_x.txt", "zoe.py"]
    roll = read_roll(packed(tmp_path / "class", {name: name.encode() for name in (*JUNK, *kept)}, kind))
    ada, zoe = roll.members
    assert (ada.main, zoe.main, roll.strays) == ("homework.py", "zoe.py", ())
    assert ada.remarks == (".env: it is hidden", ".../x.txt, _x.txt: not part of the program")


NAMES = written_rows("names.toml", "encodings")
ARABIC = NAMES["cp1256"][1]


def known(names: list[str]) -> Roster:
    return Roster(Student(f"s{number}", f"{name} {number}") for number, name in enumerate(names))


def write_in(path: Path, encoding: str, names: list[str]) -> Path:
    """Write a zip as Windows does: names in its language's encoding, and no flag."""
    return write_raw(path, [name.encode(encoding) for name in names])


def write_raw(path: Path, names: list[bytes]) -> Path:
    files = {f"{'?' * len(raw)}_{number}/a.py": f"print({number})".encode() for number, raw in enumerate(names)}
    data = write_zip(path, files).read_bytes()
    for number, raw in enumerate(names):
        data = data.replace(f"{'?' * len(raw)}_{number}/".encode(), raw + f"_{number}/".encode())
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", NAMES)
def test_the_encoding_by_which_the_roster_has_the_names_is_taken(tmp_path: Path, encoding: str) -> None:
    """Also of one student alone, whose a folder around all files is then, and with backslashes for slashes."""
    names = NAMES[encoding]
    roster = known(names)
    path = write_in(tmp_path / "class.zip", encoding, names)
    roll = read_roll(path, roster)
    path.write_bytes(path.read_bytes().replace(b"/a.py", b"\\a.py"))
    assert read_roll(path, roster) == roll
    found = {member.student.id: member.files for member in roll.members}
    assert found == {f"s{at}": (("a.py", f"print({at})".encode()),) for at in range(len(names))}
    assert (roll.unmatched, roll.absent) == ((), ())
    [remark] = roll.remarks
    assert remark.endswith(f"{len(names)} of {len(names)} are in the roster")
    for around in ("", "class/"):
        lone = read_roll(write_in(tmp_path / "class.zip", encoding, [around + names[0]]), roster)
        assert [member.student.id for member in lone.members] == ["s0"]


@pytest.mark.parametrize(("encoding", "names", "remark"), written_rows("names.toml", "likeliest"))
def test_without_a_roster_the_likeliest_is_taken(tmp_path: Path, encoding: str, names: list[str], remark: str) -> None:
    """Names that may be anything stay as the zip has them."""
    roll = read_roll(write_in(tmp_path / "class.zip", encoding, names))
    assert roll.remarks == ((f"the zip's names are read as {remark}",) if remark else ())
    shown = [name.encode(encoding).decode("cp437") if "wrong" in remark else name for name in names]
    assert {one.folder for one in roll.members} == {f"{name}_{number}" for number, name in enumerate(shown)}


@pytest.mark.parametrize("others", [["王伟", "欧阳娜娜", "张伟"], ["é", "è", "ê"]])
def test_a_name_that_is_utf_8_only_by_chance_is_read_as_the_others(tmp_path: Path, others: list[str]) -> None:
    names = ["一", "李小龙", *others]  # the two bytes of the first one in GB 18030 UTF-8 can read too
    coded = [name.encode("utf-8" if name in "éèê" else "gb18030") for name in names]
    found = {one.student.id for one in read_roll(write_raw(tmp_path / "class.zip", coded), known(names)).members}
    assert found | {"s0"} == {f"s{number}" for number in range(len(names))}
    assert ("s0" in found) == ("王伟" in others)


def test_a_name_that_is_written_again_in_utf_8_is_read_so(tmp_path: Path) -> None:
    """The extra field 0x7075 of Info-ZIP, bound to the other name by its CRC."""
    path, raw, name = tmp_path / "class.zip", b"Jos\xe9/a.py", "李/a.py".encode()
    for crc, expected in ((zlib.crc32(raw), "李"), (7, "José")):
        info = zipfile.ZipInfo("Jos?/a.py")
        info.extra = struct.pack("<HHBL", 0x7075, 5 + len(name), 1, crc) + name
        with zipfile.ZipFile(path, "w") as made:
            made.writestr(info, b"print(1)")
            made.writestr("Ann/a.py", b"print(2)")
        path.write_bytes(path.read_bytes().replace(b"Jos?/a.py", raw))
        assert {member.student.id for member in read_roll(path).members} == {"Ann", expected}


def test_marks_that_can_not_be_seen_are_no_part_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name in (f"\u202b{ARABIC}\u202c", "Ann\u00ad Lee", "Bob\u200b"):
            made.writestr(f"hw/{name}/a.py", name)
        made.writestr("hw/Eve/ho\u202eme.py", "x")
    roster = Roster(Student(f"s{k}", name) for k, name in enumerate((ARABIC, "Ann Lee", "Bob", "Eve")))
    roll = read_roll(path, roster)
    assert [member.student.id for member in roll.members if member.doubt is None] == ["s1", "s2", "s0"]
    [eve] = (member for member in roll.members if member.doubt)
    assert eve.student.id == "s3"
    assert roll.unmatched == ()
