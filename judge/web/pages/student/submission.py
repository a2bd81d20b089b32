"""The page of a submission: it fills while that is judged, and then says all that its student may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec

from judge.model import Attempt, Submission
from judge.model.classroom import Student
from judge.model.job import Job, Place
from judge.reports.page.facts import moment
from judge.reports.page.templates import render
from judge.reports.web.live import letters_of, phase_of
from judge.reports.web.source import source_files
from judge.store import Store
from judge.web.ask import Ask
from judge.web.dates import dated, deadline_of, is_late
from judge.web.pages.student.feedback import feedback
from judge.web.pages.student.problem import TEXT
from judge.web.reply import Download, Fragment, Live, Page, missing
from judge.web.site import Site

_EVERY_S: Final = 0.2
_DONE: Final = {"late": "It was taken, but it is late: the deadline is over."}
_Version = tuple[int, int, int, Place | None]


def submission(ask: Ask) -> Page:
    """Show a submission."""
    job = submit_job(ask)
    problem = ask.site.problem(job.problem)
    deadline = deadline_of(dated(problem, ask.store), _student(ask, job), ask.store)
    return ask.page(
        "submission.html",
        job=job,
        problem=problem,
        parts={one.name: one.html for one in _fragments(ask.site, ask.store, job)},
        handed_in=moment(job.at_s),
        late=is_late(deadline, job.at_s),
        done=_DONE.get(ask.query.get("done", ""), ""),
        files=source_files(sourced(ask.store, job)),
        theirs=job.owner != ask.viewer.owner,
    )


def events(ask: Ask) -> Live:
    """Send the parts of the page that change, as they do."""
    job, site = submit_job(ask), ask.site
    return Live(
        topic=("submission", job.code),
        version=partial(_version, site, job),
        render=lambda store: _fragments(site, store, _now(store, job)),
        every_s=_EVERY_S,
        over=lambda version: version == _OVER,
    )


def file(ask: Ask) -> Download:
    """Return one file of a submission, byte for byte."""
    files = source_files(sourced(ask.store, submit_job(ask)))
    number = ask.path["number"]
    if not (number.isascii() and number.isdigit() and len(number) < 6 and int(number) < len(files)):
        raise missing("file")
    found = files[int(number)]
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


_OVER: Final[_Version] = (-1, 0, 0, None)


def _version(site: Site, job: Job, store: Store) -> _Version:
    """Return what is another one when the page is; cheap, as it is asked for every page that is open."""
    found = site.waiting.step(store, job.id)
    if found is None and _now(store, job).over:
        return _OVER
    step, judgement = found or (0, 0)  # it has just come
    last = store.queue.last_run(judgement) if judgement else 0
    return step, judgement, last, site.waiting.place(store, job.id)


def _fragments(site: Site, store: Store, job: Job) -> Sequence[Fragment]:
    """Return the parts of the page: the phase, the letters while it is judged, and what came of it."""
    if job.over:
        found = feedback(site, store, job)
        words = {"root": site.settings.root_path, "job": job, "phase": phase_of(job, Place(0, None, 0))}
        whole = render("web/feedback.html", **words, found=found, **(found or {}))
        return Fragment("phase", ""), Fragment("letters", ""), Fragment("feedback", whole)
    groups = letters_of(site.problem(job.problem), _attempts(store, job))
    place = site.waiting.place(store, job.id) or store.queue.place(job)
    shown = groups if job.state == "running" or any(group.ran for group in groups) else ()
    return (
        Fragment("phase", render("web/phase.html", phase=phase_of(job, place))),
        Fragment("letters", render("web/letters.html", groups=shown)),
        Fragment("feedback", ""),
    )


def _attempts(store: Store, job: Job) -> list[Attempt]:
    return [one for _, one in store.queue.runs_of(job.judgement)] if job.judgement else []


def _now(store: Store, job: Job) -> Job:
    return store.queue.job(job.code) or msgspec.structs.replace(job, state="replaced")


def _student(ask: Ask, job: Job) -> Student:
    account = ask.store.accounts.of(job.owner)
    return (account or ask.viewer).student
