"""Names of a zip that does not say in which encoding they are: that in which the roster has them, or the likeliest."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from judge.classroom.files.zipped import Encoding, encoding_of
from judge.classroom.intake import read_roll
from judge.classroom.people.roster import Roster
from judge.model.classroom import Student

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
