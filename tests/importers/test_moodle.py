"""Round trip with Moodle: its importer takes our worksheet and our pages, first and after a regrade, and of groups."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.text import number
from tests.classes import moodle, pupils, write_zip
from tests.importers.handed import Handed, first, graded_class, later
from tests.importers.moodle import DAY_S, ENGLISH, GERMAN, Assignment, Participant, Words

NOW_S = 1_795_000_000
EVERYBODY = pupils(30)


TICK = "tick 'Allow updating records"


def assignment(words: Words = ENGLISH, maximum: float = 100, shift: int = 0) -> Assignment:
    people = [Participant(one.number + shift, one.name, f"u{one.number}", one.email) for one in EVERYBODY]
    return Assignment(people, maximum, words)


def written(path: Path, text: str) -> Path:
    path.write_text(text, newline="")
    return path


def expected(handed: Handed) -> dict[int, float]:
    numbers = {one.name: one.number for one in EVERYBODY}
    return {numbers[name]: points for name, points in handed.points().items()}


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["English", "German"])
def test_everybody_gets_their_points_first_and_after_a_regrade(tmp_path: Path, words: Words) -> None:
    """Moodle's own times lie in between: the feedback of the first time is newer than its grades."""
    here, zipped = assignment(words), moodle(tmp_path, EVERYBODY)
    for now_s, points in ((NOW_S, first), (NOW_S + 2 * DAY_S, later)):
        handed = graded_class(zipped, points, lms=written(tmp_path / "ws.csv", here.worksheet()))
        out = handed.export("moodle", tmp_path / "out.csv")
        here.upload((tmp_path / "out.csv").read_text(), now_s, tick=any(TICK in words for words in out))
        assert here.grades == expected(handed)
        assert set(here.skipped.values()) <= {"no value", "the same grade"}
        handed.export("feedback", tmp_path / "pages.zip")
        here.upload_files((tmp_path / "pages.zip").read_bytes(), now_s + DAY_S)
        assert sorted(here.files) == [one.number for one in EVERYBODY]
        drawn = {one: files["feedback.html"].decode() for one, files in here.files.items()}
        assert all(f"{number(points)} of 50 points" in drawn[one] for one, points in expected(handed).items())


def test_with_the_worksheet_of_now_no_tick_is_needed(tmp_path: Path) -> None:
    here, zipped = assignment(), moodle(tmp_path, EVERYBODY)
    here.grades, here.modified_s = {1000: 7.0}, {1000: NOW_S}
    roster = written(tmp_path / "ws.csv", here.worksheet())
    handed = graded_class(zipped, later, roster=roster)
    assert handed.export("moodle", tmp_path / "out.csv") == ()
    here.upload((tmp_path / "out.csv").read_text(), NOW_S + 2 * DAY_S)
    assert here.grades == expected(handed)
    assert here.skipped[1009] == "no value"


@pytest.mark.parametrize("shift", [None, 5000, 1], ids=["no worksheet", "another one", "of the same numbers"])
def test_the_number_is_the_zip_s_and_the_tick_is_asked_for(tmp_path: Path, shift: int | None) -> None:
    """Nobody gets what the worksheet says of somebody else, whose number is another there, or who handed in nothing."""
    here, zipped = assignment(), moodle(tmp_path, EVERYBODY[:25])
    here.grades = {one.number: 1.5 for one in EVERYBODY}
    here.modified_s = dict.fromkeys(here.grades, NOW_S)
    other = assignment(shift=shift or 0)
    other.comments = dict.fromkeys(range(1000, 1030), "for somebody else's eyes")
    roster = None if shift is None else written(tmp_path / "other.csv", other.worksheet())
    handed = graded_class(zipped, first, roster=roster)
    out = handed.export("moodle", tmp_path / "out.csv")
    assert any(TICK in words for words in out)
    text = (tmp_path / "out.csv").read_text()
    here.upload(text, NOW_S + DAY_S)
    assert here.skipped[1000] == "modified more recently", "what the warning is about"
    here.upload(text, NOW_S + DAY_S, tick=True)
    assert here.grades == dict.fromkeys(here.grades, 1.5) | expected(handed)
    assert all(comment.startswith(("AC", "WA", "Not graded")) for comment in here.comments.values())
    assert {one for one in here.comments if here.comments[one].startswith(("AC", "WA"))} == {*expected(handed)}


def test_what_a_teacher_wrote_stays(tmp_path: Path) -> None:
    here, zipped = assignment(), moodle(tmp_path, EVERYBODY)
    here.comments = {1000: "-1 for style,\nsee page 2", 1001: "WA. an old note of ours", 1003: "Not graded. too late"}
    handed = graded_class(zipped, first, roster=written(tmp_path / "ws.csv", here.worksheet()))
    handed.export("moodle", tmp_path / "out.csv")
    here.upload((tmp_path / "out.csv").read_bytes().decode(), NOW_S)
    assert here.comments[1000] == "-1 for style,\nsee page 2"
    assert (here.comments[1001], here.comments[1003], here.comments[1009]) == ("AC", "AC", "Not graded")
    assert here.grades == expected(handed)


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["English", "German"])
def test_a_section_says_nothing_of_another_one(tmp_path: Path, words: Words) -> None:
    """Each is graded by itself, with the worksheet of all, and nobody of the other one reads that nothing came."""
    here, sections, taken = assignment(words), (EVERYBODY[:10], EVERYBODY[10:29]), dict[int, float]()
    for at, some in enumerate((*sections, sections[0])):
        roster = written(tmp_path / "ws.csv", here.worksheet())
        handed = graded_class(moodle(tmp_path, some), float, roster=roster)
        taken |= expected(handed)
        handed.export("moodle", tmp_path / "out.csv")
        here.upload((tmp_path / "out.csv").read_bytes().decode(), NOW_S + at * DAY_S, tick=True)
        assert here.grades == taken
        graded = {one.number for part in sections[: at + 1] for one in part}
        assert {number for number, comment in here.comments.items() if comment} <= graded
        assert all(here.comments[number].startswith(("AC", "WA")) for number in taken)


def test_who_handed_in_nothing_anywhere_reads_that(tmp_path: Path) -> None:
    here = assignment()
    text = re.sub('"[^"]* 2023[^"]*"', "-", here.worksheet())
    handed = graded_class(moodle(tmp_path, EVERYBODY[:5]), float, roster=written(tmp_path / "ws.csv", text))
    handed.export("moodle", tmp_path / "out.csv")
    here.upload((tmp_path / "out.csv").read_bytes().decode(), NOW_S)
    assert here.comments[1020] == "Not graded. Nothing was handed in"


def test_the_same_class_gives_the_same_zip(tmp_path: Path) -> None:
    handed = graded_class(moodle(tmp_path, EVERYBODY), first)
    for name in "ab":
        handed.export("feedback", tmp_path / f"{name}.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


NAMES = ("Ann Lee", "Bob Ray", "Cy Fox")


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["English", "German"])
def test_moodle_gives_a_team_s_work_to_each_of_it(tmp_path: Path, words: Words) -> None:
    """The folder's number is the group's: here it is that of a participant of another group."""
    teams = ("Team A", "Team A", "Team B")
    people = [Participant(100 + k, name, f"u{k}", f"u{k}@x", teams[k]) for k, name in enumerate(NAMES)]
    here = Assignment(people, 100, words)
    (tmp_path / "ws.csv").write_text(here.worksheet())
    files = {
        "Team A_102_assignsubmission_file/hw.py": b"print(1)\n",
        "Team B_7_assignsubmission_file/hw.py": b"print(3)\n",
    }
    handed = graded_class(write_zip(tmp_path / "teams.zip", files), float, roster=tmp_path / "ws.csv")
    assert handed.export("moodle", tmp_path / "out.csv") == ()
    here.upload((tmp_path / "out.csv").read_bytes().decode(), 1_790_000_000)
    assert here.grades == {100: 0.0, 101: 1.0, 102: 2.0}
    assert handed.export("feedback", tmp_path / "pages.zip") == ()
    here.upload_files((tmp_path / "pages.zip").read_bytes(), 1_790_000_500)
    assert all(name in here.files[100 + k]["feedback.html"].decode() for k, name in enumerate(NAMES))
