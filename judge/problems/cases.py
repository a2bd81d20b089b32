"""Choose cases of a problem by the words of a command line: names, or patterns such as 'crowd-*'."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from judge.errors import JudgeError, meant
from judge.model import Case, Problem
from judge.text import listed

_NEAR = 5  # names in a note


def chosen_cases(
    problem: Problem, groups: Sequence[str], words: Sequence[str], *, every: bool = False
) -> tuple[Case, ...]:
    """Return the cases of these groups that these words name, each once; no groups or no words mean all. A name alone
    stands for the first case that is called so, or for `every` one.

    JudgeError E433 for a word that names nothing. Cases named by patterns come in the order of the package, and the
    words in their own.
    """
    wanted = {group for word in groups for group in _groups(word, problem)}
    cases = [case for case in problem.cases if not groups or case.group in wanted]
    if words:
        cases = list(dict.fromkeys(case for word in words for case in _named(word, cases, problem, every)))
    return tuple(cases)


def is_pattern(word: str) -> bool:
    """Say whether a word stands for several names: no name has one of these characters."""
    return any(sign in word for sign in "*?[")


def _groups(word: str, problem: Problem) -> list[str]:
    found = [group for group in problem.groups if fnmatchcase(group, word)]
    if not found:
        message = f"{problem.name} has no group {word!r}{meant(word, problem.groups)}"
        raise JudgeError("E433", message, help=f"its groups are {', '.join(problem.groups)}")
    return found


def _named(word: str, cases: Sequence[Case], problem: Problem, every: bool) -> list[Case]:
    if is_pattern(word):
        found = [case for case in cases if fnmatchcase(case.name, word) or fnmatchcase(case.path, word)]
    else:
        found = [case for case in cases if word in (case.name, case.path)][: None if every else 1]
    if found:
        return found
    shown = f"judge show {problem.name}  lists its groups; the cases are the folders in {problem.path}/<group>/"
    raise JudgeError(
        "E433",
        f"{problem.name} has no case {word!r}{_meant(word, cases)}",
        note=_note(word, cases, problem),
        help=("name one of its cases", shown),
    )


def _meant(word: str, cases: Sequence[Case]) -> str:
    return "" if is_pattern(word) else meant(word, [name for case in cases for name in (case.name, case.path)])


def _note(word: str, cases: Sequence[Case], problem: Problem) -> str:
    """Return where else the case is, or which names hold the word, or how the cases are called."""
    elsewhere = [case.group for case in problem.cases if word in (case.name, case.path)]
    if elsewhere:
        return f"there is one in the group {elsewhere[0]}"
    if near := [case.name for case in cases if word in case.name]:
        return f"close to it: {listed(near, _NEAR)}"
    return f"it has {len(cases)} cases, the first is {cases[0].name}" if cases else "no case is left of these groups"
