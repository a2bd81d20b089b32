"""Dates of a course file, and those that were set on the web, laid over what a package says: of a class, and of one
student."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from judge.classroom.gradebook.grades import owner_of
from judge.errors import JudgeError
from judge.model import Problem
from judge.model.classroom import Student
from judge.model.course import Homework
from judge.model.deadline import Deadline
from judge.model.deed import Term
from judge.problems.deadlines import KEYS, DeadlineError, read_deadline

_NONE = Term()


def with_term(problem: Problem, term: Term) -> Problem:
    """Return the problem with the deadline of its class; what the term does not say stays. A date without a zone is in
    that of the deadline before, else of the host. JudgeError E507 where the term can't be read."""
    try:
        return _laid_over(problem, term)
    except DeadlineError as fault:
        raise JudgeError("E507", fault.what, help=fault.help) from None


def with_homework(problem: Problem, homework: Homework) -> Problem:
    """Return the problem with the dates of its course, as `with_term` does. JudgeError E492 where a deadline lacks."""
    try:
        return _laid_over(problem, homework.term)
    except DeadlineError as fault:
        raise JudgeError("E492", f"{homework.title}: {fault.what}", help=fault.help) from None


def _laid_over(problem: Problem, term: Term) -> Problem:
    words = {key: getattr(term, key).strip() or None for key in KEYS}
    found = read_deadline(words, problem.deadline)
    return msgspec.structs.replace(problem, deadline=_zoned(found, problem.deadline))


def with_extensions(students: Iterable[Student], terms: Mapping[str, Term]) -> list[Student]:
    """Return the students, each with the extension that was set on the web in place of the class list's."""
    pairs = ((one, terms.get(owner_of(one), _NONE).extension.strip()) for one in students)
    return [msgspec.structs.replace(one, extension=words) if words else one for one, words in pairs]


def _zoned(found: Deadline | None, before: Deadline | None) -> Deadline | None:
    if found is None or before is None or found.due.tzinfo:
        return found
    return msgspec.structs.replace(found, due=found.due.replace(tzinfo=before.due.tzinfo))
