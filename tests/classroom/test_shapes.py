"""What the names in an export say, file by file: whose each one is, how it is called, and what belongs to nobody."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from judge.classroom.file import File
from judge.classroom.shapes import Sorted, Told, piles, shape_of, times
from judge.classroom.shapes.gradescope import submitters
from judge.classroom.shapes.named import DEFAULT
from judge.classroom.shapes.pile import Pile
from judge.errors import JudgeError
from judge.model import Student

ENDINGS = (".py", ".cpp")


def file(path: str, data: bytes = b"", fault: str = "") -> File:
    return File(path, len(data), lambda limit: data[:limit], fault)


def sort(*files: File | str) -> Sorted:
    return piles([file(one) if isinstance(one, str) else one for one in files], ENDINGS)


def paths_of(files: Iterable[File]) -> list[str]:
    return [one.path for one in files]


def inside(pile: Pile) -> dict[str, str]:
    """Of each path in the submission the path in the export, with what the page is called after."""
    assert list(pile.files) == list(pile.tops)
    return {path: f"{one.path} {pile.tops[path]}" for path, one in pile.files.items()}


MOODLE = "Ann_1_assignsubmission_file_/a.py"
BLACKBOARD = "HW_ann_attempt_2026-11-21-18-00-00_a.py"
CANVAS = "ann_1_2_a.py"
BRIGHT = "11-22 - Ann Lee - Sep 24, 2024 926 PM"


SAID: dict[str, list[list[str]]] = {
    "Gradescope": [["submission_metadata.yml", MOODLE]],
    "Moodle": [
        [MOODLE], [MOODLE, "notes.pdf"], [MOODLE, "Bob_2_assignsubmission_file_/a.py", "c.py", "d.py"],
        ["Team A_5_assignsubmission_file/a.py", "Default group_assignsubmission_file/a.py"],
    ],
    "Blackboard": [[BLACKBOARD], [BLACKBOARD, "notes.pdf"]],
    "Canvas": [[CANVAS], [CANVAS, "notes.pdf"]],
    "Brightspace": [[f"{BRIGHT}/a.py", "index.html"]],
    "Google Classroom": [["Ann Lee - hw1.py", "notes.pdf"]],
    "Autolab": [["a@x.edu_2_hw1.py"], ["a@x.edu_2_3_hw1.py"]],
    "nbgrader": [["submitted/ann/hw1/a.py"], ["ann/hw1/a.py", "ann/hw1/timestamp.txt", "bob/hw1/a.py"]],
    "GitHub Classroom": [["hw1-ann/a.py", "hw1-bob/a.py", "hw1-anna-lee/a.py"]],
    "plain": [
        [], ["ada/a.py"], ["x/submission_metadata.yml"], [MOODLE, "notes.pdf", "ada/a.py", "ada/b.py"],
        [BLACKBOARD, "notes.pdf", "ada/a.py"], [CANVAS, "notes.pdf", "ada/a.py"], [f"x/{CANVAS}", f"y/{BLACKBOARD}"],
        [f"{BRIGHT}/a.py", "index.html", "b.py", "c.py"], ["1-2 - Ann/a.py"], ["Ann Lee - hw1.py", "a.py", "b.py"],
        ["a@x_y.edu_2_hw1.py"], ["submitted/ann/a.py"], ["ann/hw1/a.py", "bob/hw1/a.py"],
        ["hw1-ann/a.py", "hw1-bob/a.py"],
        ["ann/hw1/a.py", "ann/hw1/timestamp.txt", "bob/hw1/a.py", "cid/hw1/a.py"],
        ["hw1-ann/a.py", "hw1-bob/a.py", "hw1-cid/a.py", "notes.pdf"], ["team-1/a.py", "team-2/a.py", "team-3/a.py"],
        ["hw-1/a.py", "hw-2/a.py", "hw-3/a.py"], ["group-ann/a.py", "group-bob/a.py", "group-cid/a.py"],
        ["ann/a.py", "bob/a.py", "cid/a.py"], ["_assignsubmission_file/a.py"],
    ],
}  # fmt: skip


@pytest.mark.parametrize(("shape", "paths"), [(shape, paths) for shape, every in SAID.items() for paths in every])
def test_half_of_the_names_say_whose_export_it_is(shape: str, paths: list[str]) -> None:
    assert shape_of([file(path) for path in paths]) == shape


# --- Moodle -----------------------------------------------------------------------------------------------------------
def test_moodle_s_folders_files_and_texts() -> None:
    folder, text = "Ann Lee_11_assignsubmission_file_", "Ann Lee_11_assignsubmission_onlinetext_"
    found = sort(
        f"{text}/onlinetext.html", f"{folder}/src/a.py", f"{folder}/b.py", "Bob_12_assignsubmission_file_a.py",
        "Bob_12_assignsubmission_comments_note.txt", "Cid_13_assignsubmission_onlinetext_onlinetext.html",
        "Cid_13_assignsubmission_file_/a.py", "Dan_14_assignsubmission_file_/", "notes.pdf",
    )  # fmt: skip
    ann, bob, cid, dan = found.piles
    assert (found.shape, paths_of(found.strays)) == ("Moodle", ["notes.pdf"])
    assert ann.told == [Told(Student("11", "Ann Lee", lms_id="11"), "Ann Lee", "11")]
    assert inside(ann) == {
        "onlinetext/onlinetext.html": f"{text}/onlinetext.html {text}",
        "src/a.py": f"{folder}/src/a.py {folder}",
        "b.py": f"{folder}/b.py {folder}",
    }
    assert {pile.folder: (pile.flat, pile.late, list(pile.files)) for pile in (ann, bob, cid)} == {
        folder: (False, False, list(ann.files)),
        "Bob_12_assignsubmission_file_a.py": (True, False, ["a.py", "comments/note.txt"]),
        "Cid_13_assignsubmission_file_": (False, False, ["onlinetext/onlinetext.html", "a.py"]),
    }
    assert (dan.told[0].student, dan.files, dan.twice) == (Student("14", "Dan", lms_id="14"), {}, [])


# --- Canvas -----------------------------------------------------------------------------------------------------------
def test_canvas_s_names() -> None:
    found = sort(
        *(f"ann_LATE_5_{name}" for name in ("801_a.py", "802_util-1.py", "803_a.py")), "anon_x1Y2z_777_a.py",
        "bob_6_text.html", "bob_6_link.html", "folder/cid_7_804_a.py", "notes.pdf",
    )  # fmt: skip
    ann, anon, bob = found.piles
    assert (found.shape, paths_of(found.strays)) == ("Canvas", ["folder/cid_7_804_a.py", "notes.pdf"])
    assert ann.told == [Told(Student("5", "ann", lms_id="5"), "ann", "5")]
    assert (ann.folder, ann.flat, ann.late, ann.twice) == ("ann_LATE_5_801_a.py", True, True, ["a.py"])
    tops = {"a.py": "ann_LATE_5_803_a.py", "util-1.py": "ann_LATE_5_802_util-1.py"}
    assert inside(ann) == {path: f"{top} {top}" for path, top in tops.items()}
    assert anon.told == [Told(Student("anon_x1Y2z", "", lms_id="anon_x1Y2z"))], "it tells nothing"
    assert (list(bob.files), bob.late, bob.twice) == (["text.html", "link.html"], False, [])


# --- plain ------------------------------------------------------------------------------------------------------------
def test_folders_and_loose_files_of_a_plain_class() -> None:
    strays = ["notes.txt", "notes.pdf", "../up.py", "/etc/x.py"]
    names = ["ada/src/a.py", "ada/b.py", "bob.b.py", "bob.b.cpp", "cid.zip", ".py", "dan.py.txt", "FAY.PY", "eve/"]
    found = sort(*names, "eve/deep/", *strays)
    assert (found.shape, paths_of(found.strays)) == ("plain", strays)
    loose = {"bob.b": ("bob.b.py", "bob.b.cpp"), "cid": ("cid.zip",), ".py": (".py",), "dan": ("dan.py.txt",)}
    loose["FAY"] = ("FAY.PY",)
    assert {pile.folder: (pile.flat, inside(pile)) for pile in found.piles} == {
        "ada": (False, {"src/a.py": "ada/src/a.py ada", "b.py": "ada/b.py ada"}),
        **{folder: (True, {name: f"{name} {name}" for name in files}) for folder, files in loose.items()},
        "eve": (False, {}),
    }
    assert found.piles[0].told == [Told(Student("ada", "ada"), words=("ada",))]
    assert not any(pile.twice or pile.late for pile in found.piles)


@pytest.mark.parametrize(
    ("paths", "twice"),
    [
        (["ada/a.py", "ada.py"], True),
        (["ada.py", "ada/a.py"], True),
        (["ada.py", "ada/a.py", "ada/b.py"], True),
        (["ada/", "ada.py"], False),
    ],
)
def test_a_file_beside_a_folder_of_its_name_is_not_clear(paths: list[str], twice: bool) -> None:
    [pile] = sort(*paths).piles
    assert bool(pile.twice) == twice
    assert set(pile.twice) <= set(paths)
    assert twice or list(pile.files) == ["ada.py"]


# --- Blackboard -------------------------------------------------------------------------------------------------------
JANE = b"Name: Jane Doe (j_doe)"
FIRST, SECOND = "HW_1_j_doe_attempt_2026-11-20-23-59-01", "HW_1_j_doe_attempt_2026-11-21-08-00-00"


def test_blackboard_s_attempts() -> None:
    bob_s = "HW_1_bob_attempt_2026-11-20-00-00-00_a.py"
    found = sort(
        f"{FIRST}_a.py",
        f"{FIRST}_b.py",
        file(f"{FIRST}.txt", "\ufeffName:  Jane Doe  (j_doe)\r\nAssignment: HW_1\r\n".encode()),
        file(f"{SECOND}.txt", b"Assignment: HW_1\nName: J\xf6rg (j_doe) \n"),
        bob_s,
        f"folder/{FIRST}_c.py",
        "notes.pdf",
    )
    one, two, bob = found.piles
    assert (found.shape, paths_of(found.strays)) == ("Blackboard", [f"folder/{FIRST}_c.py", "notes.pdf"])
    jane = Told(Student("j_doe", "Jane Doe", login="j_doe"), "Jane Doe", logins=("j_doe",))
    assert [(pile.folder, pile.told, pile.flat) for pile in found.piles] == [
        (f"{FIRST}.txt", [jane], True),
        (f"{SECOND}.txt", [jane], True),
        (bob_s, [Told(Student("bob", login="bob"), logins=("bob",))], True),
    ]
    assert inside(one) == {name: f"{FIRST}_{name} {FIRST}_{name}" for name in ("a.py", "b.py")}
    assert (two.files, list(bob.files)) == ({}, ["a.py"])


@pytest.mark.parametrize(
    ("data", "fault", "told"),
    [
        *((f"{label}: Jane Doe (j_doe)\r\nX: Y\r\n\r\nName: Doe (doe)\r\n".encode(), "", True) for label in (
            "Name", "Nombre", "Nom ", "الاسم", "名前")),
        (b"#" * ((64 << 10) - 1 - len(JANE)) + b"\n" + JANE, "", True),
        (b"#" * (64 << 10) + b"\n" + JANE, "", False),
        (JANE, "it is a link", False),
        (b"Name: Jane Doe (somebody)", "", False),
        (b"Assignment: HW_1\n\nName: Doe (doe)\n", "", False),  # as a student writes it
        (b"", "", False),
    ],
)  # fmt: skip
def test_a_receipt_names_the_user_or_leaves_each_end_of_the_name(data: bytes, fault: str, told: bool) -> None:
    [pile] = sort(file(f"{FIRST}.txt", data, fault)).piles
    jane = Told(Student("j_doe", "Jane Doe", login="j_doe"), "Jane Doe", logins=("j_doe",))
    assert pile.told == [jane if told else Told(Student("doe", login="doe"), logins=("1_j_doe", "j_doe", "doe"))]


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


def test_a_student_s_own_file_name_ends_no_head() -> None:
    """It may look like the begin of another's attempt, or like a receipt."""
    [pile] = sort(file(f"{FIRST}_x_cy_attempt_2026-11-20-12-00-00.txt"), file(f"{FIRST}_a.py")).piles
    assert list(pile.files) == ["x_cy_attempt_2026-11-20-12-00-00.txt", "a.py"]


# --- Gradescope -------------------------------------------------------------------------------------------------------
def test_gradescope_s_folders() -> None:
    listed = b"submission_1:\n  :submitters:\n"
    listed += b"  - :name: Ann\n    :sid: '7'\n    :email: a@x\n  - :name: Bob\n    :email: b@x\n"
    strays = ["submission_3", "submission_x/a.py", "notes.pdf"]
    names = ["submission_1/src/a.py", "submission_1/b.py", "submission_2/a.py"]
    found = sort(file("submission_metadata.yml", listed), *names, *strays)
    one, other = found.piles
    assert (found.shape, paths_of(found.strays)) == ("Gradescope", strays)
    assert (one.folder, one.flat, one.late) == ("submission_1", False, False)
    assert one.told == [
        Told(Student("7", "Ann", "a@x", lms_id="1"), "Ann", email="a@x", sid="7"),
        Told(Student("b@x", "Bob", "b@x", lms_id="1"), "Bob", email="b@x"),
    ]
    assert inside(one) == {path: f"submission_1/{path} submission_1" for path in ("src/a.py", "b.py")}
    assert (other.folder, other.told, list(other.files)) == ("submission_2", [], ["a.py"])
    [pile] = sort(file("submission_metadata.yml", listed, "it is a link"), "submission_1/a.py").piles
    assert pile.told == [], "it must not be read"
    asked: list[int] = []
    sort(File("submission_metadata.yml", 0, lambda limit: asked.append(limit) or b""), "submission_1/a.py")  # type: ignore[func-returns-value]
    assert asked == [64 << 20]


def of_one(*lines: str, end: str = "\n") -> list[Student]:
    text = end.join(["submission_1:", "  :submitters:", *lines, ""])
    [(students, _)] = submitters(text.encode(errors="surrogateescape")).values()
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
    [student] = of_one("  - :name: " + "x" * 5000, end=end)
    assert len("  - :name: " + student.name) == 4096, "a line has a bound"


ANN = [Student("Ann", "Ann", lms_id="1")]
TWICE = "submission_1:\n  :submitters:\n  - :name: Ann\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("submission_1:\n  :submitters:\n    :name: nobody's\n  - :name: Ann\n  :other: x\n  - :name: Eve\n",
         {"submission_1": ANN}),
        ("  :submitters:\n  - :name: Eve\n", {}),
        ("  - :name: Eve\nsubmission_1:\n  :submitters:\n  - :name: Ann", {"submission_1": ANN}),
        (f"{TWICE}submission_2:\n  :submitters:\n  - :name: Bob\n{TWICE}",  # a folder that is listed twice
         {"submission_1": [], "submission_2": [Student("Bob", "Bob", lms_id="2")]}),
    ],
)  # fmt: skip
def test_whose_a_name_in_the_list_is(text: str, found: dict[str, list[Student]]) -> None:
    assert {folder: one.students for folder, one in submitters(text.encode()).items()} == found


def listing(count: int, name: str = "Ann") -> bytes:
    return b"".join(b"submission_%d:\n  :submitters:\n  - :name: %b\n" % (k, name.encode()) for k in range(count))


@pytest.mark.parametrize(
    ("bound", "most", "text", "listed"),
    [
        ("FIELDS_MOST", 4, listing(3), 3),
        ("FIELDS_MOST", 4, listing(4), 0),
        ("TEXT_LIMIT", 32, listing(2, "Ann 0"), 2),
        ("TEXT_LIMIT", 31, listing(2, "Ann 0"), 0),
        ("MOST_LISTED", 2, b"submission_0:\nsubmission_1:\n", 2),
        ("MOST_LISTED", 2, b"submission_0:\nsubmission_1:\nsubmission_2:\n", 0),
        ("MOST_LISTED", 20_000, b"".join(b"submission_%d:\n" % number for number in range(20_002)), 0),
    ],
    ids=itertools.count(),
)
def test_how_long_a_list_may_be(
    monkeypatch: pytest.MonkeyPatch, bound: str, most: int, text: bytes, listed: int
) -> None:
    monkeypatch.setattr(f"judge.classroom.shapes.gradescope.{bound}", most)
    if listed:
        assert len(submitters(text)) == listed
        return
    with pytest.raises(JudgeError) as caught:
        submitters(text)
    assert (caught.value.code, caught.value.help) == ("E461", "grade a part of the class")


def held(found: Sorted) -> dict[str, list[str]]:
    return {pile.folder: list(pile.files) for pile in found.piles}


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


def test_brightspace_s_attempts() -> None:
    found = sort(
        f"{BRIGHT}/src/a.py",
        "11-22 - Ann Lee - Sep 25, 2024 1205 AM/a.py",
        "12-22 - Bo - Li - 3 October, 2024 126 AM/a.py",
        "13-22 - Cid - gestern/a.py",
        "14-22 - Dan - Oct 3, 2024 116 PM - my - hw.py",
        "14-22 - Dan - Oct 3, 2024 116 PM - b.py",
        "index.html",
        "notes.pdf",
    )
    assert paths_of(found.strays) == ["notes.pdf"]
    ann, again, bo, cid, dan = found.piles
    assert ann.told == [Told(Student("11", "Ann Lee", lms_id="11"), "Ann Lee")]
    assert (ann.folder, ann.flat, list(ann.files)) == (BRIGHT, False, ["src/a.py"])
    assert (ann.user, again.user) == ("11 Ann Lee", "11 Ann Lee")
    assert (ann.handed_in, again.handed_in) == (datetime(2024, 9, 24, 21, 26), datetime(2024, 9, 25, 0, 5))
    assert (bo.told[0].name, bo.handed_in) == ("Bo - Li", datetime(2024, 10, 3, 1, 26))
    assert (cid.told[0].name, cid.handed_in, cid.flat) == ("Cid", None, False)
    assert (list(dan.files), dan.flat, dan.handed_in) == (["my - hw.py", "b.py"], True, datetime(2024, 10, 3, 13, 16))
    both = sort(f"{BRIGHT}/a.py", f"{BRIGHT.replace('Ann Lee', 'Bo')}/a.py").piles
    assert [one.told[0].student for one in both] == [Student("Ann Lee", "Ann Lee"), Student("Bo", "Bo")]


def test_google_classroom_s_files() -> None:
    found = sort("Ann Lee - hw1.py", "Ann Lee - util - 2.py", "Bob - a.py", "folder/c - d.py")
    assert held(found) == {"Ann Lee - hw1.py": ["hw1.py", "util - 2.py"], "Bob - a.py": ["a.py"]}
    assert paths_of(found.strays) == ["folder/c - d.py"]
    assert found.piles[0].told == [Told(Student("Ann Lee", "Ann Lee"), "Ann Lee")]
    assert all(pile.flat for pile in found.piles)


def test_autolab_s_versions() -> None:
    found = sort("a_b@x.edu_2_hw.py", "a_b@x.edu_10_hw.py", "c@x.edu_1_x/a.py", "notes.pdf")
    assert held(found) == {"a_b@x.edu_2_hw.py": ["hw.py"], "a_b@x.edu_10_hw.py": ["hw.py"], "c@x.edu_1_x": ["a.py"]}
    assert paths_of(found.strays) == ["notes.pdf"]
    two, ten, one = found.piles
    assert (two.version, ten.version, two.user) == (2, 10, "a_b@x.edu")
    assert two.told == [Told(Student("a_b@x.edu", email="a_b@x.edu"), email="a_b@x.edu")]
    assert [two.flat, one.flat] == [True, False]


def test_nbgrader_s_tree() -> None:
    files = [
        file("submitted/ann/hw1/src/a.py"),
        file("submitted/ann/hw1/timestamp.txt", b"2015-02-02 15:58:23.948203 America/Los_Angeles\n"),
        file("submitted/bob/hw1/a.py"),
        file("submitted/bob/hw1/timestamp.txt", b"2015-02-02", "it is a link"),
    ]
    for begin in ("submitted/", ""):
        found = piles([file(one.path.removeprefix(begin), one.read(99), one.fault) for one in files], ())
        ann, bob = found.piles
        assert (ann.told, list(ann.files)) == ([Told(Student("ann", "ann"), words=("ann",))], ["src/a.py"])
        assert ann.folder == ("ann/hw1" if begin else "submitted/ann/hw1")
        assert (ann.handed_in, bob.handed_in) == (utc(2015, 2, 2, 23, 58, 23), None)
    files.append(file("submitted/bob/hw2/a.py"))
    with pytest.raises(JudgeError, match="it holds 2 assignments: hw1, hw2") as caught:
        piles(files, ())
    assert caught.value.code == "E461"


def test_github_classroom_s_repositories() -> None:
    found = sort("hw-1-ann/a.py", "hw-1-bob/src/a.py", "hw-1-anna-lee/a.py")
    assert [pile.told for pile in found.piles] == [
        [Told(Student(name, login=name), words=(f"hw-1-{name}", f"1-{name}", name))]
        for name in ("ann", "bob", "anna-lee")
    ]
    assert held(found)["hw-1-bob"] == ["src/a.py"]


def test_moodle_s_groups_and_those_who_are_in_none() -> None:
    default, odd = "Default group_assignsubmission_file", "Team_7_assignsubmission_file_x_assignsubmission_y.py"
    text = "Default group_assignsubmission_onlinetext/onlinetext.html"
    teams = [f"Team {name}_5_assignsubmission_file" for name in "AB"]
    found = sort(*(f"{folder}/a.py" for folder in (*teams, default)), text, odd)
    assert held(found) == {team: ["a.py"] for team in teams} | {
        default: ["a.py", "onlinetext/onlinetext.html"], odd: ["x_assignsubmission_y.py"],
    }  # fmt: skip
    assert [pile.unclear for pile in found.piles] == ["", "", DEFAULT, ""]
    assert found.piles[2].told == [Told(Student("Default group", "Default group"), "Default group")]


def test_a_canvas_user_whose_name_is_made_of_digits() -> None:
    found = sort("1234_5000245_9000598_hw1.py", "77_LATE_5_6_7_x.py", "LATE_anon_a9_778_hw.py", "_8_9_x.py")
    assert [(pile.told[0].student.lms_id, pile.told[0].name, pile.late) for pile in found.piles] == [
        ("5000245", "1234", False), ("5", "77", True), ("anon_a9", "", True), ("8", "", False),
    ]  # fmt: skip
    assert [list(pile.files) for pile in found.piles] == [["hw1.py"], ["7_x.py"], ["hw.py"], ["x.py"]]


# --- times ------------------------------------------------------------------------------------------------------------
WRITTEN = {
    "2026-11-21-18-00-00": datetime(2026, 11, 21, 18),
    "2026-11-21 18:00:00.123456789 Z": utc(2026, 11, 21, 18),
    "2026-11-21T18:00:00+01:00": utc(2026, 11, 21, 17),
    "2026-11-21 18:00:00 -0800": utc(2026, 11, 22, 2),
    " 2026-11-21 18:00:00 UTC\n": utc(2026, 11, 21, 18),
    "2026-11-21 18:00:00 Europe/Berlin": utc(2026, 11, 21, 17),
    **dict.fromkeys(f"2026-11-21 18:00:00 {zone}" for zone in (
        "JST", "CEST", "Nowhere/Atall", "../../etc/passwd", "America", "+99:00")),
    **dict.fromkeys(("2026-02-30 18:00:00", "0000-01-01 00:00:00", "1999-12-31 23:59:59 Z", "2026-11-21", "")),
}  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), WRITTEN.items())
def test_times_as_they_are_written(text: str, shown: datetime | None) -> None:
    found = times.written(text)
    assert found == shown
    assert (found and found.tzinfo is None) == (shown and shown.tzinfo is None)


SPOKEN = {
    "Sep 24, 2024 926 PM": datetime(2024, 9, 24, 21, 26),
    "September 24, 2024 9:26 AM": datetime(2024, 9, 24, 9, 26),
    "24 Sep, 2024 1226 AM": datetime(2024, 9, 24, 0, 26),
    "24 Sep 2024 1226 PM": datetime(2024, 9, 24, 12, 26),
    "24 September, 2024 2126": datetime(2024, 9, 24, 21, 26),
    **dict.fromkeys(("30 sept. 2024 926", "Foo 24, 2024 926 PM", "Sep 31, 2024 926 PM", "Sep 24, 1024 926 PM")),
    "Sep 24, 2024": None,
}


@pytest.mark.parametrize(("text", "shown"), SPOKEN.items())
def test_times_as_they_are_spoken(text: str, shown: datetime | None) -> None:
    assert times.spoken(text) == shown


def test_gradescope_s_times() -> None:
    text = (
        b"submission_1:\n  :submitters:\n  - :name: Ann\n  :created_at: 2024-09-24 21:26:03.5 Z\n"
        b"  :results:\n    :created_at: 2020-01-01 00:00:00 Z\n  :created_at: 2020-01-01 00:00:00 Z\n"
        b"submission_2:\n  created_at: '2024-09-24 21:26:03 +02:00'\n"
        b"submission_3:\n  :created_at: soon\nsubmission_1:\n  :created_at: 2020-01-01 00:00:00 Z\n"
    )
    first = utc(2024, 9, 24, 21, 26, 3)
    assert [one.at for one in submitters(text).values()] == [first, first - timedelta(hours=2), None]
    files = [file("submission_metadata.yml", text), file("submission_2/a.py")]
    assert {pile.folder: pile.handed_in for pile in piles(files, ()).piles}["submission_2"] == first - timedelta(
        hours=2
    )


def test_blackboard_s_attempts_have_a_time_and_a_user() -> None:
    found = sort("HW_ann_attempt_2026-11-20-23-59-01_a.py", "HW_ann_attempt_2026-13-20-23-59-01.txt")
    assert [(pile.handed_in, pile.user) for pile in found.piles] == [
        (None, "HW_ann"), (datetime(2026, 11, 20, 23, 59, 1), "HW_ann"),
    ]  # fmt: skip
