"""The champion of the lizards: its verdicts against an exhaustive search, its proofs, and that it repeats itself."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from judge.problems.generators.patterns import random_grid
from judge.problems.rules.plain import plain_attack
from tests.shipped import solution
from tests.solutions.test_lizards import assert_agrees, assert_valid

pytest.importorskip("highspy")


BoardOf = Callable[[int, float, int], Any]


@pytest.fixture(scope="module")
def champion() -> ModuleType:
    """The solution as a module, warmed up as the judge does it."""
    module = solution("lizards", "champion")
    module.solve("SA", 4, 4, np.zeros((4, 4), np.int8))
    return module


@pytest.fixture(scope="module")
def board_of(champion: ModuleType) -> BoardOf:
    """The lines and cells of a random board, without the cells that another can stand for, as `decide` has them."""

    def read(n: int, share: float, seed: int) -> Any:
        cells, lines, _ = champion.read_board(random_grid(n, share, seed))
        count = int(lines.max()) + 1
        kept = champion.needed(lines)
        cells, lines = cells[kept], lines[kept]
        sets = champion.largest_sets(len(cells), champion.sets_in_sight(n, cells, lines, count))
        return cells, lines, champion.sights(lines, count), sets

    return read


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_small_board(champion: ModuleType, n: int) -> None:
    for trees in range(1 << (n * n)):
        cells = [2 * (trees >> k & 1) for k in range(n * n)]
        assert_agrees(champion.solve, np.array(cells, np.int8).reshape(n, n))


@pytest.mark.parametrize("seed", range(30))
def test_random_boards(champion: ModuleType, seed: int) -> None:
    assert_agrees(champion.solve, random_grid(5 + seed % 3, 0.6 * (seed * 0.37 % 1), seed))


@pytest.mark.parametrize(
    ("n", "percent", "most"), [(15, 10, 26), (15, 20, 30), (20, 30, 57), (20, 40, 62), (40, 40, 250), (50, 50, 384)]
)
def test_the_optimum_is_found_and_one_more_is_refused(champion: ModuleType, n: int, percent: int, most: int) -> None:
    grid = random_grid(n, percent / 100, 1000 * n + percent + 1)
    assert_valid(champion.solve("SA", n, most, grid), grid, most)
    assert champion.solve("SA", n, most + 1, grid) is None


def test_the_proof_alone_decides_as_well(champion: ModuleType) -> None:
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


def test_trying_everything_agrees_with_the_proof(champion: ModuleType) -> None:
    for seed in range(8):
        grid = random_grid(7 + seed % 3, 0.04 * seed, seed)
        cells, lines, _ = champion.read_board(grid)
        most = most_by_proof(champion, len(grid), cells, lines)
        for way in range(4):
            assert champion.try_all(lines, way, most + 1, 1 << 40)[0] == champion.NO_WAY
            verdict, chosen = champion.try_all(lines, way, most, 1 << 40)
            assert verdict == champion.FOUND
            assert_valid(champion.arrangement(grid, cells[chosen]), grid, most)
            assert champion.try_all(lines, way, most, 0)[0] == champion.UNDECIDED


@pytest.mark.parametrize("percent", [0, 10, 30, 50])
def test_after_each_run_the_counts_are_those_of_the_board(champion: ModuleType, percent: int) -> None:
    """Who holds a line, how many lizards a cell sees, how many stand: kept move by move, and here counted anew."""
    grid = random_grid(20, percent / 100, percent)
    cells, lines, _ = champion.read_board(grid)
    search = champion.Search(lines, len(cells) + 1)
    holder, seen, _ = search.state
    for moves in (1, 10, 100, 1000):
        assert not search.found(moves)
        board = champion.arrangement(grid, cells[search.standing()])
        assert plain_attack(board) is None
        assert np.count_nonzero(board == 1) == search.placed
        assert (seen == (holder[lines] >= 0).sum(1)).all()
        assert (seen[search.standing()] == 4).all()


def test_the_needed_cells_hold_as_many_lizards_as_all(champion: ModuleType) -> None:
    fewer = 0
    for seed in range(20):
        cells, lines, _ = champion.read_board(random_grid(7, 0.03 * seed, seed))
        kept = champion.needed(lines)
        fewer += not kept.all()
        assert most_by_proof(champion, 7, cells, lines) == most_by_proof(champion, 7, cells[kept], lines[kept])
    assert fewer > 10


def most_by_proof(champion: ModuleType, n: int, cells: np.ndarray, lines: np.ndarray) -> int:
    """The most lizards on these cells, by proofs alone."""
    most = 0
    while len(next(found for _, found in champion.decide(n, cells, lines, most + 1) if found is not None)):
        most += 1
    return most


def test_a_waste_search_takes_out_only_cells_that_no_arrangement_uses(champion: ModuleType, board_of: BoardOf) -> None:
    """Each cell v that it takes out, at the optimum: v and the most lizards that do not see it are too few."""
    taken_out = 0
    for seed in range(12):
        cells, lines, sight, sets = board_of(9, 0.2 + 0.02 * seed, seed)
        most = most_by_proof(champion, 9, cells, lines)
        alive = np.ones(len(cells), np.bool_)
        rows = champion.Programme(len(cells), sets).solve(alive)[1]
        champion.search_waste(rows, sight, alive, (most, 0), np.empty(len(cells), np.int64))
        for v in np.flatnonzero(~alive):
            beside = np.ones(len(cells), np.bool_)
            beside[sight.cell[sight.start[v] : sight.start[v + 1]]] = beside[v] = False
            assert 1 + most_by_proof(champion, 9, cells[beside], lines[beside]) < most
            taken_out += 1
    assert taken_out > 20


def test_forgotten_rows_leave_a_bound_that_holds(champion: ModuleType, board_of: BoardOf) -> None:
    cells, lines, _, sets = board_of(14, 0.4, 1)
    programme = champion.Programme(len(cells), sets)
    alive = np.ones(len(cells), np.bool_)
    x, (*_, limit, price) = programme.solve(alive)
    bound, before = (limit * price).sum(), len(programme.rows.limit)
    programme.forget(x)
    assert len(programme.rows.limit) < before
    *_, limit, price = programme.solve(alive)[1]
    assert (limit * price).sum() >= bound - len(cells)  # fewer rows never make it smaller, rounding aside
    assert not champion.Search(lines, bound // champion.ONE + 1).found(100_000)


def test_sets_hold_cells_that_all_see_each_other(champion: ModuleType, board_of: BoardOf) -> None:
    _, lines, _, (start, index) = board_of(12, 0.25, 3)
    for j in range(len(start) - 1):
        members = index[start[j] : start[j + 1]]
        assert all(champion.sees(lines, u, v) for u in members for v in members)


def test_rounded_prices_charge_each_cell_at_least_one(champion: ModuleType, board_of: BoardOf) -> None:
    """Whatever HiGHS says: here its answer is disturbed, and the prices still prove a bound that holds."""
    cells, _, _, sets = board_of(12, 0.25, 3)
    programme = champion.Programme(len(cells), sets)
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


def test_cuts_never_forbid_an_arrangement(champion: ModuleType, board_of: BoardOf) -> None:
    """Cuts from a fractional x hold for every arrangement that annealing finds."""
    cells, lines, _, sets = board_of(14, 0.4, 1)
    programme = champion.Programme(len(cells), sets)
    alive = np.ones(len(cells), np.bool_)
    seen = 0
    for _ in range(4):
        x, _ = programme.solve(alive)
        cuts = champion.half_cuts(programme.rows, x)
        seen += len(cuts.limit)
        programme.add(cuts)
    assert seen > 0
    start, index, factor, limit = programme.rows
    search = champion.Search(lines, len(cells) + 1)
    for _ in range(20):
        search.found(300)
        stands = np.zeros(len(cells), np.int64)
        stands[search.standing()] = 1
        weight = np.add.reduceat(factor * stands[index], start[:-1])
        assert (weight <= limit).all()


def test_the_same_board_has_the_same_answer(champion: ModuleType) -> None:
    grid = random_grid(30, 0.2, 5)
    first, second = (champion.solve("SA", 30, 105, grid) for _ in range(2))
    assert (first == second).all()
    assert not (grid == 1).any()


def test_without_highs_only_a_board_that_needs_a_proof_fails(
    champion: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert champion.solve("SA", 4, 4, np.zeros((4, 4), np.int8)) is not None
    assert champion.solve("SA", 2, 3, np.zeros((2, 2), np.int8)) is None, "more lizards than rows"
    grid = random_grid(15, 0.1, 15011)
    assert_valid(champion.solve("SA", 15, 20, grid), grid, 20)
    with pytest.raises(RuntimeError, match="pip install highspy"):
        champion.solve("SA", 15, 27, grid)


def test_a_large_board(champion: ModuleType) -> None:
    grid = random_grid(1000, 0.2, 7)
    board = champion.solve("SA", 1000, 97_000, grid)
    assert np.count_nonzero(board == 1) == 97_000
    assert ((board == 2) == (grid == 2)).all()
