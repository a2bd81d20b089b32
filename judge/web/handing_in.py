"""What somebody hands in here, by the form of a page or as a program: read as `judge grade` reads it in a class, and
put into the queue. One file, several, or a zip of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from judge.classroom.contest.state import contest_refusal
from judge.classroom.files.file import File, checked, name_fault
from judge.classroom.homework.content import Assignment, choices_in, content_of
from judge.classroom.shapes import Pile
from judge.model import Problem, Submission
from judge.model.job import Job
from judge.model.schedule import Schedule
from judge.submissions.read import handed_in
from judge.web.ask import Ask, Sent
from judge.web.forms import code_of
from judge.web.reply import RefusedError

_HELP = "Send one program. Of several files, say which one is run."


class UnclearSentError(RefusedError):
    """It is not clear what is to be judged. `choices` are the files that might be run."""

    def __init__(self, words: str, choices: Sequence[str]) -> None:
        super().__init__(422, words, _HELP)
        self.choices = tuple(choices)


class Received(msgspec.Struct, frozen=True):
    """What is queued now. `remarks` say what was left out of it, or read by another name."""

    job: Job
    remarks: tuple[str, ...] = ()


def receive(ask: Ask, sent: Sequence[Sent], main: str = "") -> Received:
    """Queue a submission for the problem of the address, as of its first byte; `main` names the file that is run, ""
    where that is clear. It takes the place of one of theirs that waits, but in a contest, where each counts. What came
    before with the same word `once` and the same bytes is the same submission, and nothing is queued.
    RefusedError 422 where nothing of it can be judged, 404 where it comes too early for a contest, 403 where it comes
    too late."""
    owner, problem = ask.viewer.owner, ask.problem
    contest = ask.site.contest_of(problem.name, ask.store)
    submission, remarks = submission_of(problem, sent, main)
    code = code_of(ask, submission.problem, str(submission.path), submission.sha256)
    if held := ask.store.queue.job(code):
        return Received(held, remarks)
    if words := refusal_of(ask, contest):
        raise RefusedError(403, words, "Your submission was not kept.")
    job = ask.store.queue.add(problem.name, owner, owner, submission, ask.at_s, replaces=contest is None, code=code)
    return Received(job, remarks)


def refusal_of(ask: Ask, contest: Schedule | None) -> str:
    """Return why who asks can't hand in for a problem of this contest; "" where they can."""
    if contest is None or ask.viewer.may("grader"):
        return ""
    return contest_refusal(contest, int(ask.at_s * 1000))


def submission_of(problem: Problem, sent: Sequence[Sent], main: str = "") -> tuple[Submission, tuple[str, ...]]:
    """Return what was sent as a submission, and remarks on it. RefusedError 422 as in `receive`."""
    if not sent:
        raise RefusedError(422, "Nothing was sent.", "Choose a file.")
    pile = Pile("", [], main=main.strip())
    for file in checked([_file(one) for one in sent]):
        pile.add(file.path, file, file.path)
    found = content_of(pile, Assignment.of(problem))
    if found.doubt:
        where = f"{found.doubt.where}: " if found.doubt.where else ""
        what = where + found.doubt.what
        raise UnclearSentError(f"{what[:1].upper()}{what[1:]}.", choices_in(pile))
    name = PurePosixPath(found.main).stem
    submission = handed_in(name, problem.name, found.main, found.files, problem.programs)
    return msgspec.structs.replace(submission, remarks=found.remarks), found.remarks


def _file(one: Sent) -> File:
    """Return a file under its path within what was sent; where that leads elsewhere, under its name alone."""
    path = one.path if one.path and not name_fault(one.path) else one.name
    return File(path, len(one.body), lambda most: one.body[:most])
