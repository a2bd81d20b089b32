"""The one search finds every arrangement once, and ends with its budget; a rule without sets of cells has a say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case
from judge.problems import puzzle_named
from judge.problems.constraints import FAMILIES
from judge.problems.prove.certificate import Proof
from judge.problems.prove.deciding import best, search
from judge.problems.prove.search import Budget, SpentError, arrangements
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.rules import Rule
from tests import oracle
from tests.conftest import there
from tests.problems.inside.test_certificate import claimed
from tests.problems.make import case_of, own, tiny
from tests.problems.prove.test_truth import RULES, drawn, empty, for_oracle, puzzle_of

QUEENS = own(apart="queen")


@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
@settings(max_examples=80, deadline=None)
def test_it_finds_all_arrangements_each_once(seed: int, words: oracle.Words) -> None:
    board = drawn(seed)
    claim = claimed(puzzle_of(words), Case("", "", board))
    found = sorted(sorted(cells) for cells in arrangements(claim, Budget()))
    assert found == sorted(oracle.pieces_of(rows) for rows in oracle.every(words, for_oracle(board), board.pieces))


def test_a_rule_without_quotas_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that asks for a piece on the second cell, and says that to no search."""
    second = Mock(quotas=lambda _: (), broken=lambda *_: "the second cell is free")
    second.conflict = lambda board: None if (0, 1) in board.pieces else ("", board.pieces)
    monkeypatch.setitem(FAMILIES, "second", lambda: second)
    puzzle = Puzzle("made", puzzle_named(QUEENS).row)
    puzzle.rules = (Rule("second", ("second",)),)
    found = search(puzzle, case_of("...", 1), Budget())
    assert isinstance(found, Answer)
    assert there(found.board).tolist() == [[0, 1, 0]]
    assert isinstance(search(puzzle, case_of(".T.", 1), Budget()), Proof)


def test_it_ends_with_its_budget() -> None:
    puzzle, case = puzzle_named(own(apart=["queen", "knight"], in_line=2)), Case("", "", empty(9))
    assert search(puzzle, case, Budget(2)) is None
    assert search(puzzle, case, Budget(seconds=0.0)) is None
    assert best(puzzle_named("most-queens"), Case("", "", empty(8, 1)), Budget(3)) is None
    with pytest.raises(SpentError):
        next(arrangements(claimed(QUEENS, Case("", "", empty(51, 52))), Budget()))


HEAVY = own(case=["n m k", "weights"], cells={}, pieces="k", apart="queen", goal="heaviest")


@pytest.mark.parametrize(
    ("puzzle", "size", "known", "nodes"),
    [
        ("lizards", 7, [None], 42),
        ("completion", 7, [None], 60),
        ("star-battle", 6, [None], 30),
        ("place-knights", 6, [None], 37),
        ("place-superqueens", 6, [None], 80),
        ("no-three-in-line", 6, [None], 149),
        ("most-superqueens", 6, range(1, 9), 357),
        ("most-knights", 5, range(4, 13), 257),
        (HEAVY, 6, range(5, 31, 5), 218),
        (own(apart="queen", torus=True, case=["n pieces", "cells"]), 7, [None], 31),
        (own(apart="king", window={"size": [2, 3], "least": 1}), 6, [None], 174),
        (own(column={"least": 1}, row={"most": 2}, in_line=2), 5, [None], 264),
    ],
)
def test_it_takes_no_more_nodes(puzzle: str, size: int, known: Sequence[int | None], nodes: int) -> None:
    """To find one, or that there is none, on some small boards, however good the best is said to be. That is due to
    heuristics: the table may say less, never more."""
    budget = Budget()
    for board, count in product(tiny(puzzle, 12, 7, size), known):
        claim = claimed(puzzle, Case("", "", board, None if count is None else Answer(count=count)))
        next(arrangements(claim, budget), None)
    assert budget.spent <= nodes
