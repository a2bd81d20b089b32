"""The late days of a course: when a day is over, and what the homeworks before have left. What a homework spends of
them is in test_written_again.py."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from judge.classroom.course import CourseBook, in_turn
from judge.classroom.gradebook import Gradebook
from judge.classroom.lateness import days_spent
from judge.model import Course, Deadline, Problem, Roll, Student
from judge.text import DAY_S
from tests.make import graded, problem, roll

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR_S = 3600


def test_a_day_ends_at_the_same_time_of_the_next_day() -> None:
    """That on which summer time ends has 25 hours."""
    own = Deadline(datetime(2026, 10, 24, 23, 59, 59, tzinfo=ZoneInfo("Europe/Berlin")))
    after_s = (-9, 0.9, 24 * HOUR_S + 1, 25 * HOUR_S + 0.9, 25 * HOUR_S + 1, 99 * DAY_S)
    assert [days_spent(own, own.at_s + one_s, 5) for one_s in after_s] == [0, 0, 1, 1, 2, 5]


def test_each_student_has_what_the_homeworks_before_have_left() -> None:
    """They are read as they are due, at the same moment in the order of the file, and what has no deadline last."""
    due_h = {"later": 24, "first": 1, "free": None, "same": 24}
    class_, seen = roll("ann", "bob"), []

    def read(of: Roll, asked: Problem, left: Mapping[str, int]) -> Gradebook:
        seen.append((asked.name, dict(left)))
        spent = {"ann": 1, "bob": 2 if asked.name == "first" else 0}
        return Gradebook(asked, of, [graded(who, late_days=days) for who, days in spent.items()], [], [])

    dates = {name: None if hours is None else Deadline(NOON + timedelta(hours=hours)) for name, hours in due_h.items()}
    works = [(class_, problem(1, name=name, deadline=due)) for name, due in dates.items()]
    books = in_turn([None, *works], 3, read)
    assert [one and one.problem.name for one in books] == [None, *due_h]
    assert seen == [
        ("first", {"ann": 3, "bob": 3}), ("later", {"ann": 2, "bob": 1}), ("same", {"ann": 1, "bob": 1}),
        ("free", {"ann": 0, "bob": 1}),
    ]  # fmt: skip


def test_late_days_and_points_of_a_number_are_those_of_its_platform() -> None:
    """An account that came of an export of Canvas says so, whether it has handed in or not."""
    seen, ann = [], Student("5", lms_id="5")

    def read(of: Roll, asked: Problem, left: Mapping[str, int]) -> Gradebook:
        seen.append({**left})
        return Gradebook(asked, of, [graded("5", late_days=len(left))], [], [])

    known = Student("5", lms_id="5", lms="Canvas")
    works = [
        Roll("web", absent=(known,), members=()),
        Roll("web", (Roll.Member(known, "x", "x", matched="the account"),)),
    ]
    works += [Roll(shape, (Roll.Member(ann, "x", "x"),)) for shape in ("Moodle", "Canvas")]
    books = in_turn([(one, problem(1)) for one in works], 3, read)
    assert seen == [{}, {"5": 3}, {"5": 3}, {"5": 2}]
    homeworks = tuple(Course.Homework(f"h{at}", "", None) for at in range(4))
    rows = CourseBook.of(Course("", homeworks), books).rows
    there = [[cell.points is not None for cell in row.cells] for row in rows]
    assert there == [[True, True, False, True], [False, False, True, False]]
