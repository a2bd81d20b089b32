"""A regrade from the wish for it to the decision about it: `judge regrade` on the web."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import Final, Self

import msgspec

from judge.classroom import Pending, Roster, find_owners
from judge.errors import JudgeError
from judge.judging import Regrading
from judge.model import Batch, Job, Problem, Record
from judge.reports import RegradeReport, render, view_html
from judge.store import Store
from judge.text import counted, moment
from judge.web.ask import Ask, Live, Page, Redirect, RefusedError, Reply, go_on
from judge.web.forms import code_of
from judge.web.pages.gradebook import book_of, place_of

_LOOK_S: Final = 0.5
_FORMER: Final = 5  # that are shown
_DONE: Final = {
    "begun": "The regrade is in the queue. Nothing is published before you apply it.",
    "applied": "The regrade is applied: its points count now.",
    "cancelled": "The regrade is cancelled: what counted before still counts.",
}


def begin(ask: Ask) -> Reply:
    """Put a regrade into the queue. The form keeps a wish that can't be followed."""
    problem = ask.problem
    wish = _wish(ask, problem)
    code = code_of(ask, "regrade", problem.name, msgspec.json.encode(wish).decode())
    with ask.store.at_once():
        if ask.store.queue.job(code):
            return _go_back(problem)
        if _open(ask.store, problem) or (ask.store.regrades.pending(problem) and "again" not in ask.form):
            raise RefusedError(409, "Another regrade is not decided yet.", "Apply it or cancel it first.")
        ask.store.queue.add_regrade(problem.name, ask.viewer.owner, wish, time.time(), code)
        ask.write_down("regrade begun", problem=problem.name)
    return _go_back(problem)


def apply(ask: Ask) -> Redirect:
    """Publish the pending regrade that the form shows."""
    return _decide(ask, "applied")


def cancel(ask: Ask) -> Redirect:
    """Drop the regrade that waits, is judged, or is pending."""
    return _decide(ask, "cancelled")


def events(ask: Ask) -> Live:
    """Tell how far the regrade is."""
    problem, root = ask.problem, ask.site.settings.root_path

    def look(store: Store) -> RegradeProgress | None:
        return _progress(store, problem)

    def draw(store: Store) -> dict[str, str]:
        words = {"now": _progress(store, problem), "root": root, "problem": problem.name}
        return {"regrade": render("web/grading/regrade_now.html", **words)}

    return Live(("regrade", problem.name), look, draw, _LOOK_S)


def _go_back(problem: Problem) -> Redirect:
    return go_on(f"/staff/problems/{problem.name}/regrade", "begun")


def show_regrade(ask: Ask) -> Page:
    """Show the form for a regrade, how far one is, or what a pending one would change."""
    problem = ask.problem
    now, batch = _progress(ask.store, problem), ask.store.regrades.pending(problem)
    pending = Pending.read(ask.store, batch) if batch and now is None else None
    return ask.page(
        "grading/regrade.html",
        title=f"Regrade {problem.title or problem.name}",
        problem=problem.name,
        now=now,
        job=_open(ask.store, problem),
        batch=batch,
        outcome=_outcome(ask, pending) if pending else None,
        failed=pending.failed if pending else [],
        stale=batch is not None and not batch.is_of(problem),
        waits=any(change.new is None for change in pending.changes) if pending else False,
        former=former(ask.store.queue.regrades(problem.name), ask.store.regrades.decisions(problem), ask.zone)[
            :_FORMER
        ],
        cases=[case.path for case in problem.cases],
        form={"students": ask.query.get("student", ""), "cases": ask.query.get("case", ""), **ask.query, **ask.form},
        done=ask.done(_DONE),
    )


def _progress(store: Store, problem: Problem) -> RegradeProgress | None:
    """Return how far the regrade is that waits or is judged; None without one."""
    job = _open(store, problem)
    if job is None:
        return None
    batch = store.regrades.pending(problem)
    return RegradeProgress.of(job, store.queue.place(job), *(store.regrades.progress(batch) if batch else (0, 0)))


def _open(store: Store, problem: Problem) -> Job | None:
    return next((job for job in store.queue.regrades(problem.name) if not job.over), None)


def _wish(ask: Ask, problem: Problem) -> Job.Wish:
    """Return what the form wishes. JudgeError E433, E453 or E456 where a part of it names nothing, E517 where it has no
    reason."""
    students, cases = _lines(ask.form.get("students", "")), _lines(ask.form.get("cases", ""))
    reason = ask.line("reason")
    roster = Roster([one.student for one in ask.store.accounts.everybody()])
    found = find_owners(ask.store, problem, students, roster)
    wish = Job.Wish(reason, found, cases, "disturbed" in ask.form)
    if not (reason or found or cases or wish.disturbed or "again" in ask.form):
        raise JudgeError("E517", "the regrade has no reason", help="say why it is done again, in a few words")
    regrading = Regrading(ask.store, problem, wish)
    if regrading.part and not _finds_any(regrading):
        message = "there is nothing to judge again: no run that counts is one of these"
        raise JudgeError("E453", message, help="choose other students or cases, or all of them")
    return wish


def _finds_any(regrading: Regrading) -> bool:
    """Say whether there is anything of this part. Whether the rest can be taken over (E457) says the judge that begins
    it: how often it runs each case is not known here."""
    try:
        return regrading.finds_any()
    except JudgeError as fault:
        if fault.code != "E457":
            raise
        return True


def _lines(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(str.strip, text.splitlines()))))


def _outcome(ask: Ask, pending: Pending) -> dict[str, str]:
    """Return what it would change: above the buttons, and below them."""
    counting: set[tuple[str, str]] = set()
    if any(change.moves for change in pending.changes):
        counting = {(row.student.owner, row.sha256) for row in book_of(ask).rows}

    def counts(change: Record.Change) -> bool:
        return (change.old.owner, change.old.judgement.submission.sha256) in counting

    view = RegradeReport(pending.batch, pending.changes, pending.others).view(counts)
    place = partial(place_of, ask, ask.problem.name)
    above, below = view_html(view, place, "notes", "verdicts", "total"), view_html(view, place, "movers")
    return {"title": view.title, "above": above, "below": below}


def _is_shown(ask: Ask, batch: Batch) -> bool:
    """Say whether the form is about this regrade: by its id, or by that of the job which has begun it since."""
    job = ask.store.queue.job(ask.form.get("job", ""))
    return ask.form.get("batch", "") == str(batch.id) or (job is not None and job.batch == batch.id)


def _decide(ask: Ask, decision: Batch.Decision) -> Redirect:
    store, problem = ask.store, ask.problem
    job, batch = _open(store, problem), store.regrades.pending(problem)
    if job and decision == "applied":
        raise RefusedError(409, "The regrade is still judged.", "Apply it when that is done.")
    if not (_is_shown(ask, batch) if batch else job is None or job.code == ask.form.get("job")):
        raise RefusedError(409, "Another regrade is pending by now.", "Look at what it would change, and decide.")
    if batch and decision == "cancelled":  # whether or not it can be read what it would change
        store.regrades.decide(batch, decision)
    elif batch or not job:
        Pending.to_decide(store, problem, decision).decide(store, decision, allow_judge_errors="allow" in ask.form)
    if job:
        store.queue.end(job, "cancelled before it was judged")
    ask.write_down(f"regrade {decision}", problem=problem.name)
    return go_on(f"/staff/problems/{problem.name}/regrade", decision)


# --- how far it is, and those before ----------------------------------------------------------------------------------
class RegradeProgress(msgspec.Struct, frozen=True):
    """How far a regrade is that is not over: `done` of `due` submissions; both are 0 before it is begun."""

    state: str
    done: int = 0
    due: int = 0

    @classmethod
    def of(cls, job: Job, place: Job.Place, done: int, due: int) -> Self:
        """Return how far the job of a regrade is."""
        if job.state != "waiting":
            return cls("It is at work.", done, due)
        if not place.judges:
            return cls("It waits: no judge is at work.", done, due)
        ahead = f", behind {counted(place.ahead, 'other job')}" if place.ahead else ""
        return cls(f"It waits in the queue{ahead}. Submissions go before it.", done, due)


class Former(msgspec.Struct, frozen=True):
    """A regrade that is over, or was never begun: when it was wished, by whom, why, and what came of it."""

    at: str
    author: str
    reason: str
    words: str


def former(jobs: Sequence[Job], decisions: Mapping[int, Batch.Decision], zone: tzinfo | None = None) -> list[Former]:
    """Return the regrades of which nothing more comes, in this order. `decisions` are by the ids of batches."""
    return [_former(job, decisions, zone) for job in jobs if job.over and (job.words or job.batch in decisions)]


def _former(job: Job, decisions: Mapping[int, Batch.Decision], zone: tzinfo | None) -> Former:
    wish = job.wish or Job.Wish("")
    part = [*wish.students, *wish.cases, *(["disturbed runs"] if wish.disturbed else [])]
    reason = "; ".join(filter(None, (wish.reason, ", ".join(part))))
    words = job.words or (decisions[job.batch] if job.batch else "")
    return Former(moment(job.at_s, zone), job.author, reason, words)
