"""A folder or zip to a Roll: who is who, and what is not clear, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from judge.classroom.files.file import File
from judge.classroom.intake import read_roll
from judge.classroom.people.roster import read_roster
from judge.classroom.shapes import piles, submitters
from judge.errors import JudgeError
from judge.model.classroom import Member, Roll
from tests.classes import RIGHT, SHAPES, Pupil, plain, pupils, write_zip

SOURCE = RIGHT.format("mine").encode()


def by_id(roll: Roll) -> dict[str, Member]:
    return {member.student.id: member for member in roll.members}


def lone(tmp_path: Path, files: dict[str, bytes]) -> Member:
    """The student ada of a class with one more, who is fine."""
    path = write_zip(tmp_path / "class.zip", {f"ada/{name}": data for name, data in files.items()} | {"bob.py": SOURCE})
    return by_id(read_roll(path))["ada"]


# --- the shapes --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", SHAPES)
def test_a_class_of_200_loses_and_invents_nobody(tmp_path: Path, shape: str) -> None:
    everybody = pupils()
    roll = read_roll(SHAPES[shape](tmp_path, everybody))
    assert roll.shape == shape
    assert roll.strays == ()
    assert len(roll.members) == 200
    assert all(member.doubt is None and member.main for member in roll.members)
    key: Callable[[Pupil], str] = (lambda one: one.name) if shape == "plain" else (lambda one: str(one.number))
    rows = by_id(roll)
    for pupil in everybody:
        member = rows[key(pupil)]
        # A report beside a lone source is told and left out; every other byte is there.
        assert dict(member.files) == {name: data for name, data in pupil.files.items() if name != "README.md"}
        assert bool(member.remarks) == ("README.md" in pupil.files)
        assert member.late == (shape == "Canvas" and pupil.number % 7 == 0)


@pytest.mark.parametrize(
    ("shape", "page"),
    [
        ("plain", "Ada Lovelace 0/feedback"),
        ("Moodle", "Ada Lovelace 0_1000_assignsubmission_file_/feedback"),
        ("Canvas", "adalovelace0_1000_100000_homework"),
        ("Gradescope", "submission_401000/feedback"),
        ("Blackboard", "Homework_1_1000_attempt_2026-11-21-18-00-00_homework"),
    ],
)
def test_feedback_goes_where_the_export_has_the_student(tmp_path: Path, shape: str, page: str) -> None:
    assert read_roll(SHAPES[shape](tmp_path, pupils(8))).members[0].page == page


@pytest.mark.parametrize("shape", SHAPES)
def test_a_roster_names_everybody_and_who_is_absent(tmp_path: Path, shape: str) -> None:
    everybody = pupils(20)
    lines = ["Student,ID,SIS User ID,SIS Login ID,Section", "    Points Possible,,,,"]
    lines += [f'"{one.name}",{one.number},U{one.number},,A' for one in everybody]
    if shape == "Gradescope":
        lines = ["Name,SID,Email", *(f'"{one.name}",{one.number},{one.email}' for one in everybody)]
    path = tmp_path / "roster.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    roll = read_roll(SHAPES[shape](tmp_path, everybody[1:]), read_roster(path))
    assert [student.name for student in roll.absent] == [everybody[0].name]
    assert {member.student.name for member in roll.members} == {one.name for one in everybody[1:]}
    assert {member.matched for member in roll.members} == {"id" if shape in ("Canvas", "Gradescope") else "name"}
    assert not any(member.doubt for member in roll.members)


# --- what is not clear ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"homework.py": SOURCE, "homework.cpp": b"int main() {}"}, "which of its programs is run"),
        ({"a.py": SOURCE, "b.py": SOURCE}, "a.py, b.py"),
        ({"homework.docx": b"PK"}, "none of homework.docx is a source file"),
        ({"homework.zip": b"PK"}, "not a whole zip"),
        ({"homework.tgz": b"PK"}, "an archive in the archive"),
        ({"homework.py": b"#" * (257 << 10)}, "longer than 256 KiB"),
        ({f"m{k}.py": b"#" for k in range(300)} | {"homework.py": SOURCE}, "more than 256 files"),
        ({"homework.py": SOURCE, "../../etc/cron.d/x.py": b"x"}, "leads out of its folder"),
        ({"home\u202ework.py": SOURCE}, "can't be seen"),
        ({"home\x07work.py": SOURCE}, "can't be seen"),
        ({"x" * 300 + ".py": SOURCE}, "too long"),
        ({"d/" * 40 + "x.py": SOURCE}, "too long"),
    ],
)
def test_what_can_not_be_judged_keeps_its_row_and_a_reason(tmp_path: Path, files: dict[str, bytes], said: str) -> None:
    member = lone(tmp_path, files)
    assert member.page == "ada/feedback"
    assert member.doubt
    assert said in member.doubt.what
    assert member.doubt.help
    assert (member.main, member.files) == ("", ())


def test_moodle_s_flat_and_empty_forms(tmp_path: Path) -> None:
    files = {
        "Ann Lee_11_assignsubmission_file_homework.py": SOURCE,
        "Bob Ray_12_assignsubmission_onlinetext_/onlinetext.html": b"<p>def solve</p>",
        "Eve Orr_13_assignsubmission_file_/homework.py": SOURCE,
        "Eve Orr_13_assignsubmission_onlinetext_/onlinetext.html": b"<p>see file</p>",
    }
    rows = by_id(read_roll(write_zip(tmp_path / "x.zip", files)))
    assert rows["11"].page == "Ann Lee_11_assignsubmission_file_homework"
    assert rows["12"].doubt
    assert "onlinetext.html is a source file" in rows["12"].doubt.what
    assert (rows["13"].main, rows["13"].doubt) == ("homework.py", None)


def test_blackboard_s_receipt_says_where_the_user_begins(tmp_path: Path) -> None:
    first, second = "HW_1_j_doe_attempt_2026-11-20-23-59-01", "HW_1_j_doe_attempt_2026-11-21-08-00-00"
    receipt = b"\xef\xbb\xbfName: Jane Doe (j_doe)\r\nAssignment: HW_1\r\n"
    files = {
        f"{first}.txt": receipt,
        f"{first}_main.py": SOURCE,
        f"{second}.txt": receipt,
        f"{second}_main.py": SOURCE + b"# late",
        "HW_1_bob_attempt_2026-11-20-00-00-00_main.py": SOURCE,  # without a receipt
        "HW_1_eve_attempt_2026-11-20-00-00-00.txt": b"Name: Eve (eve)\n",  # a text in the browser, no file
        "notes.pdf": b"",
    }
    roll = read_roll(write_zip(tmp_path / "gradebook.zip", files))
    rows = by_id(roll)
    assert roll.shape == "Blackboard"
    assert set(rows) == {"j_doe", "bob", "eve"}
    assert rows["j_doe"].student.name == "Jane Doe"
    assert dict(rows["j_doe"].files) == {"main.py": SOURCE + b"# late"}, "the newest attempt counts"
    [older] = rows["j_doe"].others
    assert (older.folder, dict(older.files), older.student) == (
        f"{first}.txt", {"main.py": SOURCE}, rows["j_doe"].student,
    )  # fmt: skip
    assert rows["j_doe"].remarks == (f"the newest of 2 attempts; before it: {first}.txt",)
    local = datetime(2026, 11, 21, 8).timestamp()
    assert rows["j_doe"].handed_in_s == local
    assert rows["bob"].main == "main.py"
    assert rows["eve"].doubt
    assert rows["eve"].doubt.what == "nothing was handed in"
    assert [stray.where for stray in roll.strays] == ["notes.pdf"]


@pytest.mark.parametrize("zipped", [True, False])
def test_a_folder_with_nothing_in_it_is_somebody_s(tmp_path: Path, zipped: bool) -> None:
    files = {
        "class/ada/main.py": SOURCE,
        "class/.DS_Store": b"x",
        "class/bob/.DS_Store": b"x",
        "class/bob/.git/config": b"x",
        "class/cid/": b"",
        "class/cid/deep/er/": b"",
        "class/dan/.main.py": SOURCE,
        "class/eve/main.py": SOURCE,
        "class/eve/.env": b"SECRET=1",
        "__MACOSX/class/ada/._main.py": b"\0\5\x16\7",
        "__MACOSX/class/": b"",
    }
    path = tmp_path / "any.zip"
    if zipped:
        write_zip(path, files)
    else:
        path = tmp_path / "any"
        for name, data in files.items():
            target = path / name
            (target if name.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                target.write_bytes(data)
    roll = read_roll(path)
    rows = by_id(roll)
    assert {name: row.main for name, row in rows.items()} == {
        "ada": "main.py", "bob": "", "cid": "", "dan": ".main.py", "eve": "main.py",
    }  # fmt: skip
    doubts = [rows[name].doubt for name in ("bob", "cid")]
    assert [doubt and doubt.what for doubt in doubts] == ["nothing was handed in"] * 2
    assert rows["eve"].remarks == (".env: it is hidden",)
    assert roll.strays == ()


def test_canvas_anonymous_and_two_attachments_of_one_name(tmp_path: Path) -> None:
    files = {
        "anon_x1Y2z_777_homework.py": SOURCE,
        "LATE_anon_a9_778_homework.py": SOURCE,
        "doejane_5_801_homework.py": SOURCE,
        "doejane_5_802_homework.py": SOURCE + b"#",
        "roejoe_6_text.html": b"<p>",
    }
    rows = by_id(read_roll(write_zip(tmp_path / "x.zip", files)))
    assert set(rows) == {"anon_x1Y2z", "anon_a9", "5", "6"}
    assert rows["anon_a9"].late
    assert rows["5"].doubt
    assert "there are two of homework.py" in rows["5"].doubt.what
    assert rows["6"].doubt


# --- Gradescope's list ------------------------------------------------------------------------------------------------
def test_a_group_hands_in_once_and_is_graded_each(tmp_path: Path) -> None:
    text = "submission_7:\n  :submitters:\n  - :name: Ann\n    :sid: '1'\n  - :name: 'Bob''s'\n    :sid: 2\n"
    text += "submission_8:\n  :submitters: []\nsubmission_9:\n  :submitters:\n  - :sid: '9'\n"
    files = {"submission_metadata.yml": text.encode(), "submission_7/homework.py": SOURCE}
    files |= {"submission_8/homework.py": SOURCE, "submission_10/homework.py": SOURCE + b"#"}
    roll = read_roll(write_zip(tmp_path / "x.zip", files))
    rows = by_id(roll)
    assert set(rows) == {"1", "2", "9", "submission_8", "submission_10"}
    assert rows["2"].student.name == "Bob's"
    assert rows["1"].main == rows["2"].main == "homework.py"
    assert [rows["1"].page, rows["2"].page] == ["submission_7/feedback", "submission_7/feedback-2"]
    assert rows["9"].doubt
    assert rows["9"].doubt.what == "nothing was handed in"
    assert rows["submission_8"].doubt
    assert "names nobody" in rows["submission_8"].doubt.what
    assert [[member.folder for member in group] for group in roll.twins] == [["submission_7", "submission_8"]]


def test_what_a_test_has_printed_names_nobody() -> None:
    text = (
        "submission_1:\n  :submitters:\n  - :sid: '1'\n  :graders:\n  - :name: TA\n    :sid: '8'\n"
        "  :results:\n    tests:\n    - output: 'Don''t worry\n"
        "        about it.\n\n'\n      other: |-\n        submission_2:\n          :submitters:\n"
        "          - :sid: '2'\n  :id: 1\n...\nsubmission_3:\n  submitters:\n  - sid: '3'\n    name: \"J\\xF6rg\"\n"
    )
    found = {folder: [(one.id, one.name) for one in students] for folder, students in submitters(text.encode()).items()}
    assert found == {"submission_1": [("1", "")], "submission_3": [("3", "Jörg")]}


def test_a_wrapper_around_the_class_is_seen_through(tmp_path: Path) -> None:
    everybody = pupils(4)
    plain(tmp_path, everybody)
    folder = tmp_path / "class"
    (tmp_path / "outer").mkdir()
    folder.rename(tmp_path / "outer" / "hw1")
    assert {member.student.name for member in read_roll(tmp_path / "outer").members} == {one.name for one in everybody}
    alone = write_zip(tmp_path / "hw.zip", {"ada/homework.py": SOURCE, "ada/util.py": b"#"})
    assert list(by_id(read_roll(alone))) == ["ada"]


def test_a_long_list_of_submitters_costs_little_more_than_itself() -> None:
    import tracemalloc

    printed = b"      output: |-\n" + b"        a line of a test\n" * 400_000
    text = b"".join(
        b"submission_%d:\n  :submitters:\n  - :name: Ann\n    :sid: '%d'\n  :results:\n%s" % (k, k, printed)
        for k in (1, 2)
    )
    tracemalloc.start()
    try:
        found = submitters(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [one.id for students in found.values() for one in students] == ["1", "2"]
    assert peak < 1 << 20


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"submission_1:\n  :submitters:\n" + b"  - :name: x\n" * 200_000, marks=pytest.mark.slow),
        b"".join(b"submission_%d:\n" % number for number in range(20_002)),
        pytest.param(b"submission_1:\n" + b"  :submitters:\n  - :name: x\n" * 200_000, marks=pytest.mark.slow),
    ],
)
def test_a_list_without_bounds_is_refused(text: bytes) -> None:
    with pytest.raises(JudgeError) as caught:
        submitters(text)
    assert caught.value.code == "E461"


def test_a_list_that_is_cut_names_nobody_by_half(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"submission_{k}:\n  :submitters:\n  - :name: Ann\n    :sid: '123{k}'\n" for k in (1, 2, 3)).encode()
    monkeypatch.setattr("judge.classroom.shapes.gradescope.METADATA_LIMIT", len(text) - 3)
    files = [File("submission_metadata.yml", len(text), lambda limit: text[:limit])]
    files += [File(f"submission_{k}/a.py", 1, lambda _: b"x") for k in (1, 2, 3)]
    found = {pile.folder: [one.student.id for one in pile.told] for pile in piles(files, (".py",)).piles}
    assert found == {"submission_1": ["1231"], "submission_2": ["1232"], "submission_3": []}
