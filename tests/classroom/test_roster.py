"""Class lists of all kinds, and why one can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.roster import Roster, read_roster
from judge.errors import JudgeError
from judge.model.classroom import Student


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("id,name,email\n07,Ann,a@x\n", ("07", "Ann", "a@x", "")),
        ("\ufeffID;Name\r\n07;Ann\r\n", ("07", "Ann", "", "")),
        ("Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lee, Ann\",5,U7,ann,A\n",
         ("U7", "Lee, Ann", "", "5")),
        ("Identifier,Full name,ID number,Email address,Grade\nParticipant 123,Ann Lee,,a@x,\n",
         ("123", "Ann Lee", "a@x", "123")),
        ("First Name,Last Name,SID,Email,Role\nAnn,Lee,7,a@x,Student\n", ("7", "Ann Lee", "a@x", "")),
    ],
)  # fmt: skip
def test_rosters_of_all_kinds(tmp_path: Path, text: str, expected: tuple[str, ...]) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding="utf-8", newline="")
    [student] = read_roster(path).students
    assert (student.id, student.name, student.email, student.lms_id) == expected


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        (b"", "no column id or name", 1),
        (b"foo,bar\n1,2\n", "foo, bar", 1),
        (b"id,name\n1,Ann\n1,Bob\n", "twice", 3),
        (b"id,name\n1,Ann\n,\n , \n2,\xff\n", "not UTF-8", 5),
        (b'id,name\n1,"Ann\n', "no CSV", 2),
        (b"id,name\n", "no student", 0),
    ],
)
def test_a_roster_that_can_not_be_read_says_where(tmp_path: Path, data: bytes, said: str, line: int) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(data)
    with pytest.raises(JudgeError) as caught:
        read_roster(path)
    assert caught.value.code == "E462"
    assert said in caught.value.message
    assert caught.value.place
    assert caught.value.place.line == line


def test_names_are_compared_as_people_write_them() -> None:
    roster = Roster([Student("1", "Jose\u0301  Nu\u0301n\u0303ez")])
    assert roster.find({"name": "josé núñez "})[0] == "name"
    assert roster.find({"name": "jose nunez"}) == ("", ())
