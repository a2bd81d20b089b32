"""Whatever students are called: what an importer reads is what the gradebook says, and no cell is a formula."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from judge.classroom.lms_list import worksheet_of
from judge.model.classroom import Graded, LmsList, Student
from judge.reports.export.blackboard import export_blackboard
from judge.reports.export.brightspace import export_brightspace
from judge.reports.export.canvas import canvas_gradebook
from judge.reports.export.exporter import Sheet
from judge.reports.export.moodle import moodle_worksheet
from tests.importers.canvas import Course, User
from tests.importers.gradebooks import Blackboard, Brightspace
from tests.importers.moodle import GERMAN, Assignment, Participant

NAMES = st.text(st.sampled_from("aÉ李'\",;=+-@|\t\n\r \u202e\u200b<&#_0"), min_size=1, max_size=8)
POINTS = st.none() | st.floats(0, 100).map(lambda value: round(value, 2))
CLASS = st.lists(st.tuples(NAMES, POINTS), min_size=1, max_size=6)
CALM = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
FORMULA = tuple("=+-@|%")
TITLE = 'Homework, "1" (1234)'
Class = Sequence[tuple[str, float | None]]


def rows(people: Class, shift: int = 100) -> list[Graded]:
    return [
        Graded(Student(f"u{k}", name, login=f"l{k}", lms_id=f"{k + shift}"), points=points, max_points=100.0)
        for k, (name, points) in enumerate(people)
    ]


def given_points(people: Class, shift: int = 100) -> dict[int, float]:
    return {k + shift: points for k, (_, points) in enumerate(people) if points is not None}


def assert_harmless(text: str) -> None:
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        assert not [cell for cell in row if cell.strip().startswith(FORMULA) and cell != "-"]


@given(CLASS)
@example([('="1;2"', 1.0), ("a;=b", None), ("x\ny", 100.0)])
@CALM
def test_canvas(people: Class) -> None:
    here = Course([User(k + 100, f"other {k}") for k in range(len(people))])
    text = canvas_gradebook(rows(people), TITLE, "Canvas")
    here.take(text)
    assert {user: float(score) for user, score in here.scores.items()} == given_points(people)
    assert (here.created, here.strangers) == ([], [])
    assert_harmless(text)


@given(CLASS, st.booleans())
@example([('="1;2"', 1.0), ("a;=b", None), ("x\ny", 100.0)], True)
@CALM
def test_moodle(people: Class, german: bool) -> None:
    taking = [Participant(k + 100, name) for k, (name, _) in enumerate(people)]
    here = Assignment(taking, words=GERMAN) if german else Assignment(taking)
    came = worksheet_of(list(csv.reader(io.StringIO(here.worksheet(), newline="")))) if german else None
    text = moodle_worksheet(rows(people), Sheet(shape="Moodle", lms=LmsList(worksheet=came)))
    here.upload(text, 1_790_000_000)
    assert here.grades == given_points(people)
    assert_harmless(text)


@given(CLASS)
@CALM
def test_blackboard_and_brightspace(people: Class) -> None:
    users = [(f"u{k}", f"l{k}") for k in range(len(people))]
    blackboard, brightspace = Blackboard([login for _, login in users]), Brightspace(users)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out"
        export_blackboard(rows(people), Sheet(column=blackboard.header), path)
        blackboard.take(path.read_bytes())
        export_brightspace(rows(people), Sheet("Homework 1"), path)
        brightspace.take(path.read_bytes().decode())
        assert_harmless(path.read_bytes().decode())
    expected = given_points(people, shift=0)
    assert blackboard.points == {users[k][1]: points for k, points in expected.items()}
    assert brightspace.points == {users[k]: points for k, points in expected.items()}
