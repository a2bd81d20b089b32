"""CSV gradebooks: every row, numbers that are numbers, the columns that Canvas and Moodle want, and no formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Bonus, Scheme
from judge.model.classroom import Graded
from judge.model.deadline import Lateness
from judge.reports.export.canvas import CANVAS, canvas_gradebook
from judge.reports.export.cells import cell
from judge.reports.export.exporter import Sheet
from judge.reports.export.gradebook import PLAIN, gradebook, gradebook_json, held_back, late_cells
from judge.reports.export.moodle import moodle_worksheet
from tests.reports.export.graded import EVIL, everybody, graded, judgement, problem

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


def test_what_is_not_graded_has_no_points() -> None:
    head, *rows = table(gradebook(everybody()))
    row = dict(zip(head, rows[4], strict=True))
    assert (row["points"], row["verdict"], row["note"]) == ("", "", "nothing was handed in")


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


def test_a_time_a_length_and_points_or_nothing() -> None:
    one = everybody()[0]
    assert late_cells(one) == ["", "", ""]
    assert late_cells(msgspec.structs.replace(one, lateness=Lateness(1e9, 0))) == ["2001-09-09T01:46:40Z", "", ""]
    late = msgspec.structs.replace(one, lateness=Lateness(1e9, 90061, 1 / 3))
    assert late_cells(late) == ["2001-09-09T01:46:40Z", "1 day 1 h", "0.33"]
    head, row = table(gradebook([late]))
    assert head == list(PLAIN)
    assert row[-3:] == late_cells(late)
    [student] = gradebook_json([late], problem())["students"]
    assert student["lateness"] == {"handed_in_s": 1e9, "late_s": 90061, "off": 1 / 3}
