"""Trying everything, against a search of the tests' own; and covers, against the definition of a cover."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Instance
from judge.problems.proofs.cover import cover_bound
from judge.problems.proofs.exhaustive import Effort, search
from judge.problems.proofs.proof import Proof
from judge.problems.proofs.row_by_row import search_rows
from judge.problems.proofs.sets import free_cells
from judge.problems.puzzles import judge, named
from judge.problems.rules.plain import PIECE, TREE, plain_attack
from tests.problems.proofs.independent import fit


def board(rows: tuple[str, ...], pieces: int) -> Instance:
    return Instance("DFS", len(rows), pieces, np.array([[int(cell) for cell in row] for row in rows], np.int8))


rows = st.integers(1, 6).flatmap(
    lambda n: st.lists(st.text("0002", min_size=n, max_size=n), min_size=n, max_size=n).map(tuple)
)


@given(rows, st.integers(1, 9))
@settings(max_examples=30, deadline=None)
def test_it_finds_an_arrangement_exactly_where_there_is_one(rows: tuple[str, ...], pieces: int) -> None:
    given = board(rows, pieces)
    found = search(given, free_cells(given.grid), Effort())
    if fit(rows, pieces):
        assert isinstance(found, Answer)
        assert found.board is not None
        assert plain_attack(found.board) is None
        assert np.count_nonzero(found.board == PIECE) == pieces
        assert ((found.board == TREE) == (given.grid == TREE)).all()
    else:
        assert isinstance(found, Proof)
        assert found.certificate is None
        assert found.line.startswith("exhaustive search by judge, ")


def test_it_ends_with_its_effort() -> None:
    given = board(("0" * 9,) * 9, 10)
    free = free_cells(given.grid)
    assert search(given, free, Effort(nodes=0)) is None
    assert search(given, free, Effort(nodes=1)) is not None, "nine rows are nine groups"
    large = board(("0" * 21,) * 21, 22)
    assert search(large, free_cells(large.grid), Effort()) is None, "too large to begin with"


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


@given(rows)
@settings(max_examples=20, deadline=None)
def test_no_cover_is_smaller_than_what_fits(rows: tuple[str, ...]) -> None:
    given = board(rows, 100)
    bound = cover_bound(given, free_cells(given.grid))
    assert bound is not None
    assert not fit(rows, bound.most + 1)


def test_a_cover_takes_two_directions_where_one_is_not_enough() -> None:
    given = board(("0000", "0222", "0222", "0222"), 4)
    bound = cover_bound(given, free_cells(given.grid))
    assert bound is not None
    assert bound.most == 2
    assert bound.proof is not None
    says = "4 pieces, but 1 row segment and 1 column segment cover all free cells and can hold one each"
    assert bound.proof.line == says


def test_a_cover_that_proves_nothing_is_none() -> None:
    given = board(("0000",) * 4, 4)
    assert cover_bound(given, free_cells(given.grid)) is None
