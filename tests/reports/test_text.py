"""Texts and numbers: whatever a report is told to show leaves as its own characters, whole, with its unit."""

from __future__ import annotations

import html
import io
import json
import re
import time
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import inf
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.markdown import Markdown
from rich.text import Text

from judge.model import Course, CourseRow, Graded, Line, Overview, Roll, Student, Team
from judge.reports import (
    Html,
    LeaderboardView,
    PlainConsole,
    Sheet,
    cell,
    clean,
    clean_line,
    csv_text,
    mark_lines,
    moment,
    number,
    other_name,
    render,
    room,
    run_junit_xml,
    seconds,
    time_of_day,
    who,
)
from judge.reports.export.event_feed import event_feed
from judge.reports.export.junit import junit_xml
from judge.reports.notebook import block
from judge.reports.page.html import element
from judge.reports.page.student import student_html
from judge.reports.page.templates import _environment
from judge.reports.page_of_class import ClassPage
from judge.reports.plots.plot import Axis, Dot, Plot, Series, as_json
from judge.reports.sanitize import fold
from judge.reports.terminal.class_report import CourseReport, class_report, roll_summary
from judge.reports.terminal.console import WideTable, as_text, fitted
from judge.reports.units import day, exact_moment, mebibytes, ratio, within
from judge.reports.views.leaderboard import leaderboard
from judge.reports.web.board import BoardRow
from judge.reports.words import called
from judge.scoring import Scoreboard
from judge.text import counted
from judge.web.pages.class_upload import upload_words
from judge.web.pages.gradebook import course_words
from tests.contests import FINAL, schedule_of
from tests.reports import make


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("plain text, ümläut, 漢字, 🦎", "plain text, ümläut, 漢字, 🦎"),
        ("a\tb", "a   b"),
        ("one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07after", "after"),
        ("\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", "red"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("half a sequence \x1b", r"half a sequence \x1b"),
        ("bell \x07 backspace \x08 nul \0 del \x7f nel \x85", r"bell \x07 backspace \x08 nul \x00 del \x7f nel \x85"),
        ("mine\u202eyp.exe", r"mine\u202eyp.exe"),
        ("\u2066\u200f\ufeff", r"\u2066\u200f\ufeff"),
        ("line\u2028separator", r"line\u2028separator"),
        ("tag \U000e0041", r"tag \U000e0041"),
        ("क्\u200dष, soft\u00adhyphen", "क्ष, softhyphen"),
        ("not utf-8: \udcff", r"not utf-8: \xff"),
        ("[bold]markup[/bold]", "[bold]markup[/bold]"),
    ],
)
def test_clean(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@given(st.text(st.characters(codec=None), max_size=60))
def test_nothing_without_a_shape_is_left(raw: str) -> None:
    for character in clean(raw):
        assert character == "\n" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert "\n" not in clean_line(raw)


def test_a_flood_is_cut_and_what_is_no_character_is_its_escape() -> None:
    assert clean("x" * 100, limit=10) == "x" * 10 + "\n... (90 more characters)"
    assert clean_line("x" * 300) == "x" * 200 + "..."
    assert clean_line("two\nlines") == r"two\nlines"
    assert clean("a\ufffe\uffff\ufdd0\U0010ffff").isascii()
    assert clean("a\U0001fae9") == "a\U0001fae9", "younger than some tables, and one all the same"


@pytest.mark.timeout(25)
@pytest.mark.parametrize("flood", ["\x1b]", "\x1b[", "\x1b[" + "0" * 99, "\u202e", "\x90" * 9])
def test_hostile_floods_take_linear_time(flood: str) -> None:
    assert "\x1b" not in clean(flood * (65536 // len(flood)))


def test_fold_keeps_lines_and_hangs_the_rest() -> None:
    assert fold("one two three four five\n  indented line that is long", 20, "= x: ", "     ") == [
        "= x: one two three",
        "     four five",
        "       indented line",
        "       that is long",
    ]
    assert fold("", 40, "= x: ") == ["= x:"]
    assert fold("    for row in rows: go on with all of them", 30)[1].startswith("    ")
    assert sum(map(len, fold(" " * 30_000 + "a " * 15_000, 80))) < 2_000_000, "an indentation is not repeated for ever"


@pytest.mark.parametrize(
    ("say", "values", "said"),
    [
        (seconds, (0, 0.00023, 0.0041, 0.041, 0.0996), ["0 ms", "0.23 ms", "4.1 ms", "41 ms", "0.10 s"]),
        (seconds, (0.41, 1.4, 9.97, 12.34), ["0.41 s", "1.4 s", "10.0 s", "12.3 s"]),
        (seconds, (99.97, 6000, inf), ["100 s", "100 min", "-"]),
        (lambda off: within(1 / off, off), (1.03, 1.004, 1.0, 1.0094), ["±3 %", "±0.4 %", "±0.1 %", "±0.9 %"]),
        (lambda off: within(1.32 / off, 1.32 * off), (1.03, 1.0096, 2.0, 100.0), ["±3 %", "±1 %", "±100 %", ""]),
        (lambda ends: within(*ends), ((0.0, 2.0), (1.0, inf)), ["", ""]),
        (mebibytes, (0, 400 << 10, 138 << 20), ["-", "0.4 MiB", "138 MiB"]),
        (room, (0, 1, 4096, 2 << 20, 138 << 20), ["0 KiB", "1 KiB", "4 KiB", "2.0 MiB", "138 MiB"]),
        (ratio, (1.0, 99.994, 100.0, 12345.6, inf), ["1.00x", "99.99x", "100x", "12,346x", "-"]),
        (number, (None, 0.0, -0.0001, 50.0, 100 / 3, 0.1 + 0.2), ["", "0", "0", "50", "33.33", "0.3"]),
        (lambda count: counted(count, "run"), (0, 1, 2, 2500), ["0 runs", "1 run", "2 runs", "2500 runs"]),
        (lambda count: counted(count, "spy"), (2,), ["2 spies"]),
        (lambda count: counted(count, "tree", ",d"), (2500,), ["2,500 trees"]),
    ],
)
def test_a_number_has_its_unit(say: Callable[[Any], str], values: tuple[object, ...], said: list[str]) -> None:
    assert [say(value) for value in values] == said


@given(st.floats(-1e6, 1e6))
def test_a_number_is_a_number_to_two_decimals(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.00501)
    assert "e" not in number(value)
    assert number(value) != "-0"


AT_S = 1_763_766_187.6  # 2025-11-21 23:03:07 UTC


def test_a_moment_is_of_the_zone_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as here:
        here.setenv("TZ", "Europe/Berlin")
        time.tzset()
        said = [moment(AT_S), exact_moment(AT_S), day(AT_S), time_of_day(AT_S), moment(None)]
    time.tzset()
    assert said == ["2025-11-22 00:03 CET", "2025-11-22 00:03:07 CET", "2025-11-22", "00:03:07", ""]


UNSHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
POISON = "a\x1b[2J\x1b]0;t\x07\x9b31m\u202eb\ud800\udcff\x00\x7f\u2028\r\n\t\uffff<&'\"]]>"


def assert_tame(shown: str, but: str = "\n") -> None:
    shown.encode()
    assert not [one for one in shown if one not in but and unicodedata.category(one) in UNSHOWN]


def printed(what: object, *, terminal: bool = True) -> str:
    file = io.StringIO()
    PlainConsole(file=file, width=40, force_terminal=terminal, color_system=None, markup=False).print(what)
    return file.getvalue()


def in_table(text: str) -> str:
    table = WideTable(text, title=text, caption=text)
    table.add_row(text)
    table.add_row(Text("bold", "bold").append(text, "red"))
    return printed(table)


def in_plot(text: str) -> str:
    plot = Plot(text, Axis(text, text), Axis(text, names=(text,)), (Series(text, (Dot(1.0, 2.0, text),)),), (), text)
    return str(json.loads(as_json(plot)))


def in_feed(text: str) -> str:
    teams = (Team("t1", text, (text,), affiliation=text), Team("t2", "b", ("t2",)))
    schedule = msgspec.structs.replace(schedule_of(teams=teams), name=text)
    return "".join(str(json.loads(line)) for line in event_feed(Scoreboard.of(schedule, [], FINAL, {})).splitlines())


def in_xml(text: str) -> str:
    """A name of a submission, of a case, of a student, and a note."""
    made = [standing.judgement for board in make.record(2, 4, text=text).boards for standing in board]
    of_class = junit_xml([Graded(Student(text, text), note=text), Graded(Student("b"), judgement=made[0])])
    for document in (of_class, run_junit_xml(made)):
        ET.fromstring(document)
    return of_class + run_junit_xml(made)


DOORS: dict[str, Callable[[str], str]] = {
    "a string on a terminal": printed,
    "a text on a terminal": lambda text: printed(Text(text, "bold").append(text, "red").append(text)),
    "a statement on a terminal": lambda text: printed(Markdown(text)),
    "a table on a terminal": in_table,
    "a text in a notebook": lambda text: as_text(Text(text), 40),
    "an element of a notebook": lambda text: element("p", text) + block(text),
    "a page": lambda text: render("page/base.html", title=text, css=Html("p{}")),
    "an element of a page": lambda text: element("p", text, title=text),
    "a plot": in_plot,
    "CSV": lambda text: csv_text([[cell(text)], [text]]).replace("\r\n", "\n"),
    "an event feed": in_feed,
    "JUnit": in_xml,
}


@pytest.mark.parametrize("door", DOORS)
@settings(deadline=None)  # the first page loads its templates
@example(POISON)
@given(st.text(st.characters(codec=None), max_size=40))
def test_no_text_leaves_as_anything_but_its_own_characters(door: str, text: str) -> None:
    assert_tame(DOORS[door](text))


def test_a_cell_is_one_row() -> None:
    table = WideTable(box=None, show_header=False)
    table.add_row("a\n1  forged", Text("b\nc"))
    assert printed(table).split() == ["a\\n1", "forged", "b\\nc"]


def test_a_text_keeps_its_styles_where_it_is_cleaned() -> None:
    file = io.StringIO()
    console = PlainConsole(file=file, width=80, force_terminal=True, color_system="standard", markup=False)
    console.print(Text("a\x1b", "bold").append("b\u202e", "red").append("c"))
    assert file.getvalue() == "\x1b[1ma\\x1b\x1b[0m\x1b[1;31mb\\u202e\x1b[0m\x1b[1mc\x1b[0m\n"


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


COURSE = Course("t", ())


def alone(student: Student) -> Overview:
    return Overview("t", "p", (), (Line(student, max_points=10.0, tried=()),))


def board(student: Student) -> str:
    table = leaderboard(make.problem(1), make.record(1, 1).boards[0][:1]).table
    view = LeaderboardView("", table.heads, (BoardRow(Html(), Html(), Html()),), places={student.id: 0})
    return view.lines_with_names({student.id: student.name})


OF_STAFF = '{% from "web/staff/macros.html" import who %}{{ who(student) }}'
SHOWN: dict[str, Callable[[Student], str]] = {
    "a page of a class": lambda one: "".join(row.who for row in ClassPage(alone(one)).rows()),
    "a class": lambda one: as_text(class_report(alone(one), 100, terminal=True), 100),
    "a course": lambda one: as_text(CourseReport(COURSE, [CourseRow(one, ())]), 100),
    "a course on the web": lambda one: str(course_words(CourseReport(COURSE, [CourseRow(one, ())]))["rows"][0][1]),
    "points by hand": lambda one: as_text(mark_lines(Graded(one), ()), 100),
    "who is absent": lambda one: as_text(roll_summary(Roll("plain", (), (one,))), 100),
    "what was uploaded": lambda one: " ".join(upload_words(Roll("plain", (), (one,)), {})["absent"]),
    "JUnit": lambda one: re.findall(r'testsuite name="([^"]*)"', html.unescape(junit_xml([Graded(one)])))[0],
    "feedback": lambda one: student_html(Graded(one), Sheet("T")),
    "a leaderboard": board,
    "a page of staff": lambda one: _environment().from_string(OF_STAFF).render(student=one),
}


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize(
    "student", [Student("ada", "ada"), Student("ada", " "), Student("ada", "Byron"), Student("ada")]
)
def test_every_report_shows_a_student_alike(shown: str, student: Student) -> None:
    text = " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", SHOWN[shown](student)).split())
    assert re.search(rf"\b{who(student)}\b", text), text
    assert "ada ada" not in text


COMMAND = "judge run solutions/lizards/greedy.py --problem lizards --case forest-1000"


def command_in_a_table() -> WideTable:
    table = WideTable(box=None, show_header=False)
    table.add_column(overflow="fold")
    table.add_row(COMMAND)
    return table


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    ("what", "lines"),
    [
        ("it is in " + "x" * 60, ["it is in", "x" * 60]),
        (Text("it is in " + "x" * 60), ["it is in", "x" * 60]),
        ("it is in\n" + " " * 10 + "x" * 35 + " and here", ["it is in", " " * 10 + "x" * 35, "and here"]),
    ],
)
def test_a_long_word_is_whole(what: str | Text, lines: list[str], terminal: bool) -> None:
    assert printed(what, terminal=terminal).splitlines() == lines
    folded = printed(command_in_a_table())
    assert "".join(folded.split()) == COMMAND.replace(" ", ""), "it is folded and not cut"


@pytest.mark.parametrize(("columns", "terminal", "whole"), [("", False, True), ("50", False, False), ("", True, False)])
def test_a_pipe_has_room_for_a_table_unless_columns_is_set(
    columns: str, terminal: bool, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    table = WideTable("one", "two", box=None)
    table.add_row("a" * 30, "b" * 30)
    assert ("b" * 30 in printed(table, terminal=terminal)) == whole


@pytest.mark.parametrize(
    ("named", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python's own doing
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
    ],
)
def test_the_locale_c_is_taken_at_its_word(
    named: dict[str, str], ascii_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LC_ALL", "LC_CTYPE"):
        monkeypatch.setenv(name, named.get(name, ""))
    assert printed(Text("1.02x ±4 %  a name that is c…"), terminal=False).isascii() == ascii_only


def test_the_first_columns_have_the_room_that_is_left() -> None:
    assert fitted([30, 5, 30], [10, 5, 10], 100) == [30, 5, 30]
    assert fitted([30, 5, 30], [10, 5, 10], 50) == [30, 5, 11]
    assert fitted([30, 5, 30], [10, 5, 10], 20) == [10, 5, 10], "never less than the least"


def test_it_has_no_colour_and_the_width_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    words = Text(" ".join(["word"] * 12), "bold red")
    lines = as_text(words, 40).splitlines()
    assert [len(line.rstrip()) for line in lines] == [39, 19]
    assert "\x1b" not in "".join(lines)


def test_nothing_is_read_as_markup() -> None:
    assert as_text("[red]name[/red] :smile: 'x'", 80) == "[red]name[/red] :smile: 'x'\n"
