"""The page of a submission: it fills while that is judged, and then says all that its student may see."""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from judge.classroom.gradebook.grades import graded
from judge.classroom.web_class import web_roll
from judge.model import Problem, Submission
from judge.model.classroom import Graded, Student
from judge.model.job import Job, Place
from judge.model.record import Record
from judge.reports.export.exporter import sheet_of
from judge.reports.moments import moment
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_words
from judge.reports.terminal.leaderboard import place_line
from judge.reports.web.live import phase_of
from judge.reports.web.sources import source_files
from judge.scoring.leaderboard import pseudonym
from judge.store import Store
from judge.web.ask import Ask, whole
from judge.web.pages.problem import TEXT
from judge.web.pages.watching import fragments, watching
from judge.web.reply import Download, Live, Page, missing
from judge.web.shared import Asked
from judge.web.site import Site, dated, deadline_of, extended, is_late

_DONE: Final = {"late": "It was taken, but it is late: the deadline is over."}


def submission(ask: Ask) -> Page:
    """Show a submission."""
    job = ask.job
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


def feedback_part(ask: Ask) -> Page:
    """Return what came of a submission, as a part that its page loads once it is over."""
    return ask.page("feedback.html", **_told(ask, ask.job))


def events(ask: Ask) -> Live:
    """Send the parts of the page that change, as they do."""
    return watching(ask.site, ask.job)


def file(ask: Ask) -> Download:
    """Return one file of a submission, byte for byte."""
    files = source_files(sourced(ask.store, ask.job))
    number = whole(ask.path["number"], len(files) - 1)
    if number is None:
        raise missing("file")
    found = files[number]
    return Download(found.name.rpartition("/")[2], found.body, TEXT)


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


def feedback(site: Site, store: Store, job: Job) -> dict[str, Any] | None:
    """Return what page/student_body.html is rendered with, and `place`, lines about the rank; None where nothing was
    judged."""
    problem = dated(site.problem(job.problem), store)
    record = record_of(store, problem, job)
    if record is None:
        return None
    asked = Asked(problem.name, site.hidden_from_s(problem.name, store, None))
    standing = site.standings.lately(store, problem, asked)
    sheet = msgspec.structs.replace(sheet_of(problem, record.clock), cohort=standing.cohort)
    row = row_of(store, problem, job, record)
    return {**student_words(student_page(row, sheet)), "place": place_lines(site, store, record)}


def record_of(store: Store, problem: Problem, job: Job) -> Record | None:
    """Return what counts now for a job that is over: as a regrade has it, if one was applied."""
    if job.submission is None or job.judgement is None or not job.over:
        return None
    found = store.counting(problem, [(job.owner, job.submission)])
    return found[0] if found else store.record(job.judgement, problem)


def row_of(store: Store, problem: Problem, job: Job, record: Record) -> Graded:
    """Return the row that a gradebook would have if this were all that was handed in; a bonus is the class's matter."""
    account = store.accounts.of(job.owner)
    student = extended(problem, account.student if account else Student(job.owner), store)
    scheme = msgspec.structs.replace(problem.scheme, bonus=None)
    alone = msgspec.structs.replace(problem, scheme=scheme, attempt="newest")
    return graded(web_roll([job], alone, [student], store.sourced), alone, [record])[0]


def place_lines(site: Site, store: Store, record: Record) -> list[str]:
    """Return the lines that `judge submit` ends with: the rank, and who is the next above, by a pseudonym."""
    problem, judgement = record.judgement.problem, record.judgement
    if math.isfinite(site.hidden_from_s(problem.name, store, None)):
        return ["The leaderboard is frozen: your rank is shown when the contest is over."]
    place, shown = store.boards.place(problem, record.conditions, store.host(record.id), record.owner)
    if place and place.above:
        place = msgspec.structs.replace(place, above=pseudonym(place.above, store.key))
    return place_line(place, judgement, shown).plain.splitlines()
