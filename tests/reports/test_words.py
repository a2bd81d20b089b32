"""A student is shown once by id and name, the same everywhere."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.classroom import Graded, Roll, Student
from judge.model.course import Course, CourseRow
from judge.model.overview import Line, Overview
from judge.reports.class_page.grid import rows as grid_rows
from judge.reports.export.exporter import Sheet
from judge.reports.export.junit import junit_xml
from judge.reports.page.html import Html
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_html
from judge.reports.page.templates import _environment
from judge.reports.terminal.class_report import class_report
from judge.reports.terminal.gradebook import course_lines
from judge.reports.terminal.intake import roll_summary
from judge.reports.terminal.marks import mark_lines
from judge.reports.terminal.plain import as_text
from judge.reports.web.board import BoardLine, LeaderboardView, lines_with_names
from judge.reports.words import called, names, other_name, who
from judge.web.pages.grading.course import course_view
from judge.web.pages.staff.class_upload import upload_page

STUDENTS = [
    (Student("ada", "ada"), "ada", "ada", ""),
    (Student("ada"), "ada", "ada", ""),
    (Student("ada", "  "), "ada", "ada", ""),
    (Student("", "Ada Byron"), "Ada Byron", "Ada Byron", ""),
    (Student("u1", "Ada Byron"), "u1 Ada Byron", "Ada Byron", "Ada Byron"),
    (Student("u1", "Ada\x1b[2J\nByron"), "u1 Ada\\nByron", "Ada\\nByron", "Ada\\nByron"),
]


@pytest.mark.parametrize(("student", "both", "name", "other"), STUDENTS)
def test_id_and_name_are_said_once(student: Student, both: str, name: str, other: str) -> None:
    assert (who(student), called(student), other_name(student)) == (both, name, other)


WORDS = st.text("ab ", max_size=3)


@given(WORDS, WORDS)
def test_no_word_is_said_twice_and_none_is_lost(one: str, other: str) -> None:
    found = names(Student(one, other))
    assert len(set(found)) == len(found)
    assert set(found) == {word for word in (one, other) if word.strip()}


def grid(student: Student) -> str:
    return "".join(row.who for row in grid_rows(Overview("t", "p", (), (Line(student, None, None, 10.0, ()),))))


def on_a_terminal(student: Student) -> str:
    whole = Overview("t", "p", (), (Line(student, None, None, 10.0, ()),))
    return as_text(class_report(whole, 100, terminal=True), 100)


def of_a_course(student: Student) -> str:
    return as_text(course_lines(Course("t", ()), [CourseRow(student, ())]), 100)


def on_the_web(student: Student) -> str:
    return course_view(Course("t", ()), [CourseRow(student, ())]).rows[0].who


def by_hand(student: Student) -> str:
    return as_text(mark_lines(Graded(student), ()), 100)


def absent(student: Student) -> str:
    return as_text(roll_summary(Roll("plain", (), (student,))), 100)


def uploaded(student: Student) -> str:
    return " ".join(upload_page(Roll("plain", (), (student,)), {}).absent)


def junit(student: Student) -> str:
    return html.unescape(junit_xml([Graded(student)]))


def feedback(student: Student) -> str:
    return student_html(student_page(Graded(student), Sheet("T")))


def board(student: Student) -> str:
    line = BoardLine(student.id, Html(), Html(), Html())
    return lines_with_names(LeaderboardView("", (line,)), {student.id: student.name})


def of_staff(student: Student) -> str:
    made = _environment().from_string('{% from "web/staff/macros.html" import who %}{{ who(student) }}')
    return made.render(student=student)


SHOWN = [grid, on_a_terminal, of_a_course, on_the_web, by_hand, absent, uploaded, junit, feedback, board, of_staff]


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize(
    "student", [Student("ada", "ada"), Student("ada", " "), Student("ada", "Byron"), Student("ada")]
)
def test_every_report_shows_a_student_alike(shown: Callable[[Student], str], student: Student) -> None:
    text = " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", shown(student)).split())
    if shown is junit:
        text = re.findall(r'testsuite name="([^"]*)"', junit(student))[0]
    assert re.search(rf"\b{who(student)}\b", text), text
    assert "ada ada" not in text
