"""Whose a submission is, platform by platform: what was given to somebody else once, and what has to be a doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judge.classroom import Roster
from judge.model import Roll, Student
from tests.classroom.make import roll_of, written_rows

HW = b"print(1)\n"


def sources(names: Sequence[str] | Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files of a class, each another; a name that ends in a slash is a folder with a source."""
    files = names if isinstance(names, Mapping) else dict.fromkeys(names, HW)
    return {
        f"{name}hw.py" if name.endswith("/") else name: data if name.endswith(".txt") else data + b"# %d\n" % at
        for at, (name, data) in enumerate(files.items())
    }


def given(roll: Roll) -> dict[str, str]:
    """Return whose each submission is, by how its folder begins; what waits is nobody's."""
    found = {one.folder: one.student.id for one in roll.members if not one.doubt}
    return found | {one.folder: "" for one in roll.unmatched}


def whose(tmp_path: Path, names: Sequence[str] | Mapping[str, bytes], roster: str | Roster) -> list[str]:
    return list(dict(sorted(given(roll_of(tmp_path, sources(names), roster)).items())).values())


CLASSES = [
    (form, f"{one['head']}\n{rows}", whose)
    for one in written_rows("whose.toml", "export")
    for form in one["files"]
    for whose, rows in one["classes"]
]


@pytest.mark.parametrize(("form", "roster", "whose"), CLASSES)
def test_whose_a_submission_is(tmp_path: Path, form: str, roster: str, whose: dict[str, str]) -> None:
    names = {form.format(name, at): owner for at, (name, owner) in enumerate(whose.items())}
    assert given(roll_of(tmp_path, sources([*names]), roster)) == {
        name.removesuffix("/"): owner for name, owner in names.items()
    }


# --- Blackboard -------------------------------------------------------------------------------------------------------
def test_blackboard_a_student_s_file_name_is_nobody_s_attempt(tmp_path: Path) -> None:
    ann, bob = "HW1_ann_attempt_2026-11-20-11-00-00", "HW1_bob_attempt_2026-11-20-10-00-00"
    files = {f"{ann}.txt": b"Name: Ann Lo (ann)\n", f"{bob}.txt": b"Name: Bob Ray (bob)\n", f"{bob}_hw.py": HW}
    files |= {f"{ann}_x_{who}_attempt_2026-11-20-12-00-00_hw.py": HW for who in ("bob", "cy")}
    files[f"{ann}_x_cy_attempt_2026-11-20-12-00-00.txt"] = b"Name: Cy Dee (cy)\n"
    roll = roll_of(tmp_path, sources(files), "id,name,username\n1,Ann Lo,ann\n2,Bob Ray,bob\n3,Cy Dee,cy\n")
    unclear = [one.student.id for one in roll.members if one.doubt]
    assert (given(roll), unclear, [one.id for one in roll.absent]) == ({f"{bob}.txt": "2"}, ["1"], ["3"])


def test_blackboard_s_login_is_kept_for_its_gradebook(tmp_path: Path) -> None:
    at = "_attempt_2026-11-20-10-00-00"
    files = {f"HW1_alo1{at}.txt": b"Nombre: Ann Lo (alo1)\n", f"HW1_alo1{at}_hw.py": HW}
    files |= {f"HW1_bray{at}.txt": b"Name: Bob Ray (bray)\n", f"HW1_bray{at}_hw.py": HW}
    members = roll_of(tmp_path, sources(files), "id,name\n1001,Ann Lo\n1002,Bob Ray\n").members
    assert [(one.student.id, one.student.login) for one in members] == [("1001", "alo1"), ("1002", "bray")]


# --- the others -------------------------------------------------------------------------------------------------------
BEGIN = "397063-2557369 - "


def test_brightspace_two_students_of_a_name_have_no_attempts(tmp_path: Path) -> None:
    """One number for all is nobody's."""
    first, second, bo = (f"{BEGIN}{name} - Nov 20, 2026 9{minute} PM" for name, minute in (
        ("Ann Lee", 26), ("Ann Lee", 30), ("Bo Ray", 30)))  # fmt: skip
    files, roster = sources([f"{name}/" for name in (first, second, bo)]), "id,name\n1,Ann Lee\n2,Ann Lee\n3,Bo Ray\n"
    assert given(roll_of(tmp_path, files, roster)) == {first: "", second: "", bo: "3"}
    settled = roll_of(tmp_path, {}, roster, f'file,student\n"{first}",1\n"{second}",2\n')
    assert given(settled) == {first: "1", second: "2", bo: "3"}
    members = {one.student.id: len(one.others) for one in roll_of(tmp_path, {}).members}
    assert members == {"Ann Lee": 1, "Bo Ray": 0}, "an attempt beside another is one student's, as far as anybody knows"


GRADESCOPE = "id,name,email\ns1,Ann Lee,ann@x\ns2,Bob Ray,bob@x\n"


@pytest.mark.parametrize(
    ("sid", "email", "name", "expected"),
    [
        ("s1", "ann@x", "Nick", "s1"),  # two facts agree: what somebody is called is theirs
        ("s1", "bob@x", "Ann Lee", ""),
        ("s1", "", "Nick", ""),
        ("", "ann@x", "Nick", "s1"),
        ("", "ann@x", "Bob Ray", ""),
        ("77", "z@x", "Ann Lee", ""),  # others of the class are known by both
        ("", "", "Ann Lee", "s1"),
        *(("s1", "", name, "s1") for name in ("Ann Mary Lee", "annlee", "Lee, Ann", "Lee, Ann Mary")),
        *(("s1", "", name, "") for name in ("Ann Leo", "Ann", "Lee Lee")),
    ],
)
def test_gradescope_must_not_contradict_itself(tmp_path: Path, sid: str, email: str, name: str, expected: str) -> None:
    listed = f"submission_1:\n  :submitters:\n  - :name: {name}\n    :sid: '{sid}'\n    :email: {email or '~'}\n"
    listed += "submission_2:\n  :submitters:\n  - :name: Bob Ray\n    :sid: s2\n    :email: bob@x\n"
    roll = roll_of(
        tmp_path, sources({"submission_metadata.yml": listed.encode(), "submission_1/hw.py": HW}), GRADESCOPE
    )
    assert given(roll).get("submission_1", "") == expected


def test_sakai(tmp_path: Path) -> None:
    """Groups, accents that Sakai takes out, what graders wrote, and an eid that the list does not know."""
    team, at_s = "Poe, Eve(pe1); Roe, Al(ar1)", 1795188612.0
    people = ("Doe, Dan(dd1)", "Nunez, Jose(jn1)", team, "Orr, Zoe(zo1)", "Cruz, Jose(j)")
    names = {f"HW 1/{who}/Submission attachment(s)/hw.py": HW for who in people}
    names |= {"HW 1/grades.csv": b'"HW 1","Points"\n', "HW 1/Doe, Dan(dd1)/comments.txt": b"print(2)"}
    names |= {"HW 1/Doe, Dan(dd1)/timestamp.txt": b"20261120153012345"}
    names |= {f"HW 1/{team}/timestamp.txt": b"2026-11-20T15:30:12.345Z"}
    roster = "id,name,login\n1,Dan Doe,dd1\n2,José Núñez,jn1\n3,Eve Poe,pe1\n4,Al Roe,ar1\n5,José Cruz,\n"
    roll = roll_of(tmp_path, sources(names), roster)
    assert (roll.shape, roll.strays) == ("Sakai", ())
    assert {one.student.id: (one.folder, one.handed_in_s) for one in roll.members} == {
        "1": (people[0], at_s), "2": (people[1], None), "3": (team, at_s), "4": (team, at_s),
    }  # fmt: skip
    waits = {one.folder: [student.id for student in one.nearest][:1] for one in roll.unmatched}
    assert waits == {"Cruz, Jose(j)": ["5"], "Orr, Zoe(zo1)": []}


def test_sakai_without_folders(tmp_path: Path) -> None:
    names = [f"{who}_Submission attachment(s)_a_Submission attachment(s)_{who[:3]}.py" for who in (
        "Doe, Dan(dd1)", "Lee, Ann (Annie)(al1)")]  # fmt: skip
    roll = roll_of(tmp_path, sources(names), "id,name\ndd1,Dan Doe\nal1,Ann Lee\n")
    assert (roll.shape, sorted(given(roll).values())) == ("Sakai", ["al1", "dd1"])


ILIAS = "id,name,login\n1,Ann Lee,alee\n2,Jörg Weiß,jw\n3,Ann de la Cruz,a_cruz\n4,李 小龍,xiao\n5,Eve Roe,er\n"


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("Lee_Ann_alee_5001", "1"),
        ("Weis_Jorg_jw_5002", "2"),  # as ILIAS writes it
        ("de la Cruz_Ann_a_cruz_5003", "3"),
        ("____________xiao_5004", "4"),
        ("Lee_Ann_other_5005", ""),  # others of the class are known by theirs
        ("Lo_Zoe_alee_5006", "1"),  # one claim by a user name, and the name is nobody's
        ("Weis_Jorg_alee_5007", "1"),
        ("de la Cruz_Ann_alee_5008", ""),
        ("Lee_Ann_b_alee_5009", "1"),
        ("Orr_Zoe_b_alee_5010", ""),  # nobody can tell where the user begins
    ],
)
@pytest.mark.parametrize("stamp", ["20261120153012_", ""])
def test_ilias(tmp_path: Path, folder: str, expected: str, stamp: str) -> None:
    roll = roll_of(tmp_path, sources([f"{folder}/{stamp}hw.py", f"Roe_Eve_er_9/{stamp}hw.py"]), ILIAS)
    assert (roll.shape, given(roll).get(folder, "")) == ("ILIAS", expected)


def test_ilias_s_teams_and_folders_around(tmp_path: Path) -> None:
    names = ["Team 5/Lee_Ann_alee_5001/20261120153012_hw.py", "Team 5/Weis_Jorg_jw_5002/20261120153013_more.txt"]
    names += ["Team 6/___xiao_5004/20261120153012_hw.py"]
    roll = roll_of(tmp_path, sources([f"Submissions/{name}" for name in names]), ILIAS)
    assert {one.student.id: (one.folder, len(one.files)) for one in roll.members} == {
        "1": ("Submissions/Team 5", 1), "2": ("Submissions/Team 5", 1), "4": ("Submissions/Team 6", 1),
    }  # fmt: skip


def test_a_group_has_the_work_of_each_of_it(tmp_path: Path) -> None:
    students = [Student("1", "Ann", group="Team 7"), Student("2", "Bob", group="Team 7, X"), Student("3", "X")]
    roll = roll_of(tmp_path, sources(["team 7/", "X/"]), Roster(students))
    assert {one.student.id for one in roll.members} == {"1", "2"}
    assert [one.doubt.what for one in roll.unmatched] == ["X is a student and a group"]
