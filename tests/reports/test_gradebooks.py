"""Gradebooks and worksheets: numbers that are numbers, the columns that a platform wants, and no formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Bonus, Scheme
from judge.model.classroom import GradeColumn, Graded, LmsList, Places, Shape, Student, Worksheet
from judge.model.deadline import Lateness
from judge.reports.export.canvas import CANVAS, canvas_gradebook
from judge.reports.export.cells import cell, csv_text
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradebook import PLAIN, gradebook, held_back, late_cells
from judge.reports.export.lms import canvas_number, column_of, known_id, known_login, moodle_number
from judge.reports.export.moodle import MOODLE, TICK, export_moodle, moodle_worksheet
from tests.reports.graded import EVIL, everybody, graded, judgement, problem

WRITERS: dict[str, Callable[[Sequence[Graded]], str]] = {
    "plain": gradebook,
    "Canvas": lambda rows: canvas_gradebook(rows, "judge", "Canvas"),
    "Moodle": lambda rows: moodle_worksheet(rows, Sheet(shape="Moodle")),
}
STARTS = "=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20"


def table(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=True))


@pytest.mark.parametrize(("columns", "heads"), [("plain", 1), ("Canvas", 2), ("Moodle", 1)])
def test_a_row_for_each_student_and_all_of_one_width(columns: str, heads: int) -> None:
    rows = table(WRITERS[columns](everybody()))
    students = [row for row in everybody() if columns != "Canvas" or row.points is not None]
    assert len(rows) == len(students) + heads
    assert len({len(row) for row in rows}) == 1


def test_people_get_every_column() -> None:
    head, first, second, *_ = table(gradebook(everybody()))
    assert head == list(PLAIN)
    assert dict(zip(head, first, strict=True)) == {
        "id": "U1", "name": "李小龍", "email": "s1@example.edu", "section": "A", "folder": "ann_1", "verdict": "AC",
        "points": "50", "max_points": "50", "late": "false", "solved": "4", "cases": "4", "sha256": "ab" * 32,
        "identical_to": "", "note": "", "handed_in": "", "late_by": "", "taken_off": "",
    }  # fmt: skip
    assert second[head.index("solved")] == "2"
    absent = dict(zip(head, table(gradebook(everybody()))[5], strict=True))
    assert (absent["points"], absent["verdict"], absent["note"]) == ("", "", "nothing was handed in")


@pytest.mark.parametrize("columns", WRITERS)
def test_pandas_sees_the_right_types(columns: str) -> None:
    pandas = pytest.importorskip("pandas")
    rows = WRITERS[columns](everybody())
    frame = pandas.read_csv(io.BytesIO(rows.encode()))
    points = {"plain": "points", "Canvas": "judge", "Moodle": "Grade"}[columns]
    assert frame[points].dtype == float
    assert frame[points].sum() == pytest.approx(50 * (1 + len(EVIL)) + 25 + 33.33 + (50 if columns == "Canvas" else 0))
    if columns == "plain":
        assert frame["late"].dtype == bool
        assert frame["name"][0] == "李小龍"


@pytest.mark.parametrize("columns", WRITERS)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_is_a_formula_whatever_separates_them(columns: str, delimiter: str) -> None:
    own = {"-", "    Points Possible"}
    text = WRITERS[columns](everybody())
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter):
        for content in row:
            assert content in own or not content.strip().startswith(tuple(STARTS)), content
    assert "\x1b" not in text
    assert "\x07" not in text


@given(st.text(max_size=30))
@settings(deadline=None)
def test_a_cell_is_one_line_that_starts_no_formula(text: str) -> None:
    made = cell(text)
    assert "\n" not in made
    assert "\r" not in made
    for part in made.split(";"):
        assert not part.strip().startswith(tuple(STARTS))


def test_points_that_wait_are_blank_and_come_first_and_stop_nobody() -> None:
    rows = [*everybody(), graded(99, judgement("AC AC JE AC", None), note="no points yet")]
    head, first, *rest = table(gradebook(rows))
    row = dict(zip(head, first, strict=True))
    assert (row["id"], row["verdict"], row["points"], row["note"]) == ("U99", "JE", "", "no points yet")
    assert [row[0] for row in rest] == [row.student.id for row in rows[:-1]]


@pytest.mark.parametrize("columns", ["Canvas", "Moodle"])
def test_who_waits_has_no_row_where_a_blank_cell_clears_a_score(columns: str) -> None:
    waiting = graded(99, judgement("AC AC JE AC", None))
    assert WRITERS[columns]([*everybody(), waiting]) == WRITERS[columns](everybody())
    known = graded(99, judgement("JE AC AC AC", 50.0))  # on a case for no points
    assert len(table(WRITERS[columns]([*everybody(), known]))) == len(table(WRITERS[columns](everybody()))) + 1


def test_who_waits_is_said() -> None:
    assert held_back(everybody()) is None
    rows = [*everybody(), *(graded(90 + k, judgement("AC AC JE AC", None)) for k in range(7))]
    error = held_back(rows)
    assert error is not None
    assert (error.code, error.message.split()[0]) == ("E306", "7")
    assert "U90, U91, U92, U93, U94 and 2 more" in error.note
    assert "bonuses" not in error.note
    bonus = msgspec.structs.replace(problem(), scheme=Scheme(bonus=Bonus(0.1, 5)))
    assert "bonuses" in str(getattr(held_back([graded(1, judgement("JE AC JE AC", None, bonus))]), "note", ""))


def test_canvas_s_importer_finds_its_columns() -> None:
    """As lib/gradebook_importer.rb looks for them."""
    text = canvas_gradebook(everybody(), "Homework 1 (1234)", "Canvas")
    head, possible, first, *_ = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head == [*CANVAS, "Homework 1 (1234)"]
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert (head[2], head[3]) == ("SIS User ID", "SIS Login ID")
    assert "Section" in head[4]
    assert "Points Possible" in possible[0]
    assert float(possible[5]) == 50
    assert first == ["李小龍", "1", "U1", "login1", "A", "50"]


@pytest.mark.parametrize(("quoted", "text"), [(False, 'a,"b,c",\r\n'), (True, '"a","b,c",""\r\n')])
def test_every_cell_may_stand_in_quotes(quoted: bool, text: str) -> None:
    assert csv_text([["a", "b,c", ""]], quoted=quoted) == text


@pytest.mark.parametrize(
    ("asked", "title", "found"),
    [
        ("HW 2 Points Grade", "HW 1", "HW 2"),
        ("hw  2", "HW 1", "HW 2"),
        ("", "HW 1", "HW 1"),
        ("HW 3", "HW 1", ""),
        ("", "HW 3", ""),
    ],
)
def test_the_column_that_was_asked_for_comes_before_the_title(asked: str, title: str, found: str) -> None:
    columns = tuple(GradeColumn("Brightspace", f"HW {number} Points Grade") for number in (1, 2))
    column, every = column_of(Sheet(title, column=asked, lms=LmsList(columns)), "Brightspace")
    assert (column.header if column else "", every) == (found and f"{found} Points Grade", columns)


def test_a_time_a_length_and_points_or_nothing() -> None:
    one = everybody()[0]
    assert late_cells(one) == ["", "", ""]
    assert late_cells(msgspec.structs.replace(one, lateness=Lateness(1e9, 0))) == ["2001-09-09T01:46:40Z", "", ""]
    late = msgspec.structs.replace(one, lateness=Lateness(1e9, 90061, 1 / 3))
    assert late_cells(late) == ["2001-09-09T01:46:40Z", "1 day 1 h", "0.33"]
    head, row = table(gradebook([late]))
    assert head == list(PLAIN)
    assert row[-3:] == late_cells(late)


HEAD = ("Id", "Name", "Grade", "Most", "When")
PLACES = Places(0, 2, 4, name=1, maximum=3)
ANN = Graded(Student("U1", "Ann", lms_id="1"), points=7.25, max_points=10)


def sheet(*rows: tuple[str, ...], places: Places = PLACES, comma: bool = False) -> Sheet:
    found = {row[0].removeprefix("P"): row for row in rows}
    return Sheet("T", shape="Moodle", lms=LmsList(worksheet=Worksheet(HEAD, found, places, "P", comma)))


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def warnings(rows: list[Graded], of: Sheet, folder: Path) -> tuple[str, ...]:
    return export_moodle(rows, of, folder / "out.csv").warnings


def test_moodle_s_worksheet_has_what_its_importer_needs() -> None:
    head, first, *_ = cells(moodle_worksheet(everybody(), Sheet(shape="Moodle")))
    assert head == list(MOODLE)
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(head)
    row = dict(zip(head, first, strict=True))
    assert (row["Identifier"], row["Grade"], row["Maximum grade"]) == ("Participant 1", "50", "50")
    assert (row["Status"], row["Last modified (grade)"]) == ("Submitted for grading", "-")


def test_a_row_comes_back_with_our_grade_alone() -> None:
    came = ("P1", "=Ann", "", "10,00", "Saturday, 21 November 2026, 6:00 PM")
    assert cells(moodle_worksheet([ANN], sheet(came, comma=True))) == [
        list(HEAD),
        ["P1", "'=Ann", "7,25", "10,00", "Saturday, 21 November 2026, 6:00 PM"],
    ]
    assert cells(moodle_worksheet([ANN], sheet(("P2", "Bob", "", "10", "-"))))[1] == ["P1", "Ann", "7.25", "", "-"]
    assert cells(moodle_worksheet([ANN], sheet(("P1", "Ann", "", "10", "-", "more"))))[1][4:] == ["-"]
    assert cells(moodle_worksheet([ANN], sheet(("P1",))))[1] == ["P1", "", "7.25", "", "-"]


@pytest.mark.parametrize(
    ("came", "said"),
    [
        (("P1", "Ann", "", "10", "-"), ""),
        (("P1", "Ann", "1", "7.25", "Sunday, 1 May 2026, 6:00 AM"), ""),
        (("P1", "Ann", "", "7.24", "-"), "1 student with more points than the assignment's maximum grade of 7.24"),
        (("P1", "Ann", "", "7,24", "-"), "1 student with more points than the assignment's maximum grade of 7.24"),
        (("P1", "Ann", "1", "10", "Sonntag, 1. Mai 2026, 06:00"), "Moodle can't read its own times"),
        (("P2", "Bob", "", "10", "-"), "1 student not in the worksheet"),
    ],
)
def test_whom_moodle_would_skip_is_said(tmp_path: Path, came: tuple[str, ...], said: str) -> None:
    found = warnings([ANN], sheet(came), tmp_path)
    assert len(found) == bool(said)
    assert all(one.startswith(said) for one in found)


def test_a_scale_takes_no_points_and_who_has_no_number_is_said(tmp_path: Path) -> None:
    [warning] = warnings([ANN], sheet(("P1", "Ann", "", "A", "-"), places=Places(0, 2, 4)), tmp_path)
    assert "scale" in warning
    first, second = warnings([Graded(Student("U2", "Bob"), points=1.0)], Sheet("T"), tmp_path)
    assert first.startswith("1 student without a participant's number, whom Moodle skips: U2")
    assert TICK in second


EXPORTED = Student("7", "Ann", lms_id="7")  # as the export calls her
LISTED = Student("U7", "Ann", lms_id="70", lms="Moodle")
BOTH = Student("U7", "Ann", lms_id="70", lms="Moodle", export_id="7")
IN_CANVAS = Student("U7", "Ann", lms_id="5", lms="Canvas", export_id="7")
ANONYMOUS = Student("anon_x", lms_id="anon_x")


@pytest.mark.parametrize(
    ("student", "shape", "moodle", "canvas"),
    [
        (EXPORTED, "Moodle", "7", ""),
        (EXPORTED, "Canvas", "", "7"),
        (EXPORTED, "Gradescope", "", ""),
        (EXPORTED, "plain", "", ""),
        (LISTED, "Moodle", "70", ""),
        (LISTED, "plain", "70", ""),
        (BOTH, "Moodle", "7", ""),
        (BOTH, "Gradescope", "70", ""),
        (BOTH, "Canvas", "70", "7"),
        (IN_CANVAS, "Moodle", "7", "5"),
        (IN_CANVAS, "Canvas", "", "5"),
        (Student("U7", lms_id="5", lms="Canvas"), "Moodle", "", "5"),
        (ANONYMOUS, "Canvas", "", ""),
        (Student("x", lms_id="\u0667"), "Moodle", "", ""),
    ],
)
def test_a_number_is_that_of_its_lms_alone(student: Student, shape: Shape, moodle: str, canvas: str) -> None:
    assert (moodle_number(student, shape), canvas_number(student, shape)) == (moodle, canvas)


@pytest.mark.parametrize(
    ("student", "known"),
    [(EXPORTED, ""), (BOTH, "U7"), (Student("Ann", "Ann"), ""), (Student("ann", "Ann"), "ann"),
     (Student("7", "Ann", lms_id="70", export_id="7"), ""), (Student("Lee Ann", "Ann Lee"), ""),
     (Student("ann", "Ann", login="ann"), "ann")],
)  # fmt: skip
def test_an_id_is_the_institution_s(student: Student, known: str) -> None:
    assert known_id(student, "plain") == known


def test_a_user_of_github_is_neither_an_id_nor_a_login() -> None:
    """Somebody else may be called so where the points go."""
    for student, known in ((Student("lee", login="lee"), ""), (Student("S1", "Ann", login="lee"), "S1")):
        assert known_id(student, "GitHub Classroom") == known
        assert known_login(student, "GitHub Classroom") == ""
        assert known_login(student, "plain") == "lee"
