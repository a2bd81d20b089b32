"""The lizard solutions against an exhaustive search that shares nothing with them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from judge.problems.rules.plain import plain_attack
from tests.shipped import solution

TREE = 2


@pytest.fixture(scope="module")
def solve() -> Callable[..., Any]:
    found: Callable[..., Any] = solution("lizards", "backtracking").solve
    return found


def most_pieces(grid: np.ndarray) -> int:
    """The largest number of lizards: every way to put one or none into each stretch of a row, row by row.

    `seen` are the cells of a row that are watched down a column, a falling and a rising diagonal.
    """
    n, known = len(grid), {}

    def best(r: int, c: int, open_row: bool, seen: tuple[frozenset[int], ...]) -> int:
        if r == n:
            return 0
        if c == n:
            fallen = {k + 1 for k in seen[1] if grid[r, k] != TREE} - {n}
            risen = {k - 1 for k in seen[2] if grid[r, k] != TREE} - {-1}
            kept = {k for k in seen[0] if grid[r, k] != TREE}
            return best(r + 1, 0, True, (frozenset(kept), frozenset(fallen), frozenset(risen)))
        key = (r, c, open_row, seen)
        if key not in known:
            tree = grid[r, c] == TREE
            known[key] = best(r, c + 1, open_row or tree, seen)
            if open_row and not tree and not any(c in watched for watched in seen):
                now = tuple(watched | {c} for watched in seen)
                known[key] = max(known[key], 1 + best(r, c + 1, False, now))
        return known[key]

    return best(0, 0, True, (frozenset(),) * 3)


def assert_valid(board: np.ndarray, grid: np.ndarray, pieces: int) -> None:
    assert board.dtype == np.int8
    assert board.flags.c_contiguous
    assert ((board == TREE) == (grid == TREE)).all()
    assert np.count_nonzero(board == 1) == pieces
    assert plain_attack(board) is None


def assert_agrees(solve: Callable[..., Any], grid: np.ndarray) -> None:
    """OK with a valid arrangement for every number that fits, FAIL for every number that does not."""
    n, most = len(grid), most_pieces(grid)
    for pieces in range(1, min(n * n, most + 3) + 2):
        board = solve("DFS", n, pieces, grid.copy())
        if pieces > most:
            assert board is None, f"{pieces} of {most} on\n{grid}"
        else:
            assert board is not None, f"{pieces} of {most} on\n{grid}"
            assert_valid(board, grid, pieces)


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_small_board(solve: Callable[..., Any], n: int) -> None:
    for cells in product((0, TREE), repeat=n * n):
        assert_agrees(solve, np.array(cells, np.int8).reshape(n, n))


@pytest.mark.parametrize("seed", range(36))
def test_random_boards(solve: Callable[..., Any], seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, share = 4 + seed % 3, 0.6 * rng.random()
    assert_agrees(solve, np.where(rng.random((n, n)) < share, TREE, 0).astype(np.int8))


def test_the_grid_is_left_as_it_was(solve: Callable[..., Any]) -> None:
    grid = np.array([[0, 2], [0, 0]], np.int8)
    solve("SA", 2, 2, grid)
    assert grid.tolist() == [[0, 2], [0, 0]]


def test_more_lizards_than_columns_without_trees_fail_at_once(solve: Callable[..., Any]) -> None:
    """The search alone would look through all arrangements of 60 queens."""
    assert solve("DFS", 60, 61, np.zeros((60, 60), np.int8)) is None


def test_the_board_of_the_article_takes_one_descent(solve: Callable[..., Any]) -> None:
    trees = np.random.default_rng(1000).random((1000, 1000)) < 0.2475
    grid = np.where(trees, TREE, 0).astype(np.int8)
    board = solve("DFS", 1000, 97_000, grid)
    assert np.count_nonzero(board == 1) == 97_000
    assert ((board == TREE) == trees).all()
