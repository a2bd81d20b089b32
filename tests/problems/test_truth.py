"""The judge's own search on small boards, held against one that tries every choice of cells."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from judge.judging.hack.search import patterns
from judge.model import Case, Instance
from judge.problems import puzzles
from judge.problems.proofs.descent import Grid, fitting
from judge.problems.rules.plain import PIECE, TREE, plain_attack
from judge.problems.truth import arrangement_of, is_easy, most_pieces, truth_of
from judge.problems.walk import TooManySteps

PLENTY = 10**6


def by_choice(grid: Grid) -> int:
    """The most pieces of which no two see each other, among all sets of free cells."""
    free = [tuple(cell) for cell in np.argwhere(grid != TREE).tolist()]
    for count in range(len(free), 0, -1):
        for cells in combinations(free, count):
            board = grid.copy()
            for cell in cells:
                board[cell] = PIECE
            if plain_attack(board) is None:
                return count
    return 0


def lizards(grid: Grid, pieces: int) -> Instance:
    return Instance("DFS", len(grid), pieces, grid)


@pytest.mark.parametrize("grid", [*patterns(1), *patterns(2), *patterns(3)[::6]])
def test_a_search_agrees_with_every_choice_of_cells(grid: Grid) -> None:
    most = by_choice(grid)
    assert most_pieces(lizards(grid, 1), "lizards", PLENTY) == most
    for pieces in range(1, most + 3):
        board = lizards(grid, pieces)
        found = truth_of(board, "lizards", PLENTY)
        assert found.decided
        assert found.answer is not None
        assert found.answer.fail == (pieces > most)
        assert bool(found.proof) == found.answer.fail
        if not found.answer.fail:
            assert puzzles.judge(Case("", "", board), "lizards", found.answer) is None


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7])
def test_a_search_finds_the_theorem_about_spies(n: int) -> None:
    found = arrangement_of(lizards(np.zeros((n, n), np.int8), n), "spies", PLENTY)
    assert found.answer is not None
    assert found.answer.fail


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (6, 4)])
def test_all_arrangements_are_counted(n: int, count: int) -> None:
    found = truth_of(lizards(np.zeros((n, n), np.int8), n), "all-queens", PLENTY)
    assert found.answer is not None
    columns = found.answer.columns
    listed = 0 if columns is None else len(columns)
    assert listed == count


@pytest.mark.slow
def test_above_ten_only_their_number_is_asked() -> None:
    found = truth_of(lizards(np.zeros((11, 11), np.int8), 11), "all-queens", PLENTY)
    assert found.answer is not None
    assert found.answer.count == 2680


def test_what_takes_too_long_is_not_known() -> None:
    empty = np.zeros((8, 8), np.int8)
    assert not truth_of(lizards(empty, 8), "lizards", 5).decided
    assert truth_of(lizards(empty, 9), "lizards", 5).proof == "9 pieces, but only 8 row segments can hold one each"
    large = np.zeros((20, 20), np.int8)
    assert not truth_of(lizards(large, 20), "lizards", PLENTY).decided
    assert not truth_of(lizards(large, 14), "all-queens", PLENTY).decided
    with pytest.raises(TooManySteps):
        arrangement_of(lizards(large, 20), "lizards", PLENTY)
    assert most_pieces(lizards(large, 1), "lizards", PLENTY) is None


def test_a_theorem_and_the_plainest_way_decide_large_boards() -> None:
    large = np.zeros((20, 20), np.int8)
    assert truth_of(lizards(large, 20), "queens", PLENTY).decided
    few = truth_of(lizards(large, fitting(large)), "lizards", 1)
    assert few.answer is not None
    assert not few.answer.fail


def test_a_board_is_easy_where_plain_backtracking_ends_soon() -> None:
    assert is_easy(lizards(np.zeros((3, 3), np.int8), 3), "lizards", 1000)
    assert not is_easy(lizards(np.zeros((8, 8), np.int8), 9), "lizards", 1000), "though counting decides it at once"
    assert not is_easy(lizards(np.zeros((20, 20), np.int8), 1), "lizards", PLENTY)
