"""What reports need of a problem, in the JSON of a run: how it is scored, and its cases with their boards."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model import Case, Problem
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
        "verdict_rule": problem.verdict_rule,
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
        "count": _count(case),
        "why_fail": case.why_fail,
        "board": packing.case(board.grid),
        "regions": packing.refused(board.layer) if parted else None,
        "points": None if parted or board.layer is None else board.layer.tolist(),
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
    return "arrangement" if _count(case) is None else "count"


def _count(case: Case) -> int | None:
    """Return the number that answer.txt says, or how many arrangements it lists; None where it has one of them."""
    answer = case.answer
    if answer is None or answer.count is not None or answer.columns is None:
        return answer.count if answer else None
    return len(answer.columns) if len(answer.columns) != 1 else None
