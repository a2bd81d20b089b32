"""By which number an LMS knows a student."""

from __future__ import annotations

import pytest

from judge.model.classroom import Shape, Student
from judge.reports.export.lms import canvas_number, known_id, known_login, moodle_number

EXPORTED = Student("7", "Ann", lms_id="7")  # as the export calls her
LISTED = Student("U7", "Ann", lms_id="70", lms="Moodle")
BOTH = Student("U7", "Ann", lms_id="70", lms="Moodle", export_id="7")
CANVAS = Student("U7", "Ann", lms_id="5", lms="Canvas", export_id="7")
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
        (CANVAS, "Moodle", "7", "5"),
        (CANVAS, "Canvas", "", "5"),
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
