"""The first page of staff: every homework with its dates and counts, and the way to all other pages."""

from __future__ import annotations

import msgspec

from judge.classroom.gradebook.lateness import with_term
from judge.errors import JudgeError
from judge.model import Problem
from judge.model.deadline import Term
from judge.model.job import JobCounts
from judge.scoring.lateness import in_words
from judge.web.ask import Ask
from judge.web.reply import Page


def overview(ask: Ask) -> Page:
    """Show all homeworks."""
    counts, accounts = ask.store.queue.counts(), ask.store.accounts.everybody()
    found = [_homework(ask, problem, counts.get(problem.name)) for problem in ask.site.problems]
    students = sum(one.role == "student" for one in accounts)
    judges = ask.store.queue.judges()
    labels = {problem.name: ask.site.homework(problem) for problem in ask.site.problems}
    return ask.page("staff/overview.html", homeworks=found, labels=labels, students=students, judges=judges)


def _homework(ask: Ask, problem: Problem, counts: JobCounts | None) -> Homework:
    try:
        return homework(with_term(problem, ask.store.terms.of(problem.name).get("", Term())), counts)
    except JudgeError as fault:  # the package has changed since the dates were set
        return homework(problem, counts, f"{fault.message} [{fault.code}]: {fault.help}")


class Homework(msgspec.Struct, frozen=True):
    """One problem. `due` says when it is due, or what is wrong with the dates; "" where it has no deadline."""

    name: str
    title: str
    due: str
    counts: JobCounts


def homework(problem: Problem, counts: JobCounts | None, fault: str = "") -> Homework:
    """Return what is said of a problem with the dates that hold now; `fault` where they can't be read."""
    due = fault or (in_words(problem.deadline) if problem.deadline else "")
    return Homework(problem.name, problem.title, due, counts or JobCounts())
