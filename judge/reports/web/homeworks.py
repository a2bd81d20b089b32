"""The homeworks at a glance, as staff see them: when each is due, and how far the class is."""

from __future__ import annotations

import msgspec

from judge.model import Problem
from judge.model.job import JobCounts
from judge.scoring.lateness import in_words


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
