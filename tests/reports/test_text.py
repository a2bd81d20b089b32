"""Texts and numbers: whatever a report is told to show leaves as its own characters, whole, with its unit."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.text import Text

from judge import reports
from judge.errors import JudgeError, Place
from judge.model import Course, Finding, Graded, Overview, ReadWarning, Roll, Schedule, Student, Verdict
from judge.scoring import Leaderboard, Scoreboard
from judge.text import clean, clean_line, mebibytes, moment, number, ratio, room, seconds, time_of_day, within
from tests.conftest import host_in
from tests.contests import FINAL, schedule_of
from tests.make import replace
from tests.problems.told import hold
from tests.reports import make
from tests.reports.graded import exported, feedback
from tests.reports.make import TOLD, as_text, console
from tests.reports.pages import pages
from tests.reports.test_class import notebook
from tests.reports.test_diagnostic import fault
from tests.reports.test_exports import held_to_the_schema

RAW = (
    *("plain text, ümläut, 漢字, 🦎", "a\tb", "one\r\ntwo\rthree\n", "[bold]markup[/bold]", "not utf-8: \udcff"),
    *("\x1b[31mred\x1b[0m", "\x1b]0;title\x07after", "\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\", "\x9b31mred"),
    *("\x1bPq#0\x1b\\sixel", "half a sequence \x1b", "bell \x07 backspace \x08 nul \0 del \x7f nel \x85"),
    *("mine\u202eyp.exe", "\u2066\u200f\ufeff", "line\u2028separator", "tag \U000e0041", "क्\u200dष, soft\u00adhyphen"),
)
NUMBERS: dict[Callable[[Any], str], tuple[object, ...]] = {
    seconds: (0, 0.00023, 0.0041, 0.041, 0.0996, 0.41, 1.4, 9.97, 12.34, 99.97, 6000, inf),
    room: (0, 1, 4096, 2 << 20, 138 << 20),
    number: (None, 0.0, -0.0001, 50.0, 100 / 3, 0.1 + 0.2),
    ratio: (1.0, 99.994, 100.0, 12345.6, inf),
    mebibytes: (0, 1, 400 << 10, (10 << 20) - 1, 10 << 20),
}
OFF = (1.03, 1.004, 1.0, 1.0094, 1.0096, 2.0, 100.0, inf)
NOTE = "one two three four five\n  an indented line that is long"  # it keeps its lines and hangs the rest
LONG_WORDS = ("it is in " + "x" * 60, Text("it is in " + "x" * 60), "it is in\n" + " " * 10 + "x" * 35 + " and here")
STUDENTS = (
    *(Student("ada", "ada"), Student("ada"), Student("ada", "  "), Student("", "Ada Byron")),
    *(Student("u1", "Ada Byron"), Student("u1", "Ada\x1b[2J\nByron")),
)


def told_of_texts() -> Iterator[str]:
    """What is left of a text, a number with its unit, an interval, long words whole, and a student's id and name."""
    yield from (f"{raw!r}: {clean(raw)!r}" for raw in RAW)
    yield from (f"{say.__name__} of {values}: {[*map(say, values)]}" for say, values in NUMBERS.items())
    yield from (f"off by {off}: {within(1.32 / off if off < inf else 0.0, 1.32 * off)!r}" for off in OFF)
    yield reports.finding_lines(Finding("", "no", note=NOTE), width=30).plain
    yield from (printed(what, terminal=terminal) for what in LONG_WORDS for terminal in (False, True))
    yield from (f"{one.id!r}, {one.name!r}: {one.who!r}, {one.other_name!r}" for one in STUDENTS)


def test_texts_and_numbers_are_as_they_are_kept() -> None:
    hold(TOLD / "texts.txt", told_of_texts())


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


def test_a_flood_of_a_note_is_not_indented_for_ever() -> None:
    flood = " " * 30_000 + "a " * 15_000
    assert len(reports.finding_lines(Finding("", "no", note=flood), width=80).plain) < 2_000_000


@given(st.floats(-1e6, 1e6))
def test_a_number_is_a_number_to_two_decimals(value: float) -> None:
    assert float(number(value)) == pytest.approx(value, abs=0.00501)
    assert "e" not in number(value)
    assert number(value) != "-0"


AT_S = 1_763_766_187.6  # 2025-11-21 23:03:07 UTC


def test_a_moment_is_of_the_zone_of_the_host() -> None:
    with host_in("Europe/Berlin"):
        assert [moment(AT_S), time_of_day(AT_S), moment(None)] == ["2025-11-22 00:03 CET", "00:03:07", ""]


UNSHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
POISON = "a\x1b[2J\x1b]0;t\x07\x9b31m\u202eb\ud800\udcff\x00\x7f\u2028\r\n\t\uffff<&'\"]]>"


def assert_tame(shown: str, but: str = "\n") -> None:
    shown.encode()
    assert not [one for one in shown if one not in but and unicodedata.category(one) in UNSHOWN]


def printed(what: str | Text | reports.CourseReport | reports.ManualPage, *, terminal: bool = True) -> str:
    return make.printed(console(40, terminal=terminal), what)


def course(*titles: str, name: str = "") -> reports.CourseReport:
    homeworks = tuple(Course.Homework(title, "p", Path()) for title in titles)
    return reports.CourseReport(
        Course(titles[0], homeworks), [Course.Row(Student("u", name), (Course.Cell(),) * len(titles))]
    )


def in_feed(text: str) -> str:
    teams = (Schedule.Team("t1", text, (text,), affiliation=text), Schedule.Team("t2", "b", ("t2",)))
    schedule = replace(schedule_of(teams=teams), name=text)
    lines = reports.ScoreboardReport(Scoreboard.of(schedule, [], FINAL, {})).feed().splitlines()
    return "".join(str(json.loads(line)) for line in lines)


def in_xml(text: str) -> str:
    """A name of a submission, of a case, of a student, and a note."""
    made = [standing.judgement for board in make.record(2, 4, text=text).boards for standing in board]
    of_class = exported("junit", [Graded(Student(text, text), note=text), Graded(Student("b"), judgement=made[0])])
    return "".join(map(held_to_the_schema, (of_class, reports.run_junit_xml(made))))


def broken(text: str) -> Finding:
    """A fault with this text wherever there may be one."""
    found = Finding("E205", text, where=text, note=text, help=text, verdict=Verdict.RTE)
    return found.at(Finding.Excerpt(text, 1, text, 1, 2))


DOORS: dict[str, Callable[[str], str]] = {
    "a string on a terminal": printed,
    "a text on a terminal": lambda text: printed(Text(text, "bold").append(text, "red").append(text)),
    "a statement on a terminal": lambda text: printed(reports.ManualPage(text)),
    "a table on a terminal": lambda text: printed(course(text, text, name=text)),
    "a finding on a terminal": lambda text: printed(reports.finding_lines(broken(text), headline=text)),
    "a fault on a terminal": lambda text: fault(JudgeError("E431", text, Place(f"{text}\n.py", 1), text, text)),
    "a warning on a terminal": lambda text: printed(reports.notice_lines([ReadWarning("W109", text, 3)], text)),
    "a notebook": lambda text: "".join(notebook(text)),
    "a page": lambda text: feedback(Graded(Student(text, text), note=text)),
    "an element of a page": reports.join_html,
    "CSV": lambda text: reports.csv_text([[reports.cell(text)], [text]]).replace("\r\n", "\n"),
    "an event feed": in_feed,
    "JUnit": in_xml,
}


@pytest.mark.parametrize("door", DOORS)
@settings(deadline=None)  # the first page loads its templates
@example(POISON)
@given(st.text(st.characters(codec=None), max_size=40))
def test_no_text_leaves_as_anything_but_its_own_characters(door: str, text: str) -> None:
    assert_tame(DOORS[door](text))


def test_no_text_leaves_the_pages_of_a_run_otherwise() -> None:
    for text in pages(make.record(3, 6, text=POISON)).values():
        assert_tame(text)


def test_a_text_keeps_its_styles_where_it_is_cleaned() -> None:
    text = Text("a\x1b", "bold").append("b\u202e", "red").append("c")
    assert (
        make.printed(console(80, terminal=True, colours="standard"), text)
        == "\x1b[1ma\\x1b\x1b[0m\x1b[1;31mb\\u202e\x1b[0m\x1b[1mc\x1b[0m\n"
    )


def alone(student: Student) -> reports.ClassReport:
    return reports.ClassReport(Overview("t", "p", (), (Overview.Line(student, max_points=10.0, tried=()),)))


def on_a_board(student: Student) -> str:
    record = make.record(1, 1)
    row = Leaderboard.Row(student.id, "", record.boards[0][0])
    view = reports.LiveBoard.of(Leaderboard(record.problems[0], Leaderboard.Ground("lizards", "", ""), (row,)), b"key")
    return view.lines_with_names({student.id: student.name})


SHOWN: dict[str, Callable[[Student], str]] = {
    "a page of a class": lambda one: alone(one).page(),
    "a class": lambda one: as_text(alone(one), 100, terminal=True),
    "a course": lambda one: as_text(reports.CourseReport(Course("t", ()), [Course.Row(one, ())]), 100),
    "points by hand": lambda one: as_text(reports.MarkReport(Graded(one), ()), 100),
    "who is absent": lambda one: as_text(reports.RollReport(Roll("plain", (), (one,))), 100),
    "JUnit": lambda one: re.findall(r'testsuite name="([^"]*)"', html.unescape(exported("junit", [Graded(one)])))[0],
    "feedback": lambda one: feedback(Graded(one)),
    "a leaderboard": on_a_board,
}


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize(
    "student", [Student("ada", "ada"), Student("ada", " "), Student("ada", "Byron"), Student("ada")]
)
def test_every_report_shows_a_student_alike(shown: str, student: Student) -> None:
    text = " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", SHOWN[shown](student)).split())
    assert re.search(rf"\b{student.who}\b", text), text
    assert "ada ada" not in text


@pytest.mark.parametrize(("columns", "terminal", "whole"), [("", False, True), ("50", False, False), ("", True, False)])
def test_a_pipe_has_room_for_a_table_unless_columns_is_set(
    columns: str, terminal: bool, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert ("b" * 30 in printed(course("a" * 30, "b" * 30), terminal=terminal)) == whole


def test_the_locale_c_is_taken_at_its_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not what Python itself makes of LC_CTYPE then."""
    of_ascii = ("C", "", ""), ("POSIX", "", ""), ("C", "", "C.UTF-8"), ("de_DE.UTF-8", "C", "")
    for named in (*of_ascii, ("", "", ""), ("C", "", "de_DE.UTF-8"), ("C.UTF-8", "", "")):
        for name, value in zip(("LANG", "LC_ALL", "LC_CTYPE"), named, strict=True):
            monkeypatch.setenv(name, value)
        shown = printed(Text("1.02x ±4 %  a name that is c…"), terminal=False)
        assert shown.isascii() == (named in of_ascii), named


def test_a_text_of_a_contest_has_no_colour_wherever_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    record = make.record(2, 3)
    text = str(reports.Overview(record.boards, record.clock, record.host))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) in range(80, 121)


def test_nothing_is_read_as_markup() -> None:
    assert printed("[red]name[/red] :smile: 'x'") == "[red]name[/red] :smile: 'x'\n"
