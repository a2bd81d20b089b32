"""The first page: the problems, and for each what one has on it."""

from __future__ import annotations

import time

import msgspec

from judge.model import Problem
from judge.model.mark import Decided, decided
from judge.reports.web.home import ProblemLine, problem_line
from judge.web.ask import Ask
from judge.web.dates import dated, deadline_of
from judge.web.reply import Page


def home(ask: Ask) -> Page:
    """Show the problems to who is signed in, and to others how to come in."""
    if ask.seen.viewer is None:
        return ask.page("home.html", lines=(), contest=None, begins="")
    contest, now_s = ask.site.schedule(ask.store), time.time()
    begins = ""
    if contest and now_s * 1000 < contest.start_ms:
        begins = contest.said(contest.start_ms)
    shown = ask.site.open_problems(ask.store, ask.viewer)
    return ask.page("home.html", lines=_lines(ask, shown, now_s), contest=contest, begins=begins)


def decided_of(ask: Ask, problem: str, owner: str) -> Decided | None:
    """Return what an instructor has decided about somebody on a problem."""
    return decided(ask.store.marks.of(problem)).get(owner)


def _lines(ask: Ask, problems: list[Problem], now_s: float) -> list[tuple[ProblemLine, Decided | None]]:
    owner, student = ask.viewer.owner, ask.viewer.student
    briefs = ask.store.briefs.of(owner)
    open_ = [job.problem for job in ask.store.queue.of(owner) if not job.over]
    contest = ask.site.schedule(ask.store)
    labels = {task.problem: task.label for task in contest.tasks} if contest else {}
    found = []
    for one in problems:
        problem = dated(one, ask.store)
        mine = [brief for (name, *_), brief in briefs.items() if name == one.name]
        line = problem_line(problem, deadline_of(problem, student, ask.store), mine, now_s)
        line = msgspec.structs.replace(line, label=labels.get(one.name, ""), open=open_.count(one.name))
        found.append((line, decided_of(ask, one.name, owner)))
    return found
