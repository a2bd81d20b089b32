"""The champion of the lizards: its verdicts against an exhaustive search, its proofs, and that it repeats itself."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from judge.problems.generate import random_grid
from judge.problems.plain import plain_attack
from tests.solutions.test_lizards import assert_agrees, assert_valid

pytest.importorskip("highspy")
PATH = Path(__file__).parents[2] / "solutions" / "lizards" / "champion.py"


@pytest.fixture(scope="module")
def champion():
    """The solution as a module, warmed up as the judge does it."""
    spec = importlib.util.spec_from_file_location("lizards_champion", PATH)
    module = sys.modules["lizards_champion"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.solve("SA", 4, 4, np.zeros((4, 4), np.int8))
    return module


@pytest.fixture(scope="module")
def board_of(champion):
    """The lines and cells of a random board, without the cells that another can stand for, as `decide` has them."""

    def read(n, share, seed):
        cells, lines, _ = champion.read_board(random_grid(n, share, seed))
        count = lines.max() + 1
        kept = champion.undominated(lines, *champion.sights(lines, count))
        cells, lines = cells[kept], lines[kept]
        sets = champion.largest_sets(len(cells), *champion.sets_in_sight(n, cells, lines, count))
        return cells, lines, champion.sights(lines, count), sets

    return read


@pytest.mark.parametrize("n", [1, 2, 3])
def test_every_small_board(champion, n):
    for trees in range(1 << (n * n)):
        cells = [2 * (trees >> k & 1) for k in range(n * n)]
        assert_agrees(champion.solve, np.array(cells, np.int8).reshape(n, n))


@pytest.mark.parametrize("seed", range(30))
def test_random_boards(champion, seed):
    assert_agrees(champion.solve, random_grid(5 + seed % 3, 0.6 * (seed * 0.37 % 1), seed))


@pytest.mark.parametrize(
    ("n", "percent", "most"), [(15, 10, 26), (15, 20, 30), (20, 30, 57), (20, 40, 62), (40, 40, 250), (50, 50, 384)]
)
def test_the_optimum_is_found_and_one_more_is_refused(champion, n, percent, most):
    grid = random_grid(n, percent / 100, 1000 * n + percent + 1)
    assert_valid(champion.solve("SA", n, most, grid), grid, most)
    assert champion.solve("SA", n, most + 1, grid) is None


def test_the_proof_alone_decides_as_well(champion):
    """`decide` finds the arrangement by itself when none was found before, and never says FAIL."""
    for seed in range(20):
        grid = random_grid(8, 0.05 * seed, seed)
        cells, lines, _ = champion.read_board(grid)
        for wanted in range(1, len(cells) + 1):
            found = next(cells for _, cells in champion.decide(8, cells, lines, wanted) if cells is not None)
            arranged = champion.solve("SA", 8, wanted, grid)
            assert (len(found) == 0) == (arranged is None)
            if arranged is None:
                break
            board = champion.arrangement(grid, found[:wanted])
            assert np.count_nonzero(board == 1) == wanted
            assert plain_attack(board) is None


def test_sets_hold_cells_that_all_see_each_other(champion, board_of):
    _, lines, _, (start, index) = board_of(12, 0.25, 3)
    for j in range(len(start) - 1):
        members = index[start[j] : start[j + 1]]
        assert all(champion.sees(lines, u, v) for u in members for v in members)


def test_rounded_prices_charge_each_cell_at_least_one(champion, board_of):
    """Whatever HiGHS says: here its answer is disturbed, and the prices still prove a bound that holds."""
    cells, _, _, sets = board_of(12, 0.25, 3)
    programme = champion.Programme(len(cells), *sets)
    alive = np.ones(len(cells), np.bool_)
    alive[::5] = False
    for _ in range(2):
        _, (start, index, factor, limit, price) = programme.solve(alive)
        paid = np.zeros(len(cells), np.int64)
        np.add.at(paid, index, np.repeat(price, np.diff(start)) * factor)
        assert (paid[alive] >= champion.ONE).all()
        assert (price > 0).all()
        assert (limit == 1).all()
        programme.highs.changeColsCost(len(cells), np.arange(len(cells), dtype=np.int32), np.full(len(cells), -0.9))


def test_cuts_never_forbid_an_arrangement(champion, board_of):
    """Cuts from a fractional x hold for every arrangement that annealing finds."""
    cells, lines, _, sets = board_of(14, 0.4, 1)
    programme = champion.Programme(len(cells), *sets)
    alive = np.ones(len(cells), np.bool_)
    seen = 0
    for _ in range(4):
        x, _ = programme.solve(alive)
        cuts = champion.half_cuts(programme.rows, x)
        seen += len(cuts[3])
        programme.add(cuts)
    assert seen > 0
    start, index, factor, limit = programme.rows
    for seed in range(20):
        holder = np.full(lines.max() + 1, -1, np.int32)
        champion.anneal(lines, holder, 0, len(cells) + 1, np.array([3000, seed], np.uint64))
        stands = np.zeros(len(cells), np.int64)
        stands[holder[holder >= 0]] = 1
        weight = np.add.reduceat(factor * stands[index], start[:-1])
        assert (weight <= limit).all()


def test_the_same_board_has_the_same_answer(champion):
    grid = random_grid(30, 0.2, 5)
    first, second = (champion.solve("SA", 30, 105, grid) for _ in range(2))
    assert (first == second).all()
    assert not (grid == 1).any()


def test_a_large_board(champion):
    grid = random_grid(1000, 0.2, 7)
    board = champion.solve("SA", 1000, 97_000, grid)
    assert np.count_nonzero(board == 1) == 97_000
    assert ((board == 2) == (grid == 2)).all()
