"""Trying one piece a row, whatever the rules of the puzzle are."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.proofs.again import search_rows
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.puzzles import judge, named


def board(rows: tuple[str, ...], pieces: int) -> Instance:
    return Instance("DFS", len(rows), pieces, np.array([[int(cell) for cell in row] for row in rows], np.int8))


@pytest.mark.parametrize(("puzzle", "n", "exists"), [("queens", 3, False), ("queens", 6, True), ("spies", 6, False)])
def test_row_by_row_keeps_every_rule_of_a_puzzle(puzzle: str, n: int, exists: bool) -> None:
    case = Case("one", "secret", Instance("ANY", n, n, np.zeros((n, n), np.int8)))
    found = search_rows(named(puzzle), case, Effort())
    assert isinstance(found, Answer if exists else Proof)
    if isinstance(found, Answer):
        assert judge(case, puzzle, found) is None


def test_row_by_row_is_for_one_piece_a_row_without_trees() -> None:
    for other in (board(("00", "02"), 2), board(("00", "00"), 1)):
        assert search_rows(named("lizards"), Case("one", "secret", other), Effort()) is None
    eight = Case("one", "secret", board(("0" * 8,) * 8, 8))
    assert search_rows(named("spies"), eight, Effort(nodes=10)) is None
