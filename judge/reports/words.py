"""Words that every report shares: who a student is, and how long a case may take."""

from __future__ import annotations

from judge.model import Limits, Problem, Student
from judge.text import clean_line

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


def other_limits(problem: Problem) -> str:
    """Return the time limits of languages that have their own: ` (Python 4 s)`; "" without."""
    named = {language: Limits.of(problem, language).time_limit for language in sorted(problem.programs.multipliers)}
    said = [f"{name} {limit_s:g} s" for name, limit_s in named.items() if limit_s != problem.limits.time_limit]
    return f" ({', '.join(said)})" if said else ""
