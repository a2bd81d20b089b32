"""A class on a terminal and as tables: who handed in what, who was late, what a regrade changed, what is alike."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from rich.console import RenderableType

from judge.model import Batch, Conditions, Course, Deadline, Graded, Mark, Overview, Record, Roll, Student
from judge.reports import (
    ClassReport,
    CourseReport,
    GradebookReport,
    MarkReport,
    RegradeReport,
    RollReport,
    SimilarReport,
)
from tests.make import record, replace
from tests.reports.graded import judgement, problem
from tests.reports.make import HOST, alike, as_text, console, keep, line, overview, printed, unlike

ANN = Student("1", "Ann\x1b[2J")
FILES = (("homework.py", b""), ("x.py", b""))
HANDED_IN = (
    Roll.Member(ANN, "ann", "ann/feedback", "homework.py", FILES, late=True),
    Roll.Member(
        Student("2", "Bob"), "bob", "bob/feedback", doubt=Roll.Doubt("bob/x.py", "it is a link", "hand in a file")
    ),
    Roll.Member(
        Student("3", "Eve"), "eve", "eve/feedback", "homework.py", remarks=("notes.pdf: not part of the program",)
    ),
)
TWINS = ((HANDED_IN[0], HANDED_IN[2]),)
ROLL = Roll("plain", HANDED_IN, (Student("4", "Dan"),), (Roll.Doubt("up.txt", "it belongs to no student"),), TWINS)
NOBODYS = (
    Roll.Unmatched("an.py", Roll.Doubt("an.py", "nobody is called so", "say whose"), (ANN, Student("2"))),
    Roll.Unmatched("zoe.py", Roll.Doubt("zoe.py", "nobody")),
)
UNCLEAR = (("bob", "none of a.pdf is a source file"), ("eve", "none of b.pdf is a source file"), ("zoe", ""))
ALIKE = Roll(
    "plain",
    tuple(Roll.Member(Student(who), who, who, doubt=Roll.Doubt(who, what, "ask them")) for who, what in UNCLEAR[:2]),
    strays=tuple(Roll.Doubt(f"{who}.txt", "it belongs to no student") for who, _ in UNCLEAR),
    unmatched=tuple(
        Roll.Unmatched(who, Roll.Doubt(who, f"the roster has no row for {who}", "add it"), (ANN,)) for who, _ in UNCLEAR
    ),
)
BATCH = Batch("regrade", problem(), HOST, Conditions("", "", "", ""), reason="a case was wrong")
COURSE = Course("CSCI 561", (Course.Homework("one", "q", Path("1")), Course.Homework("=two", "q", Path("2"))))
ROWS = [
    Course.Row(
        Student("s1", "Ann", "ann@example.edu", section="A"), (Course.Cell(12.5, 20), Course.Cell(20, 20)), 81.25
    ),
    Course.Row(Student("s2", "=HYPERLINK(x)\x1b[2J"), (Course.Cell(0, 20), Course.Cell(None, 20, "nothing came")), 0.0),
    Course.Row(Student("dan", "dan"), (Course.Cell(None, 20, "judge error", waits=True), Course.Cell(7, 20))),
]


SPENT = [
    replace(ROWS[0], cells=(Course.Cell(12.5, 20, late_days=2), Course.Cell(20, 20, late_days=1))),
    replace(ROWS[1], cells=(Course.Cell(0, 20, late_days=1), ROWS[1].cells[1])),
    ROWS[2],
]
WAITING, RIGHT = (record("ann", judgement(*one)) for one in (("AC AC JE AC", None), ("AC AC AC AC", 50.0)))
SAID: dict[str, RenderableType] = {
    "a class": ClassReport(overview()),
    "who is who": RollReport(ROLL),
    "what is nobody's": RollReport(Roll("plain", (), unmatched=NOBODYS, remarks=("the names are read as cp1252",))),
    "doubts that are alike": RollReport(ALIKE),
    "a regrade": RegradeReport(BATCH, [Record.Change(WAITING, RIGHT), Record.Change(RIGHT, WAITING)]),
    "what is alike": SimilarReport(alike()),
    "nothing alike": SimilarReport(unlike()),
    "many left out": SimilarReport(replace(unlike(), left_out=tuple((f"s{k}", "it is empty") for k in range(30)))),
    "a course": CourseReport(COURSE, ROWS),
    "a course of nobody": CourseReport(COURSE, []),
    "a course with late days": CourseReport(replace(COURSE, late_days=5), SPENT),
    "a course of an excuse": CourseReport(COURSE, [Course.Row(Student("s1"), (Course.Cell(excused=True),) * 2)]),
}


def test_each_word_is_as_it_is_kept() -> None:
    keep("class.txt", SAID)


def lines_of(whole: Overview, *, terminal: bool = False, width: int = 80) -> list[str]:
    return as_text(ClassReport(whole), width, terminal=terminal).splitlines()


def test_of_a_large_class_a_terminal_gets_the_summary_and_a_pipe_everybody() -> None:
    whole = overview(240)
    short, long = lines_of(whole, terminal=True), lines_of(whole)
    assert len(short) < 80
    assert "The 30 students with the fewest points" in short
    assert any("all 245 are in  --html FILE" in line for line in short)
    assert sum("sample ." in line for line in long) == 243
    assert not any("all 245" in line for line in long)
    many = replace(whole, near=whole.near * 10)
    assert "  and 10 more" in lines_of(many, terminal=True)
    assert not [line for line in lines_of(many) if line.startswith("  and ")]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_cut_within_a_word(width: int) -> None:
    words, narrow = (
        {word for line in lines_of(overview(60), width=room) for word in line.split() if "#" not in word}
        for room in (4000, width)
    )
    assert narrow <= words


@pytest.mark.parametrize("width", [80, 100])
def test_a_long_name_costs_neither_its_own_letters_nor_those_of_others(width: int) -> None:
    member = Roll.Member(Student("s1", "Q" * 195), "a-folder", "a-folder", "deep/er/hw1.py")
    said = as_text(RollReport(Roll("plain", (member,))), width)
    assert said.count("Q") == 195
    assert all(word in said for word in ("deep/er/hw1.py", "a-folder"))


def test_a_course_loses_no_figure_and_no_reason_where_there_is_little_room() -> None:
    course = replace(COURSE, homeworks=tuple(Course.Homework(f"Homework {k}", "q", Path("1")) for k in range(5)))
    why = Course.Cell(None, 20, "nothing was handed in under this name")
    rows = [
        Course.Row(Student("s1", "Q" * 195), (Course.Cell(12.25, 20),) * 5, 98.75),
        Course.Row(Student("s2", "Bob"), (*(Course.Cell(7.5, 20),) * 4, why), 30.0),
    ]
    for width in (60, 80, 100):
        said = as_text(CourseReport(course, rows), width)
        figures = [said.count(figure) for figure in ("12.25", "7.5", "98.8 %", "30.0 %", "Q")]
        assert figures == [6, 4, 1, 1, 195]  # one of the median
        assert "s2 Bob: Homework 4: nothing was handed in" in " ".join(said.split())
        assert max(map(len, said.split("\n"))) <= width


def test_a_regrade_loses_nothing_of_a_long_name_nor_beside_it() -> None:
    before, after = (record("q" * 195, judgement(*one)) for one in (("AC AC WA AC", 12.5), ("AC AC AC AC", 50.0)))
    said = as_text(RegradeReport(BATCH, [Record.Change(before, after)]), 60)
    assert said.count("q") == as_text(RegradeReport(BATCH, [Record.Change(before, after)]), 1000).count("q")
    assert [word in said for word in ("+37.5", "WA 12.5", "AC 50")] == [True] * 3


def test_who_waits_and_who_was_late_stand_out_in_their_rows() -> None:
    said = printed(console(80, terminal=True, colours="standard"), RollReport(ROLL))
    assert re.findall(r"\x1b\[([\d;]+)m(late|not clear)", said) == [("33", "late"), ("1;31", "not clear")]


@pytest.mark.parametrize("width", [24, 40, 80])
def test_who_has_no_marks_is_said_why_where_there_is_little_room(width: int) -> None:
    whole = replace(overview(), lines=(*overview().lines, line(6, "Zed", None, None, None, None)))
    assert [text.split() for text in lines_of(whole, width=width) if "Zed" in text] == [["u6", "Zed", "not", "graded"]]


def row(name: str, *, late: bool = True, late_s: int | None = 5, off: float = 0.0) -> Graded:
    return Graded(Student(name), points=1.0, late=late, lateness=Deadline.Lateness(0.0, late_s, off))


def due(one: Graded, penalty: Deadline.Penalty | None) -> Graded:
    made = judgement("AC", 1.0)
    problem = replace(made.problem, deadline=Deadline(datetime(2026, 11, 20), penalty=penalty))
    return replace(one, judgement=replace(made, problem=problem))


def untold(name: str, handed_in: str = "", **more: Any) -> Graded:
    """Somebody of whom the export says no time."""
    return replace(
        due(Graded(Student(name, handed_in=handed_in), sha256="s", points=1.0), Deadline.Penalty(20)), **more
    )


KNOWN = replace(row("known", late=False), sha256="s")
LATE = {
    "nobody late": [row("a", late=False)],
    "one late": [row("a"), row("b", late=False)],
    "points taken off": [
        due(row("a", off=1.5), Deadline.Penalty(20)),
        row("b", off=2),
        row("c", late_s=None),
        row("d"),
    ],
    "a point taken off": [row("a", off=1)],
    "late without a time": [row("c", late_s=None)],
    "late without a penalty": [due(row("c", late_s=None), None)],
    "many without a time": [due(row(f"s{number}", late_s=None), Deadline.Penalty(20)) for number in range(7)],
    "cells that can't be read": [
        *(untold("ann", "28.11.2026 00:09"), untold("bob", "soon"), untold("cy", "-"), untold("dan")),
    ],
    "such a cell without a penalty": [due(untold("ann", "soon"), None)],
    "such a cell without a deadline": [replace(untold("ann", "soon"), judgement=None)],
    "a class without times": [untold("ann"), untold("bob")],
    "one without a time": [untold("ann"), KNOWN],
    "nothing handed in, and late without a time": [untold("ann", sha256=""), untold("bob", late=True), KNOWN],
}


def test_what_lateness_cost_and_of_whom_nobody_knows_is_as_it_is_kept() -> None:
    """The counts of a class end with it, behind the points."""
    said = {name: as_text(GradebookReport(rows, problem()).summary(["scheme"]), 200) for name, rows in LATE.items()}
    keep("lateness.txt", {name: text.partition("scheme\n")[2] for name, text in said.items()}, 200)


@pytest.mark.parametrize(("share", "said"), [(1.0, "100 %"), (0.9999999, "99 %"), (0.996, "99 %"), (0.125, "12 %")])
def test_only_all_is_100_percent(share: float, said: str) -> None:
    found = alike()
    pair = replace(found.circles[0].shown[0], share=share)
    circle = replace(found.circles[0], pairs=(pair,), shown=(pair,))
    assert f" {said} " in as_text(SimilarReport(replace(found, circles=(circle,))), 100)


def test_what_counts_by_hand_is_said() -> None:
    row = Graded(Student("ada"), points=12.0, max_points=10.0)
    excused = replace(row, mark=Mark.Decided(Mark("ada", "excuse", "ill", "smith", 0.0)))
    said = [MarkReport(one).standing for one in (row, replace(row, points=None), excused)]
    assert said == ["12 of 10 points", "no points", "excused, no points"]
    assert "10 points" in as_text(MarkReport(row).above_most, 80)
