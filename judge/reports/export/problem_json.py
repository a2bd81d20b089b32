"""What reports need of a problem, in the JSON of a run: how it is scored, and its cases with their boards,
each packed once, however often a running contest is written."""

from __future__ import annotations

from typing import Any

import msgspec

from judge.model import Answer, Case, Problem
from judge.model.given import CELL, WEIGHT, board_text


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


LARGEST = 256  # side of a refused board that is written; the cells of a larger one say enough


class Packing:
    """Keeps the text of each board that it was given, and so the board."""

    def __init__(self) -> None:
        self._texts: dict[int, tuple[Any, str]] = {}

    def case(self, board: Any) -> str | None:
        """Return the board of a case, of any size; None where there is none."""
        return self._text(board) if board.size else None

    def weights(self, numbers: Any) -> str | None:
        """Return the weights of the cells of a board, of any size; None where there are none."""
        return None if numbers is None else self._text(numbers, WEIGHT)

    def refused(self, board: Any) -> str | None:
        """Return a refused board; None where there is none, or it is too large."""
        if board is None or board.ndim != 2 or not 0 < min(board.shape) <= max(board.shape) <= LARGEST:
            return None
        return self._text(board)

    def _text(self, board: Any, kind: str = CELL) -> str:
        kept = self._texts.get(id(board))
        if kept is None:  # the board is kept, so that its id stays its own
            kept = self._texts[id(board)] = board, board_text(board, kind)
        return kept[1]
