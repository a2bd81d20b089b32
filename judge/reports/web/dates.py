"""The dates of a homework, as the page of its terms shows them: those that hold, and who has longer."""

from __future__ import annotations

import msgspec

from judge.model import Problem
from judge.model.classroom import Student
from judge.model.deadline import Deadline
from judge.scoring.lateness import in_words


class Longer(msgspec.Struct, frozen=True):
    """A student with an extension, and until when they are on time. `by_hand` says that it was set on the web; else it
    is that of the class list."""

    student: Student
    until: str
    by_hand: bool


def due(problem: Problem) -> str:
    """Return when a problem is due and what lateness costs."""
    return in_words(problem.deadline) if problem.deadline else "There is no deadline."


def until(deadline: Deadline) -> str:
    """Return a student's own deadline without what is the same for all."""
    own = in_words(msgspec.structs.replace(deadline, grace_s=0, penalty=None))
    return own.removeprefix("On time until ").rstrip(".")
