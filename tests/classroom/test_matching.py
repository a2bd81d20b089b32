"""Whose a submission is, platform by platform: what was given to somebody else once, and what has to be a doubt."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from judge.classroom import Roster
from judge.model import Roll, Student
from judge.reports import match_text, rows_of, write_whole
from tests.classroom.make import roll_of

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


# --- Blackboard -------------------------------------------------------------------------------------------------------
def test_blackboard_a_student_s_file_name_is_nobody_s_attempt(tmp_path: Path) -> None:
    ann, bob = "HW1_ann_attempt_2026-11-20-11-00-00", "HW1_bob_attempt_2026-11-20-10-00-00"
    files = {f"{ann}.txt": b"Name: Ann Lo (ann)\n", f"{bob}.txt": b"Name: Bob Ray (bob)\n", f"{bob}_hw.py": HW}
    files |= {f"{ann}_x_{who}_attempt_2026-11-20-12-00-00_hw.py": HW for who in ("bob", "cy")}
    roll = roll_of(tmp_path, sources(files), "id,name,username\n1,Ann Lo,ann\n2,Bob Ray,bob\n3,Cy Dee,cy\n")
    unclear = [one.student.id for one in roll.members if one.doubt]
    assert (given(roll), unclear, [one.id for one in roll.absent]) == ({f"{bob}.txt": "2"}, ["1"], ["3"])


@pytest.mark.parametrize(
    ("users", "roster", "ids"),
    [
        (["ann_lee", "bob"], "1,Ann Lo,ann_lee\n2,Wong Lee,lee\n3,Bob Ray,bob\n", ["1", "3"]),
        (["ann_lee", "bob"], "2,Wong Lee,lee\n3,Bob Ray,bob\n", ["", "3"]),
        (["ann_lee"], "1,Ann Lo,ann_lee\n2,Wong Lee,lee\n", [""]),
        (["ann_lee"], "2,Wong Lee,lee\n", [""]),  # nobody can tell where the user begins
        # HW1_1: the class says.
        (["1_ann", "1_bob", "1_cy", "1_dan"], "1,A,ann\n2,B,bob\n3,C,cy\n", ["1", "2", "3", ""]),
        (["1_ann", "1_bob"], "1,A,ann\n2,B,bob\n", ["", ""]),
    ],
)
def test_blackboard_without_receipts(tmp_path: Path, users: list[str], roster: str, ids: list[str]) -> None:
    names = [f"HW1_{user}_attempt_2026-11-20-10-00-00_hw.py" for user in users]
    assert whose(tmp_path, names, f"id,name,username\n{roster}") == ids


def test_blackboard_s_login_is_kept_for_its_gradebook(tmp_path: Path) -> None:
    at = "_attempt_2026-11-20-10-00-00"
    files = {f"HW1_alo1{at}.txt": b"Nombre: Ann Lo (alo1)\n", f"HW1_alo1{at}_hw.py": HW}
    files |= {f"HW1_bray{at}.txt": b"Name: Bob Ray (bray)\n", f"HW1_bray{at}_hw.py": HW}
    members = roll_of(tmp_path, sources(files), "id,name\n1001,Ann Lo\n1002,Bob Ray\n").members
    assert [(one.student.id, one.student.login) for one in members] == [("1001", "alo1"), ("1002", "bray")]


# --- Moodle -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("names", "roster", "ids"),
    [
        (["Jean-Luc Martin_1", "Zoe Park_2"], "1,Jean Luc Martin\n2,Luc Martin\n3,Zoe Park\n", ["", "3"]),
        (["Jean-Luc Martin_1"], "1,Jean-Luc Martin\n2,Luc Martin\n", ["1"]),
        (["Sean ONeil_5", "Zoe Park_6"], "1,Sean O'Neil\n2,Sean ONeil\n3,Zoe Park\n", ["", "3"]),
        (["Sean ONeil_5"], "1,Sean O'Neil\n", ["1"]),
        (["Sean O'Neil_5"], "1,Sean ONeil\n", [""]),
        (["Jose Cruz_5"], "1,José Cruz\n", [""]),
        (["ANN LEE_5"], "1,\"Lee, Ann\"\n", ["1"]),
        (["Ann Mary Lee_5"], "1,Ann Lee\n", [""]),
        (["ann_5"], "1,Ann Lee\n", [""]),
    ],
)  # fmt: skip
def test_moodle_by_the_name_alone(tmp_path: Path, names: list[str], roster: str, ids: list[str]) -> None:
    assert whose(tmp_path, [f"{name}_assignsubmission_file/" for name in names], f"id,name\n{roster}") == ids


HEAD = "Identifier,Full name,ID number,Email address,Group\n"


@pytest.mark.parametrize(
    ("names", "rows", "ids"),
    [
        (["Ann Lee_17", "Bob Ray_18"], ["17,Ann Lee", "18,Bob Ray"], ["s17", "s18"]),
        (["Ann Lee_17", "Ann Lee_18"], ["17,Ann Lee", "18,Ann Lee"], ["s17", "s18"]),  # twins, of its own worksheet
        (["Ann Lee_17", "Bob Ray_77"], ["17,Ann Lee", "18,Bob Ray"], ["s17", ""]),  # another Bob
        (["Ann Lee_18", "Bob Ray_18"], ["17,Ann Lee", "18,Bob Ray"], ["", "s18"]),
        (["Ann Lee_118", "Bob Ray_17"], ["17,Ann Lee", "18,Bob Ray"], ["s17", "s18"]),  # another worksheet
        (["Ann Lee_118", "Zoe Orr_17"], ["17,Ann Lee", "18,Bob Ray"], ["s17", ""]),
        # A part of a name may be chance.
        (["Ann Mary Lee_17", "Bob Ray_18"], ["17,Ann Lee", "18,Bob Ray"], ["", "s18"]),
        (["A-Ann Lee_17", "B-Bob Ray_18"], ["17,Ann Lee,,,A", "18,Bob Ray,,,C"], ["s17", ""]),
        (["A_17", "Bob Ray_18"], ["17,Ann Lee,,,A", "18,Bob Ray,,,B"], ["s17", "s18"]),
    ],
)
def test_moodle_s_numbers(tmp_path: Path, names: list[str], rows: list[str], ids: list[str]) -> None:
    cells = [[*row.split(","), "", "", ""][:5] for row in rows]
    roster = "".join(f"Participant {number},{name},s{number},,{group}\n" for number, name, _, _, group in cells)
    assert whose(tmp_path, [f"{name}_assignsubmission_file/" for name in names], HEAD + roster) == ids


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (["Ann Lee_17", "Bob Ray_18", "Cy Fox_20"], ["17", "18", "19"]),  # one alone may be a chance
        (["Ann Lee_17", "Bob Ray_18", "Cy Fox_19", "Dan Orr_30"], ["17", "18", "19", ""]),
    ],
)
def test_moodle_s_numbers_may_be_the_roster_s_ids(tmp_path: Path, names: list[str], ids: list[str]) -> None:
    roster = "id,name\n17,Ann Lee\n18,Bob Ray\n19,Cy Fox\n20,Dan Orr\n"
    assert whose(tmp_path, [f"{name}_assignsubmission_file/" for name in names], roster) == ids


GERMAN = (
    "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet,Feedback\n"
)


@pytest.mark.parametrize(
    ("word", "head", "before"),
    [
        ("Participant", HEAD, "Participant "),
        ("Teilnehmerin", GERMAN, "Teilnehmer/in"),
        ("Participante", HEAD, "Participante "),
        ("Участник", GERMAN, "Участник "),
        ("Ikhoner", GERMAN, "Ikhoner "),  # in a language that nobody has listed, two of them tell
        ("Participant 101", HEAD, "Participant "),  # of the number too
    ],
)
@pytest.mark.parametrize("ending", ["file/", "file_hw.py"])
def test_moodle_s_anonymous_marking(tmp_path: Path, word: str, head: str, before: str, ending: str) -> None:
    """The number is that of the worksheet, which has names when identities are revealed."""
    rows = "".join(
        f"{before}{number},{name},s{number},{name[:3]}@x.edu,-,,100.00,Yes,-,-,\n"
        for number, name in ((101, "Ann Lee"), (102, "Bob Ray"), (103, "Cy Fox"))
    )
    heads = [f"{word.replace('101', number)}_{number}" for number in ("101", "102")]
    names = [f"{one}_assignsubmission_{ending}" for one in heads]
    assert whose(tmp_path, names, head + rows) == ["s101", "s102"]


@pytest.mark.parametrize(
    ("numbers", "ids"),
    [(["101"], ["s101"]), (["104"], [""]), (["101", "104"], ["", ""]), (["101", "102", "104"], ["s101", "s102", ""])],
)  # fmt: skip
def test_moodle_s_anonymous_numbers_are_those_of_its_own_worksheet(
    tmp_path: Path, numbers: list[str], ids: list[str]
) -> None:
    rows = "".join(f"Participant {number},N{number},s{number},,\n" for number in (101, 102, 103))
    assert whose(tmp_path, [f"Participant_{one}_assignsubmission_file/" for one in numbers], HEAD + rows) == ids


# --- Canvas -----------------------------------------------------------------------------------------------------------
LMS = "Student,ID,SIS User ID,SIS Login ID,Section\n"


@pytest.mark.parametrize(
    ("names", "roster", "ids"),
    [
        (["शर्मारीमा_501"], "id,name\n1,राम शर्मा\n", [""]),
        (["शर्मारीमा_501"], "id,name\n1,रीमा शर्मा\n", ["1"]),
        (["leeann_503"], "id,name\n1,Ann Lee\n2,Leeann\n", [""]),
        (["leeann_503"], "id,name\n1,Ann Lee\n", ["1"]),
        (["leeann_501"], "id,name\n501,Ann Lee\n7,Ann Lee\n", [""]),  # an id that happens to be Canvas's number
        (["leeann_501", "foxcy_3", "raybob_2"], "id,name\n501,Ann Lee\n7,Ann Lee\n2,Bob Ray\n3,Cy Fox\n",
         ["3", "501", "2"]),
        *(([f"{name}_5"], "id,name\n1,Jean Luc Martin\n", ids) for name, ids in (
            ("martinjeanluc", ["1"]), ("lucmartinjean", ["1"]), ("martinlucjean", [""]))),
        (["leeann_17"], LMS + '"Lee, Ann",17,U1,a,A\n"Lee, Ann",18,U2,b,A\n', ["U1"]),
        (["leeann_19"], LMS + '"Lee, Ann",17,U1,a,A\n', [""]),
        (["leeannmary_17"], LMS + '"Lee, Ann",17,U1,a,A\n', [""]),
        (["leeann_LATE_17"], LMS + '"Lee, Ann",17,U1,a,A\n', ["U1"]),
        (["anon_x1Y2z", "LATE_anon_a9"], LMS + '"Lee, Ann",17,U1,a,A\n', ["", ""]),
        (["leeann_anon_x1Y2z"], LMS + '"Lee, Ann",17,U1,a,A\n', ["U1"]),
    ],
)  # fmt: skip
def test_canvas(tmp_path: Path, names: list[str], roster: str, ids: list[str]) -> None:
    files = [f"{name}_900{at}_hw.py" for at, name in enumerate(names)]
    assert whose(tmp_path, files, roster) == ids


# --- the others -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("folders", "users", "ids"),
    [
        (["hw1-ann-a", "hw1-ann-b", "hw1-ann-c"], ["ann-b", "b"], ["", "", ""]),
        (["hw1-ann-a", "hw1-ann-b", "hw1-ann-c"], ["b"], ["", "", ""]),
        (["hw-1-ann", "hw-1-bob", "hw-1-cid"], ["ann", "bob", "cid"], ["ann", "bob", "cid"]),
        (["hw1-ann-b", "hw1-bob", "hw1-cid"], ["ann-b", "b", "bob"], ["ann-b", "bob", ""]),
    ],
)
def test_github_s_user_may_begin_behind_any_dash(
    tmp_path: Path, folders: list[str], users: list[str], ids: list[str]
) -> None:
    roster = "identifier,github_username,github_id,name\n" + "".join(f"{user},{user},1,N {user}\n" for user in users)
    assert whose(tmp_path, [f"{folder}/" for folder in folders], roster) == ids


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


def test_brightspace_with_an_id_before_the_name(tmp_path: Path) -> None:
    names = [f"N012345{at} - Ann Lee - Nov 20, 2026 926 PM/" for at in (6, 7)]
    roster = "OrgDefinedId,Username,Last Name,First Name\n#N0123456,#a,Lee,Ann\n#N0123457,#b,Lee,Ann\n"
    assert whose(tmp_path, names, roster) == ["N0123456", "N0123457"]


@pytest.mark.parametrize(
    ("folder", "roster", "ids"),
    [
        ("Sean ONeil", "1,Sean O'Neil,\n2,Sean ONeil,\n", [""]),
        ("Sean O'Neil", "1,Sean O'Neil,\n2,Sean ONeil,\n", ["1"]),
        ("Sean ONeil", "1,Sean O'Neil,\n", [""]),  # no file system drops an apostrophe
        ("Ann J Lee", "1,Ann J. Lee,\n", ["1"]),
        ("lee", "1,Wong Lo,lee\n2,Lee,x\n", [""]),  # a user name does not go before a name
        ("ann", "1,ann,\n2,Ann,\n", [""]),
        ("B17", "b17,Ann,\nB17,Bob,\n", ["B17"]),  # an id does, as it is typed
    ],
)
def test_a_folder_of_no_platform(tmp_path: Path, folder: str, roster: str, ids: list[str]) -> None:
    assert whose(tmp_path, [f"{folder}/"], f"id,name,login\n{roster}") == ids


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
def test_what_gradescope_says_must_not_contradict_itself(
    tmp_path: Path, sid: str, email: str, name: str, expected: str
) -> None:
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


# --- the match file ---------------------------------------------------------------------------------------------------
def test_a_row_is_for_the_submission_of_just_that_name(tmp_path: Path) -> None:
    roster = "id,name,login\n1,Sean X,ONeil\n2,Pat O Neil,po\n3,Zed,z\n"
    roll = roll_of(tmp_path, sources(["O'Neil/", "ONeil/", "Zed/"]), roster, "file,student\nO'Neil,2\n")
    assert given(roll) == {"O'Neil": "2", "ONeil": "1", "Zed": "3"}
    roll = roll_of(tmp_path, {}, roster, "file,student\nO'Neil,-\n")
    assert given(roll) == {"ONeil": "1", "Zed": "3"}


@pytest.mark.parametrize(
    "name", ["who ", " who", "wh\u00a0o", "wh\to", "w'ho", "=who", "who\u200d", "who\x07", "\x1b[1mwho"]
)
def test_any_name_can_be_settled(tmp_path: Path, name: str) -> None:
    roster = "id,name\n1,Ann\n2,Bob\n"
    write_whole(tmp_path / "out.csv", match_text(rows_of(roll_of(tmp_path, sources([f"{name}/", "Ann/"]), roster))))
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        [row] = csv.DictReader(file)
    match = io.StringIO(newline="")
    csv.writer(match).writerows([["file", "student"], [row["file"], "2"]])
    settled = roll_of(tmp_path, {}, roster, match.getvalue())
    assert (settled.unmatched, {one.student.id for one in settled.members}) == ((), {"1", "2"})


def test_of_a_stranger_s_attempts_the_one_that_is_named_counts(tmp_path: Path) -> None:
    names = [f"zoe@x_{version}_hw.py" for version in (1, 2)]
    roster = "id,name,email\n1,Zoe,z@y\n2,Ann,ann@x\n"
    [waiting] = roll_of(tmp_path, sources([*names, "ann@x_1_hw.py"]), roster).unmatched
    assert waiting.folder == "zoe@x_2_hw.py"
    assert "zoe@x_1_hw.py" in waiting.doubt.what, "no file is nowhere"
    roll = roll_of(tmp_path, {}, roster, "file,student\nzoe@x_2_hw.py,1\n")
    assert (given(roll), roll.unmatched) == ({"zoe@x_2_hw.py": "1", "ann@x_1_hw.py": "2"}, ())
    assert [one.where for one in roll.strays] == ["zoe@x_1_hw.py"]


def test_a_group_has_the_work_of_each_of_it(tmp_path: Path) -> None:
    students = [Student("1", "Ann", group="Team 7"), Student("2", "Bob", group="Team 7, X"), Student("3", "X")]
    roll = roll_of(tmp_path, sources(["team 7/", "X/"]), Roster(students))
    assert {one.student.id for one in roll.members} == {"1", "2"}
    assert [one.doubt.what for one in roll.unmatched] == ["X is a student and a group"]


def test_nbgrader_s_folders_are_students_whatever_a_group_is_called(tmp_path: Path) -> None:
    names = ["submitted/lee/hw1/", "submitted/bob/hw1/"]
    assert whose(tmp_path, names, "id,name,group\n1,Cy Dee,lee\nbob,Bob Ray,\n") == ["bob", ""]
