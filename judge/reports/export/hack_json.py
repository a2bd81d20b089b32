"""`judge hack --json`: the hunt and what it found as one object of the schema `judge.hack/1`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from judge.model import Answer, Instance, Problem, Submission
from judge.model.hack import Hack, Hunt, Said

SCHEMA = "judge.hack/1"


def hack_json(hunt: Hunt, problem: Problem, submissions: tuple[Submission, ...], added: Path | None) -> dict[str, Any]:
    """Return the whole hunt; `found` is null where nothing was."""
    return {
        "schema": SCHEMA,
        "problem": problem.name,
        "puzzle": problem.puzzle,
        "submissions": [{"name": one.name, "sha256": one.sha256} for one in submissions],
        "seed": hunt.seed,
        "seconds": hunt.seconds,
        "tried": [{"n": n, "boards": number} for n, number in hunt.tried.items()],
        "complete": hunt.complete,
        "unconfirmed": hunt.unconfirmed,
        "late": hunt.late,
        "failed": hunt.failed,
        "found": _found(hunt.hack, hunt.shrunk, added) if hunt.hack else None,
    }


def _found(hack: Hack, shrunk: int, added: Path | None) -> dict[str, Any]:
    return {
        "board": _board(hack.board),
        "first": _board(hack.first),
        "shrunk": shrunk,
        "answer": _answer(hack.answer),
        "proof": hack.proof,
        "runs": hack.runs,
        "confirmed": hack.confirmed,
        "submissions": [_said(said) for said in hack.said],
        "added": str(added) if added else None,
    }


def _board(board: Instance) -> dict[str, Any]:
    layer = None if board.layer is None else board.layer.tolist()
    return {
        "algorithm": board.algorithm, "n": board.n, "pieces": board.pieces, "rows": _rows(board.grid), "layer": layer
    }  # fmt: skip


def _rows(grid: Any) -> list[str]:
    return ["".join(map(str, row)) for row in grid.tolist()]


def _answer(answer: Answer | None) -> str | list[str] | int | None:
    """Return FAIL, the rows of an arrangement, a number of them, or null where nobody knows."""
    if answer is None:
        return None
    if answer.fail:
        return "FAIL"
    if answer.board is not None:
        return _rows(answer.board)
    return answer.count if answer.columns is None else len(answer.columns)


def _said(said: Said) -> dict[str, Any]:
    attempt = said.attempt
    return {
        "name": said.submission.name,
        "verdict": attempt.verdict if attempt else None,
        "code": attempt.code if attempt else "",
        "message": attempt.message if attempt else "",
        "board": _rows(said.board) if said.board is not None else None,
    }
