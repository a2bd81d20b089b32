"""Answer a board by the first way that knows it."""

from __future__ import annotations

from judge.model import Answer, Instance
from judge.problems.proofs.counting import closed_proof
from judge.problems.proofs.cp_sat import exact
from judge.problems.proofs.descent import first_descent


def answer_of(board: Instance, seconds: float) -> tuple[Answer, str] | None:
    """Return the answer and, for FAIL, its proof, from the first way that knows it; None if none does in `seconds`."""
    proof = closed_proof(board)
    if proof:
        return Answer(fail=True), proof
    grid = first_descent(board)
    return exact(board, seconds) if grid is None else (Answer(board=grid), "")
