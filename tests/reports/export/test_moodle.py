"""The worksheet for Moodle: its columns, and what is said of those whom Moodle would skip."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from judge.model.classroom import Graded, Student
from judge.model.lms import LmsList, Places, Worksheet
from judge.reports.export.exporter import Sheet
from judge.reports.export.moodle import MOODLE, TICK, export_moodle, moodle_worksheet
from tests.reports.export.graded import everybody

HEAD = ("Id", "Name", "Grade", "Most", "When")
PLACES = Places(0, 2, 4, name=1, maximum=3)
ANN = Graded(Student("U1", "Ann", lms_id="1"), points=7.25, max_points=10)


def sheet(*rows: tuple[str, ...], places: Places = PLACES, comma: bool = False) -> Sheet:
    found = {row[0].removeprefix("P"): row for row in rows}
    return Sheet("T", shape="Moodle", lms=LmsList(worksheet=Worksheet(HEAD, found, places, "P", comma)))


def table(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def warnings(rows: list[Graded], of: Sheet, folder: Path) -> tuple[str, ...]:
    return export_moodle(rows, of, folder / "out.csv").warnings


def test_moodle_s_worksheet_has_what_its_importer_needs() -> None:
    head, first, *_ = table(moodle_worksheet(everybody(), Sheet(shape="Moodle")))
    assert head == list(MOODLE)
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(head)
    row = dict(zip(head, first, strict=True))
    assert (row["Identifier"], row["Grade"], row["Maximum grade"]) == ("Participant 1", "50", "50")
    assert (row["Status"], row["Last modified (grade)"]) == ("Submitted for grading", "-")


def test_a_row_comes_back_with_our_grade_alone() -> None:
    came = ("P1", "=Ann", "", "10,00", "Saturday, 21 November 2026, 6:00 PM")
    assert table(moodle_worksheet([ANN], sheet(came, comma=True))) == [
        list(HEAD),
        ["P1", "'=Ann", "7,25", "10,00", "Saturday, 21 November 2026, 6:00 PM"],
    ]
    assert table(moodle_worksheet([ANN], sheet(("P2", "Bob", "", "10", "-"))))[1] == ["P1", "Ann", "7.25", "", "-"]
    assert table(moodle_worksheet([ANN], sheet(("P1", "Ann", "", "10", "-", "more"))))[1][4:] == ["-"]
    assert table(moodle_worksheet([ANN], sheet(("P1",))))[1] == ["P1", "", "7.25", "", "-"]


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


def test_a_scale_takes_no_points(tmp_path: Path) -> None:
    [warning] = warnings([ANN], sheet(("P1", "Ann", "", "A", "-"), places=Places(0, 2, 4)), tmp_path)
    assert "scale" in warning


def test_who_has_no_number_is_said(tmp_path: Path) -> None:
    first, second = warnings([Graded(Student("U2", "Bob"), points=1.0)], Sheet("T"), tmp_path)
    assert first.startswith("1 student without a participant's number, whom Moodle skips: U2")
    assert TICK in second
