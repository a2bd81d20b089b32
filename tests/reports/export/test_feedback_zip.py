"""The feedback zip: names that each LMS finds, the same bytes each time, and one broken page that stops nobody."""

from __future__ import annotations

import zipfile
from pathlib import Path

import msgspec
import pytest

from judge.model.classroom import Graded, Shape, Student
from judge.reports.export import feedback
from judge.reports.export.exporter import Exported, Sheet
from judge.reports.export.feedback import export_feedback, packed
from tests.reports.export.graded import EVIL, everybody

SHEET = Sheet("Homework 1")


def row(page: str, name: str = "Ann", lms_id: str = "", student_id: str = "") -> Graded:
    return Graded(Student(student_id or lms_id or name, name, lms_id=lms_id), page, points=1.0)


def names(rows: list[Graded], shape: Shape, folder: Path) -> tuple[list[str], Exported]:
    said = export_feedback(rows, msgspec.structs.replace(SHEET, shape=shape), folder / "pages.zip")
    with zipfile.ZipFile(folder / "pages.zip") as archive:
        assert archive.testzip() is None
        return archive.namelist(), said


@pytest.mark.parametrize(
    ("shape", "handed_in", "expected"),
    [
        ("plain", row("ann/feedback", "Ann", ""), "ann/feedback.html"),
        ("plain", row("b\udcffb/feedback", "b"), "b_udcffb/feedback.html"),
        ("Gradescope", row("submission_1/feedback", "Ann", "1"), "submission_1/feedback.html"),
        ("Moodle", row("x/feedback", "Ann Lee", "17"), "Ann Lee_17_assignsubmission_file_/feedback.html"),
        ("Moodle", row("x/feedback", "A_1_/../b\x00", "17"), "A 1 .. b x00_17_assignsubmission_file_/feedback.html"),
        ("Moodle", row("x/feedback", "...", "17"), "student_17_assignsubmission_file_/feedback.html"),
        ("Canvas", row("ann_5_900_hw_1", "Ann Lee", "5"), "annlee_5_900_feedback.html"),
        ("Canvas", row("1234_5_900_hw1", "1234", "5"), "student_5_900_feedback.html"),
        ("Canvas", row("_5_900_hw1", "", "5"), "student_5_900_feedback.html"),
        ("Canvas", row("5_900_7_hw1", "", "5"), "student_5_900_feedback.html"),
        ("Canvas", row("1234_6_900_hw1", "Ann", "5"), "ann_6_900_feedback.html"),
        ("Canvas", row("anon_x1_900_hw1", "", "anon_x1"), "anon_x1_900_hw1.html"),
    ],
)
def test_a_page_is_called_as_the_lms_looks_for_it(
    tmp_path: Path, shape: Shape, handed_in: Graded, expected: str
) -> None:
    assert names([handed_in], shape, tmp_path)[0] == [expected]


@pytest.mark.parametrize(("page", "number"), [("ann_5_text", "5"), ("1234_5_text", "5"), ("ann_5_link", "5")])
def test_a_text_has_no_place_in_canvas(tmp_path: Path, page: str, number: str) -> None:
    found, said = names([row(page, "Ann", number)], "Canvas", tmp_path)
    assert found == []
    [warning] = said.warnings
    assert "1 page left out" in warning


def test_who_has_no_number_in_moodle_is_said(tmp_path: Path) -> None:
    found, said = names([row("x/feedback"), row("", "Bob")], "Moodle", tmp_path)
    assert (found, said.said.partition(",")[0]) == ([], "0 feedback pages")
    assert said.warnings[0].startswith("1 page left out, of Ann: they have no number of a participant")


def test_no_name_leads_out_of_its_folder(tmp_path: Path) -> None:
    rows = [row("x/feedback", f"../{name}/..", str(k)) for k, name in enumerate(EVIL)]
    for name in names(rows, "Moodle", tmp_path)[0]:
        folder, file = name.split("/")
        assert file == "feedback.html"
        assert folder.split("_")[1].isdigit()


def test_the_same_pages_are_the_same_bytes() -> None:
    assert packed({"b": b"2", "a": b"1"}) == packed({"a": b"1", "b": b"2"})


def test_a_page_that_can_t_be_drawn_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = feedback.page

    def broken(one: Graded, *rest: object) -> str:
        if one.student.id == "U2":
            raise ValueError("no such pen")
        return real(one, SHEET)

    monkeypatch.setattr(feedback, "page", broken)
    monkeypatch.setattr("judge.reports.export.pages.keep_trace", lambda _: "a file")
    found, said = names(everybody(), "plain", tmp_path)
    assert len(found) == len(everybody()) - 1
    assert "the page of U2 could not be made" in str(said.fault)
