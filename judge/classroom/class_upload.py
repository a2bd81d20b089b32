"""A class that was uploaded as the export of an LMS: who is who in it, and what of it can be handed in. Nothing runs.

The class is all who have an account as a student. Where nobody has one, the export says who there is, and they get one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from judge.classroom.gradebook.counting_attempt import to_judge
from judge.classroom.gradebook.lateness import handed_in_s, own_deadline, with_extensions, with_term
from judge.classroom.homework.content import Assignment
from judge.classroom.intake import read_roll
from judge.classroom.people.match import Match
from judge.classroom.people.names import owner_of
from judge.classroom.people.roster import Roster
from judge.errors import JudgeError
from judge.model import Problem, Submission
from judge.model.account import Account
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.model.deadline import Term
from judge.model.job import Job
from judge.store.people import check_id
from judge.submissions.read import handed_in

_STAFF = "this is the id of somebody who is no student here"


class HandIn(msgspec.Struct, frozen=True):
    """A submission of the class that is clear, and when it was handed in: seconds since 1970, UTC. `known` says that
    the export or the class list tells that time."""

    student: Student
    submission: Submission
    at_s: float
    known: bool

    @property
    def owner(self) -> str:
        """Return the name that the store keeps it under."""
        return owner_of(self.student)


class ClassUpload(msgspec.Struct, frozen=True):
    """A class that was uploaded. `ready` is to be handed in, the oldest first; of `before` the same bytes of the same
    student are there already; `left` can't be handed in whatever is settled. Students in `new` have no account yet."""

    roll: Roll
    ready: tuple[HandIn, ...]
    before: tuple[HandIn, ...]
    left: tuple[Doubt, ...]
    new: tuple[Student, ...]

    @property
    def waits(self) -> bool:
        """Say whether something of the class is not clear yet, or could not be read by an error of the judge."""
        return bool(self.roll.unmatched) or any(member.doubt for member in self.roll.members)


class KnownClass(msgspec.Struct, frozen=True):
    """What the store knows of the class and its problem."""

    accounts: Sequence[Account]
    terms: Mapping[str, Term]
    jobs: Sequence[Job]

    @property
    def roster(self) -> Roster | None:
        """Return the class, with the extensions that were set on the web; None where nobody has an account."""
        students = [one.student for one in self.accounts if one.role == "student"]
        return Roster(with_extensions(students, self.terms)) if students else None


def read_class_upload(path: Path, problem: Problem, known: KnownClass, match: Match | None = None) -> ClassUpload:
    """Read an export. JudgeError E461 where it can't be read, E473 where a row of the match file is about nothing of
    it, E507 or E482 where a date that was set can't be read."""
    problem = with_term(problem, known.terms.get("", Term()))
    roll = read_roll(path, known.roster, match, Assignment.of(problem))
    roles = {one.owner: one.role for one in known.accounts}
    there = {_same(one.owner, one.submission) for one in known.jobs if one.submission}
    ready, before, left, new = [], [], [], []
    for one in sorted(_clear(roll, problem, time.time()), key=lambda one: one.at_s):
        if fault := _fault(one, roles):
            left.append(Doubt(one.owner, fault))
        elif _same(one.owner, one.submission) in there:
            before.append(one)
        else:
            there.add(_same(one.owner, one.submission))
            ready.append(one)
            new += [one.student] if one.owner not in roles else []
    accounts = {owner_of(one): one for one in new}
    return ClassUpload(roll, tuple(ready), tuple(before), tuple(left), tuple(accounts.values()))


def _clear(roll: Roll, problem: Problem, now_s: float) -> Iterable[HandIn]:
    """Return every submission that is clear and may count by the problem's rule on attempts."""
    for member in roll.members:
        for one in to_judge(member, problem):
            if one.main and not one.doubt:
                yield _hand_in(one, problem, now_s)


def _hand_in(one: Member, problem: Problem, now_s: float) -> HandIn:
    """Return a submission with its time. What nobody knows is charged to nobody: it counts as on time."""
    submission = handed_in(owner_of(one.student), problem.name, one.main, one.files, problem.programs)
    told_s = handed_in_s(one, problem.deadline)
    if told_s is not None:
        return HandIn(one.student, submission, told_s, known=True)
    due_s = own_deadline(one.student, problem.deadline).at_s if problem.deadline else now_s
    return HandIn(one.student, submission, min(now_s, due_s), known=False)


def _fault(one: HandIn, roles: Mapping[str, str]) -> str:
    """Return why something can't be anybody's here."""
    if roles.get(one.owner, "student") != "student":
        return _STAFF
    try:
        check_id(one.owner)
    except JudgeError as fault:
        return fault.message
    return ""


def _same(owner: str, submission: Submission) -> tuple[str, str, str]:
    """Return what two submissions have in common that are one, handed in twice. In Java the file's name counts."""
    return owner, submission.sha256, submission.path.name
