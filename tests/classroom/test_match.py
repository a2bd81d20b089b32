"""What the instructor settles in a match file, and what is said where a row settles nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.files import write_whole
from judge.model import Roll
from judge.reports import MatchFile
from tests.classroom.make import by_id, roll_of
from tests.refused import refused

ROSTER = "id,name,email,login\n1,Ann,ann@x,ann\n2,Bob,bob@x,bob\n3,Eve,,\n4,Eve,,\n"


def settled(tmp_path: Path, files: dict[str, bytes], match: str = "", roster: str = ROSTER) -> Roll:
    return roll_of(tmp_path, files, roster, match)


def given(roll: Roll) -> dict[str, str]:
    return {member.student.id: f"{member.folder} {member.matched}" for member in roll.members}


FILES = {"ann/a.py": b"1", "who/a.py": b"2", "eve/a.py": b"3"}


@pytest.mark.parametrize(
    ("match", "expected", "unmatched"),
    [
        ("", {"1": "ann login"}, ["eve", "who"]),
        ("file,student,main\nwho,2,\neve,3,\n",
         {"1": "ann login", "2": "who the match file", "3": "eve the match file"}, []),
        ("folder;id\nwho;bob@x\n", {"1": "ann login", "2": "who the match file"}, ["eve"]),
        ("file,student\nwho,Bob\nwho,3\n", {"1": "ann login", "2": "who the match file", "3": "who the match file"},
         ["eve"]),
        ("file,student\nwho,\neve,-\n", {"1": "ann login"}, ["who"]),
        ("file,student\nann,2\nwho,1\n", {"2": "ann the match file", "1": "who the match file"}, ["eve"]),
        ("file,student\nwho,1\n", {"1": "who the match file"}, ["eve"]),
        ("File,Student,Note\n'who,2,x\n", {"1": "ann login", "2": "who the match file"}, ["eve"]),
    ],
)  # fmt: skip
def test_what_the_instructor_says_counts(
    tmp_path: Path, match: str, expected: dict[str, str], unmatched: list[str]
) -> None:
    roll = settled(tmp_path, FILES, match)
    assert (given(roll), [one.folder for one in roll.unmatched]) == (expected, unmatched)


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    assert settled(tmp_path, FILES, "file,student\nwho,1\neve,-\n").strays == (
        Roll.Doubt("eve", "the match file leaves it out"), Roll.Doubt("ann", "the match file gives 1 who instead"),
    )  # fmt: skip
    without = settled(tmp_path, FILES, "file,student\nwho,zoe\n", roster="")
    assert given(without) == {"ann": "ann the export", "eve": "eve the export", "zoe": "who the match file"}


def test_a_file_of_a_flat_class_names_its_submission(tmp_path: Path) -> None:
    files = {"zoe_5_801_a.py": b"1", "zoe_5_802_main.py": b"2", "ann_6_803_a.py": b"3"}
    roll = settled(tmp_path, files, "file,student\nzoe_5_802_main.py,2\n")
    assert given(roll)["2"] == "zoe_5_801_a.py the match file"


def test_of_attempts_the_one_that_is_named_counts(tmp_path: Path) -> None:
    files = {"bob@x_1_a.py": b"1", "bob@x_2_a.py": b"2", "ann@x_1_a.py": b"3"}
    newest = by_id(settled(tmp_path, files))["2"]
    assert (newest.folder, [one.folder for one in newest.others]) == ("bob@x_2_a.py", ["bob@x_1_a.py"])
    assert newest.remarks == ("the newest of 2 attempts; before it: bob@x_1_a.py",)
    roll = settled(tmp_path, files, "file,student\nbob@x_1_a.py,2\n")
    bob = by_id(roll)["2"]
    assert (bob.folder, bob.others) == ("bob@x_1_a.py", ())
    assert roll.strays == (Roll.Doubt("bob@x_2_a.py", "the match file gives 2 bob@x_1_a.py instead"),)
    roll = settled(tmp_path, files, "file,student\nbob@x_2_a.py,-\n")
    assert by_id(roll)["2"].folder == "bob@x_1_a.py"


@pytest.mark.parametrize(
    ("match", "code", "said", "line"),
    [
        ("file,student\nwho,2\nwhoo,2\n", "E473", "'whoo' is no submission", 3),
        ("file,student\n'who,2\n", "E473", '"\'who" is two submissions', 2),
        ("file,student\nwho,zoe\n", "E473", "'zoe' is nobody", 2),
        ("file,student\nwho,Eve\n", "E473", "'Eve' is 2 students of the roster: 3, 4", 2),
        ("file,main\nwho,a.py\n", "E472", "the columns file and student", 1),
        ('file,student\nwho,"2\n', "E472", "unexpected end of data", 2),
    ],
)
def test_a_row_that_settles_nothing_is_an_error(tmp_path: Path, match: str, code: str, said: str, line: int) -> None:
    files = FILES | ({"w'ho/a.py": b""} if "two" in said else {})
    with refused(code, said, tmp_path / "m.csv", line) as caught:
        settled(tmp_path, files, match)
    assert caught.value.help


def test_the_file_that_is_run_is_passed_on(tmp_path: Path) -> None:
    """From a row of the match file, or from the roster's column."""
    files = {f"{who}/{name}.py": f"print({who + name!r})".encode() for who in ("ann", "eve", "who") for name in "ab"}
    roster = "id,name,main\n1,ann,b.py\n2,eve,b.py\n3,who,\n"
    roll = settled(tmp_path, files, "file,student,main\nann,,a.py\n", roster)
    assert {one.folder: one.main for one in roll.members} == {"ann": "a.py", "eve": "b.py", "who": ""}


# --- the file that a dry run writes -----------------------------------------------------------------------------------
def test_a_row_for_each_doubt_and_none_where_all_is_clear(tmp_path: Path) -> None:
    assert MatchFile.of(settled(tmp_path / "clear", {"ann/a.py": b""})).rows == ()
    files = FILES | {"2/a.py": b"1", "bob/a.py": b"2", "=x/a.py": b"", "1/b.txt": b""}
    del files["ann/a.py"]
    path = tmp_path / "out" / "m.csv"
    write_whole(path, str(MatchFile.of(settled(tmp_path, files))))
    text = path.read_bytes().decode("utf-8-sig").splitlines()
    assert text[0] == "file,student,main,nearest,why"
    assert sorted(text[1:]) == [
        "'=x,,,,the roster has no row for =x",
        "1,1,,,none of b.txt is a source file",
        "2,,,2 Bob,2 has two submissions",
        "bob,,,2 Bob,2 has two submissions",
        'eve,,,3 Eve; 4 Eve,"2 students share the name eve: 3, 4"',
        "who,,,,the roster has no row for who",
    ]


def test_the_others_of_a_group_are_not_forgotten(tmp_path: Path) -> None:
    """A row for the one who is not known would be for all of the group: so those who are have a row as well."""
    listed = b"submission_1:\n  :submitters:\n  - :sid: '1'\n  - :sid: '9'\n"
    files = {"submission_metadata.yml": listed, "submission_1/a.py": b"1"}
    write_whole(tmp_path / "m.csv", str(MatchFile.of(settled(tmp_path, files))))
    text = (tmp_path / "m.csv").read_text("utf-8-sig").replace("submission_1,,", "submission_1,2,")
    roll = settled(tmp_path, files, text)
    assert given(roll) == dict.fromkeys(("1", "2"), "submission_1 the match file")


def test_a_group_keeps_its_work_where_one_of_them_has_another(tmp_path: Path) -> None:
    roster = "id,name,group\n1,Ann,Team\n2,Bob,Team\n"
    files = {"Team/a.py": b"1", "Ann/a.py": b"2"}
    write_whole(tmp_path / "m.csv", str(MatchFile.of(settled(tmp_path, files, roster=roster))))
    text = (tmp_path / "m.csv").read_text("utf-8-sig")
    assert [line.split(",")[:2] for line in text.splitlines()[1:]] == [["Ann", ""], ["Team", ""], ["Team", "2"]]
    for row, expected in (("Ann", {"1": "Ann", "2": "Team"}), ("Team", {"1": "Team", "2": "Team"})):
        roll = settled(tmp_path, files, text.replace(f"{row},,", f"{row},1,", 1), roster)
        assert {member.student.id: member.folder for member in roll.members} == expected
        assert not any(member.doubt for member in roll.members)


@pytest.mark.parametrize(
    ("roster", "folders"),
    [
        # Whoever handed in nothing comes first; what the platform puts behind a name is no part of it.
        ("1,Anna Karenina\n2,Alexei Karenin\n3,Konstantin Levin\n4,Anna Schmidt\n", ["Ana Karenina", "Anna Karenina"]),
        ("1,Anna Karenina\n2,Alexei Karenina\n", [f"{name}_assignsubmission_file" for name in (
            "Anna Karenina_17", "Annaa Karenina_18")]),
    ],
)  # fmt: skip
def test_nearest_names_help(tmp_path: Path, roster: str, folders: list[str]) -> None:
    [one] = settled(tmp_path, {f"{name}/a.py": b"" for name in folders}, roster=f"id,name\n{roster}").unmatched
    assert [student.id for student in one.nearest] == ["2", "1"]
