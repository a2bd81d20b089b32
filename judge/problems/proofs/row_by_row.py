"""Try every arrangement of one piece a row on a board without trees, whatever the rules of its puzzle are."""

from __future__ import annotations

import time

import numpy as np

from judge.model import Answer, Case
from judge.problems.proofs.counting import counted
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.proofs.refuter import arranged
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.puzzle import Puzzle


def search_rows(puzzle: Puzzle, case: Case, effort: Effort) -> Answer | Proof | None:
    """Return an arrangement, or the proof that there is none; None where the effort was too small, or the board has
    trees or another number of pieces than rows. The rules must forbid what a part of an arrangement breaks already."""
    board, start, nodes = case.board, time.monotonic(), 0
    n = board.n
    if board.pieces != n or board.grid.any():
        return None
    columns = [-1]
    while columns:
        columns[-1] += 1
        if columns[-1] == n:
            columns.pop()
            continue
        nodes += 1
        if nodes > effort.nodes or time.monotonic() - start > effort.seconds:
            return None
        trial = Trial(puzzle.words, case, Answer(), columns=np.array(columns, np.int64))
        if any(rule(trial) for rule in puzzle.rules):
            continue
        if len(columns) == n:
            return Answer(board=arranged(board, list(enumerate(columns))))
        columns.append(-1)
    took = f"{counted(nodes, 'node')}, {time.monotonic() - start:.1f} s"
    return Proof(f"exhaustive search by judge, {took}: no arrangement of {counted(n, 'piece')}, row by row")
