"""The page of a submission: it fills while that is judged, and then says all that its student may see."""

from __future__ import annotations

from typing import Any, Final

from judge.model import Submission
from judge.model.classroom import Student
from judge.model.job import Job, Place
from judge.reports.moments import moment
from judge.reports.web.live import phase_of
from judge.reports.web.source import source_files
from judge.store import Store
from judge.web.ask import Ask
from judge.web.dates import dated, deadline_of, is_late
from judge.web.numbers import whole
from judge.web.pages.student.feedback import feedback
from judge.web.pages.student.problem import TEXT
from judge.web.pages.student.watching import fragments, watching
from judge.web.reply import Download, Live, Page, missing

_DONE: Final = {"late": "It was taken, but it is late: the deadline is over."}


def submission(ask: Ask) -> Page:
    """Show a submission."""
    job = submit_job(ask)
    problem = ask.site.problem(job.problem)
    deadline = deadline_of(dated(problem, ask.store), _student(ask, job), ask.store)
    return ask.page(
        "submission.html",
        **_told(ask, job),
        problem=problem,
        parts={} if job.over else {one.name: one.html for one in fragments(ask.site, ask.store, job)},
        handed_in=moment(job.at_s),
        late=is_late(deadline, job.at_s),
        done=ask.done(_DONE),
        files=source_files(sourced(ask.store, job)),
        theirs=job.owner != ask.viewer.owner,
    )


def told(ask: Ask) -> Page:
    """Return what came of a submission, as a part that its page loads once it is over."""
    return ask.page("feedback.html", **_told(ask, submit_job(ask)))


def events(ask: Ask) -> Live:
    """Send the parts of the page that change, as they do."""
    return watching(ask.site, submit_job(ask))


def file(ask: Ask) -> Download:
    """Return one file of a submission, byte for byte."""
    files = source_files(sourced(ask.store, submit_job(ask)))
    number = whole(ask.path["number"], len(files) - 1)
    if number is None:
        raise missing("file")
    found = files[number]
    return Download(found.name.rpartition("/")[2], found.body, TEXT)


def submit_job(ask: Ask) -> Job:
    """Return the job of the address, which is that of a submission. RefusedError 404 for any other."""
    if ask.job.submission is None:
        raise missing("submission")
    return ask.job


def sourced(store: Store, job: Job) -> Submission:
    """Return the submission of a job with its sources."""
    assert job.submission is not None
    return store.sourced(job.submission)


def _told(ask: Ask, job: Job) -> dict[str, Any]:
    """Return what web/feedback.html is rendered with; nothing was judged where `found` is false."""
    found = feedback(ask.site, ask.store, job) if job.over else None
    return {"job": job, "phase": phase_of(job, Place(0, None, 0)), "found": found is not None, **(found or {})}


def _student(ask: Ask, job: Job) -> Student:
    account = ask.store.accounts.of(job.owner)
    return account.student if account else Student(job.owner)
