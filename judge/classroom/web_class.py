"""A class as it handed in on the web: what the store was given, to the Roll that a folder or zip becomes. Nothing runs.

Whose a submission is, nobody has to find out: it came through the door of an account. A student is known by the id in
the class list, which is the name that the store keeps their work under.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import msgspec

from judge.classroom.content import twins, writable
from judge.classroom.gradebook import to_judge
from judge.classroom.lateness import with_extensions, with_term
from judge.classroom.names import owner_of
from judge.model import Problem, Submission
from judge.model.classroom import WEB, Doubt, Member, Roll, Student
from judge.model.deadline import Term
from judge.model.job import Job
from judge.store import Store
from judge.submissions.read import main_of

_NOBODY = "who handed it in is not in the class list, so it is in no gradebook"
_ADD = "add the id to the class list; or leave it, if that is nobody of the class"
_Sourced = Callable[[Submission], Submission]


class WebClass(msgspec.Struct, frozen=True):
    """A class and its problem, with the dates that were set on the web."""

    problem: Problem
    roll: Roll


def web_class(store: Store, problem: Problem, jobs: Iterable[Job], roster: Sequence[Student] | None = None) -> WebClass:
    """Return what the jobs of a problem, the oldest first, have handed in. Without a `roster` the class is all who have
    an account as a student. What those with another role try is no part of it, unless the roster names them.

    Raises JudgeError E507 and E482 where a date that was set on the web can't be read.
    """
    accounts, terms = store.accounts.everybody(), store.terms.of(problem.name)
    listed = roster if roster is not None else [one.student for one in accounts if one.role == "student"]
    staff = {one.owner for one in accounts if one.role != "student"}
    problem = with_term(problem, terms.get("", Term()))
    return WebClass(problem, web_roll(jobs, problem, with_extensions(listed, terms), store.sourced, staff))


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
    for job in newest_first(jobs):
        theirs.setdefault(job.owner, []).append(job)
    listed = {owner_of(student): student for student in students}
    members = [_member(one, theirs[owner], problem, sourced) for owner, one in listed.items() if owner in theirs]
    absent = tuple(one for owner, one in listed.items() if owner not in theirs)
    strays = tuple(Doubt(owner, _NOBODY, _ADD) for owner in theirs if owner not in listed and owner not in staff)
    return Roll("web", tuple(members), absent, strays, twins(members), place=WEB)


def newest_first(jobs: Iterable[Job]) -> list[Job]:
    """Return the submissions in the order in which one takes the place of another: by when they were handed in."""
    return sorted((job for job in jobs if job.submission), key=lambda job: (job.at_s, job.id), reverse=True)


def is_lost(job: Job) -> bool:
    """Say whether the judge has given a submission up."""
    return job.over and bool(job.words)


def _member(student: Student, tries: Sequence[Job], problem: Problem, sourced: _Sourced) -> Member:
    """Return the row of a student: the newest submission, with the older ones as `others`."""
    page = writable(owner_of(student))
    bare = [Member(student, job.code, page, handed_in_s=job.at_s, matched="the account") for job in tries]
    outline = msgspec.structs.replace(bare[0], others=tuple(bare[1:]))
    needed = {bare[0].folder, *(one.folder for one in to_judge(outline, problem))}
    first, *others = [
        _filled(one, sourced(job.submission)) if one.folder in needed and job.submission and not is_lost(job) else one
        for one, job in zip(bare, tries, strict=True)
    ]
    if is_lost(tries[0]):
        first = msgspec.structs.replace(first, doubt=_lost(tries[0]))
    return msgspec.structs.replace(first, others=tuple(others))


def _lost(job: Job) -> Doubt:
    """Return what is said of a submission that the judge has given up. A newer one of the student takes its place."""
    what = f"the judge itself failed on it: {job.words}"
    return Doubt(job.code, what, "let the student hand it in again, or decide by hand: judge mark", ours=True)


def _filled(member: Member, submission: Submission) -> Member:
    """Return the member with the files of a submission."""
    if submission.files:
        return msgspec.structs.replace(member, main=main_of(submission), files=submission.files)
    name = submission.path.name
    return msgspec.structs.replace(member, main=name, files=((name, submission.source),))
