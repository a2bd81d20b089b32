"""By which number an LMS knows a student. A number of one LMS is never given to another."""

from __future__ import annotations

from judge.model.classroom import Shape, Student


def moodle_number(student: Student, shape: Shape) -> str:
    """Return the participant's number: that of this export, and only where it has none that of the worksheet."""
    own = _exported(student) if shape == "Moodle" else ""
    number = own or (student.lms_id if student.lms == "Moodle" else "")
    return number if _is_number(number) else ""


def canvas_number(student: Student, shape: Shape) -> str:
    """Return Canvas's user: of the gradebook, as a group's export names one for all; else of the export, unless it is
    anonymous."""
    own = _exported(student) if shape == "Canvas" else ""
    number = student.lms_id if student.lms == "Canvas" else own
    return number if _is_number(number) else ""


def known_id(student: Student, shape: Shape) -> str:
    """Return the institution's id: no number of an LMS, no name and no user of GitHub."""
    others = student.lms_id, student.export_id, student.login if shape == "GitHub Classroom" else ""
    name = sorted(student.id.split()) == sorted(student.name.split())  # perhaps the other way round
    return "" if name or student.id in others else student.id


def known_login(student: Student, shape: Shape) -> str:
    """Return the name by which the student signs in at the LMS: not that at GitHub."""
    return "" if shape == "GitHub Classroom" else student.login


def _exported(student: Student) -> str:
    return student.export_id or ("" if student.lms else student.lms_id)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()
