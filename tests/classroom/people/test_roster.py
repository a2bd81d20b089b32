"""Class lists of all kinds, and why one can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.people.roster import Roster, moved, read_roster
from judge.errors import JudgeError, Place
from judge.model.classroom import Student

LMS = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "roster.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,name,email\n07,Ann,a@x\n", Student("07", "Ann", "a@x")),
        ("\ufeffID;Name\r\n07;Ann\r\n", Student("07", "Ann")),
        ("id\tname\r07\tAnn\r", Student("07", "Ann")),
        ("id;name\n07;Lee, Ann, Dr., B.A.\n", Student("07", "Lee, Ann, Dr., B.A.")),
        ("name\nMax X. Xu\n", Student("Max X. Xu", "Max X. Xu")),
        ('id,name\n 07 ,"Ann\r\nLee"\n', Student("07", "Ann\r\nLee")),
        ("student id,login,group\n07,ann,A\n", Student("07", login="ann", section="A", group="A")),
        ("id,name,username,sections\n07,Ann,ann,A\n", Student("07", "Ann", login="ann", section="A")),
        ("id,name,email\n07,Ann\n", Student("07", "Ann")),
        ("name,email\nAnn,a@x\n", Student("a@x", "Ann", "a@x")),
        ("id,student id,name\n5,07,Ann\n", Student("07", "Ann")),
        (LMS + '"Lee, Ann",5,U7,ann,A\n', Student("U7", "Lee, Ann", "", "ann", "A", "5", lms="Canvas")),
        (LMS + '"Lee, Ann",5,,ann,A\n"Student, Test",9,,,\n',
         Student("5", "Lee, Ann", "", "ann", "A", "5", lms="Canvas")),
        ("Identifier,Full name,ID number,Email address,Grade\nParticipant 123,Ann Lee,,a@x,\n",
         Student("123", "Ann Lee", "a@x", lms_id="123", lms="Moodle")),
        ("First Name,Last Name,SID,Email,Role\nAnn,Lee,7,a@x,Student\n", Student("7", "Ann Lee", "a@x")),
        ("First Name,Last Name\nAnn,Lee\n", Student("Ann Lee", "Ann Lee")),
        ("First Name,Last Name\nAnn\n", Student("Ann", "Ann")),
    ],
)  # fmt: skip
def test_rosters_of_all_kinds(tmp_path: Path, text: str, expected: Student) -> None:
    assert read_roster(written(tmp_path, text)).students == (expected,)


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        (b"", "its first line names no column id or name, but nothing", 1),
        (b"foo,b,c,d,e,f,g\n1,2\n", "its first line names no column id or name, but foo, b, c, d, e, f", 1),
        (b"first name\nAnn\n", "its first line names no column id or name, but first name", 1),
        (b"id,name\n1,Ann\n1,Bob\n", "'1' is in the roster twice", 3),
        (b"id,name,section\n1,Ann,\n,,A\n", "the row has neither an id nor a name", 3),
        (b"id,name\n1,Ann\n,\n , \n2,\xff\n", "it is neither UTF-8 nor UTF-16: in Excel, save it as CSV UTF-8", 5),
        (b'id,name\n1,"Ann\n', "it is no CSV: unexpected end of data", 2),
        (b"id,name\n", "there is no student in it", 0),
        (b"id,name\n1,Ann\n" + b"\n" * 20_000, "it has more than 20,000 rows", 20_002),
    ],
)
def test_a_roster_that_can_not_be_read_says_where(tmp_path: Path, data: bytes, said: str, line: int) -> None:
    assert refused(written(tmp_path, data), line) == f"roster.csv can't be read as a roster: {said}"


def refused(path: Path, line: int) -> str:
    with pytest.raises(JudgeError) as caught:
        read_roster(path)
    assert (caught.value.code, caught.value.place) == ("E462", Place(str(path), line))
    assert caught.value.help == (
        "write the columns id,name,email, or export the class list of Canvas, Moodle or Gradescope as UTF-8 CSV"
    )
    return caught.value.message


def test_a_roster_may_have_20_000_rows(tmp_path: Path) -> None:
    assert len(read_roster(written(tmp_path, b"id,name\n1,Ann\n" + b"\n" * 19_999)).students) == 1


def test_a_roster_may_have_16_mib_and_not_a_byte_more(tmp_path: Path) -> None:
    rows = [(b"%d," % number).ljust((1 << 16) - 1, b"x") for number in range(256)]
    whole = b"\n".join([b"id,notes", rows[0][:-9], *rows[1:], b""])
    assert len(whole) == 16 << 20
    assert len(read_roster(written(tmp_path, whole)).students) == 256
    path = written(tmp_path, whole + b"\n")
    assert refused(path, 0) == "roster.csv can't be read as a roster: it is longer than 16 MiB"


def test_no_more_than_the_bound_is_read(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    with path.open("wb") as file:
        file.truncate(1 << 36)  # a hole: it takes no room on the disk
    assert "longer than 16 MiB" in refused(path, 0)


def test_a_roster_that_is_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    with pytest.raises(JudgeError) as caught:
        read_roster(path)
    assert (caught.value.code, caught.value.message, caught.value.help) == (
        "E435", f"{path} can't be opened: No such file or directory", "name a CSV file",
    )  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_spreadsheet_may_write_utf_16(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "roster.csv"
    mark = "\ufeff" if encoding[-2:] in ("le", "be") else ""
    path.write_bytes(f"{mark}id\tname\r\n7\tZoë Núñez\r\n".encode(encoding))
    assert read_roster(path).students == (Student("7", "Zoë Núñez"),)


def test_names_are_compared_as_people_write_them() -> None:
    roster = Roster([Student("1", "Jose\u0301  Nu\u0301n\u0303ez")])
    assert roster.find({"name": "josé núñez "})[0] == "name"
    assert roster.find({"name": "jose nunez"}) == ("", ())


def test_the_number_of_an_export_is_kept_where_the_roster_has_none() -> None:
    """Canvas's and Moodle's gradebooks are uploaded by it."""
    assert moved(Student("U1", "Ann", lms_id="5"), "5") == Student("U1", "Ann", lms_id="5")
    assert moved(Student("U1", "Ann"), "77") == Student("U1", "Ann", lms_id="77")
    assert moved(Student("U1", "Ann", lms_id="5"), "77") == Student("U1", "Ann", lms_id="5", export_id="77")
