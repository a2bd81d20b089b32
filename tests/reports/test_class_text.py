"""A class on a terminal and as tables: who handed in what, who was late, what a regrade changed, what is alike."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import RenderableType

from judge.model import Host, Judgement
from judge.model.classroom import Doubt, Graded, Member, Roll, Student, Unmatched
from judge.model.course import Course, CourseCell, CourseRow, Homework
from judge.model.deadline import Deadline, Lateness, Penalty
from judge.model.overview import Overview
from judge.model.record import Batch, Change, Conditions, Record
from judge.model.similarity import Similarities
from judge.reports.export.class_csv import HEAD, class_csv
from judge.reports.export.course import course_csv
from judge.reports.similar_words import NO_VERDICT, percent
from judge.reports.terminal.class_report import NAMED, SHOWN, class_report
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.gradebook import course_lines
from judge.reports.terminal.grading import late_lines
from judge.reports.terminal.intake import roll_summary, roll_table
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.regrade import regrade_json, regrade_report
from judge.reports.terminal.similar import similar_report
from tests.reports.graded import EVIL, judgement, problem
from tests.reports.make import alike, overview, unlike


def shown(whole: Overview, *, terminal: bool = False, width: int = 80) -> list[str]:
    return as_text(class_report(whole, width, terminal=terminal), width).splitlines()


def test_figures_come_first_then_what_is_to_be_done_then_the_students() -> None:
    lines = shown(overview())
    heads = ["5 students: 2 AC, 1 WA, 1 CE, 1 excused", "points", "cases: how many", "2 not graded: which is run"]
    heads += ["2 unmatched: it belongs to no student", "close to a limit", "2 of 9 runs were", "by hand", "students"]
    places = [next(at for at, line in enumerate(lines) if line.startswith(head)) for head in heads]
    assert places == sorted(places)
    assert "  = help: call one main.py" in lines
    assert "  u6: a.py, b.py" in lines
    assert "  up.txt, <b>.txt" in lines
    assert "  = help: judge regrade --problem pkg --disturbed  judges these runs again" in lines


def test_each_student_has_points_and_letters() -> None:
    lines = shown(overview())
    assert lines[-6:] == [
        "     20  u1 Ann Lee  sample .  secret ..",
        "      5  u2 李小龍   sample .  secret WT",
        "  12.5*  u3 Cy       sample C  secret CC",
        "excused  u4        ",
        "     10  u5 Eve      sample .  secret .-",
        ". AC  W WA  T TLE  C CE  - not run  * points by hand",
    ]


def test_of_a_large_class_a_terminal_gets_the_summary_and_a_pipe_everybody() -> None:
    whole = overview(240)
    short, long = shown(whole, terminal=True), shown(whole)
    assert len(short) < 80
    assert f"the {SHOWN} students with the fewest points" in short
    assert any("all 245 are in  --html FILE" in line for line in short)
    assert sum("sample ." in line for line in long) == 243
    assert not any("all 245" in line for line in long)


def test_a_long_list_ends_with_how_many_more_there_are_on_a_terminal() -> None:
    whole = overview()
    many = msgspec.structs.replace(whole, near=whole.near * 10)
    assert f"  and {20 - NAMED} more" in shown(many, terminal=True)
    assert not [line for line in shown(many) if line.startswith("  and ")]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_cut_within_a_word(width: int) -> None:
    words = {word for line in shown(overview(60), width=4000) for word in line.split() if "#" not in word}
    narrow = {word for line in shown(overview(60), width=width) for word in line.split() if "#" not in word}
    assert narrow <= words


ANN = Member(
    Student("1", "Ann\x1b[2J"), "ann", "ann/feedback", "homework.py", (("homework.py", b""), ("x.py", b"")), late=True
)
BOB = Member(Student("2", "Bob"), "bob", "bob/feedback", doubt=Doubt("bob/x.py", "it is a link", "hand in a file"))
EVE = Member(Student("3", "Eve"), "eve", "eve/feedback", "homework.py", remarks=("notes.pdf: not part of the program",))
ROLL = Roll(
    "plain", (ANN, BOB, EVE), (Student("4", "Dan"),), (Doubt("up.txt", "it belongs to no student"),), ((ANN, EVE),)
)


def intake_text(part: RenderableType) -> str:
    return as_text(part, 100)


def test_a_row_for_each_student() -> None:
    lines = [" ".join(line.split()) for line in intake_text(roll_table(ROLL)).splitlines()]
    assert lines == [
        "id name known by folder runs",
        "1 Ann the export ann homework.py and 1 more late",
        "2 Bob the export bob not clear",
        "3 Eve the export eve homework.py",
    ]


def test_all_that_is_not_clear_is_named() -> None:
    assert intake_text(roll_summary(ROLL)).splitlines() == [
        "not clear bob/x.py: it is a link",
        "  = help: hand in a file",
        "of nobody up.txt: it belongs to no student",
        "noted 3: notes.pdf: not part of the program",
        "nothing from 4 Dan",
        "byte for byte the same 1, 3",
        "plain class: 3 students, 2 to be judged, 1 not clear, 1 absent",
    ]


def test_what_is_nobody_s_is_listed_with_the_nearest_names() -> None:
    waiting = (
        Unmatched(
            "an.py", Doubt("an.py", "nobody is called so", "say whose"), (Student("1", "Ann\x1b[2J"), Student("2"))
        ),
        Unmatched("zoe.py", Doubt("zoe.py", "nobody")),
    )
    roll = Roll("plain", (), unmatched=waiting, remarks=("the zip's names are read as cp1252",))
    assert intake_text(roll_summary(roll)).splitlines() == [
        "unmatched an.py: nobody is called so",
        "  = help: say whose",
        "  = nearest: 1 Ann; 2",
        "unmatched zoe.py: nobody",
        "note the zip's names are read as cp1252",
        "plain class: 0 students, 0 to be judged, 0 not clear, 0 absent, 2 unmatched",
    ]


def row(name: str, *, late: bool = True, late_s: int | None = 5, off: float = 0.0) -> Graded:
    return Graded(Student(name), points=1.0, late=late, lateness=Lateness(0.0, late_s, off))


def due(one: Graded, penalty: Penalty | None) -> Graded:
    made = judgement("AC", 1.0)
    problem = msgspec.structs.replace(made.problem, deadline=Deadline(datetime(2026, 11, 20), penalty=penalty))
    return msgspec.structs.replace(one, judgement=msgspec.structs.replace(made, problem=problem))


def said(*rows: Graded) -> list[str]:
    return [line.strip() for line in as_text(late_lines(rows), 200).splitlines()]


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


UNDER = Conditions("", "", "", "")
BATCH = Batch("regrade", problem(), Host("", (), (), "", "", "", "", 1), UNDER, reason="a case was wrong")


def record(made: Judgement) -> Record:
    return Record(1, "ann", made, UNDER, 0.0, 0.0)


def test_points_that_wait_are_told_as_such() -> None:
    waiting, whole = record(judgement("AC AC JE AC", None)), record(judgement("AC AC AC AC", 50.0))
    text = as_text(regrade_report(BATCH, [Change(waiting, whole), Change(whole, waiting)]), 100)
    assert "+50  ann  JE waits -> AC 50" in text
    assert "1 change their points, 1 keep them" in text, "a judge error replaces nothing"
    shown = json.loads(msgspec.json.encode(regrade_json(BATCH, [Change(waiting, whole)], "pending")))["changes"][0]
    assert (shown["old"]["points"], shown["new"]["points"], shown["gain"]) == (None, 50, 50)


def printed(found: Similarities) -> str:
    console = PlainConsole(width=100, markup=False, highlight=False)
    with console.capture() as caught:
        console.print(similar_report(found))
    return caught.get()


def test_a_circle_is_a_row() -> None:
    lines = printed(alike()).splitlines()
    assert " ".join(lines[0].split()) == "# who shared usual up to"
    assert lines[1].startswith("1  ada, ")
    assert " ".join(lines[1].split()).endswith("87 % to 100 % 70 %")
    assert "eve (2025)" in lines[1]


def test_it_says_that_it_is_no_verdict_and_what_was_compared() -> None:
    said = " ".join(printed(alike()).split())
    assert NO_VERDICT in said
    assert "3 submissions and 1 earlier one compared. Half of the pairs share less than 4 %." in said
    assert "not compared dan, fay: it is empty" in said


def test_nobody_is_a_row_where_none_are_alike() -> None:
    assert printed(unlike()) == "1 submission compared. None are unusually alike.\n"


def test_many_that_are_left_out_for_one_reason_are_counted() -> None:
    many = msgspec.structs.replace(unlike(), left_out=tuple((f"s{k}", "it is empty") for k in range(30)))
    assert "not compared s0, s1, s2, s3, s4, s5, s6, s7 and 22 more: it is empty" in printed(many)


@pytest.mark.parametrize(("share", "said"), [(1.0, "100 %"), (0.9999999, "99 %"), (0.996, "99 %"), (0.125, "12 %")])
def test_only_all_is_100_percent(share: float, said: str) -> None:
    assert percent(share) == said


COURSE = Course("CSCI 561", (Homework("one", "q", Path("1")), Homework("=two", "q", Path("2"))))
OLGA = CourseRow(
    Student("s1", "Ann", "ann@example.edu", section="A"), (CourseCell(12.5, 20), CourseCell(20, 20)), 81.25
)
EVIL_STUDENT = CourseRow(
    Student("s2", "=HYPERLINK(x)\x1b[2J"), (CourseCell(0, 20), CourseCell(None, 20, "nothing came")), 0.0
)
DAN = CourseRow(Student("dan", "dan"), (CourseCell(None, 20, "judge error", waits=True), CourseCell(7, 20)))


def course_text(what: RenderableType) -> list[str]:
    return [line.rstrip() for line in as_text(what, 100).splitlines()]


def test_the_csv_has_a_column_for_each_homework() -> None:
    text = course_csv(COURSE, [OLGA, EVIL_STUDENT, DAN])
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
    lines = [line.split() for line in course_text(course_lines(COURSE, [OLGA, EVIL_STUDENT, DAN]))]
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
    lines = course_text(course_lines(COURSE, rows))
    assert lines[-1].split() == ["median", "?"]
    assert lines[0] == f"CSCI 561: {len(rows)} student{'s' * (not rows)}, 2 homeworks"


def rows_of(count: int = 0) -> list[dict[str, str]]:
    text = class_csv(overview(count))
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:])))


def test_a_row_for_each_student_with_letters_and_seconds() -> None:
    ann, bob, cy, dan, eve = rows_of()
    paths = ["sample/one", "secret/two", "secret/<i>"]
    assert list(ann) == [*HEAD, *paths, *(f"{path} s" for path in paths)]
    assert [bob[path] for path in paths] == [".", "W", "T"]
    assert (bob["points"], bob["solved"], bob["sample/one s"]) == ("5", "1", "0.5")
    assert [cy[path] for path in paths] == ["C", "C", "C"]
    assert (cy["by_hand"], cy["late"], cy["sample/one s"]) == ("true", "true", "")
    assert (dan["excused"], dan["points"], dan["verdict"], dan["sample/one"]) == ("true", "", "", "")
    assert eve["secret/<i>"] == "-"


def test_no_name_opens_a_formula() -> None:
    names = [row["name"] for row in rows_of(len(EVIL))[5:]]
    assert len(names) == len(EVIL)
    assert not [name for name in names if name.lstrip().startswith(("=", "+", "-", "@", "\uff1d"))]
