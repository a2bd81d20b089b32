"""A folder or zip to a Roll: who is who, and what is not clear, with its reason."""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import pytest

from judge.classroom import Roster, read_roll
from judge.errors import JudgeError
from judge.model import Roll, Student
from tests.classes import write_zip
from tests.classroom.make import SOURCE, by_id, doubt_of, failing, packed, roll_of
from tests.judging.make import problem_of
from tests.refused import refused

PROGRAM = b"print(1)"


@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_a_folder_with_nothing_in_it_is_somebody_s(tmp_path: Path, kind: str) -> None:
    names = ["ada/main.py", ".DS_Store", "bob/.DS_Store", "bob/.git/config", "cid/", "cid/deep/er/", "dan/.main.py"]
    names += ["eve/main.py", "eve/.env"]
    files = {f"class/{name}": b"" if name.endswith("/") else SOURCE for name in names}
    files |= {"__MACOSX/class/ada/._main.py": b"\0\5\x16\7", "__MACOSX/class/": b""}
    roll = read_roll(packed(tmp_path / "any", files, kind))
    nothing = "nothing was handed in"
    assert {name: (row.main, row.doubt and row.doubt.what) for name, row in by_id(roll).items()} == {
        "ada": ("main.py", None), "bob": ("", nothing), "cid": ("", nothing), "dan": (".main.py", None),
        "eve": ("main.py", None),
    }  # fmt: skip
    assert (by_id(roll)["eve"].remarks, roll.strays) == ((".env: it is hidden",), ())


def test_a_group_hands_in_once_and_is_graded_each(tmp_path: Path) -> None:
    text = "submission_7:\n  :submitters:\n  - :name: Ann\n    :sid: '1'\n  - :name: 'Bob''s'\n    :sid: 2\n"
    text += "submission_8:\n  :submitters: []\nsubmission_9:\n  :submitters:\n  - :sid: '9'\n"
    files = {"submission_metadata.yml": text.encode(), "submission_10/a.docx": b""}
    files |= {f"submission_{number}/homework.py": SOURCE for number in (7, 8)}
    files |= {"notes.pdf": b"", "submission_3": b"", "submission_x/a.py": SOURCE}
    roll = read_roll(write_zip(tmp_path / "x.zip", files))
    rows = by_id(roll)
    assert [(rows[who].student.name, rows[who].student.lms_id) for who in "129"] == [
        ("Ann", "7"), ("Bob's", "7"), ("", "9"),
    ]  # fmt: skip
    assert [rows[who].page for who in "12"] == ["submission_7/feedback", "submission_7/feedback-2"]
    assert [name for name, one in rows.items() if not one.doubt] == ["1", "2"]
    said = {"9": "nothing was handed in", "submission_8": "names nobody", "submission_10": "source file"}
    assert [name for name, word in said.items() if word not in doubt_of(rows[name]).what] == []
    assert [[member.folder for member in group] for group in roll.twins] == [["submission_7", "submission_8"]]
    assert (roll.absent, [one.where for one in roll.strays]) == ((), ["notes.pdf", "submission_3", "submission_x/a.py"])


# --- who it is --------------------------------------------------------------------------------------------------------
def test_who_is_in_no_roster_or_shares_a_name(tmp_path: Path) -> None:
    files = {f"{name}.py": name.encode() for name in ("ann", "bob", "eve")}
    roll = roll_of(tmp_path, files, "id,name,email\n1,Ann,\n2,Ann,\n3,Bob,b@x\n4,Cid,\n")
    [bob] = roll.members
    assert (bob.student, bob.matched, bob.doubt) == (Student("3", "Bob", "b@x"), "name", None)
    assert [(one.folder, one.doubt.what, one.nearest, one.main) for one in roll.unmatched] == [
        ("ann", "2 students share the name ann: 1, 2", (Student("1", "Ann"), Student("2", "Ann")), "ann.py"),
        ("eve", "the roster has no row for eve", (), "eve.py"),
    ]
    assert all("--match" in one.doubt.help for one in roll.unmatched)
    assert [student.id for student in roll.absent] == ["1", "2", "4"]


def test_a_student_is_looked_up_by_all_that_the_export_says(tmp_path: Path) -> None:
    names = {"Ann Lee_11": "a.py", "Bob_12": "a.docx", "Cid_13": "a.docx"}
    files = {f"{name}_assignsubmission_file_/{path}": PROGRAM for name, path in names.items()}
    roster = "id,name\n7,Ann Lee\n8,Bob\n"
    roll = roll_of(tmp_path, files, roster)
    ann, bob = roll.members
    assert (ann.student, ann.matched, ann.doubt) == (Student("7", "Ann Lee", lms_id="11"), "name", None)
    assert bob.student.lms_id == "12"
    assert "source file" in doubt_of(bob).what
    assert [(one.doubt.what, one.main) for one in roll.unmatched] == [("the roster has no row for 13 or Cid", "")]
    roll = roll_of(tmp_path, {"Cid_13_assignsubmission_file_/a.py": PROGRAM}, roster)
    assert [one.main for one in roll.unmatched] == ["a.py"]


def test_two_submissions_of_one_student(tmp_path: Path) -> None:
    files = {"3/a.py": PROGRAM, "Bob/a.py": PROGRAM, "cid/a.py": PROGRAM}
    student = Student("3", "Bob")
    bob, _ = roll_of(tmp_path, files, "id,name\n3,Bob\n4,Cid\n").members
    assert [(one.folder, one.main, one.student) for one in bob.others] == [
        (folder, "a.py", student) for folder in ("3", "Bob")
    ]
    doubt = doubt_of(bob)
    assert (doubt.where, doubt.what, "--match" in doubt.help) == ("3 and Bob", "3 has two submissions", True)
    assert bob == Roll.Member(student, "3 and Bob", "3/feedback", matched="id", doubt=doubt, others=bob.others)


@pytest.mark.parametrize(
    ("files", "twins"),
    [
        ({"a.py": b"1", "b.py": b"1", "c.py": b"2", "d.py": b"2", "e.py": b"3"}, [["a", "b"], ["c", "d"]]),
        ({"a.py": b"1", "b.cpp": b"1"}, []),
        ({"a/main.py": b"1", "b/other.py": b"1"}, [["a", "b"]]),
        ({"a/main.py": PROGRAM, "a/x.h": b"", "b/main.py": PROGRAM, "b/x.h": b""}, [["a", "b"]]),
        ({"a/main.py": PROGRAM, "a/x.h": b"", "b/main.py": PROGRAM, "b/x.h": b"2"}, []),
        ({"a/main.docx": b"1", "b/main.docx": b"1", "c.py": b""}, []),
    ],
)
def test_the_same_bytes_and_ending_are_twins(tmp_path: Path, files: dict[str, bytes], twins: list[list[str]]) -> None:
    roll = roll_of(tmp_path, files)
    assert [[one.student.id for one in group] for group in roll.twins] == twins


def test_strays_say_what_to_do_with_them(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "x.zip", {"a.py": PROGRAM, "b.py": b"", "notes.pdf": b"", "../up.py": b""})
    assert read_roll(path).strays == (
        Roll.Doubt("../up.py", "its name leads out of its folder", "take the file out of the class"),
        Roll.Doubt("notes.pdf", "it belongs to no student", "name it as the others are, or take it out of the class"),
    )


# --- pages ------------------------------------------------------------------------------------------------------------
def unnamed(name: bytes) -> str:
    return f"unnamed-{sha256(name).hexdigest()[:12]}/feedback"


SHORT, LONG = (f"cid_{number}_8_{'x' * (length - 8)}" for number, length in ((7, 247), (9, 248)))


@pytest.mark.parametrize(
    ("names", "page", "late"),
    [
        (["ann_LATE_5_801_a.b.py"], "ann_LATE_5_801_a.b", True),
        (["bob_LATE_6_802_a.docx"], "bob_LATE_6_802_a", True),  # of which nothing can be made
        (["Ann Lee_11_assignsubmission_file_/a.py"], "Ann Lee_11_assignsubmission_file_/feedback", False),
        (["HW_ann_attempt_2026-11-21-18-00-00_a.py"], "HW_ann_attempt_2026-11-21-18-00-00_a", False),
        (["ann_5_801_a.h", "ann_5_802_main.py"], "ann_5_802_main", False),  # the file that is run
        (["Ann Lee_11_assignsubmission_file_homework.py"], "Ann Lee_11_assignsubmission_file_homework", False),
        ([f"{SHORT}.py"], SHORT, False),
        ([f"{LONG}.py"], unnamed(LONG.encode()), False),  # no room for a page
        ([os.fsdecode(b"J\xf6rg.py")], unnamed(b"J\xed\xb3\xb6rg"), False),
    ],
)
def test_pages_go_where_the_export_has_the_student(tmp_path: Path, names: list[str], page: str, late: bool) -> None:
    [one] = roll_of(tmp_path, dict.fromkeys(names, PROGRAM)).members
    assert (one.page, one.late) == (page, late)
    assert one.folder == (names[0].partition("/")[0] if "_" in names[0] else names[0].removesuffix(".py"))


def test_no_two_have_one_page(tmp_path: Path) -> None:
    """A team's members are counted, and another team may be called so."""
    people = "id,name,group\n1,Ann,Team\n2,Bob,Team\n3,Cy,Team-2\n4,Dan,Team\n"
    rows = by_id(roll_of(tmp_path, {"Team.py": b"1", "Team-2.py": b"2"}, people))
    assert {who: one.page for who, one in rows.items()} == {"1": "Team", "2": "Team-3", "3": "Team-2", "4": "Team-4"}


# --- the class as a whole ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "files", "students"),
    [
        ("hw.zip", ["hw/ada.py", "hw/bob.py"], "ada bob"),
        ("any.zip", ["hw/ada.py", "hw/bob.py"], "hw"),
        ("any.zip", ["hw/ada/a.py", "hw/bob/a.py"], "ada bob"),
        ("any.zip", ["x/hw/ada/a.py", "x/hw/bob/a.py"], "x"),
        ("any.zip", ["x/hw/ada/a.py", "y/hw/bob/a.py"], "x y"),
        ("any.zip", ["hw/ada/a.py", "hw/b.pdf"], "hw"),
        ("any.zip", ["hw/ada/a.py", "hw/bob/a.py", "hw/b.pdf"], "ada bob"),
        ("any.zip", ["hw/ada/a.py", "hw/bob/a.py", "hw/b.py"], "hw"),
        ("any.zip", ["hw/ada/a.py", "hw/bob/a.py", "b.py"], "b hw"),
        ("any.zip", ["hw/Ann_1_assignsubmission_file_/a.py"], "1"),
        ("any.zip", ["Ann_1_assignsubmission_file_/x/a.py", "Ann_1_assignsubmission_file_/y/b.py"], "1"),
        ("ada.py.zip", ["ada.py"], "ada"),
        ("hw.zip", ["hw/hw/ada.py", "hw/"], "ada"),
    ],
)
def test_a_folder_around_the_class_is_seen_through(tmp_path: Path, name: str, files: list[str], students: str) -> None:
    path = write_zip(tmp_path / name, dict.fromkeys(files, PROGRAM))
    assert sorted(member.student.id for member in read_roll(path).members) == students.split()


def test_a_class_without_a_submission_is_refused(tmp_path: Path) -> None:
    with refused("E461", "there is no submission in it", tmp_path / "class"):
        roll_of(tmp_path, {"notes.pdf": b""})


# --- the fence --------------------------------------------------------------------------------------------------------
def test_what_the_judge_fails_to_read_costs_its_student_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "b.py", RecursionError("too deep"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    files = {"ann_5_801_a.py": PROGRAM, "bob_LATE_6_802_b.py": PROGRAM}
    ann, bob = roll_of(tmp_path, files, "Student,ID,SIS User ID\nann,5,U5\nBob,6,U6\n").members
    [trace] = tmp_path.glob("judge-crash-*")
    assert "RecursionError: too deep" in trace.read_text()
    assert ann.doubt is None
    doubt = doubt_of(bob)
    assert (doubt.ours, "RecursionError" in doubt.what, str(trace) in doubt.help) == (True, True, True)
    student = Student("U6", "Bob", lms_id="6", lms="Canvas")
    assert bob == Roll.Member(student, bob.folder, "", late=True, matched="id", doubt=doubt)


@pytest.mark.parametrize(
    ("name", "files", "student"),
    [
        ("b.py", {"submission_metadata.yml": b"", "submission_8/b.py": PROGRAM}, Student("submission_8")),
        ("none", {"ada.py": PROGRAM, "bob.py": PROGRAM}, Student("ada", "ada")),  # not even the roster can be asked
    ],
)
def test_where_nothing_else_is_known_the_export_says_who_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, files: dict[str, bytes], student: Student
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    failing(monkeypatch, name, RecursionError("too deep"))
    monkeypatch.setattr(Roster, "by_any", Mock(side_effect=RecursionError("too deep")))
    member = roll_of(tmp_path, files, "id,name\n1,Ada\n").members[0]
    assert (member.student, member.matched, member.page) == (student, "the export", "")
    assert doubt_of(member).ours


def test_an_error_in_the_judges_own_words_ends_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roster, "by_any", Mock(side_effect=JudgeError("E461", "it has no bounds")))
    with refused("E461", "it has no bounds"):
        roll_of(tmp_path, {"ada.py": PROGRAM}, "id,name\n1,Ada\n")


def test_what_is_to_be_known_of_moodle_s_numbers_is_said(tmp_path: Path) -> None:
    default = "Default group_assignsubmission_file"
    files = {"Ann_17_assignsubmission_file/a.py": PROGRAM, f"{default}/a.py": b""}
    head = "Identifier,Full name\n"
    roll = roll_of(tmp_path, files)
    [default_said] = [member.doubt.what for member in roll.members if member.doubt]
    assert "default group" in default_said
    assert "a group's folder of Moodle can't be told from a participant's" in roll.remarks[0]
    for text, another in (("17,Ann", False), ("99,Ann", True), (",Ann", False), ("17,Ann\n16,Bob", False)):
        roll = roll_of(tmp_path, {}, f"{head}{text}\n")
        assert ["numbers are another assignment's" in remark for remark in roll.remarks] == [True] * another
        assert [one.student.export_id or one.student.lms_id for one in roll.members] == ["17"]
        assert [(one.folder, one.doubt.what, one.nearest) for one in roll.unmatched] == [(default, default_said, ())]
    [waits] = roll_of(tmp_path, {}, "id,name,group\n1,Ann,A\n2,Bob,\n3,Cid,B\n4,Dan,\n").unmatched
    assert [one.id for one in waits.nearest] == ["2", "4"]
    (tmp_path / "class" / "Ann_17_assignsubmission_file").rename(tmp_path / "class" / "A_2_assignsubmission_file")
    roll = roll_of(tmp_path, {}, "Identifier,Full name,Group\n1,Ann,A\n2,Bob,\n")
    assert ([one.student.lms_id for one in roll.members], roll.remarks) == (["1"], ()), "it is a group's number"


# --- several attempts -------------------------------------------------------------------------------------------------
def attempts(folder: Path, files: Sequence[str]) -> str:
    """Which files of each student count, the newest first; several that nobody can tell apart stand by themselves."""
    names = {f"{name}/hw.py" if "," in name else f"{name}_hw.py": name.encode() for name in files}
    roll = roll_of(folder, names, problem=problem_of(1), kind="zip")
    of = [[one.folder for one in ((() if one.doubt else (one,)) + one.others)] for one in roll.members]
    waits = [bool(one.doubt) for one in roll.members]
    return "; ".join(("|" if wait else " > ").join(map(short, names)) for names, wait in zip(of, waits, strict=True))


def short(folder: str) -> str:
    """What is told of an attempt: its day, its version, or its hour."""
    return folder.removesuffix("_hw.py").rpartition("-11-")[2].rpartition(" - ")[2].rpartition("@x_")[2]


def days(*said: str) -> list[str]:
    return [f"31-999 - Ann Lee - {day}, 2026 926 PM" for day in said]


@pytest.mark.parametrize(
    ("files", "order"),
    [
        ([f"HW_{who}_attempt_2026-11-{day}-10-00-00" for who, day in (
            ("ann", 19), ("bob", 10), ("ann", 21), ("ann", 20))],
         "21-10-00-00 > 20-10-00-00 > 19-10-00-00; 10-10-00-00"),
        (["ann@x_2", "ann@x_10", "ann@x_9"], "10 > 9 > 2"),
        (days("Nov 9", "Nov 10"), "Nov 10, 2026 926 PM > Nov 9, 2026 926 PM"),
        # Where nobody can tell, each stands by itself.
        (days("9 sept.", "Nov 10"), "9 sept., 2026 926 PM|Nov 10, 2026 926 PM"),
        (days("9 sept.", "1 okt."), "1 okt., 2026 926 PM|9 sept., 2026 926 PM"),
    ],
)  # fmt: skip
def test_the_newest_is_first_and_users_are_as_the_export_has_them(tmp_path: Path, files: list[str], order: str) -> None:
    for number, some in enumerate((files, files[::-1])):
        assert attempts(tmp_path / str(number), some) == order


def test_an_export_whose_times_can_not_be_read_waits_and_is_settled_by_the_match_file(tmp_path: Path) -> None:
    old, new, alone = (
        f"{who} {day} 2026 926" for who, day in (
            ("31-999 - Ann Lee -", "30 sept."), ("31-999 - Ann Lee -", "1 oct."), ("32-999 - Bo Ray -", "1 oct."),
        )
    )  # fmt: skip
    files, roster = {f"{name}/hw.py": name.encode() for name in (old, new, alone)}, "id,name\n1,Ann Lee\n2,Bo Ray\n"
    ann, bo = roll_of(tmp_path, files, roster).members
    assert (bo.doubt, bo.main) == (None, "hw.py")
    assert (doubt_of(ann).what, ann.main, len(ann.others)) == ("1 has two submissions", "", 2)
    settled = roll_of(tmp_path, {}, roster, f"file,student,main\n{new},1,\n").members
    assert [(one.folder, one.doubt) for one in settled] == [(new, None), (alone, None)]
