"""The first page: the problems, and for each what one has on it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

import msgspec

from judge.classroom.gradebook import Candidate, counting
from judge.classroom.web_class import is_lost, newest_first
from judge.model import Problem, Verdict
from judge.model.account import Account
from judge.model.classroom import WEB, Decided, decided
from judge.model.deadline import Deadline
from judge.model.job import Brief, Job
from judge.model.schedule import Schedule
from judge.reports.scheme_words import deadline_words
from judge.reports.units import number
from judge.scoring.points import most_points
from judge.store.boards import Key, brief_of
from judge.web.ask import Ask, Page
from judge.web.site import dated, deadline_of, is_late


def home(ask: Ask) -> Page:
    """Show the problems to who is signed in, and to others how to come in."""
    if ask.seen.viewer is None:
        return ask.page("home.html", lines=(), contest=None, begins="", apart=False)
    contest, now_s = ask.site.schedule(ask.store), time.time()
    begins = ""
    if contest and now_s * 1000 < contest.start_ms:
        begins = contest.said(contest.start_ms)
    shown = ask.site.open_problems(ask.store, ask.viewer)
    apart = contest is not None and is_apart(ask.viewer, contest)
    return ask.page("home.html", lines=_lines(ask, shown, now_s), contest=contest, begins=begins, apart=apart)


def decided_of(ask: Ask, problem: str, owner: str) -> Decided | None:
    """Return what an instructor has decided about somebody on a problem."""
    return decided(ask.store.marks.of(problem, WEB)).get(owner)


def is_apart(viewer: Account, contest: Schedule) -> bool:
    """Say whether a student is in no team of the contest: then nothing of theirs is on its scoreboard."""
    return viewer.role == "student" and contest.team_of(viewer.owner) is None


def _lines(ask: Ask, problems: list[Problem], now_s: float) -> list[tuple[ProblemLine, Decided | None]]:
    owner, student = ask.viewer.owner, ask.viewer.student
    briefs, jobs = ask.store.briefs.of(owner), ask.store.queue.of(owner)
    contest = ask.site.schedule(ask.store)
    labels = {task.problem: task.label for task in contest.tasks} if contest else {}
    found = []
    for one in problems:
        problem = dated(one, ask.store)
        deadline = deadline_of(problem, student, ask.store)
        mine = [job for job in jobs if job.problem == one.name]
        here = [job for job in mine if job.state != "replaced"]
        if contest:
            counts = best_of(_tried(ask, contest, one.name))
        elif here:
            counts = counting_brief(here, briefs, problem, deadline, ask.site.bonuses.of(ask.store, problem, one.name))
        else:
            counts = best_of(brief for (name, *_), brief in briefs.items() if name == one.name)  # in a terminal, too
        label, open_ = labels.get(one.name) or ask.site.homework(one), sum(not job.over for job in mine)
        line = problem_line(problem, deadline, counts, now_s)
        found.append((msgspec.structs.replace(line, label=label, open=open_), decided_of(ask, one.name, owner)))
    return found


def counting_brief(
    jobs: Iterable[Job],
    briefs: Mapping[Key, Brief],
    problem: Problem,
    deadline: Deadline | None,
    bonuses: Mapping[str, float],
) -> Brief | None:
    """Return what came of the submission that counts by the gradebook's rule, with its bonus, lateness taken off; None
    while it is not judged. `deadline` is the student's own, `bonuses` are by the codes of jobs."""
    tries = newest_first(jobs)
    found = [_came_to(job, briefs, deadline, bonuses.get(job.code, 0.0)) for job in tries]
    known = [
        Candidate(is_late(deadline, job.at_s), job is tries[0] or not is_lost(job), brief.points if brief else None)
        for job, brief in zip(tries, found, strict=True)
    ]
    return found[counting(problem.attempt, known)] if found else None


def _came_to(job: Job, briefs: Mapping[Key, Brief], deadline: Deadline | None, bonus: float) -> Brief | None:
    """Return what came of a submission, with its bonus, lateness taken off; None while it is not judged."""
    brief = Brief(Verdict.JE, None, 0, 0.0) if is_lost(job) else brief_of(job, briefs)
    if brief is None or brief.points is None:
        return brief
    points = brief.points + bonus
    off = deadline.off(points, deadline.late_s(job.at_s)) if deadline else 0.0
    return msgspec.structs.replace(brief, points=points - off, bonus=bonus)


def _tried(ask: Ask, contest: Schedule, problem: str) -> list[Brief]:
    """Return what came of the tries of the viewer's team during the contest, or of their own without one."""
    handed = ask.site.handed_in(problem, ask.store, ask.viewer)
    tries = [job for job in handed if contest.holds(int(job.at_s * 1000))]
    briefs = {owner: ask.store.briefs.of(owner, problem) for owner in {job.owner for job in tries}}
    return [brief for job in tries if (brief := brief_of(job, briefs[job.owner]))]


class ProblemLine(msgspec.Struct, frozen=True):
    """`label` is that of the problem in a contest or course, `due` a sentence. `verdict` and
    `points` are of what counts."""

    name: str
    title: str
    label: str = ""
    due: str = ""
    over: bool = False  # it is late by now
    verdict: Verdict | None = None
    points: str = ""
    open: int = 0  # submissions that are not judged yet


def problem_line(problem: Problem, deadline: Deadline | None, counts: Brief | None, now_s: float) -> ProblemLine:
    """Return the line. `counts` is what the reader has on it, lateness taken off; `deadline` is their own."""
    return ProblemLine(
        problem.name,
        problem.title,
        due=deadline_words(deadline) if deadline else "",
        over=is_late(deadline, now_s),
        verdict=counts.verdict if counts else None,
        points=_points(counts, problem),
    )


def _points(counts: Brief | None, problem: Problem) -> str:
    if counts is None or counts.points is None:
        return ""
    words = f"{number(counts.points)} of {number(most_points(problem))} points"
    return f"{words}, bonus included" if counts.bonus else words


def best_of(briefs: Iterable[Brief]) -> Brief | None:
    """Return the one with the most points; of several, one that is right, then the quickest."""
    return max(briefs, key=_worth, default=None)


def _worth(one: Brief) -> tuple[float, bool, int, float]:
    return (-1.0 if one.points is None else one.points, one.verdict is Verdict.AC, one.solved, -one.time_s)
