"""The match file: what a dry run writes, what a row may not say. What its rows settle is in classes.toml."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from judge.files import write_whole
from judge.model import Roll
from judge.reports import MatchFile
from tests.classroom.make import roll_of
from tests.refused import refused

ROSTER = "id,name,email,login\n1,Ann,ann@x,ann\n2,Bob,bob@x,bob\n3,Eve,,\n4,Eve,,\n"
FILES = {"ann/a.py": b"1", "who/a.py": b"2", "eve/a.py": b"3"}


def settled(tmp_path: Path, files: dict[str, bytes], match: str = "", roster: str = ROSTER) -> Roll:
    return roll_of(tmp_path, files, roster, match)


def given(roll: Roll) -> dict[str, str]:
    return {member.student.id: member.folder for member in roll.members}


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


# --- the file that a dry run writes -----------------------------------------------------------------------------------
def asked(tmp_path: Path, files: dict[str, bytes], roster: str = ROSTER) -> list[list[str]]:
    """Its rows below the head: of each submission that is not clear whose it is, which file is run, whose it may be."""
    path = tmp_path / "out" / "m.csv"
    write_whole(path, str(MatchFile.of(settled(tmp_path, files, roster=roster))))
    with path.open(encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["file", "student", "main", "nearest", "why"]
    return rows


def answered(*rows: list[str]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows([["file", "student"], *rows])
    return file.getvalue()


def test_a_row_for_each_doubt_and_none_where_all_is_clear(tmp_path: Path) -> None:
    assert MatchFile.of(settled(tmp_path / "clear", {"ann/a.py": b""})).rows == ()
    files = FILES | {"2/a.py": b"1", "bob/a.py": b"2", "=x/a.py": b"", "1/b.txt": b""}
    del files["ann/a.py"]
    assert sorted(asked(tmp_path, files)) == [
        ["'=x", "", "", "", "the roster has no row for =x"],
        ["1", "1", "", "", "none of b.txt is a source file"],
        ["2", "", "", "2 Bob", "2 has two submissions"],
        ["bob", "", "", "2 Bob", "2 has two submissions"],
        ["eve", "", "", "3 Eve; 4 Eve", "2 students share the name eve: 3, 4"],
        ["who", "", "", "", "the roster has no row for who"],
    ]


@pytest.mark.parametrize(
    "name", ["who ", " who", "wh\u00a0o", "wh\to", "w'ho", "=who", "who\u200d", "who\x07", "\x1b[1mwho"]
)
def test_any_name_can_be_settled(tmp_path: Path, name: str) -> None:
    [row] = asked(tmp_path, {f"{name}/a.py": b"1", "ann/a.py": b"2"})
    roll = settled(tmp_path, {}, answered([row[0], "2"]))
    assert (roll.unmatched, {one.student.id for one in roll.members}) == ((), {"1", "2"})


@pytest.mark.parametrize("known", ["-7", "=7", "@ann", "007", "1e5"])
def test_any_id_comes_back_as_it_was_written(tmp_path: Path, known: str) -> None:
    roster = f"id,name\n{known},Ann\n"
    [row] = asked(tmp_path, {f"{known}/{name}.py": name.encode() for name in "ab"}, roster)
    assert given(settled(tmp_path, {}, answered(row[:2]), roster)) == {known: known}


def test_the_others_of_a_group_are_not_forgotten(tmp_path: Path) -> None:
    """A row for the one who is not known would be for all of the group: so those who are have a row as well."""
    listed = b"submission_1:\n  :submitters:\n  - :sid: '1'\n  - :sid: '9'\n"
    rows = asked(tmp_path, {"submission_metadata.yml": listed, "submission_1/a.py": b"1"})
    roll = settled(tmp_path, {}, answered(*([name, who or "2"] for name, who, *_ in rows)))
    assert given(roll) == dict.fromkeys(("1", "2"), "submission_1")


def test_a_group_keeps_its_work_where_one_of_them_has_another(tmp_path: Path) -> None:
    roster = "id,name,group\n1,Ann,Team\n2,Bob,Team\n"
    rows = asked(tmp_path, {"Team/a.py": b"1", "Ann/a.py": b"2"}, roster)
    assert [row[:2] for row in rows] == [["Ann", ""], ["Team", ""], ["Team", "2"]]
    for own, expected in (("Ann", {"1": "Ann", "2": "Team"}), ("Team", {"1": "Team", "2": "Team"})):
        roll = settled(tmp_path, {}, answered([own, "1"], *(row[:2] for row in rows)), roster)
        assert given(roll) == expected
        assert not any(member.doubt for member in roll.members)
