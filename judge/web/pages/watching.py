"""A submission that is being judged, for the browsers that have its page open: the parts of it that change.

Who looks for all browsers does little for each: what came of a submission is loaded by its page once it is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import msgspec

from judge.model import Run
from judge.model.job import Job, Place
from judge.reports.page.html import element
from judge.reports.page.templates import render
from judge.reports.web.live import letters_of, phase_of
from judge.store import Store
from judge.web.reply import Fragment, Live
from judge.web.site import Site

_EVERY_S: Final = 0.2
_Version = tuple[int, int, int, Place | None]
_OVER: Final[_Version] = (-1, 0, 0, None)


def watching(site: Site, job: Job) -> Live:
    """Return the stream of a submission."""
    return Live(
        topic=("submission", job.code),
        version=partial(_version, site, job),
        render=lambda store: fragments(site, store, _now(store, job)),
        every_s=_EVERY_S,
        over=lambda version: version == _OVER,
    )


def fragments(site: Site, store: Store, job: Job) -> Sequence[Fragment]:
    """Return the parts of the page: the phase, the letters while it is judged, and where to load what came of it."""
    if job.over:
        there = f"{site.settings.root_path}/submissions/{job.code}/feedback"
        loads = element("div", element("p", "Judged", class_="phase"), hx_get=there, hx_trigger="load")
        return Fragment("phase", ""), Fragment("letters", ""), Fragment("feedback", loads)
    groups = letters_of(site.problem(job.problem), _attempts(store, job))
    place = site.waiting.place(store, job.id) or store.queue.place(job)
    shown = groups if job.state == "running" or any(group.ran for group in groups) else ()
    return (
        Fragment("phase", render("web/phase.html", phase=phase_of(job, place))),
        Fragment("letters", render("web/letters.html", groups=shown)),
        Fragment("feedback", ""),
    )


def _version(site: Site, job: Job, store: Store) -> _Version:
    """Return what is another one when the page is; cheap, as it is asked for every page that is open."""
    found = site.waiting.step(store, job.id)
    if found is None and _now(store, job).over:
        return _OVER
    step, judgement = found or (0, 0)  # it has just come
    last = store.queue.last_run(judgement) if judgement else 0
    return step, judgement, last, site.waiting.place(store, job.id)


def _attempts(store: Store, job: Job) -> list[Run]:
    return [one for _, one in store.queue.runs_of(job.judgement)] if job.judgement else []


def _now(store: Store, job: Job) -> Job:
    return store.queue.job(job.code) or msgspec.structs.replace(job, state="replaced")
