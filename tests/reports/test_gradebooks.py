"""Gradebooks and worksheets: numbers that are numbers, the columns that a platform wants, and no formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Course, Deadline, Graded, LmsList, Roll, Student
from judge.reports import ClassReport, CourseReport, Sheet, cell, csv_text, make_export
from tests.make import replace
from tests.problems.told import hold
from tests.reports.graded import EVIL, everybody, exported, graded, judgement
from tests.reports.make import TOLD, overview, told
from tests.reports.test_class_text import COURSE
from tests.reports.test_class_text import ROWS as COURSE_ROWS

WRITERS: dict[str, Callable[[Sequence[Graded]], str]] = {
    "plain": partial(exported, "gradebook"),
    "Canvas": lambda rows: exported("canvas", rows, Sheet(column="judge (1)", shape="Canvas")),
    "Moodle": lambda rows: exported("moodle", rows, Sheet(shape="Moodle")),
}
WAITS = graded(99, judgement("AC AC JE AC", None), note="no points yet")
LATE = replace(graded(6, judgement("AC AC AC AC", 50.0)), late=True, lateness=Deadline.Lateness(1e9, 90061, 1 / 3))
ON_TIME = replace(graded(7, judgement("AC AC AC AC", 50.0)), lateness=Deadline.Lateness(1e9, 0))
FEW = Course.Row(Student("s1"), (Course.Cell(1, 20), Course.Cell(excused=True)), 5.0)  # of two, the second not known
SPENT = (Course.Cell(1, 20, late_days=2), Course.Cell(None, 20, "nothing came", late_days=1))
TABLES = {name: write([*everybody(), LATE, ON_TIME, WAITS]) for name, write in WRITERS.items()} | {
    "a class": ClassReport(overview(len(EVIL))).csv(),
    "a course": CourseReport(COURSE, COURSE_ROWS).csv(),
    "a course of one": CourseReport(COURSE, [FEW]).csv(),
    "a course of nobody": CourseReport(COURSE, []).csv(),
    "a course with late days": CourseReport(replace(COURSE, late_days=5), [replace(FEW, cells=SPENT)]).csv(),
    "quoted": csv_text([["a", "b,c", ""]], quoted=True),
    "not quoted": csv_text([["a", "b,c", ""]]),
}
HEADS = {  # that no version takes away, in their order
    "plain": "id name email section folder verdict points max_points late solved cases sha256 identical_to note "
    "handed_in late_by taken_off",
    "a class": "id name verdict points max_points solved late excused by_hand",
    "a course": "id name email section total missing",
}
STARTS = "=+-@|%\t\r\n\uff1d\uff0b\uff0d\uff20"


def table(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=True))


def test_each_table_is_as_it_is_kept() -> None:
    """People get every column; Canvas's lib/gradebook_importer.rb and Moodle's mod/assign/feedback/offline look for
    theirs. Judge errors come first where a blank cell is nothing, and have no row where it clears a score."""
    shown = {name: text.replace("\ufeff", "<BOM>").replace("\r\n", "<CRLF>\n") for name, text in TABLES.items()}
    hold(TOLD / "tables.txt", told(shown))
    for text in TABLES.values():
        assert len({len(row) for row in table(text)}) == 1


@pytest.mark.parametrize(("name", "kept"), HEADS.items())
def test_no_column_is_taken_away(name: str, kept: str) -> None:
    assert [head for head in table(TABLES[name])[0] if head in kept.split()] == kept.split()


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


@pytest.mark.parametrize("columns", ["Canvas", "Moodle"])
def test_who_waits_has_no_row_where_a_blank_cell_clears_a_score(columns: str) -> None:
    assert WRITERS[columns]([*everybody(), WAITS]) == WRITERS[columns](everybody())
    known = graded(99, judgement("JE AC AC AC", 50.0))  # on a case for no points
    assert len(table(WRITERS[columns]([*everybody(), known]))) == len(table(WRITERS[columns](everybody()))) + 1


@pytest.mark.parametrize("known", ["7", "=s7", "-7", "+7", "%s7"])
def test_brightspace_finds_an_id_that_begins_as_a_formula(known: str) -> None:
    """Its own mark before it keeps it from being one."""
    rows = table(exported("brightspace", [Graded(Student(known, "Ann Lee", login="@ann"), points=1.0)], Sheet("HW")))
    assert rows[1] == [f"#{known}", "#@ann", "1", "#"]


HEAD = ("Id", "Name", "Grade", "Most", "When")
PLACES = LmsList.Worksheet.Places(0, 2, 4, name=1, maximum=3)
ANN = Graded(Student("U1", "Ann", lms_id="1"), points=7.25, max_points=10)


def sheet(*rows: tuple[str, ...], places: LmsList.Worksheet.Places = PLACES, comma: bool = False) -> Sheet:
    found = {row[0].removeprefix("P"): row for row in rows}
    return Sheet("T", shape="Moodle", lms=LmsList(worksheet=LmsList.Worksheet(HEAD, found, places, "P", comma)))


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def warnings(row: Graded, of: Sheet) -> tuple[str, ...]:
    return make_export("moodle", [row], of).warnings


def test_a_row_comes_back_with_our_grade_alone() -> None:
    came = ("P1", "=Ann", "", "10,00", "Saturday, 21 November 2026, 6:00 PM")
    assert cells(exported("moodle", [ANN], sheet(came, comma=True))) == [
        list(HEAD),
        ["P1", "'=Ann", "7,25", "10,00", "Saturday, 21 November 2026, 6:00 PM"],
    ]
    assert cells(exported("moodle", [ANN], sheet(("P2", "Bob", "", "10", "-"))))[1] == ["P1", "Ann", "7.25", "", "-"]
    assert cells(exported("moodle", [ANN], sheet(("P1", "Ann", "", "10", "-", "more"))))[1][4:] == ["-"]
    assert cells(exported("moodle", [ANN], sheet(("P1",))))[1] == ["P1", "", "7.25", "", "-"]


ENGLISH, GERMAN = "Sunday, 1 May 2026, 6:00 AM", "Sonntag, 1. Mai 2026, 06:00"
CAME = (
    *(("P1", "Ann", "", "10", "-"), ("P1", "Ann", "1", "7.25", ENGLISH), ("P1", "Ann", "", "7.24", "-")),
    *(("P1", "Ann", "", "7,24", "-"), ("P1", "Ann", "1", "10", GERMAN), ("P2", "Bob", "", "10", "-")),
)
SCALE = sheet(("P1", "Ann", "", "A", "-"), places=LmsList.Worksheet.Places(0, 2, 4))


EXPORTED = Student("7", "Ann", lms_id="7")  # as the export calls her
LISTED = Student("U7", "Ann", lms_id="70", lms="Moodle")
BOTH = Student("U7", "Ann", lms_id="70", lms="Moodle", export_id="7")
IN_CANVAS = Student("U7", "Ann", lms_id="5", lms="Canvas", export_id="7")
ANONYMOUS = Student("anon_x", lms_id="anon_x")


STUDENTS = {
    "exported": EXPORTED,
    "listed": LISTED,
    "both": BOTH,
    "in Canvas": IN_CANVAS,
    "in Canvas alone": Student("U7", lms_id="5", lms="Canvas"),
    "anonymous": ANONYMOUS,
    "no digit of ours": Student("x", lms_id="\u0667"),
    "name for id": Student("Ann", "Ann"),
    "no name for id": Student("ann", "Ann"),
    "number for id": Student("7", "Ann", lms_id="70", export_id="7"),
    "name turned round": Student("Lee Ann", "Ann Lee"),
    "login for id": Student("ann", "Ann", login="ann"),
    "of GitHub": Student("lee", login="lee"),  # somebody else may be called so where the points go
    "of GitHub, with an id": Student("S1", "Ann", login="lee"),
}
SHAPES: tuple[Roll.Shape, ...] = ("plain", "Moodle", "Canvas", "Gradescope", "GitHub Classroom")
COLUMNS = tuple(LmsList.Column("Brightspace", f"HW {number} Points Grade") for number in (1, 2))
ASKED = (("HW 2 Points Grade", "HW 1"), ("hw  2", "HW 1"), ("", "HW 1"), ("HW 3", "HW 1"), ("", "HW 3"))


def found_in_an_lms() -> Iterator[str]:
    """A number of one LMS alone, an id of the institution, a login; the column; and whom Moodle would skip."""
    for name, student in STUDENTS.items():
        for shape in SHAPES:
            row = Graded(student, points=1.0, max_points=2.0)
            canvas = cells(exported("canvas", [row], Sheet(column="HW (1)", shape=shape)))[-1]
            moodle = cells(exported("moodle", [row], Sheet("HW", shape=shape)))[-1]
            known = (moodle[0].removeprefix("Participant "), *canvas[1:4])
            yield f"{name}, {shape}: {', '.join(map(repr, known))}"
    for asked, title in ASKED:
        of = Sheet(title, column=asked, lms=LmsList(COLUMNS))
        yield f"{asked!r}, {title!r}: {exported('brightspace', [ANN], of).splitlines()[0]}"
    yield from (f"{came}: {warnings(ANN, sheet(came))}" for came in CAME)
    yield f"a scale: {warnings(ANN, SCALE)}"
    yield f"no number: {warnings(Graded(Student('U2', 'Bob'), points=1.0), Sheet('T'))}"


def test_who_is_who_in_an_lms_is_as_it_is_kept() -> None:
    hold(TOLD / "lms.txt", found_in_an_lms())
