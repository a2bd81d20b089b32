"""The most pieces of a board: counted, searched and solved, held against brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Instance
from judge.problems import TREE
from judge.problems.generators import most as module
from judge.problems.generators.most import Most, most_pieces
from judge.problems.generators.patterns import NAMES, Grid, draw
from judge.problems.prove import fitting
from judge.problems.prove.author import Largest, largest
from judge.problems.prove.bounds import segments
from tests.oracle import fit
from tests.problems.prove.elsewhere import author_tools


def most(grid: Grid, seconds: float) -> Most:
    return most_pieces(Instance("ANY", len(grid), 1, grid), "lizards", seconds)


def small() -> list[Grid]:
    return [draw(name, (n, n), density, 1) for name, n, density in product(NAMES, (1, 3, 4), (0.0, 0.3, 0.6))]


def test_what_is_counted_or_searched_is_the_most() -> None:
    for grid in small():
        found = most(grid, 0.0)
        assert found.proven
        rows = grid.tolist()
        assert (fit(rows, found.pieces), fit(rows, found.pieces + 1)) == (True, False), grid


def test_lines_of_sight() -> None:
    grid = np.array([[0, TREE, 0], [0, 0, 0], [TREE, 0, 0]], np.int8)
    lines = {"row": 4, "column": 3, "falling diagonal": 4, "rising diagonal": 5}
    assert segments(grid) == {f"{way} segment": count for way, count in lines.items()}
    assert fitting(np.zeros((5, 5), np.int8)) == 5
    assert fitting(np.full((2, 2), TREE, np.int8)) == 0


def test_without_a_solver_what_is_placed_is_said_with_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise JudgeError("E439", "not installed")

    monkeypatch.setattr(module, "largest", missing)
    found = most(draw("random", (20, 20), 0.1, 7), 1.0)
    assert not found.proven
    assert found.pieces >= 30
    assert "at most 50, the number of" in found.how
    assert "OR-Tools" in found.how


def test_a_board_too_large_for_a_solver_is_not_given_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "largest", lambda *_: pytest.fail("it was asked"))
    found = most(draw("random", (220, 220), 0.1, 7), 1.0)
    assert not found.proven
    assert "a solver is not asked" in found.how


def test_what_a_solver_says_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = draw("random", (20, 20), 0.1, 7)
    monkeypatch.setattr(module, "largest", lambda *_: Largest(42, 42, True, "CP-SAT 9"))
    assert most(grid, 1.0) == Most(42, True, "CP-SAT 9, status OPTIMAL")
    monkeypatch.setattr(module, "largest", lambda *_: Largest(2, 44, False, "CP-SAT 9"))
    found = most(grid, 1.5)
    assert found.pieces > 2, "what was placed in order is known, too"
    assert (found.proven, found.how) == (False, "at most 44, by CP-SAT 9 in 1.5 s")


@pytest.mark.slow
def test_cp_sat_agrees_with_the_search() -> None:
    grids = [draw(name, (n, n), density, seed) for name, n, density, seed in product(NAMES, (5, 7), (0.2,), (1,))]
    with author_tools() as pool:
        for grid, found in zip(grids, pool.map(largest, grids, [20.0] * len(grids)), strict=True):
            searched = most(grid, 0.0)
            assert searched.proven
            assert (found.proven, found.pieces, found.bound) == (True, searched.pieces, searched.pieces)
