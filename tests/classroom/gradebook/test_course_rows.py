"""Several gradebooks put together: nobody is lost, and a total is told only where nothing waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.gradebook.homework_rows import NOT_JUDGED, course_rows
from judge.model import Verdict
from judge.model.classroom import NOTHING, Graded, Student
from judge.model.course import CourseCell, Homework
from judge.model.mark import Decided, Mark

ANN, BOB, CLEO, DAN = (Student(name, name.title()) for name in ("ann", "bob", "cleo", "dan"))
FIRST, SECOND = Homework("one", "one", Path("one"), 1.0), Homework("two", "two", Path("two"), 3.0)


def row(student: Student, points: float | None = None, most: float = 20.0, note: str = "", sha256: str = "s") -> Graded:
    return Graded(student, points=points, max_points=most, note=note, sha256=sha256)


def totals(*gradebooks: list[Graded], homeworks: tuple[Homework, ...] = (FIRST, SECOND)) -> dict[str, float | None]:
    return {one.student.id: one.total for one in course_rows(homeworks, gradebooks)}


def test_students_come_as_the_roster_has_them_then_as_they_come_up() -> None:
    found = course_rows([FIRST, SECOND], [[row(BOB, 1), row(CLEO, 1)], [row(DAN, 1), row(BOB, 1)]], [ANN, BOB])
    assert [one.student for one in found] == [ANN, BOB, CLEO, DAN]
    assert [one.cells[1].why for one in found] == [NOTHING, "", NOTHING, ""]
    assert found[0].cells == (CourseCell(None, 20, NOTHING), CourseCell(None, 20, NOTHING))
    assert found[1].cells == (CourseCell(1, 20), CourseCell(1, 20))


def test_a_total_is_the_weighted_share_of_points() -> None:
    assert totals([row(ANN, 10)], [row(ANN, 50, 50)]) == {"ann": pytest.approx(100 * (0.5 * 1 + 1.0 * 3) / 4)}
    assert totals([row(ANN, 25)], [row(ANN, 0)]) == {"ann": pytest.approx(31.25)}, "with a bonus on top"


def test_what_is_missing_counts_as_nothing() -> None:
    found = course_rows([FIRST, SECOND], [[row(ANN, 20)], [row(ANN, note="an empty folder", sha256=""), row(BOB, 20)]])
    assert [one.total for one in found] == [25.0, 75.0]
    assert found[0].cells[1] == CourseCell(None, 20, "an empty folder")
    assert found[1].cells[0] == CourseCell(None, 20, NOTHING)
    [lone] = course_rows([FIRST], [[row(ANN, sha256="")]])
    assert (lone.cells[0].why, lone.total) == (NOTHING, 0.0)


def test_what_waits_makes_no_total() -> None:
    waiting = Graded(ANN, verdict=Verdict.JE, max_points=20, note="no points yet", sha256="s")
    found = course_rows([FIRST, SECOND], [[waiting, row(BOB, 1)], [row(ANN, 20), row(BOB)]])
    assert [one.total for one in found] == [None, None]
    assert found[0].cells[0] == CourseCell(None, 20, "no points yet", waits=True)
    assert found[1].cells[1] == CourseCell(None, 20, NOT_JUDGED, waits=True)
    unclear = Graded(ANN, max_points=20, note="several programs", unclear=True)
    [waiting_too] = course_rows([FIRST], [[unclear]])
    assert (waiting_too.cells[0], waiting_too.total) == (CourseCell(None, 20, "several programs", waits=True), None)


def test_a_homework_that_nobody_has_yet_counts_for_nobody() -> None:
    [found] = course_rows([FIRST, SECOND], [[row(ANN, 5)], []])
    assert (found.total, found.cells[1]) == (25.0, CourseCell(excused=True))
    [none] = course_rows([FIRST], [[]], [ANN])
    assert none.total is None


def test_a_homework_without_points_or_weight_counts_for_nothing() -> None:
    assert totals([row(ANN, 5)], [row(ANN, 0, 0)]) == {"ann": 25.0}
    free = Homework("free", "free", Path("free"), 0.0)
    assert totals([row(ANN, 5)], [row(ANN, 20)], homeworks=(FIRST, free)) == {"ann": 25.0}
    assert totals([row(ANN, 5)], homeworks=(free,)) == {"ann": None}
    with pytest.raises(ValueError, match="zip"):
        course_rows([FIRST], [[], []], [ANN])


def test_who_is_excused_has_a_total_of_the_others() -> None:
    mark = Decided(Mark("ann", "excuse", "ill", "smith", 1_795_348_800.0))
    excused = Graded(ANN, max_points=20, sha256="s", verdict=Verdict.JE, mark=mark)
    [found] = course_rows([FIRST, SECOND], [[excused], [row(ANN, 10)]])
    assert found.cells[0] == CourseCell(None, 20, "excused (smith, 2026-11-22): ill", excused=True)
    assert found.total == 50.0
