"""Write the cases of an exported package: what a program reads, the answer, and what each group is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from judge.errors import JudgeError
from judge.model import Answer, Case, Problem
from judge.problems import puzzles
from judge.problems.icpc.write_yaml import as_yaml
from judge.problems.package import answer_text
from judge.problems.programs import program_input
from judge.problems.puzzles import puzzle_named
from judge.problems.puzzles.goals import INVALID, VALID

SAMPLE: Final = "sample"
_GROUP: Final = "test_group"  # the file that says what a group is worth


def data_files(problem: Problem, *, scoring: bool, grouped: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the files under data/. With `grouped` each group of secret cases says how it is scored and shown.

    Raises JudgeError E426 for a case without an answer, and for names and points that the format does not know.
    """
    for case in problem.cases:
        _refuse_name(case)
        path = f"data/{_folder(case.group)}/{case.name}"
        yield f"{path}.in", program_input(problem, msgspec.structs.replace(case, as_is=None)).stdin
        yield f"{path}.ans", _answer(problem, case)
    if not grouped:
        return
    if scoring:
        total = sum(_whole(name, problem) for name in _secret(problem))
        yield f"data/secret/{_GROUP}.yaml", as_yaml({"max_score": total, "score_aggregation": "sum"})
    for name in _secret(problem):
        yield f"data/secret/{name}/{_GROUP}.yaml", as_yaml(_group(name, problem, scoring))


def _group(name: str, problem: Problem, scoring: bool) -> dict[str, Any]:
    worth: dict[str, Any] = {}
    if scoring:
        group = problem.groups[name]
        worth = {"max_score": _whole(name, problem), "score_aggregation": group.score_aggregation}
        worth |= {"require_pass": _required(name, problem)} if group.require_pass else {}
    return worth | {"full_feedback": problem.shows(name)}


def _secret(problem: Problem) -> list[str]:
    """Return the groups that have cases, but the samples."""
    return [name for name in problem.groups if name != SAMPLE and any(case.group == name for case in problem.cases)]


def _required(name: str, problem: Problem) -> str:
    """Return the group that one requires. JudgeError E426 for one that the format does not let it require."""
    needed = problem.groups[name].require_pass
    allowed = [one for one in _secret(problem) if problem.groups[one].score_aggregation == "pass-fail" and one < name]
    if needed not in (SAMPLE, *allowed):
        message = f"the group {name} requires {needed}, and the format asks for a pass-fail group with an earlier name"
        raise JudgeError("E426", message, help="rename or change the group, or leave --scoring out")
    return _folder(needed)


def _folder(group: str) -> str:
    return SAMPLE if group == SAMPLE else f"secret/{group}"


def _answer(problem: Problem, case: Case) -> bytes:
    """Return the answer; below a FAIL how that was proven, where nobody is shown it or has to print it so."""
    hidden = case.group != SAMPLE and not problem.strict
    return answer_text(problem.puzzle, _right(problem, case), case.why_fail if hidden else "")


def _whole(group: str, problem: Problem) -> int:
    points = problem.groups[group].points
    if points != int(points):
        message = f"the group {group} has {points} points, and the format knows whole numbers alone"
        raise JudgeError("E426", message, help="give it whole points, or leave --scoring out")
    return int(points)


def _right(problem: Problem, case: Case) -> Answer:
    """Return what answer.txt says; without one, what the rules alone know. JudgeError E426 where they don't."""
    if case.answer is not None:
        return case.answer
    if puzzle_named(problem.puzzle).goal.keyless:
        both = Answer(count=VALID), Answer(count=INVALID)
        return next(one for one in both if puzzles.judge_answer(case, problem.puzzle, one) is None)
    message = f"the case {case.group}/{case.name} has no answer.txt, and the format asks for one"
    raise JudgeError("E426", message, help=f"write it first: judge answers {problem.path or problem.name}")


def _refuse_name(case: Case) -> None:
    name = f"{case.group}/{case.name}"
    if "." in case.group + case.name or _GROUP in (case.group, case.name):
        message = f"the case {name} can't be exported under its name: there, a dot begins an ending"
        if "." not in name:
            message = f"the case {name} can't be exported under its name, which is that of another file there"
        raise JudgeError("E426", message, help="rename the folder")
