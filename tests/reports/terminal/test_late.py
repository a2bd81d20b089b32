"""How many were late, in a line."""

from __future__ import annotations

from judge.model.classroom import Graded, Student
from judge.model.deadline import Lateness
from judge.reports.terminal.late import late_lines
from tests.reports.terminal.test_rounds import text


def row(name: str, late: bool, late_s: int | None = 5, off: float = 0.0) -> Graded:
    return Graded(Student(name), points=1.0, late=late, lateness=Lateness(0.0, late_s, off))


def test_nobody_late_is_not_worth_a_word() -> None:
    assert text(late_lines([row("a", late=False)])).strip() == ""


def test_what_lateness_cost_all_together() -> None:
    assert (
        text(late_lines([row("a", late=True), row("b", late=False)])).strip() == "1 student late, which costs nothing"
    )
    said = text(late_lines([row("a", True, off=1.5), row("b", True, off=2), row("c", True, None), row("d", True)]))
    assert [line.strip() for line in said.splitlines()] == [
        "4 students late: 3.5 points taken off of 2 of them",
        "nobody knows how late c handed in, so nothing is taken off for it",
    ]


def test_of_many_five_are_named() -> None:
    said = text(late_lines([row(f"s{number}", True, None) for number in range(7)]))
    assert "how late s0, s1, s2, s3, s4 and 2 more handed in" in " ".join(said.split())
