"""How many were late, in a line."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from judge.model.classroom import Graded, Student
from judge.model.deadline import Deadline, Lateness, Penalty
from judge.reports.terminal.grading import late_lines
from tests.reports.export.graded import judgement
from tests.reports.terminal.test_rounds import text


def row(name: str, *, late: bool = True, late_s: int | None = 5, off: float = 0.0) -> Graded:
    return Graded(Student(name), points=1.0, late=late, lateness=Lateness(0.0, late_s, off))


def due(one: Graded, penalty: Penalty | None) -> Graded:
    made = judgement("AC", 1.0)
    problem = msgspec.structs.replace(made.problem, deadline=Deadline(datetime(2026, 11, 20), penalty=penalty))
    return msgspec.structs.replace(one, judgement=msgspec.structs.replace(made, problem=problem))


def said(*rows: Graded) -> list[str]:
    return [line.strip() for line in text(late_lines(rows)).splitlines()]


def test_nobody_late_is_not_worth_a_word() -> None:
    assert said(row("a", late=False)) == []


def test_what_lateness_cost_all_together() -> None:
    assert said(row("a"), row("b", late=False)) == ["1 student late, which costs nothing"]
    charged = due(row("a", off=1.5), Penalty(20))
    assert said(charged, row("b", off=2), row("c", late_s=None), row("d")) == [
        "4 students late: 3.5 points taken off of 2 of them",
        "nobody knows how late c handed in, so nothing is taken off for it",
    ]


def test_where_lateness_costs_nothing_nobody_has_to_know_how_late() -> None:
    line = ["1 student late, which costs nothing"]
    assert said(row("c", late_s=None)) == said(due(row("c", late_s=None), None)) == line


def test_of_many_five_are_named() -> None:
    _, line = said(*(due(row(f"s{number}", late_s=None), Penalty(20)) for number in range(7)))
    assert "how late s0, s1, s2, s3, s4 and 2 more handed in" in line


def untold(name: str, handed_in: str = "", **more: Any) -> Graded:
    """Somebody of whom the export says no time."""
    one = due(Graded(Student(name, handed_in=handed_in), sha256="s", points=1.0), Penalty(20))
    return msgspec.structs.replace(one, **more)


KNOWN = msgspec.structs.replace(row("known", late=False), sha256="s")


def test_a_time_that_can_not_be_read_is_told_with_what_can() -> None:
    rows = [untold("ann", "28.11.2026 00:09"), untold("bob", "soon"), untold("cy", "-"), untold("dan")]
    assert said(*rows) == [
        "2 cells of the roster's column handed_in can't be read: ann (28.11.2026 00:09), bob (soon);"
        " that counts as on time. Write it as 2026-11-20 23:59"
    ]
    without = due(untold("ann", "soon"), None)
    assert said(without), "it is told without a penalty, too"
    assert said(msgspec.structs.replace(without, judgement=None)) == [], "but not without a deadline"


def test_who_has_no_time_where_others_do_is_told() -> None:
    assert said(untold("ann"), untold("bob")) == [], "a class without times is not late"
    assert said(untold("ann"), KNOWN) == ["nobody knows when ann handed in: that counts as on time"]
    assert said(untold("ann", sha256=""), untold("bob", late=True), KNOWN) == [
        "1 student late, which costs nothing",
        "nobody knows how late bob handed in, so nothing is taken off for it",
    ]
