"""What programs ask for, with a token: JSON in place of pages. `judge submit --to` is one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from judge.client import Offer, Progress
from judge.model import Job
from judge.reports import OwnResult
from judge.web.ask import MOST_ID, Ask, File, RefusedError, json_file, whole
from judge.web.pages.hand_in import receive
from judge.web.site import due_for

if TYPE_CHECKING:
    from judge.model import Problem

_NO_FAULT: Final = "it is no fault of yours"  # what the judge says may name a file of the host, or a case
_LETTERS: Final = 500  # in one answer
_AT_WORK_S: Final = 0.3  # until it is worth asking again
_WAITING_S: Final = (1.0, 5.0)


def problems(ask: Ask) -> File:
    """Return which problems there are, and when each is due for who asks."""
    return json_file(Offer.of((one, _due(ask, one)) for one in ask.site.open_problems(ask.store, ask.viewer)))


def submit(ask: Ask) -> File:
    """Queue what was sent, and return how far it is."""
    job = receive(ask, ask.files.get("file", ()), ask.form.get("main", ""))
    return json_file(_progress(ask, job), status=201)


def submission(ask: Ask) -> File:
    """Return how far a submission is, and its letters after the one that is asked for."""
    said = ask.query.get("after")
    after = None if said is None else whole(said, MOST_ID)
    if said is not None and after is None:
        raise RefusedError(400, "The number after `after` is none.", "Send the one of the last answer.")
    return json_file(_progress(ask, ask.job, after))


def result(ask: Ask) -> File:
    """Return what came of a submission, as its student may see it. RefusedError 409 until it is judged."""
    job = ask.job
    problem = msgspec.structs.replace(ask.site.problem(job.problem), path=job.problem)  # no folder of this machine
    record = ask.store.record(job.judgement, problem) if job.state == "done" and job.judgement else None
    if record is None:
        raise RefusedError(409, "There is no result of it.", "Ask how far it is.")
    host, before_s = ask.store.host(record.id), ask.site.hidden_from_s(problem.name, ask.store, ask.viewer)
    place, shown = ask.store.boards.place(problem, record.conditions, host, job.owner, before_s)
    if place and not ask.viewer.may("grader"):
        place = place.veiled(ask.store.key)
    return json_file(OwnResult(record.judgement, place, shown).document(host, ask.store.seed(record.id)))


def _progress(ask: Ask, job: Job, after: int | None = None) -> Progress:
    """Return how far a job is; in the first answer, which is after nothing, with what is known of its problem."""
    assert job.submission
    place = ask.store.queue.place(job) if job.state == "waiting" else None
    rows = ask.store.queue.runs_of(job.judgement, after or 0)[:_LETTERS] if job.judgement else []
    said = Progress(
        job.code,
        job.problem,
        job.state,
        ahead=place.ahead if place else 0,
        wait_s=place.wait_s if place else None,
        after=rows[-1][0] if rows else after or 0,
        again_s=_again_s(place),
        judged=job.state == "done" and job.judgement is not None,
        why=job.words if ask.viewer.may("grader") else job.words and _NO_FAULT,
        remarks=job.submission.remarks,
    )
    return said.telling((run for _, run in rows), ask.site.problem(job.problem) if after is None else None)


def _again_s(place: Job.Place | None) -> float:
    """Return in how many seconds it is worth asking again: seldom while many wait, as many ask then."""
    if place is None:
        return _AT_WORK_S
    least_s, most_s = _WAITING_S if place.ahead else (_AT_WORK_S, _AT_WORK_S)
    return min(most_s, max(least_s, (place.wait_s or 0.0) / 10))


def _due(ask: Ask, problem: Problem) -> str:
    _, deadline = due_for(ask.viewer.student, problem, ask.store)
    return deadline.due.isoformat() if deadline else ""
