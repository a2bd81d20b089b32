"""A class as files: its names in any code page, how much it may hold, and tables that people write."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections import Counter
from pathlib import Path

import pytest

from judge.classroom import Roster, read_roll
from judge.classroom.file import File, checked_names, fullest, is_junk, name_fault
from judge.classroom.zipped import Encoding, encoding_of
from judge.model import Student


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        ({}, ""),
        ({"a/x": 1234567}, "a (1,234,567 bytes)"),
        ({"a/x": 1, "a/y": 2, "b/x": 4}, "b (4 bytes), a (3 bytes)"),
        ({"eve/x/1": 5, "eve/y/1": 5}, "eve/x (5 bytes), eve/y (5 bytes)"),
        ({"eve/x/1": 5, "eve/y": 5, "eve/z": 5}, "eve/x (5 bytes)"),
        ({"a\n\u00e9/x": 1}, "a\\n\\xe9 (1 bytes)"),
        ({"x" * 100 + "/a": 1, "b": 1}, f"{'x' * 80} (1 bytes)"),
        ({"a": 5}, ""),
        ({f"eve/s{number}/x": 1 for number in range(100)}, "eve/s0 (1 bytes), eve/s1 (1 bytes), eve/s2 (1 bytes)"),
        ({f"eve/s{number}/x": 1 for number in range(101)}, "eve (101 bytes)"),  # a folder of less than a hundredth
    ],
)
def test_the_fullest_folders_are_the_students(amounts: dict[str, int], said: str) -> None:
    found = fullest(Counter(amounts), "bytes")
    assert found == (f"; the fullest folders are {said}" if said else "")


ABSOLUTE, LEADS_OUT = "its name is an absolute path", "its name leads out of its folder"
EMPTY, LONG = "its name has an empty part", "its name is too long"
UNSEEN = "its name holds a character that can't be seen or is no Unicode"
LONGEST = "/".join([*["x" * 255] * 3, "x" * 253, "yy"])  # of 1,024 bytes


FAULTS = {
    ABSOLUTE: ["a:b/x.py", "/etc/passwd", "C:x.py"],
    LEADS_OUT: ["ada/../x.py"],
    EMPTY: ["ada//x.py", "ada/./x.py", ""],
    LONG: ["d/" * 24 + "x", f"{LONGEST}y", "\u00e9" * 128, "x" * 256, "\udcff" * 86],
    UNSEEN: ["a\x07.py", "a\u202e.py", "a\udcff.py", "a\u2028.py", "a\u2029.py"],
    "": [
        *("ada/homework.py", "ab:x.py", "ada/..x.py", "ada/.x.py", "d/" * 23 + "x", LONGEST, "\u00e9" * 127 + "x"),
        "\u0645\u200c\u06cc\u200d.py",
    ],
}


@pytest.mark.parametrize(("fault", "path"), [(fault, path) for fault, paths in FAULTS.items() for path in paths])
def test_names_that_no_honest_tool_makes(fault: str, path: str) -> None:
    assert name_fault(path) == fault


JUNK = [
    *(".X/a.py", "ada/.git/config", "ada/._x.py", "__MACOSX/ada/x.py", "ada/__pycache__/x.pyc", "ada/Thumbs.db"),
    *("ada/venv/lib/python3.11/site-packages/numba/__init__.py", "ada/desktop.ini", "ada/.DS_Store", "ada/.localized"),
]


def test_what_systems_and_tools_leave_behind() -> None:
    assert [path for path in JUNK if not is_junk(path)] == []
    kept = ["ada/homework.py", "ada/.env", ".git", ".../x.py", "ada/_x.py"]
    assert [path for path in kept if is_junk(path)] == []
    assert [is_junk(path, folder=True) for path in (".git", "__MACOSX", "ada/...")] == [True, True, False]
    assert [is_junk(path, folder=False) for path in (*JUNK, *kept)] == [True] * len(JUNK) + [False] * len(kept)


def file(path: str, fault: str = "") -> File:
    return File(path, 1, lambda _: b"x", fault)


def test_files_come_by_path_each_with_what_is_wrong_with_it() -> None:
    given = [file("b/"), file("c//x"), file("o\u0308"), file("\u00f6"), file("a/x.py"), file("d", "it is a link")]
    found = {one.path: one.fault for one in checked_names([*given, file("e//"), file("../x", "it is a link")])}
    assert list(found) == sorted(found)
    twice = "there are two files of this name"
    assert found == {
        "b/": "", "c//x": EMPTY, "o\u0308": twice, "\u00f6": twice, "a/x.py": "", "d": "it is a link",
        "e//": EMPTY, "../x": "it is a link",
    }  # fmt: skip
    assert all(one.read(1) == b"x" and one.size == 1 for one in checked_names(given))


NAMES = {
    "cp437": ["José Núñez", "Jörg Äser"],
    "cp1252": ["José Núñez", "João Ávila", "Zoë Müller"],
    "cp850": ["José Núñez", "João Ávila", "Ana Ímpar"],
    "gb18030": ["李小龙", "王伟", "欧阳娜娜"],
    "cp932": ["山田 太郎", "表 ソフィア"],  # a backslash is the second half of a letter
    "cp950": ["李小龍", "許功蓋"],
    "cp949": ["김민준", "이서연"],
    "cp1251": ["Ольга Петрова", "Иван Иванов"],
    "cp866": ["Ольга Петрова", "Иван Иванов"],
    "cp1256": ["محمد الفارسي", "سارة علي"],
    "cp1253": ["Γιώργος Παπάς", "Μαρία Νίκου"],
}
ARABIC = NAMES["cp1256"][1]


def write_in(path: Path, encoding: str, names: list[str]) -> Path:
    """Write a zip as Windows does: names in its language's encoding, and no flag."""
    with zipfile.ZipFile(path, "w") as made:
        for number, name in enumerate(names):
            made.writestr(f"{'?' * len(name.encode(encoding))}_{number}/a.py", f"print({number})")
    data = path.read_bytes()
    for number, name in enumerate(names):
        raw = name.encode(encoding)
        data = data.replace(f"{'?' * len(raw)}_{number}/".encode(), raw + f"_{number}/".encode())
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("around", ["", "class/"])
@pytest.mark.parametrize("encoding", ["cp1252", "gb18030", "cp1251"])
def test_a_zip_of_one_student_is_read_as_one_of_two(tmp_path: Path, encoding: str, around: str) -> None:
    """Then a folder around all files is the student's."""
    name = NAMES[encoding][0]
    roster = Roster([Student("s0", f"{name} 0"), Student("s1", "Ann Lee")])
    roll = read_roll(write_in(tmp_path / "class.zip", encoding, [around + name]), roster)
    assert [member.student.id for member in roll.members] == ["s0"]


@pytest.mark.parametrize("encoding", NAMES)
def test_the_encoding_by_which_the_roster_has_the_names_is_taken(tmp_path: Path, encoding: str) -> None:
    names = NAMES[encoding]
    called = [f"{name} {number}" for number, name in enumerate(names)]
    roster = Roster(Student(f"s{number}", name) for number, name in enumerate(called))
    roll = read_roll(write_in(tmp_path / "class.zip", encoding, names), roster)
    assert {member.student.name: member.files for member in roll.members} == {
        name: (("a.py", f"print({number})".encode()),) for number, name in enumerate(called)
    }
    assert (roll.unmatched, roll.absent) == ((), ())
    [remark] = roll.remarks
    assert remark.endswith(f"{len(names)} of {len(names)} are in the roster")


@pytest.mark.parametrize(
    ("encoding", "names", "expected"),
    [
        ("cp437", ["José", "Jörg"], Encoding("cp437")),
        ("cp1252", ["José", "João"], Encoding("cp1252", remark="the zip's names are read as cp1252, the likeliest")),
        ("cp850", ["José", "Ávila"], Encoding("cp850", remark="the zip's names are read as cp850, the likeliest")),
        ("utf-8", ["José", "李小龙"], Encoding()),
        ("ascii", ["Ann"], Encoding()),
    ],
)
def test_without_a_roster_the_likeliest_is_taken(encoding: str, names: list[str], expected: Encoding) -> None:
    assert encoding_of((name.encode(encoding) for name in names), None) == expected


def test_names_that_may_be_anything_stay_as_the_zip_has_them() -> None:
    found = encoding_of(["李小龙".encode("gb18030"), "王伟".encode("gb18030")], None)
    assert (found.name, found.mostly) == ("cp437", False)
    assert found.remark == "the zip's names are read as cp437, which may be wrong: a roster says it for certain"


def test_a_name_that_is_utf_8_only_by_chance_is_read_as_the_others() -> None:
    chance = next(
        raw for code in range(0x4E00, 0x9FA5) if (raw := chr(code).encode("gb18030", "ignore")) and utf_8(raw)
    )
    names = [chance, *(name.encode("gb18030") for name in ("李小龙", "王伟", "欧阳娜娜", "张伟"))]
    found = encoding_of(names, lambda decoded: sum(name in ("李小龙", "王伟", "张伟") for name in decoded))
    assert (found.name, found.mostly) == ("gb18030", True)
    assert found.decode(chance) == chance.decode("gb18030")
    assert Encoding("gb18030").decode(chance) == chance.decode()


def utf_8(raw: bytes) -> bool:
    try:
        return bool(raw.decode())
    except UnicodeDecodeError:
        return False


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
