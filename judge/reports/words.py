"""Words that every report shares: who a student is."""

from __future__ import annotations

from judge.model.classroom import Student
from judge.reports.sanitize import clean_line

_LONGEST = 200  # characters of an id or a name


def who(student: Student) -> str:
    """Return id and name of a student, on one line and safe to show."""
    return " ".join(names(student))


def names(student: Student, longest: int = _LONGEST) -> tuple[str, ...]:
    """Return id and name, once where they are the same; a blank one is left out."""
    return tuple(clean_line(word, longest) for word in student.names)


def called(student: Student) -> str:
    """Return the name of a student, or the id where there is no name."""
    return next(reversed(names(student)), "")


def other_name(student: Student) -> str:
    """Return the name for a column beside the id: empty where that says the same."""
    return called(student) if len(student.names) > 1 else ""
