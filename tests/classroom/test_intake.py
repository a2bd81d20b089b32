"""A folder or zip to a Roll: who is who, and what is not clear, word for word with its reason."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from judge.classroom.files.file import File
from judge.classroom.homework import hand_in
from judge.classroom.intake import read_roll
from judge.classroom.people.owners import Owners
from judge.classroom.people.roster import read_roster
from judge.classroom.shapes import piles, submitters
from judge.classroom.shapes.named import DEFAULT
from judge.errors import JudgeError, Place
from judge.model.classroom import Doubt, Member, Roll, Student, Unmatched
from judge.submissions import main_choice
from judge.submissions.beginning import CALL_IT
from judge.submissions.languages import endings
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


@pytest.mark.parametrize(
    ("files", "said"),
    [
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


PROGRAM = b"print(1)"
COUNTS = "leave the one that counts in the class"
STRANGER = "give the student's row in the match file (--match), or add the student to the roster"
ALONE = "leave the sources alone in it"
WHICH = f"say which with --main or in the match file; or {CALL_IT}"


def written(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir() if name.endswith("/") else path.write_bytes(data)
    return folder


def roll_of(tmp_path: Path, files: dict[str, bytes], roster: str = "") -> Roll:
    path = tmp_path / "roster.csv"
    path.write_text(roster)
    return read_roll(written(tmp_path / "class", files), read_roster(path) if roster else None)


def ada(tmp_path: Path, files: dict[str, bytes]) -> Member:
    """The student ada of a class with one more, who is fine."""
    class_files = {f"ada/{name}": data for name, data in files.items()} | {"bob.py": SOURCE}
    [member] = (one for one in roll_of(tmp_path, class_files).members if one.student.id == "ada")
    return member


# --- what can't be judged ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("files", "what", "repair"),
    [
        ({"deep/": b""}, "nothing was handed in", "ask the student"),
        ({"a.py": PROGRAM, "b.py": PROGRAM}, "it is not clear which of its programs is run: a.py, b.py", WHICH),
        (
            {"main.py": PROGRAM, "homework.py": PROGRAM, "util.py": b"", "x/main.py": b""},
            "it is not clear which of its programs is run: homework.py, main.py",
            WHICH,
        ),
        *(
            (
                {f"{letter}.py": PROGRAM for letter in "fabcde"[-count:]},
                f"it is not clear which of its programs is run: a.py, b.py, c.py, d.py, e.py{more}",
                WHICH,
            )
            for count, more in ((5, ""), (6, " and 1 more"))
        ),
        ({"code.TAR": b"PK", "a.txt": b""}, "it is an archive in the archive: code.TAR", "unpack it in its place"),
        (
            {"b.docx": b"PK", "a.txt": b""},
            "none of a.txt, b.docx is a source file",
            f"known endings are {', '.join(endings())}",
        ),
        (
            {"homework.py": b"import b, a\n" + SOURCE, "a.py": b"", "b.py": b"", "c.py": b""},
            "homework.py defines solve, which is judged as one file, but it imports a.py, b.py",
            "let the student hand in one file",
        ),
    ],
)
def test_what_can_not_be_judged(tmp_path: Path, files: dict[str, bytes], what: str, repair: str) -> None:
    assert ada(tmp_path, files) == Member(
        Student("ada", "ada"), "ada", "ada/feedback", doubt=Doubt("ada", what, repair)
    )


def test_a_source_that_must_not_be_read_is_named(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", {"ada/notes.txt": b"", "bob.py": SOURCE})
    (folder / "ada" / "homework.py").symlink_to("notes.txt")
    (member, _) = read_roll(folder).members
    assert member.doubt == Doubt("ada/homework.py", "it is a link", "let the student hand in a plain source file")


def test_a_file_beside_a_folder_of_one_student(tmp_path: Path) -> None:
    [member] = roll_of(tmp_path, {"ada/main.py": PROGRAM, "ada.py": PROGRAM}).members
    assert member.doubt == Doubt(
        "ada", f"there are two of {'ada/main.py' if member.page == 'ada' else 'ada.py'}", COUNTS
    )


@pytest.mark.parametrize(("count", "doubt"), [(2, None), (3, Doubt("ada", "it has more than 2 files", ALONE))])
@pytest.mark.parametrize("where", ["files.archive", "homework.hand_in"])
def test_how_many_files_a_student_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, count: int, doubt: Doubt | None
) -> None:
    """Those over are left out before anybody looks at them, but for one that says so."""
    monkeypatch.setattr(f"judge.classroom.{where}.FOLDER_MOST", 2)
    files = {"homework.py": PROGRAM} | {f"{number}.txt": b"" for number in range(1, count)}
    found = ada(tmp_path, files).doubt
    if where == "files.archive" and doubt:
        doubt = Doubt("ada", "it has more than 2,048 files", ALONE)
    assert found == doubt


@pytest.mark.parametrize(("count", "kept"), [(2, True), (3, False)])
def test_how_many_files_a_program_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int, kept: bool
) -> None:
    monkeypatch.setattr(hand_in, "FILES_LIMIT", 2)
    names = ["homework.py", "a.h", "b.h"][:count]
    member = ada(tmp_path, dict.fromkeys(names, PROGRAM))
    expected = Doubt("ada", "it has more than 2 files, or more than 4 MiB of them", ALONE)
    assert (member.doubt, len(member.files)) == ((None, 2) if kept else (expected, 0))


@pytest.mark.parametrize("more", [0, 1])
def test_how_long_a_program_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    """A file may have 256 KiB, and all of them together so much, here 1 MiB."""
    monkeypatch.setattr(hand_in, "FOLDER_LIMIT", 1 << 20)
    longest = dict.fromkeys(["homework.py", "a.h", "b.h", "c.h"], PROGRAM.ljust(256 << 10, b"#"))
    member = ada(tmp_path, longest | {"d.h": b"#" * more})
    expected = Doubt("ada", "it has more than 256 files, or more than 1 MiB of them", ALONE)
    assert (member.doubt, len(member.files)) == ((expected, 0) if more else (None, 5))


# --- what is left out -------------------------------------------------------------------------------------------------
DATA = b"open('data.txt'), open('input.txt'), open('output.txt', 'w')"


@pytest.mark.parametrize(
    ("files", "kept", "remarks"),
    [
        ({"homework.py": PROGRAM, ".env": b""}, "homework.py", [".env: it is hidden"]),
        ({"homework.py": PROGRAM, "a.Tar": b""}, "homework.py", [
            "a.Tar: it is an archive in the archive, which is not opened"]),
        ({"homework.py": PROGRAM, "a.bin": b"#" * ((256 << 10) + 1)}, "homework.py", [
            "a.bin: it is longer than 256 KiB"]),
        ({"homework.py": PROGRAM, "b.PDF": b"", "a.txt": b""}, "homework.py", [
            "a.txt, b.PDF: not part of the program"]),
        ({"homework.py": DATA, "data.txt": b"", "input.txt": b""}, "data.txt homework.py", [
            "input.txt: not part of the program"]),
        ({"homework.py": DATA, "input.txt": b"", "output.txt": b""}, "homework.py", [
            "input.txt, output.txt: not part of the program"]),
        ({"homework.py": PROGRAM, "x/input.txt": b"", "a.h": b"", "b.md": b"", "output.txt": b""},
         "a.h b.md homework.py x/input.txt", ["output.txt: not part of the program"]),
        ({"homework.py": b"# homework: see notes\n" + SOURCE, "notes.txt": b""}, "homework.py", [
            "notes.txt: not part of the program"]),
        ({"homework.py": SOURCE, "a.h": b"", "b.py": b""}, "homework.py", ["a.h, b.py: not part of the program"]),
        ({"x/util.py": b"", "homework.py": b"import util", ".hidden.py": b""}, ".hidden.py homework.py x/util.py", []),
    ],
)  # fmt: skip
def test_what_is_left_out(tmp_path: Path, files: dict[str, bytes], kept: str, remarks: list[str]) -> None:
    member = ada(tmp_path, files)
    assert (member.main, member.doubt, member.page) == ("homework.py", None, "ada/feedback")
    assert member.files == tuple((name, files[name]) for name in kept.split())
    assert list(member.remarks) == remarks


@pytest.mark.parametrize(
    ("fault", "said"), [(OSError(13, "Permission denied"), "Permission denied"), (OSError(), "it can't be read")]
)
def test_a_file_that_fails_is_left_out_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError, said: str
) -> None:
    read_as(monkeypatch, fault)
    monkeypatch.setattr(hand_in, "FOLDER_LIMIT", len(PROGRAM))
    assert ada(tmp_path, {"homework.py": PROGRAM, "a.bin": b""}).remarks == (f"a.bin: {said}",)


def read_as(monkeypatch: pytest.MonkeyPatch, found: OSError | bytes) -> list[int]:
    """Let every file that ends in .bin be read as this; return the bounds that are asked for."""
    asked: list[int] = []

    def reader(root: Path, path: str, _: object) -> Callable[[int], bytes]:
        def read(limit: int) -> bytes:
            if not path.endswith(".bin"):
                return (root / path).read_bytes()[:limit]
            asked.append(limit)
            if isinstance(found, OSError):
                raise found
            return found[:limit]

        return read

    monkeypatch.setattr("judge.classroom.files.archive._file_reader", reader)
    return asked


def test_a_file_that_is_longer_than_it_says_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = read_as(monkeypatch, b"#" * (300 << 10))
    member = ada(tmp_path, {"homework.py": PROGRAM, "a.bin": b""})
    assert member.remarks == ("a.bin: it is longer than 256 KiB",)
    assert asked == [(256 << 10) + 1]


def test_what_is_not_read_takes_nothing_of_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_in, "FOLDER_LIMIT", len(PROGRAM))
    files = {".env": b"1", "a.zip": b"1", "b.bin": b"#" * (257 << 10), "homework.py": PROGRAM}
    folder = written(tmp_path / "class", {f"ada/{name}": data for name, data in files.items()} | {"bob.py": PROGRAM})
    (folder / "ada" / "c.txt").symlink_to("homework.py")
    [*_, link] = read_roll(folder).members[0].remarks
    assert link == "c.txt: it is a link"


# --- who it is --------------------------------------------------------------------------------------------------------
def test_who_is_in_no_roster_or_shares_a_name(tmp_path: Path) -> None:
    files = {f"{name}.py": name.encode() for name in ("ann", "bob", "eve")}
    roll = roll_of(tmp_path, files, "id,name,email\n1,Ann,\n2,Ann,\n3,Bob,b@x\n4,Cid,\n")
    [bob] = roll.members
    assert (bob.student, bob.matched, bob.doubt) == (Student("3", "Bob", "b@x"), "name", None)
    shared = Doubt("ann", "2 students share the name ann: 1, 2", "say whose it is in the match file (--match)")
    nobody = Doubt("eve", "the roster has no row for eve", STRANGER)
    namesakes = (Student("1", "Ann"), Student("2", "Ann"))
    assert roll.unmatched == (Unmatched("ann", shared, namesakes, "ann.py"), Unmatched("eve", nobody, (), "eve.py"))
    assert [student.id for student in roll.absent] == ["1", "2", "4"]


def test_a_student_is_looked_up_by_all_that_the_export_says(tmp_path: Path) -> None:
    files = {
        "Ann Lee_11_assignsubmission_file_/a.py": PROGRAM,
        "Bob_12_assignsubmission_file_/a.docx": b"",
        "Cid_13_assignsubmission_file_/a.docx": b"",
    }
    roll = roll_of(tmp_path, files, "id,name\n7,Ann Lee\n8,Bob\n")
    ann, bob = roll.members
    assert (ann.student, ann.matched, ann.doubt) == (Student("7", "Ann Lee", lms_id="11"), "name", None)
    assert bob.student.lms_id == "12"
    assert bob.doubt
    assert "source file" in bob.doubt.what
    assert [(one.doubt.what, one.main) for one in roll.unmatched] == [("the roster has no row for 13 or Cid", "")]
    (tmp_path / "class" / "Cid_13_assignsubmission_file_" / "a.py").write_bytes(PROGRAM)
    roll = read_roll(tmp_path / "class", read_roster(tmp_path / "roster.csv"))
    assert [one.main for one in roll.unmatched] == ["a.py"]


def test_two_submissions_of_one_student(tmp_path: Path) -> None:
    files = {"3/a.py": PROGRAM, "Bob/a.py": PROGRAM, "cid/a.py": PROGRAM}
    bob, _ = roll_of(tmp_path, files, "id,name\n3,Bob\n4,Cid\n").members
    assert [(one.folder, one.main, one.student) for one in bob.others] == [
        ("3", "a.py", Student("3", "Bob")), ("Bob", "a.py", Student("3", "Bob")),
    ]  # fmt: skip
    assert bob == Member(
        Student("3", "Bob"),
        "3 and Bob",
        "3/feedback",
        matched="id",
        doubt=Doubt(
            "3 and Bob",
            "3 has two submissions",
            f"nothing says which is the newest: {COUNTS}, or name it in the match file (--match)",
        ),
        others=bob.others,
    )


def test_a_folder_of_nobody_in_the_list(tmp_path: Path) -> None:
    files = {"submission_metadata.yml": b"", "submission_8/a.py": PROGRAM, "submission_9/a.docx": b""}
    eight, nine = roll_of(tmp_path, files).members
    repair = "find out whose it is, and add it to submission_metadata.yml or hand it in by itself"
    doubt = Doubt("submission_8", "the list of submitters names nobody for it", repair)
    assert (eight.student, eight.doubt) == (Student("submission_8", lms_id="8"), doubt)
    assert (eight.main, eight.page) == ("a.py", "submission_8/feedback")
    assert nine.doubt
    assert "source file" in nine.doubt.what


def test_each_of_a_group_has_a_page(tmp_path: Path) -> None:
    listed = b"submission_8:\n  :submitters:\n" + b"".join(b"  - :sid: %d\n" % number for number in (1, 2, 3))
    roll = roll_of(tmp_path, {"submission_metadata.yml": listed, "submission_8/a.py": PROGRAM})
    assert [(one.student, one.page, one.main) for one in roll.members] == [
        (Student("1", lms_id="8"), "submission_8/feedback", "a.py"),
        (Student("2", lms_id="8"), "submission_8/feedback-2", "a.py"),
        (Student("3", lms_id="8"), "submission_8/feedback-3", "a.py"),
    ]
    assert roll.twins == (), "a group hands in once"
    assert roll.absent == ()


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
def test_the_same_bytes_with_the_same_ending_are_twins(
    tmp_path: Path, files: dict[str, bytes], twins: list[list[str]]
) -> None:
    roll = roll_of(tmp_path, files)
    assert [[one.student.id for one in group] for group in roll.twins] == twins


def test_strays_say_what_to_do_with_them(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "x.zip", {"a.py": PROGRAM, "b.py": b"", "notes.pdf": b"", "../up.py": b""})
    assert read_roll(path).strays == (
        Doubt("../up.py", "its name leads out of its folder", "take the file out of the class"),
        Doubt("notes.pdf", "it belongs to no student", "name it as the others are, or take it out of the class"),
    )


# --- pages ------------------------------------------------------------------------------------------------------------
def test_pages_go_where_the_export_has_the_student(tmp_path: Path) -> None:
    """A late Canvas file, one that nothing can be made of, and one whose name leaves no room for a page."""
    short, long = (f"cid_{number}_8_{'x' * (length - 8)}" for number, length in ((7, 247), (9, 248)))
    names = ["ann_LATE_5_801_a.b.py", "bob_LATE_6_802_a.docx", f"{short}.py", f"{long}.py"]
    ann, bob, cid, dan = roll_of(tmp_path, dict.fromkeys(names, PROGRAM)).members
    assert (ann.page, ann.late, ann.folder) == ("ann_LATE_5_801_a.b", True, "ann_LATE_5_801_a.b.py")
    assert (bob.page, bob.late) == ("bob_LATE_6_802_a", True)
    assert cid.page == short
    assert dan.page == f"unnamed-{hashlib.sha256(long.encode()).hexdigest()[:12]}/feedback"


def test_a_page_is_called_after_the_file_that_is_run(tmp_path: Path) -> None:
    [ann] = roll_of(tmp_path, {"ann_5_801_a.h": b"", "ann_5_802_main.py": PROGRAM}).members
    assert (ann.folder, ann.page) == ("ann_5_801_a.h", "ann_5_802_main")


def test_a_name_that_is_no_text_gets_a_page(tmp_path: Path) -> None:
    [one] = roll_of(tmp_path, {os.fsdecode(b"J\xf6rg.py"): PROGRAM}).members
    page = hashlib.sha256(b"J\xed\xb3\xb6rg").hexdigest()[:12]
    assert one.page == f"unnamed-{page}/feedback"


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
    path = written(tmp_path / "class", {"notes.pdf": b""})
    with pytest.raises(JudgeError) as caught:
        read_roll(path)
    error = caught.value
    assert (error.code, error.place) == ("E461", Place(str(path)))
    assert error.message == "class can't be read as a class: there is no submission in it"
    assert error.help == "name a folder or zip with a source file or a folder for each student"


# --- the fence --------------------------------------------------------------------------------------------------------
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str = "run_of") -> None:
    """Let the judge itself fail on whatever holds b.py, and write its traceback into this folder."""
    room = main_choice if name == "run_of" else Owners
    real = getattr(room, name)

    def broken(*given: object) -> object:
        if "b.py" in str(given) or name == "_owners":
            raise RecursionError("too deep")
        return real(*given)

    monkeypatch.setattr(room, name, broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def test_what_the_judge_fails_to_read_costs_its_student_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, tmp_path)
    files = {"ann_5_801_a.py": PROGRAM, "bob_LATE_6_802_b.py": PROGRAM}
    ann, bob = roll_of(tmp_path, files, "Student,ID,SIS User ID\nann,5,U5\nBob,6,U6\n").members
    [trace] = tmp_path.glob("judge-crash-*")
    assert "RecursionError: too deep" in trace.read_text()
    doubt = Doubt(
        "bob_LATE_6_802_b.py",
        "the judge itself failed: RecursionError: too deep",
        f"an error of the judge, kept in {trace}: report it, and grade the class again",
        ours=True,
    )
    assert ann.doubt is None
    assert bob == Member(
        Student("U6", "Bob", lms_id="6", lms="Canvas"), "bob_LATE_6_802_b.py", "", late=True, matched="id", doubt=doubt
    )


def test_what_nobody_is_named_for_and_the_judge_fails_to_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, tmp_path)
    files = {"submission_metadata.yml": b"", "submission_8/b.py": PROGRAM}
    [member] = roll_of(tmp_path, files, "id,name\n1,Ann\n").members
    assert (member.student, member.matched) == (Student("submission_8"), "the export")
    assert member.doubt
    assert member.doubt.ours


def test_where_not_even_the_roster_can_be_asked_the_export_says_who_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, tmp_path, "_owners")
    ada, _ = roll_of(tmp_path, {"ada.py": PROGRAM, "bob.py": PROGRAM}, "id,name\n1,Ada\n").members
    assert (ada.student, ada.page) == (Student("ada", "ada"), "")
    assert ada.doubt
    assert ada.doubt.ours


def test_an_error_in_the_judges_own_words_ends_the_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise JudgeError("E461", "it has no bounds")

    monkeypatch.setattr(main_choice, "run_of", full)
    with pytest.raises(JudgeError, match="it has no bounds"):
        roll_of(tmp_path, {"ada.py": PROGRAM})


def test_what_is_to_be_known_of_moodle_s_numbers_is_said(tmp_path: Path) -> None:
    files = {"Ann_17_assignsubmission_file/a.py": PROGRAM, "Default group_assignsubmission_file/a.py": b""}
    head = "Identifier,Full name\n"
    group = "without a roster, a group's folder of Moodle can't be told from a participant's"
    numbers = "the roster's numbers are another assignment's, so names alone say who is who"
    roster = tmp_path / "other.csv"
    roll = roll_of(tmp_path, files)
    help_is = "list its members with --groups, or in the match file (--match)"
    doubt = Doubt("Default group_assignsubmission_file", DEFAULT, help_is)
    assert (roll.remarks, [member.doubt for member in roll.members if member.doubt]) == ((group,), [doubt])
    for text, remarks in (("17,Ann", ()), ("99,Ann", (numbers,)), (",Ann", ()), ("17,Ann\n16,Bob", ())):
        roster.write_text(f"{head}{text}\n")
        roll = read_roll(tmp_path / "class", read_roster(roster))
        assert roll.remarks == remarks
        assert [one.student.export_id or one.student.lms_id for one in roll.members] == ["17"]
        assert roll.unmatched == (Unmatched("Default group_assignsubmission_file", doubt, (), "a.py"),)
    roster.write_text("id,name,group\n1,Ann,A\n2,Bob,\n3,Cid,B\n4,Dan,\n")
    [default] = read_roll(tmp_path / "class", read_roster(roster)).unmatched
    assert [one.id for one in default.nearest] == ["2", "4"]
    (tmp_path / "class" / "Ann_17_assignsubmission_file").rename(tmp_path / "class" / "A_2_assignsubmission_file")
    roster.write_text("Identifier,Full name,Group\n1,Ann,A\n2,Bob,\n")
    roll = read_roll(tmp_path / "class", read_roster(roster))
    assert ([one.student.lms_id for one in roll.members], roll.remarks) == (["1"], ()), "it is a group's number"


def test_a_class_that_only_looks_like_github_s_keeps_its_names(tmp_path: Path) -> None:
    files = {f"2026-{name}/a.py": PROGRAM for name in ("ann", "bob", "cid")}
    roll = roll_of(tmp_path, files, "id,name\n2026-ann,Ann\nbob,Bob\n2026-cid,Cid\ncid,Cy\n")
    assert [member.student.id for member in roll.members] == ["2026-ann", "bob", "2026-cid"]
