"""A host has jobs judged again that the judge itself has failed on."""

from __future__ import annotations

from judge.model.job import Job
from judge.web.ask import Ask
from judge.web.pages.queue.show import reason
from judge.web.reply import Page, Redirect, missing

_ALL = 1000


def ask_again(ask: Ask) -> Page:
    """Ask whether one job, or each that failed, is to be judged again."""
    jobs = _jobs(ask, ask.query.get("job", ""))
    why = reason(ask.site, ask.store, jobs[0]) if ask.query.get("job") else ""
    return ask.page("queue/again.html", jobs=jobs, why=why, job=ask.query.get("job", ""))


def judge_again(ask: Ask) -> Redirect:
    """Open these jobs anew. One that is open already stays as it is."""
    code = ask.form.get("job", "")
    for job in _jobs(ask, code):
        ask.store.queue.again(job)
        ask.write_down("judged again", about=job.owner, problem=job.problem)
    return Redirect(f"/staff/queue?done={'again' if code else 'all'}")


def _jobs(ask: Ask, code: str) -> list[Job]:
    """Return the failed job of this code, or all of them. RefusedError 404 where there is none."""
    found = [one.job for one in ask.store.queue.failed(_ALL) if code in ("", one.job.code)]
    if not found:
        raise missing("submission")
    return found
