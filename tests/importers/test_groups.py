"""Round trip of work that groups hand in: every member gets the points and a page, by their own number."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from judge.classroom import Roster, read_roll
from tests.classes import write_zip
from tests.importers.canvas import Comments, Course, User
from tests.importers.handed import graded_class
from tests.importers.moodle import ENGLISH, GERMAN, Assignment, Participant, Words

NAMES = ("Ann Lee", "Bob Ray", "Cy Fox")
RIGHT = b"def solve(algorithm, n, lizards, grid):\n    return grid\n"


@pytest.mark.parametrize("words", [ENGLISH, GERMAN], ids=["English", "German"])
def test_moodle_gives_a_team_s_work_to_each_of_it(tmp_path: Path, words: Words) -> None:
    """The folder's number is the group's: here it is that of a participant of another group."""
    teams = ("Team A", "Team A", "Team B")
    people = [Participant(100 + k, name, f"u{k}", f"u{k}@x", teams[k]) for k, name in enumerate(NAMES)]
    here = Assignment(people, 100, words)
    (tmp_path / "ws.csv").write_text(here.worksheet())
    files = {"Team A_102_assignsubmission_file/hw.py": RIGHT, "Team B_7_assignsubmission_file/hw.py": b"print(3)\n"}
    handed = graded_class(write_zip(tmp_path / "teams.zip", files), float, roster=tmp_path / "ws.csv")
    assert handed.export("moodle", tmp_path / "out.csv") == ()
    here.upload((tmp_path / "out.csv").read_bytes().decode(), 1_790_000_000)
    assert here.grades == {100: 0.0, 101: 1.0, 102: 2.0}
    assert handed.export("feedback", tmp_path / "pages.zip") == ()
    here.upload_files((tmp_path / "pages.zip").read_bytes(), 1_790_000_500)
    assert all(name in here.files[100 + k]["feedback.html"].decode() for k, name in enumerate(NAMES))


def test_canvas_gives_a_group_s_work_to_each_of_it(tmp_path: Path) -> None:
    course = Course([User(k + 1, name, f"u{k + 1}") for k, name in enumerate(NAMES)])
    (tmp_path / "g.csv").write_text(course.export())
    (tmp_path / "groups.csv").write_text("group,id\nTeam 7,u1\nTeam 7,u2\nTeam 8,u3\n")
    zipped = write_zip(tmp_path / "c.zip", {"team7_2_900_hw.py": RIGHT, "team8_3_901_hw.py": b"print(3)\n"})
    roll = read_roll(zipped, Roster.listed(tmp_path / "g.csv", tmp_path / "groups.csv"))
    handed = graded_class(zipped, float, lms=tmp_path / "g.csv")
    one = handed.rows[0]
    handed.rows = [
        msgspec.structs.replace(one, student=member.student, page=member.page, points=float(place))
        for place, member in enumerate(roll.members)
    ]
    handed.export("canvas", tmp_path / "out.csv")
    course.take((tmp_path / "out.csv").read_bytes().decode())
    assert course.scores == {1: "0", 2: "1", 3: "2"}
    handed.export("feedback", tmp_path / "pages.zip")
    here = Comments({1: {900}, 2: {900}, 3: {901}}, groups=({1, 2},))
    here.take((tmp_path / "pages.zip").read_bytes())
    assert {user: len(pages) for user, pages in here.given.items()} == {1: 1, 2: 1, 3: 1}
    assert here.ignored == []
