"""A list of groups, beside a roster or instead of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.people.roster import Roster, group_names, near_group, read_groups
from judge.errors import JudgeError, Place
from judge.model.classroom import Student

ROSTER = Roster([Student("1", "Ann", "ann@x", "ann"), Student("2", "Bob", "bob@x"), Student("3", "Bob", group="Old")])


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "groups.csv"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("group,id\nTeam A,1\nTeam A,2\n", ["Team A", "Team A", "Old"]),
        ("Team;E-Mail;email\nA;;ann@x\nB;;bob@x\nB;;\n;;ann@x\n", ["A", "B", "Old"]),
        ("login,Group Name\nann,A\nann,B\n", ["A, B", "", "Old"]),
        ("name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id\nX,5,3,,,A,9\n", ["", "", "A"]),
        ("First Name,Last Name,group\nAnn,,A\n", ["A", "", "Old"]),
    ],
)
def test_groups_are_added_to_the_roster(tmp_path: Path, text: str, groups: list[str]) -> None:
    assert [one.group for one in read_groups(written(tmp_path, text), ROSTER).students] == groups


def test_without_a_roster_the_list_is_one(tmp_path: Path) -> None:
    found = read_groups(written(tmp_path, "id,name,group\n7,Zoe,A\n"), None)
    assert found.students == (Student("7", "Zoe", section="A", group="A"),)


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("id,name\n1,Ann\n", "its first line names no column group, but id, name", 1),
        ("", "its first line names no column group, but nothing", 1),
        ("group,id\nA,1\nA,9\n", "'9' is nobody in the roster", 3),
        ("group,name\nA,Bob\n", "'Bob' is 2 students in the roster", 2),
    ],
)
def test_a_list_that_can_not_be_read_says_where(tmp_path: Path, text: str, said: str, line: int) -> None:
    path = written(tmp_path, text)
    with pytest.raises(JudgeError) as caught:
        read_groups(path, ROSTER)
    assert (caught.value.code, caught.value.place) == ("E474", Place(str(path), line))
    assert caught.value.message == f"groups.csv can't be read as a list of groups: {said}"


@pytest.mark.parametrize(
    ("word", "ids"),
    [("0429", ["1", "2"]), ("429", ["1", "2"]), ("4290", []), ("team-07", ["3"]), ("Team 70", []), ("", []), ("-", [])],
)
def test_a_group_that_lost_its_zeros_is_near(word: str, ids: list[str]) -> None:
    groups = (("1", "429"), ("2", "0429, Team A"), ("3", "Team 7"), ("4", ""))
    roster = Roster([Student(name, group=group) for name, group in groups])
    assert [one.id for one in near_group(roster, word)] == ids


def test_a_cell_may_name_several_groups() -> None:
    assert group_names("Team A, Tutorial 1") == ["Team A, Tutorial 1", "Team A", "Tutorial 1"]
    assert group_names(" A ") == ["A"]
    assert group_names("") == []
