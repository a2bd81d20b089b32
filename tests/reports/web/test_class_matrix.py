"""Students x cases are sorted by any column, and who has nothing there comes last, whichever way round."""

from __future__ import annotations

import pytest

from judge.model.classroom import Graded
from judge.model.deadline import Lateness
from judge.model.mark import Decided, Mark
from judge.web.pages.grading.gradebook import Matrix, matrix
from tests.reports.classroom import overview

WHOLE = overview()
EXCUSE = Mark("u4", "excuse", "ill", "smith", 0.0)


def rows() -> list[Graded]:
    """The rows of the class of tests/reports/classroom: u3 was late, u4 is excused."""
    facts = [Graded(line.student, verdict=line.verdict, points=line.points, max_points=20) for line in WHOLE.lines]
    facts[2] = Graded(
        WHOLE.lines[2].student, verdict=facts[2].verdict, points=12.5, late=True, lateness=Lateness(0.0, 7200, 2.5)
    )
    facts[3] = Graded(WHOLE.lines[3].student, mark=Decided(EXCUSE, EXCUSE))
    return facts


def ids(table: Matrix) -> str:
    return " ".join(row.id.removeprefix("u") for row in table.rows)


@pytest.mark.parametrize(
    ("by", "order"),
    [
        ("", "1 2 3 4 5"),
        ("-id", "5 4 3 2 1"),
        ("name", "1 3 5 4 2"),
        ("points", "2 5 3 1 4"),
        ("-points", "1 3 5 2 4"),
        ("verdict", "1 5 2 3 4"),
        ("late", "3 1 2 4 5"),
        ("case:secret/two", "1 5 2 3 4"),
        ("-case:secret/two", "3 2 1 5 4"),
        ("case:secret/three", "1 2 3 4 5"),
        ("points'", "1 2 3 4 5"),
    ],
)
def test_every_column_sorts(by: str, order: str) -> None:
    assert ids(matrix(rows(), WHOLE, by)) == order


def test_the_head_says_the_order_and_turns_it_round() -> None:
    table = matrix(rows(), WHOLE, "-points")
    points, late = table.head("points"), table.head("late")
    assert (points.order, points.by, late.order, late.by) == ("descending", "points", "none", "-late")
    again = matrix(rows(), WHOLE, points.by).head("points")
    assert (again.order, again.by) == ("ascending", "-points")


def test_lateness_and_what_was_decided_are_said() -> None:
    table = matrix(rows(), WHOLE)
    assert [row.late for row in table.rows] == ["", "", "2 h, -2.5", "", ""]
    assert [row.decided for row in table.rows] == ["", "", "", "excused, comment", ""]
    assert (table.anybody_late, table.anybody_decided) == (True, True)
