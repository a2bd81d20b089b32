"""What the page of the queue says: what is at work, what waits and how long, and what came of the last ones. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from judge.model.job import Ended, Job, Place
from judge.reports.moments import moment, time_of_day
from judge.reports.units import clock_time, seconds

_WORDS = {"preparing": "compiling", "running": "running", "waiting": "waiting"}


class JobLine(msgspec.Struct, frozen=True):
    """A job. `kind` says what it is, `since` when it was handed in, `state` how far it is, `time` how long it waits or
    has taken, `why` what is wrong with it."""

    code: str
    kind: str
    problem: str
    owner: str
    since: str
    state: str
    time: str = ""
    why: str = ""


class QueueView(msgspec.Struct, frozen=True):
    """All of the page. `more` counts those that wait and are not shown."""

    judges: int
    at_work: tuple[JobLine, ...]
    waiting: tuple[JobLine, ...]
    more: int
    ended: tuple[JobLine, ...]
    failed: tuple[JobLine, ...]


class Seen(msgspec.Struct, frozen=True):
    """What a store says of its queue at a moment."""

    judges: int
    jobs: Sequence[Job]  # those at work, and those that wait in their order
    places: Mapping[int, Place]
    ended: Sequence[Ended]
    failed: Sequence[Ended]


def queue_view(seen: Seen, why: Callable[[Job], str], most: int) -> QueueView:
    """Return what the page says, at most so many that wait. `why` says what the judge failed on in a job."""
    waiting = [job for job in seen.jobs if job.state == "waiting"]
    at_work = [job for job in seen.jobs if job.state != "waiting"]
    return QueueView(
        judges=seen.judges,
        at_work=tuple(_line(job, _WORDS[job.state], f"since {time_of_day(job.changed_s)}") for job in at_work),
        waiting=tuple(_waits(number, job, seen) for number, job in enumerate(waiting[:most], 1)),
        more=max(0, len(waiting) - most),
        ended=tuple(_line(one.job, str(one.verdict or "done"), _took(one)) for one in seen.ended),
        failed=tuple(_line(one.job, "JE", _took(one), why(one.job)) for one in seen.failed),
    )


def _waits(number: int, job: Job, seen: Seen) -> JobLine:
    place = seen.places.get(job.id)
    wait_s = place.wait_s if place else None
    time = "nobody can say" if wait_s is None else f"about {clock_time(wait_s)}" if wait_s >= 1 else "at once"
    if not seen.judges:
        time = "until there is a judge"
    return _line(job, str(number), time, f"tried again, after: {job.words}" if job.words else "")


def _took(one: Ended) -> str:
    return "" if one.took_s is None else seconds(one.took_s)


def _line(job: Job, state: str, time: str, why: str = "") -> JobLine:
    kind = f"regrade: {job.wish.reason}" if job.wish else "submission"
    return JobLine(job.code, kind, job.problem, job.owner or job.author, moment(job.at_s), state, time, why)
