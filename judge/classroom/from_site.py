"""A class on the web: what it handed in there, to the Roll that a folder or zip becomes; and an export of an LMS that
is uploaded. Nothing runs.

Whose a submission is, nobody has to find out: it came through the door of an account. A student is known by the id in
the class list, which is the name that the store keeps their work under.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

import msgspec

from judge.classroom.content import twins, writable
from judge.classroom.gradebook import WAITS, Candidate, judged, to_judge, which_counts
from judge.classroom.intake import read_roll
from judge.classroom.lateness import charged_row, handed_in_s, own_deadline, with_extensions, with_term
from judge.classroom.match import Match
from judge.classroom.roster import Roster
from judge.errors import JudgeError
from judge.model import Deadline, Graded, Job, Judgement, Problem, Record, Roll, Student, Submission, Verdict
from judge.store import Store, brief_of, check_id
from judge.submissions import handed_in

_NOBODY = "who handed it in is not in the class list, so it is in no gradebook"
_ADD = "add the id to the class list; or leave it, if that is nobody of the class"
_Briefs = Mapping[tuple[str, str, str], Judgement.Brief]  # by problem, SHA-256 of a submission, and how it is run
_Sourced = Callable[[Submission], Submission]


def web_class(store: Store, problem: Problem, roster: Sequence[Student] | None = None) -> tuple[Problem, Roll]:
    """Return a problem with the dates that were set on the web, and what was handed in for it there. Without a `roster`
    the class is all who have an account as a student. What those with another role try is no part of it, unless the
    roster names them.

    Raises JudgeError E507 and E482 where a date that was set on the web can't be read.
    """
    accounts, terms = store.accounts.everybody(), store.terms.of(problem.name)
    listed = roster if roster is not None else [one.student for one in accounts if one.role == "student"]
    staff = {one.owner for one in accounts if one.role != "student"}
    problem = with_term(problem, terms.get("", Deadline.Term()))
    jobs = store.queue.handed_in(problem.name)
    return problem, web_roll(jobs, problem, with_extensions(listed, terms), store.sourced, staff)


def web_roll(
    jobs: Iterable[Job],
    problem: Problem,
    students: Iterable[Student],
    sourced: _Sourced,
    staff: Collection[str] = (),
) -> Roll:
    """Return who of the students handed in what. `sourced` gives a submission its sources: it is asked for the newest
    of each, and for those that may count by the problem's rule on attempts. All others have no files."""
    theirs: dict[str, list[Job]] = {}
    for job in Job.newest_first(jobs):
        theirs.setdefault(job.owner, []).append(job)
    listed = {student.owner: student for student in students}
    members = [_member(one, theirs[owner], problem, sourced) for owner, one in listed.items() if owner in theirs]
    absent = tuple(one for owner, one in listed.items() if owner not in theirs)
    strays = tuple(Roll.Doubt(owner, _NOBODY, _ADD) for owner in theirs if owner not in listed and owner not in staff)
    return Roll("web", tuple(members), absent, strays, twins(members), place=Roll.WEB)


def _member(student: Student, tries: Sequence[Job], problem: Problem, sourced: _Sourced) -> Roll.Member:
    """Return the row of a student: the newest submission, with the older ones as `others`."""
    page = writable(student.owner)
    bare = [Roll.Member(student, job.code, page, handed_in_s=job.at_s, matched="the account") for job in tries]
    outline = msgspec.structs.replace(bare[0], others=tuple(bare[1:]))
    needed = {bare[0].folder, *(one.folder for one in to_judge(outline, problem))}
    first, *others = [
        _filled(one, sourced(job.submission)) if one.folder in needed and job.submission and not job.lost else one
        for one, job in zip(bare, tries, strict=True)
    ]
    if tries[0].lost:  # a newer one of the student takes its place
        what = f"the judge itself failed on it: {tries[0].words}"
        repair = "let the student hand it in again, or decide by hand"
        first = msgspec.structs.replace(first, doubt=Roll.Doubt(tries[0].code, what, repair, "judge mark", ours=True))
    return msgspec.structs.replace(first, others=tuple(others))


def _filled(member: Roll.Member, submission: Submission) -> Roll.Member:
    """Return the member with the files of a submission."""
    main = submission.main
    return msgspec.structs.replace(member, main=main, files=submission.files or ((main, submission.source),))


# --- one submission of it ---------------------------------------------------------------------------------------------
def row_of_job(store: Store, problem: Problem, student: Student, job: Job, record: Record) -> Graded:
    """Return the row that a gradebook would have if this were all that was handed in; a bonus is the class's matter."""
    [student] = with_extensions([student], store.terms.of(problem.name))
    row = Graded(student, folder=job.code, max_points=problem.most_points)
    row = msgspec.structs.replace(row, verdict=Verdict.JE, note=WAITS) if job.lost else judged(row, record)
    return charged_row(row, Roll.Member(student, job.code, "", handed_in_s=job.at_s), problem.deadline)


def counting_brief(
    jobs: Iterable[Job],
    briefs: _Briefs,
    problem: Problem,
    deadline: Deadline | None,
    bonuses: Mapping[str, float],
) -> Judgement.Brief | None:
    """Return what came of the submission that counts by the gradebook's rule, with its bonus, lateness taken off; None
    while it is not judged. `deadline` is the student's own, `bonuses` are by the codes of jobs."""
    tries = Job.newest_first(jobs)
    found = [_came_to(job, briefs, deadline, bonuses.get(job.code, 0.0)) for job in tries]
    known = [
        Candidate(
            late=deadline is not None and deadline.has_passed(job.at_s),
            able=job is tries[0] or not job.lost,
            points=brief.points if brief else None,
        )
        for job, brief in zip(tries, found, strict=True)
    ]
    return found[which_counts(problem.attempt, known)] if found else None


def _came_to(job: Job, briefs: _Briefs, deadline: Deadline | None, bonus: float) -> Judgement.Brief | None:
    """Return what came of a submission, with its bonus, lateness taken off; None while it is not judged."""
    brief = Judgement.Brief(Verdict.JE, None, 0, 0.0) if job.lost else brief_of(job, briefs)
    if brief is None or brief.points is None:
        return brief
    points = brief.points + bonus
    off = deadline.off(points, deadline.late_s(job.at_s)) if deadline else 0.0
    return msgspec.structs.replace(brief, points=points - off, bonus=bonus)


# --- a class that was uploaded as the export of an LMS: who is who in it, and what of it can be handed in -------------
# The class is all who have an account as a student. Where nobody has one, the export says who there is, and they get
# one.
_STAFF = "this is the id of somebody who is no student here"
_BACK = "these bytes are here already, and others that came later count; the export does not say which are newer"

_Came = tuple[float, tuple[str, str]]  # when, and what it is known by


class HandIn(msgspec.Struct, frozen=True):
    """A submission of the class that is clear, and when it was handed in: seconds since 1970, UTC. `known` says that
    the export or the class list tells that time, `late` that the export calls it late without a time."""

    student: Student
    submission: Submission
    at_s: float
    known: bool
    late: bool = False

    @property
    def owner(self) -> str:
        """Return the name that the store keeps it under."""
        return self.student.owner


class ClassUpload(msgspec.Struct, frozen=True):
    """A class that was uploaded. `ready` is to be handed in, the oldest first; of `before` the same bytes of the same
    student are there already; `left` can't be handed in whatever is settled. Students in `new` have no account yet."""

    roll: Roll
    ready: tuple[HandIn, ...]
    before: tuple[HandIn, ...]
    left: tuple[Roll.Doubt, ...]
    new: tuple[Student, ...]

    @classmethod
    def read(cls, store: Store, path: Path, problem: Problem, match: Match | None = None) -> ClassUpload:
        """Read an export of a class on this problem. JudgeError E461 where it can't be read, E473 where a row of the
        match file is about nothing of it, E507 or E482 where a date that was set can't be read."""
        accounts, terms = store.accounts.everybody(), store.terms.of(problem.name)
        jobs = store.queue.handed_in(problem.name)
        students = [one.student for one in accounts if one.role == "student"]
        roster = Roster(with_extensions(students, terms)) if students else None
        problem = with_term(problem, terms.get("", Deadline.Term()))
        roll = read_roll(path, roster, match, problem)
        roles = {one.owner: one.role for one in accounts}
        there = defaultdict[str, list[_Came]](list)
        for job in jobs:
            if job.submission:
                there[job.owner].append((job.at_s, _known_by(job.submission)))
        ready, before, left, now_s = [], [], [], time.time()
        new: dict[str, Student] = {}
        attempts = (one for member in roll.members for one in to_judge(member, problem))
        clear = [_hand_in(one, problem, now_s) for one in attempts if one.main and not one.doubt]
        for one in sorted(clear, key=lambda one: one.at_s):
            if fault := _fault(one, roles):
                left.append(Roll.Doubt(one.owner, fault))
            elif _is_among(one, there[one.owner]):
                before.append(one)
                if not one.known and problem.attempt != "best" and _last(there[one.owner]) != _known_by(one.submission):
                    left.append(Roll.Doubt(one.owner, _BACK))
            else:
                there[one.owner].append((one.at_s, _known_by(one.submission)))
                ready.append(one)
                if one.owner not in roles:
                    new[one.owner] = one.student
                    if roll.shape == "Canvas" and one.student.lms_id == one.owner:  # no other platform's number
                        new[one.owner] = msgspec.structs.replace(one.student, lms="Canvas")
        return cls(roll, tuple(ready), tuple(before), tuple(left), tuple(new.values()))

    @property
    def waits(self) -> bool:
        """Say whether something of the class is not clear yet, or could not be read by an error of the judge."""
        return bool(self.roll.unmatched) or any(member.doubt for member in self.roll.members)


def _hand_in(one: Roll.Member, problem: Problem, now_s: float) -> HandIn:
    """Return a submission with its time. What nobody knows is charged to nobody: it counts as on time."""
    submission = handed_in(one.student.owner, problem.name, one.main, one.files, problem.programs)
    told_s = handed_in_s(one, problem.deadline)
    if told_s is not None:
        return HandIn(one.student, submission, told_s, known=True)
    due_s = own_deadline(one.student, problem.deadline).at_s if problem.deadline else now_s
    return HandIn(one.student, submission, min(now_s, due_s), known=False, late=one.late)


def _fault(one: HandIn, roles: Mapping[str, str]) -> str:
    """Return why something can't be anybody's here."""
    if roles.get(one.owner, "student") != "student":
        return _STAFF
    try:
        check_id(one.owner)
    except JudgeError as fault:
        return fault.message
    return ""


def _is_among(one: HandIn, theirs: Sequence[_Came]) -> bool:
    """Say whether a student has handed in these bytes already, by what came in this order. It is new if other bytes
    came last before it: then the student went back to the older ones."""
    known_by = _known_by(one.submission)
    earlier = [came for came in theirs if came[0] <= one.at_s] if one.known else []
    if earlier and (one.at_s, known_by) not in earlier:
        return _last(earlier) == known_by
    return any(came == known_by for _, came in theirs)


def _last(theirs: Sequence[_Came]) -> tuple[str, str]:
    return max(reversed(theirs), key=itemgetter(0))[1]


def _known_by(submission: Submission) -> tuple[str, str]:
    """Return what two submissions have in common that are one, handed in twice. In Java the file's name counts."""
    return submission.sha256, submission.path.name
