"""The teams of a contest: whose a submission is, and what the public is shown of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.contest.teams import read_teams
from judge.classroom.files.toml_file import Kind, TomlFile
from judge.errors import JudgeError
from judge.model.schedule import Team

KIND = Kind("E449", "contest file", "write more")
ROSTER = """\
id,name,email,section,team
s1,Ada,ada@example.org,North,The Lizards
s2,Bob,bob@example.org,North,The Lizards
s3,Zoë,zoe@example.org,South,
s4,Zoe,,,
dan@example.org,,,,
"""


def teams(folder: Path, text: str, roster: str = "") -> tuple[Team, ...]:
    (folder / "contest.toml").write_text(text)
    (folder / "roster.csv").write_text(roster)
    return read_teams(TomlFile(folder / "contest.toml", KIND))


def refused(folder: Path, text: str, roster: str = "") -> tuple[str, str, int]:
    with pytest.raises(JudgeError) as caught:
        teams(folder, text, roster)
    assert caught.value.code == "E450"
    assert caught.value.place
    return caught.value.message, Path(caught.value.place.file).name, caught.value.place.line


def test_a_team_is_known_by_its_id_its_name_and_its_members(tmp_path: Path) -> None:
    text = '[[team]]\nid = "t1"\nname = "A & B"\naffiliation = "CUNY"\nmembers = ["ada", "t1"]\ngroups = ["x", "x"]\n'
    assert teams(tmp_path, f'{text}[[team]]\nid = "Solo.1"\n[[team]]\nname = "團隊"\n') == (
        Team("t1", "A & B", ("ada", "t1", "A & B"), "CUNY", ("x",)),
        Team("Solo.1", "Solo.1", ("Solo.1",)),
        Team("team-3", "團隊", ("team-3", "團隊")),
    )


def test_a_roster_has_its_groups_as_teams_and_shows_no_number_and_no_address(tmp_path: Path) -> None:
    found = teams(tmp_path, 'roster = "roster.csv"', ROSTER)
    assert [(team.id, team.name, team.groups) for team in found] == [
        ("the-lizards", "The Lizards", ("North",)),
        ("zoe", "Zoë", ("South",)),
        ("Zoe", "Zoe", ()),
        ("dan", "dan", ()),
    ]
    assert found[0].owners == (
        *("s1", "Ada", "ada@example.org", "s2", "Bob", "bob@example.org", "the-lizards", "The Lizards"),
    )
    assert "dan@example.org" in found[3].owners


def test_two_students_of_one_name_submit_by_their_ids(tmp_path: Path) -> None:
    assert teams(tmp_path, 'roster = "roster.csv"', "id,name,login\ns1,Ann,ann1\ns2,Ann,\n") == (
        Team("Ann", "Ann", ("s1", "ann1")),
        Team("Ann-2", "Ann", ("s2", "Ann-2")),
    )


def test_the_id_of_one_that_is_the_name_of_another_is_refused(tmp_path: Path) -> None:
    what = "'ann' is in two teams: Zoe and ann"
    assert refused(tmp_path, 'roster = "roster.csv"', "id,name\nann,Zoe\nbob,ann\n") == (what, "roster.csv", 0)


def test_a_roster_and_tables_go_together(tmp_path: Path) -> None:
    text = 'roster = "roster.csv"\n[[team]]\nname = "Guests"\nmembers = ["eve"]\n'
    assert [team.id for team in teams(tmp_path, text, ROSTER)] == ["the-lizards", "zoe", "Zoe", "dan", "Guests"]


@pytest.mark.parametrize(
    ("second", "what"),
    [
        ('name = "B"\nmembers = ["ada"]', "'ada' is in two teams: A and B"),
        ('name = "A"', "'A' is in two teams: A and A"),
        ('id = "a1"\nname = "B"', "'a1' is in two teams: A and B"),
        ('name = "ada"', "'ada' is in two teams: A and ada"),
        ('name = "B"\nmembers = ["a1"]', "'a1' is in two teams: A and B"),
    ],
)
def test_nobody_is_in_two_teams(tmp_path: Path, second: str, what: str) -> None:
    first = '[[team]]\nid = "a1"\nname = "A"\nmembers = ["ada"]\n'
    assert refused(tmp_path, f"{first}[[team]]\n{second}\n") == (what, "contest.toml", 5)


def test_a_member_may_be_named_twice_in_one_team(tmp_path: Path) -> None:
    [team] = teams(tmp_path, '[[team]]\nname = "A"\nmembers = ["ada", "ada", "A"]\n')
    assert team.owners == ("ada", "A")


def test_a_student_of_the_roster_in_a_table_is_in_two(tmp_path: Path) -> None:
    text = 'roster = "roster.csv"\n[[team]]\nname = "Guests"\nmembers = ["bob@example.org"]\n'
    what = "'bob@example.org' is in two teams: The Lizards and Guests"
    assert refused(tmp_path, text, ROSTER) == (what, "contest.toml", 2)
