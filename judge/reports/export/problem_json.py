"""What reports need of a problem, in the JSON of a run: how it is scored, and its cases with their boards."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model import Answer, Case, Problem
from judge.reports.export.packing import Packing


def problem_json(problem: Problem, packing: Packing) -> dict[str, Any]:
    """Return one `problems.NAME` of judge.run/1."""
    return {
        "title": problem.title,
        "puzzle": problem.puzzle,
        "piece": problem.piece,
        "algorithms": problem.algorithms,
        "strict": problem.strict,
        "path": problem.path,
        "verdict_rule": "all",
        "rule": problem.scheme.rule,
        "scored": problem.scored,
        "parted": problem.parted,
        "bonus": msgspec.to_builtins(problem.scheme.bonus),
        "groups": [{"name": name, **msgspec.structs.asdict(one)} for name, one in problem.groups.items()],
        "cases": [_case(case, packing, parted=problem.parted) for case in problem.cases],
    }


def _case(case: Case, packing: Packing, *, parted: bool) -> dict[str, Any]:
    board = case.board
    return {
        "name": case.name,
        "group": case.group,
        "algorithm": board.algorithm,
        "n": board.n,
        "pieces": board.pieces,
        "answer": _answer(case),
        "known": _known(case.answer),
        "why_fail": case.why_fail,
        "board": packing.case(board.grid),
        "regions": packing.refused(board.layer) if parted else None,
        "weights": None if parted else packing.weights(board.layer),
    }


def _answer(case: Case) -> str:
    """Return in a word what answer.txt says."""
    answer = case.answer
    if answer is None:
        return "unknown"
    if answer.fail:
        return "fail"
    if answer.text is not None:
        return "text"
    listed = answer.columns is not None and len(answer.columns) != 1
    return "count" if listed or answer.count is not None else "arrangement"


def _known(answer: Answer | None) -> int | None:
    """Return the number that answer.txt says, or how many arrangements it lists."""
    if answer is None or answer.count is not None or answer.columns is None:
        return answer.count if answer else None
    return len(answer.columns) if len(answer.columns) != 1 else None
