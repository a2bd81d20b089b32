"""What came of a submission: all that its student may see, as the feedback page of a class has it, and the place."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from judge.classroom.gradebook.grades import graded
from judge.classroom.web_class import web_roll
from judge.model import Problem
from judge.model.classroom import Graded, Student
from judge.model.job import Job
from judge.model.record import Record
from judge.reports.export.exporter import sheet_of
from judge.reports.page.student import student_page
from judge.reports.page.student_html import student_words
from judge.reports.terminal.leaderboard import place_line
from judge.scoring.leaderboard import pseudonym
from judge.store import Store
from judge.web.dates import dated, extended
from judge.web.site import Site


def feedback(site: Site, store: Store, job: Job) -> dict[str, Any] | None:
    """Return what page/student_body.html is rendered with, and `place`, lines about the rank; None where nothing was
    judged."""
    problem = dated(site.problem(job.problem), store)
    record = record_of(store, problem, job)
    if record is None:
        return None
    standing = site.standings.lately(store, problem, site.hidden_from_s(problem.name, store, None))
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
