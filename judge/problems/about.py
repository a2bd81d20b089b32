"""What a package tells those who solve it: its statement, the function to write, and what its samples answer."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from judge.files import lies_inside
from judge.model import About, Problem
from judge.problems import puzzles
from judge.problems.safe_files import STATEMENT, other_statement, read_statement

TIMES = "times.json"  # what the shipped solutions did; `python -m tests.bench.field --write` writes it
_LARGEST_TIMES = 1 << 16  # bytes


def about_of(problem: Problem, called: str) -> About:
    """Return all that there is to tell of a problem that somebody has called so. JudgeError E435 where its statement
    can't be opened."""
    folder = Path(problem.path)
    head, task = _task(puzzles.puzzle_named(problem.puzzle).starter)
    statement, other = read_statement(folder), other_statement(folder)
    elsewhere = f"{STATEMENT}/{other}" if other and not statement else ""
    return About(called, statement, head, task, read_reference(folder), _said(problem), elsewhere)


def read_reference(package: Path) -> About.Reference | None:
    """Return the times of the shipped solutions.

    None where there are none, or none that can be read: they are no part of what is judged.
    """
    file = package / TIMES
    try:
        if not lies_inside(file, package) or file.stat().st_size > _LARGEST_TIMES:
            return None
        return msgspec.json.decode(file.read_bytes(), type=About.Reference)
    except (OSError, msgspec.DecodeError):
        return None


def _said(problem: Problem) -> dict[str, str]:
    """Return the answers of samples that are a number or a word, as their puzzle writes them."""
    puzzle = puzzles.puzzle_named(problem.puzzle)
    if puzzle.goal.asks not in ("number", "decision") or problem.validator:
        return {}
    known = ((case, case.answer) for case in problem.cases if case.group == Problem.SAMPLES)
    return {case.path: puzzle.answers.write(answer).decode().strip() for case, answer in known if answer}


def _task(starter: str) -> tuple[str, str]:
    """Return the head of the function to write, and the first line of what it says it does."""
    found = re.search(r'^(def solve\(.*:)\n(?: +"""(.*?)"*\n)?', starter, flags=re.MULTILINE)
    return (found[1], found[2] or "") if found else ("", "")
