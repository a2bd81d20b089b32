"""When a problem is due here: as its package or the course says, and as somebody has said on the web since."""

from __future__ import annotations

from judge.classroom.lateness import own_deadline, with_extensions, with_term
from judge.model import Problem
from judge.model.classroom import Student
from judge.model.deadline import Deadline, Term
from judge.store import Store


def dated(problem: Problem, store: Store) -> Problem:
    """Return the problem with the deadline of its class. JudgeError E507 where that can't be read."""
    return with_term(problem, store.terms.of(problem.name).get("", Term()))


def deadline_of(problem: Problem, student: Student, store: Store) -> Deadline | None:
    """Return the student's own deadline on a problem that `dated` has returned; None where there is none. JudgeError
    E482 where an extension can't be read."""
    if problem.deadline is None:
        return None
    return own_deadline(extended(problem, student, store), problem.deadline)


def extended(problem: Problem, student: Student, store: Store) -> Student:
    """Return the student with the extension that they have on a problem."""
    [found] = with_extensions([student], store.terms.of(problem.name))
    return found


def is_late(deadline: Deadline | None, at_s: float) -> bool:
    """Say whether what is handed in then is late."""
    return deadline is not None and deadline.is_late(deadline.late_s(at_s))
