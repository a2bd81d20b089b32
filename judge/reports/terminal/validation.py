"""What `judge validate` prints: each remark at its file, then one line for the package."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Finding, Problem, ReadWarning
from judge.reports.sanitize import clean_line
from judge.reports.terminal.diagnostic import finding_lines, notice_lines


def is_fault(what: Finding | ReadWarning) -> bool:
    """Say whether a remark makes the package wrong; a notice only says how it was read."""
    return isinstance(what, Finding)


def validation(problem: Problem, remarks: Sequence[tuple[str, Finding | ReadWarning]], width: int) -> Group:
    """Return the report on a package. `remarks` are pairs of a file and what is said of it, in the order of cases."""
    parts: list[RenderableType] = []
    for file, group in groupby(remarks, key=itemgetter(0)):
        whats = [what for _, what in group]
        notices = [what for what in whats if isinstance(what, ReadWarning)]
        if notices:
            parts.append(notice_lines(notices, file, width))
        for finding in (what for what in whats if isinstance(what, Finding)):
            parts.append(finding_lines(finding, headline=f"{finding.verdict}  {file}", width=width))
    faults = sum(is_fault(what) for _, what in remarks)
    unproven = sum(case.answer is None for case in problem.cases)
    line = Text(f"{clean_line(problem.path)}: {len(problem.cases)} cases, ")
    line.append(f"{faults} faults, " if faults else "valid, ", "bold red" if faults else "green")
    line.append(f"{len(remarks) - faults} warnings, {unproven} without answer.txt")
    return Group(*parts, line)
