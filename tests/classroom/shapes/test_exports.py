"""What the names in an export say, file by file: whose each one is, how it is called, and what belongs to nobody."""

from __future__ import annotations

import pytest

from judge.classroom.files.file import File
from judge.classroom.shapes import Pile, Sorted, Told, piles, shape_of, submitters
from judge.errors import JudgeError
from judge.model.classroom import Student

ENDINGS = (".py", ".cpp")


def file(path: str, data: bytes = b"", fault: str = "") -> File:
    return File(path, len(data), lambda limit: data[:limit], fault)


def sort(*files: File) -> Sorted:
    return piles(files, ENDINGS)


def inside(pile: Pile) -> dict[str, str]:
    """Of each path in the submission the path in the export, with what the page is called after."""
    assert list(pile.files) == list(pile.tops)
    return {path: f"{one.path} {pile.tops[path]}" for path, one in pile.files.items()}


def students(pile: Pile) -> list[Student]:
    return [one.student for one in pile.told]


MOODLE = "Ann_1_assignsubmission_file_/a.py"
BLACKBOARD = "HW_ann_attempt_2026-11-21-18-00-00_a.py"
CANVAS = "ann_1_2_a.py"
BRIGHT = "11-22 - Ann Lee - Sep 24, 2024 926 PM"


@pytest.mark.parametrize(
    ("paths", "shape"),
    [
        ([], "plain"),
        (["ada/a.py"], "plain"),
        (["submission_metadata.yml", MOODLE], "Gradescope"),
        (["x/submission_metadata.yml"], "plain"),
        ([MOODLE], "Moodle"),
        ([BLACKBOARD], "Blackboard"),
        ([CANVAS], "Canvas"),
        ([MOODLE, "notes.pdf"], "Moodle"),
        ([MOODLE, "notes.pdf", "ada/a.py", "ada/b.py"], "plain"),
        ([MOODLE, "Bob_2_assignsubmission_file_/a.py", "c.py", "d.py"], "Moodle"),
        ([BLACKBOARD, "notes.pdf"], "Blackboard"),
        ([BLACKBOARD, "notes.pdf", "ada/a.py"], "plain"),
        ([CANVAS, "notes.pdf"], "Canvas"),
        ([CANVAS, "notes.pdf", "ada/a.py"], "plain"),
        ([f"x/{CANVAS}", f"y/{BLACKBOARD}"], "plain"),
        ([f"{BRIGHT}/a.py", "index.html"], "Brightspace"),
        ([f"{BRIGHT}/a.py", "index.html", "b.py", "c.py"], "plain"),
        (["1-2 - Ann/a.py"], "plain"),
        (["Ann Lee - hw1.py", "notes.pdf"], "Google Classroom"),
        (["Ann Lee - hw1.py", "a.py", "b.py"], "plain"),
        (["a@x.edu_2_hw1.py"], "Autolab"),
        (["a@x.edu_2_3_hw1.py"], "Autolab"),
        (["a@x_y.edu_2_hw1.py"], "plain"),
        (["submitted/ann/hw1/a.py"], "nbgrader"),
        (["submitted/ann/a.py"], "plain"),
        (["ann/hw1/a.py", "ann/hw1/timestamp.txt", "bob/hw1/a.py"], "nbgrader"),
        (["ann/hw1/a.py", "ann/hw1/timestamp.txt", "bob/hw1/a.py", "cid/hw1/a.py"], "plain"),
        (["ann/hw1/a.py", "bob/hw1/a.py"], "plain"),
        (["hw1-ann/a.py", "hw1-bob/a.py", "hw1-anna-lee/a.py"], "GitHub Classroom"),
        (["hw1-ann/a.py", "hw1-bob/a.py"], "plain"),
        (["hw1-ann/a.py", "hw1-bob/a.py", "hw1-cid/a.py", "notes.pdf"], "plain"),
        (["team-1/a.py", "team-2/a.py", "team-3/a.py"], "plain"),
        (["hw-1/a.py", "hw-2/a.py", "hw-3/a.py"], "plain"),
        (["group-ann/a.py", "group-bob/a.py", "group-cid/a.py"], "plain"),
        (["ann/a.py", "bob/a.py", "cid/a.py"], "plain"),
        (["Team A_5_assignsubmission_file/a.py", "Default group_assignsubmission_file/a.py"], "Moodle"),
        (["_assignsubmission_file/a.py"], "plain"),
    ],
)
def test_half_of_the_names_say_whose_export_it_is(paths: list[str], shape: str) -> None:
    assert shape_of([file(path) for path in paths]) == shape


# --- Moodle -----------------------------------------------------------------------------------------------------------
def test_moodle_s_folders_files_and_texts() -> None:
    shape, [ann, bob, cid, dan], strays = sort(
        file("Ann Lee_11_assignsubmission_onlinetext_/onlinetext.html"),
        file("Ann Lee_11_assignsubmission_file_/src/a.py"),
        file("Ann Lee_11_assignsubmission_file_/b.py"),
        file("Bob_12_assignsubmission_file_a.py"),
        file("Bob_12_assignsubmission_comments_note.txt"),
        file("Cid_13_assignsubmission_onlinetext_onlinetext.html"),
        file("Cid_13_assignsubmission_file_/a.py"),
        file("Dan_14_assignsubmission_file_/"),
        file("notes.pdf"),
    )
    assert (shape, [stray.path for stray in strays]) == ("Moodle", ["notes.pdf"])
    folder = "Ann Lee_11_assignsubmission_file_"
    assert (ann.folder, ann.told, ann.flat, ann.late) == (
        folder,
        [Told(Student("11", "Ann Lee", lms_id="11"), "Ann Lee", "11")],
        False,
        False,
    )
    text = "Ann Lee_11_assignsubmission_onlinetext_"
    assert inside(ann) == {
        "onlinetext/onlinetext.html": f"{text}/onlinetext.html {text}",
        "src/a.py": f"{folder}/src/a.py {folder}",
        "b.py": f"{folder}/b.py {folder}",
    }
    assert (bob.folder, bob.flat) == ("Bob_12_assignsubmission_file_a.py", True)
    assert list(bob.files) == ["a.py", "comments/note.txt"]
    assert (cid.folder, cid.flat) == ("Cid_13_assignsubmission_file_", False)
    assert list(cid.files) == ["onlinetext/onlinetext.html", "a.py"]
    assert (students(dan), dan.files, dan.twice) == ([Student("14", "Dan", lms_id="14")], {}, [])


# --- Canvas -----------------------------------------------------------------------------------------------------------
def test_canvas_s_names() -> None:
    shape, [ann, anon, bob], strays = sort(
        file("ann_LATE_5_801_a.py"),
        file("ann_LATE_5_802_util-1.py"),
        file("ann_LATE_5_803_a.py"),
        file("anon_x1Y2z_777_a.py"),
        file("bob_6_text.html"),
        file("bob_6_link.html"),
        file("folder/cid_7_804_a.py"),
        file("notes.pdf"),
    )
    assert (shape, [stray.path for stray in strays]) == ("Canvas", ["folder/cid_7_804_a.py", "notes.pdf"])
    assert (ann.folder, ann.told, ann.flat, ann.late) == (
        "ann_LATE_5_801_a.py", [Told(Student("5", "ann", lms_id="5"), "ann", "5")], True, True,
    )  # fmt: skip
    assert inside(ann) == {
        "a.py": "ann_LATE_5_803_a.py ann_LATE_5_803_a.py",
        "util-1.py": "ann_LATE_5_802_util-1.py ann_LATE_5_802_util-1.py",
    }
    assert ann.twice == ["a.py"]
    assert anon.told == [Told(Student("anon_x1Y2z", "", lms_id="anon_x1Y2z"))], "it tells nothing"
    assert (list(bob.files), bob.late, bob.twice) == (["text.html", "link.html"], False, [])


# --- plain ------------------------------------------------------------------------------------------------------------
def test_folders_and_loose_files_of_a_plain_class() -> None:
    shape, found, strays = sort(
        file("ada/src/a.py"),
        file("ada/b.py"),
        file("bob.b.py"),
        file("bob.b.cpp"),
        file("cid.zip"),
        file(".py"),
        file("dan.py.txt"),
        file("FAY.PY"),
        file("eve/"),
        file("eve/deep/"),
        file("notes.txt"),
        file("notes.pdf"),
        file("../up.py"),
        file("/etc/x.py"),
    )
    assert shape == "plain"
    assert [stray.path for stray in strays] == ["notes.txt", "notes.pdf", "../up.py", "/etc/x.py"]
    assert {pile.folder: (pile.flat, inside(pile)) for pile in found} == {
        "ada": (False, {"src/a.py": "ada/src/a.py ada", "b.py": "ada/b.py ada"}),
        "bob.b": (True, {"bob.b.py": "bob.b.py bob.b.py", "bob.b.cpp": "bob.b.cpp bob.b.cpp"}),
        "cid": (True, {"cid.zip": "cid.zip cid.zip"}),
        ".py": (True, {".py": ".py .py"}),
        "dan": (True, {"dan.py.txt": "dan.py.txt dan.py.txt"}),
        "FAY": (True, {"FAY.PY": "FAY.PY FAY.PY"}),
        "eve": (False, {}),
    }
    assert found[0].told == [Told(Student("ada", "ada"), words=("ada",))]
    assert not any(pile.twice or pile.late for pile in found)


@pytest.mark.parametrize("paths", [["ada/a.py", "ada.py"], ["ada.py", "ada/a.py"], ["ada.py", "ada/a.py", "ada/b.py"]])
def test_a_file_beside_a_folder_of_its_name_is_not_clear(paths: list[str]) -> None:
    [pile] = sort(*map(file, paths)).piles
    assert pile.twice
    assert set(pile.twice) <= set(paths)


def test_an_empty_folder_beside_a_file_says_nothing() -> None:
    [pile] = sort(file("ada/"), file("ada.py")).piles
    assert (list(pile.files), pile.twice) == (["ada.py"], [])


# --- Blackboard -------------------------------------------------------------------------------------------------------
FIRST, SECOND = "HW_1_j_doe_attempt_2026-11-20-23-59-01", "HW_1_j_doe_attempt_2026-11-21-08-00-00"


def test_blackboard_s_attempts() -> None:
    shape, [one, two, bob], strays = sort(
        file(f"{FIRST}_a.py"),
        file(f"{FIRST}_b.py"),
        file(f"{FIRST}.txt", "\ufeffName:  Jane Doe  (j_doe)\r\nAssignment: HW_1\r\n".encode()),
        file(f"{SECOND}.txt", b"Assignment: HW_1\nName: J\xf6rg (j_doe) \n"),
        file("HW_1_bob_attempt_2026-11-20-00-00-00_a.py"),
        file(f"folder/{FIRST}_c.py"),
        file("notes.pdf"),
    )
    assert (shape, [stray.path for stray in strays]) == ("Blackboard", [f"folder/{FIRST}_c.py", "notes.pdf"])
    assert (one.folder, one.told, one.flat) == (
        f"{FIRST}.txt", [Told(Student("j_doe", "Jane Doe", login="j_doe"), "Jane Doe", logins=("j_doe",))], True,
    )  # fmt: skip
    assert inside(one) == {name: f"{FIRST}_{name} {FIRST}_{name}" for name in ("a.py", "b.py")}
    assert (two.folder, students(two), two.files) == (
        f"{SECOND}.txt", [Student("j_doe", "Jane Doe", login="j_doe")], {},
    )  # fmt: skip
    assert (bob.folder, bob.told, bob.flat) == (
        "HW_1_bob_attempt_2026-11-20-00-00-00_a.py", [Told(Student("bob", login="bob"), logins=("bob",))], True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"Name: Jane Doe (j_doe)", "it is a link"),
        (b"Name: Jane Doe (somebody)", ""),
        (b"", ""),
        (b"#" * (64 << 10) + b"\nName: Jane Doe (j_doe)", ""),
    ],
)
def test_a_receipt_that_says_nothing_leaves_each_end_of_the_name(data: bytes, fault: str) -> None:
    [pile] = sort(file(f"{FIRST}.txt", data, fault)).piles
    assert pile.told == [Told(Student("doe", login="doe"), logins=("1_j_doe", "j_doe", "doe"))]


@pytest.mark.parametrize(
    ("heads", "logins"),
    [
        (["HW1_ann_lee", "HW1_bob"], [("ann_lee",), ("bob",)]),
        (["HW_1_ann", "HW_1_bob"], [("1_ann", "ann"), ("1_bob", "bob")]),
        (["HW1_ann", "Other_bob"], [("ann",), ("bob",)]),
        (["ann", "bob"], [("ann",), ("bob",)]),
    ],
)
def test_without_receipts_a_user_begins_where_all_names_part(heads: list[str], logins: list[tuple[str, ...]]) -> None:
    found = sort(*(file(f"{head}_attempt_2026-11-20-00-00-00_a.py") for head in heads)).piles
    assert [pile.told[0].logins for pile in found] == logins


@pytest.mark.parametrize("label", ["Name", "Nombre", "Nom ", "الاسم", "名前"])
def test_a_receipt_is_read_in_any_language(label: str) -> None:
    text = f"{label}: Jane Doe (j_doe)\r\nX: Y\r\n\r\nName: Doe (doe)\r\n"
    [pile] = sort(file(f"{FIRST}.txt", text.encode())).piles
    assert pile.told[0].logins == ("j_doe",)


def test_what_a_student_writes_into_a_receipt_names_nobody() -> None:
    [pile] = sort(file(f"{FIRST}.txt", b"Assignment: HW_1\n\nName: Doe (doe)\n")).piles
    assert pile.told[0].logins == ("1_j_doe", "j_doe", "doe")


def test_a_student_s_own_file_name_ends_no_head() -> None:
    """It may look like the begin of another's attempt, or like a receipt."""
    [pile] = sort(file(f"{FIRST}_x_cy_attempt_2026-11-20-12-00-00.txt"), file(f"{FIRST}_a.py")).piles
    assert list(pile.files) == ["x_cy_attempt_2026-11-20-12-00-00.txt", "a.py"]


def test_of_a_receipt_64_kib_are_read() -> None:
    data = b"Name: Jane Doe (j_doe)"
    [pile] = sort(file(f"{FIRST}.txt", b"#" * ((64 << 10) - 1 - len(data)) + b"\n" + data)).piles
    assert students(pile) == [Student("j_doe", "Jane Doe", login="j_doe")]


# --- Gradescope -------------------------------------------------------------------------------------------------------
def test_gradescope_s_folders() -> None:
    listed = b"submission_1:\n  :submitters:\n"
    listed += b"  - :name: Ann\n    :sid: '7'\n    :email: a@x\n  - :name: Bob\n    :email: b@x\n"
    shape, [one, other], strays = sort(
        file("submission_metadata.yml", listed),
        file("submission_1/src/a.py"),
        file("submission_1/b.py"),
        file("submission_2/a.py"),
        file("submission_3"),
        file("submission_x/a.py"),
        file("notes.pdf"),
    )
    assert (shape, [stray.path for stray in strays]) == (
        "Gradescope",
        ["submission_3", "submission_x/a.py", "notes.pdf"],
    )
    assert (one.folder, one.flat, one.late) == ("submission_1", False, False)
    assert one.told == [
        Told(Student("7", "Ann", "a@x", lms_id="1"), "Ann", email="a@x", sid="7"),
        Told(Student("b@x", "Bob", "b@x", lms_id="1"), "Bob", email="b@x"),
    ]
    assert inside(one) == {path: f"submission_1/{path} submission_1" for path in ("src/a.py", "b.py")}
    assert (other.folder, other.told, list(other.files)) == ("submission_2", [], ["a.py"])


def test_a_list_that_must_not_be_read_names_nobody() -> None:
    listed = b"submission_1:\n  :submitters:\n  - :name: Ann\n"
    [pile] = sort(file("submission_metadata.yml", listed, "it is a link"), file("submission_1/a.py")).piles
    assert pile.told == []


def test_of_a_list_64_mib_are_read() -> None:
    asked: list[int] = []

    def read(limit: int) -> bytes:
        asked.append(limit)
        return b""

    sort(File("submission_metadata.yml", 0, read), file("submission_1/a.py"))
    assert asked == [64 << 20]


def of_one(*lines: str, end: str = "\n") -> list[Student]:
    [students] = submitters(
        end.join(["submission_1:", "  :submitters:", *lines, ""]).encode(errors="surrogateescape")
    ).values()
    return students


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("Ann Lee ", "Ann Lee"),
        ("'Bob''s'", "Bob's"),
        ("'", "'"),
        ("''", ""),
        ("'x", "'x"),
        ("x'", "x'"),
        ('"J\\xF6rg \\u00e9"', "J\u00f6rg \u00e9"),
        ('"x', '"x'),
        ("J\udcf6rg", "J\ufffdrg"),
        ("~", ""),
        ("null", ""),
    ],
)
def test_a_name_is_read_as_ruby_writes_it(value: str, name: str) -> None:
    assert of_one("  - :sid: 7", f"    :name: {value}") == [Student("7", name, lms_id="1")]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_who_has_no_number_is_known_by_address_or_name(end: str) -> None:
    lines = [
        "  - :email: a@x",
        "    :name: Ann",
        "    :deeper:",
        "        :name: Eve",
        "  - :name: Bob",
        "  - :sid: ''",
    ]
    assert of_one(*lines, end=end) == [
        Student("a@x", "Ann", "a@x", lms_id="1"), Student("Bob", "Bob", lms_id="1"), Student("", lms_id="1"),
    ]  # fmt: skip


def test_what_stands_less_deep_ends_the_submitters() -> None:
    assert of_one("    :name: nobody's", "  - :name: Ann", "  :other: x", "  - :name: Eve") == [
        Student("Ann", "Ann", lms_id="1")
    ]
    assert submitters(b"  :submitters:\n  - :name: Eve\n") == {}
    assert submitters(b"  - :name: Eve\nsubmission_1:\n  :submitters:\n  - :name: Ann") == {
        "submission_1": [Student("Ann", "Ann", lms_id="1")]
    }


def test_a_folder_that_is_listed_twice_names_nobody() -> None:
    twice = b"submission_1:\n  :submitters:\n  - :name: Ann\n"
    assert submitters(twice + b"submission_2:\n  :submitters:\n  - :name: Bob\n" + twice) == {
        "submission_1": [], "submission_2": [Student("Bob", "Bob", lms_id="2")],
    }  # fmt: skip


def test_a_line_that_names_somebody_has_a_bound() -> None:
    [student] = of_one("  - :name: " + "x" * 5000)
    assert len("  - :name: " + student.name) == 4096


@pytest.mark.parametrize(("names", "told"), [(3, True), (4, False)])
def test_how_many_lines_may_name_somebody(monkeypatch: pytest.MonkeyPatch, names: int, told: bool) -> None:
    monkeypatch.setattr("judge.classroom.shapes.gradescope.FIELDS_MOST", 4)
    text = b"".join(b"submission_%d:\n  :submitters:\n  - :name: Ann\n" % number for number in range(names))
    if told:
        assert len(submitters(text)) == names
        return
    with pytest.raises(JudgeError) as caught:
        submitters(text)
    assert (caught.value.code, caught.value.message, caught.value.help) == (
        "E461", "submission_metadata.yml lists more than 20,000 submissions", "grade a part of the class",
    )  # fmt: skip


def test_no_line_is_read_over_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr("judge.classroom.shapes.gradescope.FIELDS_MOST", 4)
    monkeypatch.setattr(
        "judge.classroom.shapes.gradescope._submitter", lambda _, __, match: read.append(match["value"])
    )
    with pytest.raises(JudgeError):
        of_one(*(f"  - :name: {number}" for number in range(100)))
    assert read == ["0", "1", "2", "3"]


@pytest.mark.parametrize(("bound", "told"), [(32, True), (31, False)])
def test_how_long_all_names_may_be(monkeypatch: pytest.MonkeyPatch, bound: int, told: bool) -> None:
    monkeypatch.setattr("judge.classroom.shapes.gradescope.TEXT_LIMIT", bound)
    text = b"".join(b"submission_%d:\n  :submitters:\n  - :name: Ann %d\n" % (number, number) for number in (1, 2))
    if told:
        assert len(submitters(text)) == 2
        return
    with pytest.raises(JudgeError, match=r"the submitters in submission_metadata\.yml have more than 0 MiB of names"):
        submitters(text)


@pytest.mark.parametrize("count", [2, 3])
def test_how_many_submissions_may_be_listed(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr("judge.classroom.shapes.gradescope.MOST_LISTED", 2)
    text = b"".join(b"submission_%d:\n" % number for number in range(count))
    if count == 2:
        assert len(submitters(text)) == 2
        return
    with pytest.raises(JudgeError, match="more than 2 submissions"):
        submitters(text)
