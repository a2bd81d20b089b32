"""What the names say in exports of Brightspace, Google Classroom, Autolab, nbgrader and GitHub Classroom; and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from judge.classroom.files.file import File
from judge.classroom.shapes import Sorted, Told, piles, times
from judge.classroom.shapes.gradescope import times_of
from judge.classroom.shapes.named import DEFAULT
from judge.errors import JudgeError
from judge.model.classroom import Student


def file(path: str, data: bytes = b"", fault: str = "") -> File:
    return File(path, len(data), lambda limit: data[:limit], fault)


def sort(*paths: str) -> Sorted:
    return piles([file(path) for path in paths], (".py", ".cpp"))


def held(found: Sorted) -> dict[str, list[str]]:
    return {pile.folder: list(pile.files) for pile in found.piles}


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type, misc]


BRIGHT = "11-22 - Ann Lee - Sep 24, 2024 926 PM"


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
    assert [stray.path for stray in found.strays] == ["notes.pdf"]
    ann, again, bo, cid, dan = found.piles
    assert ann.told == [Told(Student("11", "Ann Lee", lms_id="11"), "Ann Lee")]
    assert (ann.folder, ann.flat, list(ann.files)) == (BRIGHT, False, ["src/a.py"])
    assert (ann.user, again.user) == ("11 Ann Lee", "11 Ann Lee")
    assert (ann.handed_in, again.handed_in) == (datetime(2024, 9, 24, 21, 26), datetime(2024, 9, 25, 0, 5))
    assert (bo.told[0].name, bo.handed_in) == ("Bo - Li", datetime(2024, 10, 3, 1, 26))
    assert (cid.told[0].name, cid.handed_in, cid.flat) == ("Cid", None, False)
    assert (list(dan.files), dan.flat, dan.handed_in) == (["my - hw.py", "b.py"], True, datetime(2024, 10, 3, 13, 16))


def test_google_classroom_s_files() -> None:
    found = sort("Ann Lee - hw1.py", "Ann Lee - util - 2.py", "Bob - a.py", "folder/c - d.py")
    assert held(found) == {"Ann Lee - hw1.py": ["hw1.py", "util - 2.py"], "Bob - a.py": ["a.py"]}
    assert [stray.path for stray in found.strays] == ["folder/c - d.py"]
    assert found.piles[0].told == [Told(Student("Ann Lee", "Ann Lee"), "Ann Lee")]
    assert all(pile.flat for pile in found.piles)


def test_autolab_s_versions() -> None:
    found = sort("a_b@x.edu_2_hw.py", "a_b@x.edu_10_hw.py", "c@x.edu_1_x/a.py", "notes.pdf")
    assert held(found) == {"a_b@x.edu_2_hw.py": ["hw.py"], "a_b@x.edu_10_hw.py": ["hw.py"], "c@x.edu_1_x": ["a.py"]}
    assert [stray.path for stray in found.strays] == ["notes.pdf"]
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
    found = sort(
        "Team A_5_assignsubmission_file/a.py",
        "Team B_5_assignsubmission_file/a.py",
        "Default group_assignsubmission_file/a.py",
        "Default group_assignsubmission_onlinetext/onlinetext.html",
        "Team_7_assignsubmission_file_x_assignsubmission_y.py",
    )
    assert held(found) == {
        "Team A_5_assignsubmission_file": ["a.py"],
        "Team B_5_assignsubmission_file": ["a.py"],
        "Default group_assignsubmission_file": ["a.py", "onlinetext/onlinetext.html"],
        "Team_7_assignsubmission_file_x_assignsubmission_y.py": ["x_assignsubmission_y.py"],
    }
    assert [pile.unclear for pile in found.piles] == ["", "", DEFAULT, ""]
    assert found.piles[2].told == [Told(Student("Default group", "Default group"), "Default group")]


def test_a_canvas_user_whose_name_is_made_of_digits() -> None:
    found = sort("1234_5000245_9000598_hw1.py", "77_LATE_5_6_7_x.py", "LATE_anon_a9_778_hw.py", "_8_9_x.py")
    assert [(pile.told[0].student.lms_id, pile.told[0].name, pile.late) for pile in found.piles] == [
        ("5000245", "1234", False), ("5", "77", True), ("anon_a9", "", True), ("8", "", False),
    ]  # fmt: skip
    assert [list(pile.files) for pile in found.piles] == [["hw1.py"], ["7_x.py"], ["hw.py"], ["x.py"]]


# --- times ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("2026-11-21-18-00-00", datetime(2026, 11, 21, 18)),
        ("2026-11-21 18:00:00.123456789 Z", utc(2026, 11, 21, 18)),
        ("2026-11-21T18:00:00+01:00", utc(2026, 11, 21, 17)),
        ("2026-11-21 18:00:00 -0800", utc(2026, 11, 22, 2)),
        (" 2026-11-21 18:00:00 UTC\n", utc(2026, 11, 21, 18)),
        ("2026-11-21 18:00:00 Europe/Berlin", utc(2026, 11, 21, 17)),
        ("2026-11-21 18:00:00 JST", None),
        ("2026-11-21 18:00:00 CEST", None),
        ("2026-11-21 18:00:00 Nowhere/Atall", None),
        ("2026-11-21 18:00:00 ../../etc/passwd", None),
        ("2026-11-21 18:00:00 America", None),
        ("2026-02-30 18:00:00", None),
        ("0000-01-01 00:00:00", None),
        ("1999-12-31 23:59:59 Z", None),
        ("2026-11-21 18:00:00 +99:00", None),
        ("2026-11-21", None),
        ("", None),
    ],
)
def test_times_as_they_are_written(text: str, shown: datetime | None) -> None:
    found = times.written(text)
    assert found == shown
    assert (found and found.tzinfo is None) == (shown and shown.tzinfo is None)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Sep 24, 2024 926 PM", datetime(2024, 9, 24, 21, 26)),
        ("September 24, 2024 9:26 AM", datetime(2024, 9, 24, 9, 26)),
        ("24 Sep, 2024 1226 AM", datetime(2024, 9, 24, 0, 26)),
        ("24 Sep 2024 1226 PM", datetime(2024, 9, 24, 12, 26)),
        ("24 September, 2024 2126", datetime(2024, 9, 24, 21, 26)),
        ("30 sept. 2024 926", None),
        ("Foo 24, 2024 926 PM", None),
        ("Sep 31, 2024 926 PM", None),
        ("Sep 24, 1024 926 PM", None),
        ("Sep 24, 2024", None),
    ],
)
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
    assert times_of(text) == {"submission_1": first, "submission_2": first - timedelta(hours=2), "submission_3": None}
    files = [file("submission_metadata.yml", text), file("submission_2/a.py")]
    assert {pile.folder: pile.handed_in for pile in piles(files, ()).piles}["submission_2"] == first - timedelta(
        hours=2
    )


def test_blackboard_s_attempts_have_a_time_and_a_user() -> None:
    found = sort("HW_ann_attempt_2026-11-20-23-59-01_a.py", "HW_ann_attempt_2026-13-20-23-59-01.txt")
    assert [(pile.handed_in, pile.user) for pile in found.piles] == [
        (None, "HW_ann"), (datetime(2026, 11, 20, 23, 59, 1), "HW_ann"),
    ]  # fmt: skip
