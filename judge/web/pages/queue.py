"""The page of the queue, the stream that fills it, and how a host has failed jobs judged again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import tzinfo
from typing import Any, Final

import msgspec

from judge.errors import JudgeError
from judge.model import Job, Verdict
from judge.reports import render
from judge.store import Store
from judge.text import clock_time, moment, seconds, time_of_day
from judge.web.ask import Ask, Live, Page, Redirect, RefusedError, go_on, missing
from judge.web.site import Site

_PARTS: Final = ("judges", "work", "waiting", "failed", "ended")
_WAITING, _ENDED, _FAILED = 100, 20, 50  # lines at most
_ALL: Final = 1000  # that are judged again at once
_DONE: Final = {"again": "It is judged again.", "all": "They are judged again."}
_WORDS: Final = {"preparing": "compiling", "running": "running"}
_AGAIN_S: Final = 5  # after which what is said of the time is said anew


def show(ask: Ask) -> Page:
    """Show what is at work, what waits, what failed, and what was judged last."""
    view, acts = _view(ask.site, ask.store), ask.viewer.may("host")
    return ask.page("queue/page.html", view=view, parts=_PARTS, acts=acts, done=ask.done(_DONE))


def events(ask: Ask) -> Live:
    """Send what changes."""
    site, acts = ask.site, ask.viewer.may("host")

    def version(store: Store) -> object:
        waits = bool(store.queue.steps())
        return store.queue.version(), store.queue.judges(), waits and int(time.time() / _AGAIN_S)

    def render_parts(store: Store) -> dict[str, str]:
        words = {"view": _view(site, store), "acts": acts, "root": site.settings.root_path}
        return {part: render(f"web/queue/{part}.html", **words) for part in _PARTS}

    return Live(("queue", acts), version, render_parts, every_s=1.0)


def ask_again(ask: Ask) -> Page:
    """Ask whether one job, or each that failed, is to be judged again."""
    jobs = _jobs(ask, ask.query.get("job", ""))
    why = _reason(ask.site, ask.store, jobs[0]) if ask.query.get("job") else ""
    return ask.page("queue/again.html", jobs=jobs, why=why, job=ask.query.get("job", ""))


def judge_again(ask: Ask) -> Redirect:
    """Open these jobs anew. One that is open already stays as it is."""
    code = ask.form.get("job", "")
    for job in _jobs(ask, code):
        ask.store.queue.again(job)
        ask.write_down("judged again", about=job.owner, problem=job.problem)
    return go_on("/staff/queue", "again" if code else "all")


def _jobs(ask: Ask, code: str) -> list[Job]:
    """Return the failed job of this code, or all of them. RefusedError 404 where there is none."""
    found = [one.job for one in ask.store.queue.failed(_ALL) if code in ("", one.job.code)]
    if not found:
        raise missing("submission")
    return found


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


def _view(site: Site, store: Store) -> dict[str, Any]:
    """Return all of the page. `more` counts those that wait and are not shown."""
    queue, zone = store.queue, site.zone(store)
    judges, jobs, places = queue.judges(), queue.open(), queue.places()
    waiting = [job for job in jobs if job.state == "waiting"]
    at_work = [job for job in jobs if job.state != "waiting"]
    return {
        "judges": judges,
        "at_work": [
            _line(job, zone, _WORDS[job.state], f"since {time_of_day(job.changed_s, zone)}") for job in at_work
        ],
        "waiting": [_waits(*one, judges, places, zone) for one in enumerate(waiting[:_WAITING], 1)],
        "more": max(0, len(waiting) - _WAITING),
        "ended": [_line(one.job, zone, str(one.verdict or "done"), _took(one)) for one in queue.ended(_ENDED)],
        "failed": [
            _line(one.job, zone, "JE", _took(one), _reason(site, store, one.job)) for one in queue.failed(_FAILED)
        ],
    }


def _waits(number: int, job: Job, judges: int, places: Mapping[int, Job.Place], zone: tzinfo | None) -> JobLine:
    place = places.get(job.id)
    wait_s = place.wait_s if place else None
    time = "nobody can say" if wait_s is None else f"about {clock_time(wait_s)}" if wait_s >= 1 else "at once"
    if not judges:
        time = "until there is a judge"
    return _line(job, zone, str(number), time, f"tried again, after: {job.words}" if job.words else "")


def _took(one: Job.Ended) -> str:
    return "" if one.took_s is None else seconds(one.took_s)


def _line(job: Job, zone: tzinfo | None, state: str, time: str, why: str = "") -> JobLine:
    kind = f"regrade: {job.wish.reason}" if job.wish else "submission"
    return JobLine(job.code, kind, job.problem, job.owner or job.author, moment(job.at_s, zone), state, time, why)


def _reason(site: Site, store: Store, job: Job) -> str:
    """Return why the judge has failed on a job that is over; "" where nothing says that any more."""
    if job.words or not job.judgement:
        return job.words
    try:
        record = store.record(job.judgement, site.problem(job.problem))
    except (JudgeError, RefusedError):  # of a problem that is not served now
        return ""
    if record is None:
        return ""
    made = record.judgement
    if made.prepare.verdict is Verdict.JE and made.prepare.finding:
        return f"{made.prepare.finding.code}: {made.prepare.finding.message}"
    failed = (run for run in made.runs if run.verdict is Verdict.JE)
    return next((f"{run.code}: {run.message} (case {run.case})" for run in failed), "")
