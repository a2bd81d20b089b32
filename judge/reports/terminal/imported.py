"""What `judge import` prints: what came, what did not, and what to run next."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from judge.model import Problem, ReadWarning
from judge.reports.terminal.diagnostic import notice_lines
from judge.text import counted


def imported_lines(problem: Problem, submissions: int, notices: Sequence[ReadWarning], width: int) -> Group:
    """Return the report on a package that was taken over."""
    path = problem.path
    groups = [f"{name} {sum(case.group == name for case in problem.cases)}" for name in problem.groups]
    judged = "a validator of its own" if problem.validator and problem.validator.files else "compared by words"
    facts = [
        f"{counted(len(problem.cases), 'case')} ({', '.join(groups)})",
        judged,
        f"{problem.limits.time_limit:g} s, {problem.limits.memory} MiB",
        counted(submissions, "submission"),
    ]
    head = Text(f"{path}: {problem.title}, {', '.join(facts)}")
    next_ = Text(f"next:  judge validate {path}")
    return Group(*([notice_lines(notices, path, width)] if notices else []), head, next_)
