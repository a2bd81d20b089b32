"""What somebody hands in here, by the form of a page or as a program: read as `judge grade` reads it in a class, and
put into the queue. One file, several, or a zip of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from judge.classroom.exports import Pile
from judge.classroom.files.file import File, checked, name_fault
from judge.classroom.homework.assignment import Assignment
from judge.classroom.homework.content import content_of
from judge.model import Problem, Submission
from judge.model.job import Job
from judge.submissions.read import handed_in
from judge.web.ask import Ask, Sent
from judge.web.reply import RefusedError

_HELP = "Send one program. Of several files, say which one is run."


def receive(ask: Ask, sent: Sequence[Sent], main: str = "") -> Job:
    """Queue a submission for the problem of the address; `main` names the file that is run, "" where that is clear. It
    takes the place of one of theirs that waits, but in a contest, where each counts. RefusedError 422 where nothing of
    it can be judged."""
    problem, owner = ask.problem, ask.viewer.owner
    submission = submission_of(problem, sent, main)
    replaces = not _in_contest(ask, problem)
    return ask.store.queue.add(problem.name, owner, owner, submission, time.time(), replaces=replaces)


def submission_of(problem: Problem, sent: Sequence[Sent], main: str = "") -> Submission:
    """Return what was sent as a submission, with remarks on how it was read. RefusedError 422 as in `receive`."""
    if not sent:
        raise RefusedError(422, "Nothing was sent.", "Choose a file.")
    pile = Pile("", [], [], main=main.strip())
    for file in checked([_file(one) for one in sent]):
        pile.add(file.path, file, file.path)
    found = content_of(pile, Assignment.of(problem))
    if found.doubt:
        where = f"{found.doubt.where}: " if found.doubt.where else ""
        what = where + found.doubt.what
        raise RefusedError(422, f"{what[:1].upper()}{what[1:]}.", _HELP)
    name = PurePosixPath(found.main).stem
    read = handed_in(name, problem.name, found.main, found.files, problem.programs)
    return msgspec.structs.replace(read, remarks=found.remarks)


def _file(one: Sent) -> File:
    """Return a file under its path within what was sent; where that leads elsewhere, under its name alone."""
    path = one.path if one.path and not name_fault(one.path) else one.name
    return File(path, len(one.body), lambda most: one.body[:most])


def _in_contest(ask: Ask, problem: Problem) -> bool:
    schedule = ask.site.schedule(ask.store)
    return schedule is not None and any(task.problem == problem.name for task in schedule.tasks)
