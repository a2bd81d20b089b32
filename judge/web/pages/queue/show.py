"""The page of the queue, and the stream that fills it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from judge.errors import JudgeError
from judge.model import Judgement, Verdict
from judge.model.job import Job
from judge.reports.page.templates import render
from judge.reports.web.queue import QueueView, Seen, queue_view
from judge.store import Store
from judge.web.ask import Ask
from judge.web.reply import Fragment, Live, Page, RefusedError
from judge.web.site import Site

_PARTS: Final = ("judges", "work", "waiting", "failed", "ended")
_WAITING, _ENDED, _FAILED = 100, 20, 50  # lines at most
_DONE: Final = {"again": "It is judged again.", "all": "They are judged again."}
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

    def rendered(store: Store) -> Sequence[Fragment]:
        words = {"view": _view(site, store), "acts": acts, "root": site.settings.root_path}
        return [Fragment(part, render(f"web/queue/{part}.html", **words)) for part in _PARTS]

    return Live(("queue", acts), version, rendered, every_s=1.0)


def reason(site: Site, store: Store, job: Job) -> str:
    """Return why the judge has failed on a job that is over; "" where nothing says that any more."""
    if job.words or not job.judgement:
        return job.words
    try:
        record = store.record(job.judgement, site.problem(job.problem))
    except (JudgeError, RefusedError):  # of a problem that is not served now
        return ""
    return _fault(record.judgement) if record else ""


def _fault(made: Judgement) -> str:
    """Return the first judge error of a judgement."""
    if made.prepare.verdict is Verdict.JE and made.prepare.finding:
        return f"{made.prepare.finding.code}: {made.prepare.finding.message}"
    failed = (run for run in made.runs if run.verdict is Verdict.JE)
    return next((f"{run.code}: {run.message} (case {run.case})" for run in failed), "")


def _view(site: Site, store: Store) -> QueueView:
    queue = store.queue
    seen = Seen(queue.judges(), queue.open(), queue.places(), queue.ended(_ENDED), queue.failed(_FAILED))
    return queue_view(seen, lambda job: reason(site, store, job), _WAITING)
