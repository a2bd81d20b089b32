"""The gradebook of a course as CSV and on the terminal."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from rich.console import RenderableType

from judge.model.classroom import Student
from judge.model.course import Course, CourseCell, CourseRow, Homework
from judge.reports.export.course import course_csv
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.gradebook import course_lines

COURSE = Course("CSCI 561", (Homework("one", "q", Path("1")), Homework("=two", "q", Path("2"))))
ANN = CourseRow(Student("s1", "Ann", "ann@example.edu", section="A"), (CourseCell(12.5, 20), CourseCell(20, 20)), 81.25)
EVE = CourseRow(Student("s2", "=HYPERLINK(x)\x1b[2J"), (CourseCell(0, 20), CourseCell(None, 20, "nothing came")), 0.0)
DAN = CourseRow(Student("dan", "dan"), (CourseCell(None, 20, "judge error", waits=True), CourseCell(7, 20)))


def shown(what: RenderableType) -> list[str]:
    console = PlainConsole(file=io.StringIO(), width=100)
    with console.capture() as caught:
        console.print(what)
    return [line.rstrip() for line in caught.get().splitlines()]


def test_the_csv_has_a_column_for_each_homework() -> None:
    text = course_csv(COURSE, [ANN, EVE, DAN])
    assert text.startswith("\ufeffid,")
    rows = list(csv.reader(io.StringIO(text[1:], newline="")))
    assert rows == [
        ["id", "name", "email", "section", "one (20)", "'=two (20)", "total", "missing"],
        ["s1", "Ann", "ann@example.edu", "A", "12.5", "20", "81.25", ""],
        ["s2", rows[2][1], "", "", "0", "", "0", "'=two: nothing came"],
        ["dan", "dan", "", "", "", "7", "", "one: judge error"],
    ]
    assert rows[2][1].startswith("'=HYPERLINK(x)")
    assert "\x1b" not in text
    assert text.count("\r\n") == 4


def test_a_homework_of_which_nothing_is_known_has_its_title_alone() -> None:
    lone = CourseRow(Student("s1"), (CourseCell(1, 20), CourseCell(excused=True)), 5.0)
    for rows in ([lone], []):
        head = course_csv(COURSE, rows).splitlines()[0]
        assert head.endswith(",'=two,total,missing")


def test_the_terminal_shows_everybody_the_medians_and_what_is_missing() -> None:
    lines = [line.split() for line in shown(course_lines(COURSE, [ANN, EVE, DAN]))]
    name = lines[4][1]
    assert lines == [
        ["CSCI", "561:", "3", "students,", "2", "homeworks"],
        [],
        ["student", "one", "=two", "total"],
        ["s1", "Ann", "12.5", "20", "81.2", "%"],
        ["s2", name, "0", "-", "0.0", "%"],
        ["dan", "?", "7", "?"],
        ["median", "6.25", "13.5", "40.6", "%"],
        [],
        ["s2", f"{name}:", "=two:", "nothing", "came"],
        ["dan:", "one:", "judge", "error"],
    ]
    assert name.startswith("=HYPERLINK(x)")
    assert "\x1b" not in name


@pytest.mark.parametrize("rows", [[], [CourseRow(Student("s1"), (CourseCell(excused=True),) * 2)]])
def test_where_nothing_is_known_nothing_is_said(rows: list[CourseRow]) -> None:
    lines = shown(course_lines(COURSE, rows))
    assert lines[-1].split() == ["median", "?"]
    assert lines[0] == f"CSCI 561: {len(rows)} student{'s' * (not rows)}, 2 homeworks"
