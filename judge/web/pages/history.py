"""What somebody has handed in for a problem, and how two of these differ."""

from __future__ import annotations

import msgspec

from judge.model import Problem
from judge.model.deadline import Deadline
from judge.model.job import Brief, Job
from judge.reports.moments import exact_moment
from judge.reports.units import number, seconds
from judge.reports.web.sources import differences, source_files
from judge.reports.web.student_work import rule
from judge.scoring.points import most_points
from judge.store.briefs import brief_of
from judge.web.ask import Ask
from judge.web.pages.submission import sourced
from judge.web.reply import Page, missing
from judge.web.site import dated, deadline_of, is_late


class Handed(msgspec.Struct, frozen=True):
    """A line of the history. `before` is the code of the one before it by the same person; `by` is who handed it in,
    "" for the reader."""

    job: Job
    at: str
    late: bool
    brief: Brief | None
    points: str
    time: str
    before: str = ""
    by: str = ""


def history(ask: Ask) -> Page:
    """Show all that the viewer has handed in for a problem, in a contest their team too, the newest first."""
    problem = dated(ask.problem, ask.store)
    deadline = deadline_of(problem, ask.viewer.student, ask.store)
    lines = _lines(ask, problem, deadline)
    told = "" if ask.site.contest_of(problem.name, ask.store) else rule(problem)
    return ask.page("history.html", problem=problem, lines=lines, rule=told)


def diff(ask: Ask) -> Page:
    """Show how a submission differs from another one of the same person on the same problem."""
    job = ask.job
    of_owner = ask.store.queue.of(job.owner, job.problem)
    theirs = [one for one in of_owner if ask.site.shows(one, ask.store, ask.viewer)]
    other = next((one for one in theirs if one.code == ask.query.get("with", "")), None)
    if other is None:
        raise missing("submission")
    before, after = sorted((other, job), key=lambda one: one.id)
    return ask.page(
        "diff.html",
        problem=ask.site.problem(job.problem),
        files=differences(*(source_files(sourced(ask.store, one)) for one in (before, after))),
        before=before,
        after=after,
        job=job,
        others=[(one.code, exact_moment(one.at_s)) for one in theirs if one.code != job.code],
        times=(exact_moment(before.at_s), exact_moment(after.at_s)),
    )


def _lines(ask: Ask, problem: Problem, deadline: Deadline | None) -> list[Handed]:
    jobs = ask.site.handed_in(problem.name, ask.store, ask.viewer)
    briefs = {owner: ask.store.briefs.of(owner, problem.name) for owner in {job.owner for job in jobs}}
    found = [brief_of(job, briefs[job.owner]) for job in jobs]
    befores = [next((one.code for one in jobs[at:] if one.owner == job.owner), "") for at, job in enumerate(jobs, 1)]
    return [
        Handed(
            job,
            exact_moment(job.at_s),
            is_late(deadline, job.at_s),
            brief,
            f"{number(brief.points)} of {number(most_points(problem))}" if brief and brief.points is not None else "",
            seconds(brief.time_s) if brief and brief.solved else "",
            before,
            job.owner if job.owner != ask.viewer.owner else "",
        )
        for job, brief, before in zip(jobs, found, befores, strict=True)
    ]
